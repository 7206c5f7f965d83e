// Forward kinematics. A joint is a fixed placement in its parent's frame, then a motion about or along its axis.
// A pose is twelve numbers, the rows of [R | p].

export const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

export function pose(rotation, origin) {
  return rotation.flatMap((row, i) => [...row, origin[i]]);
}

export function compose(a, b, out = new Float64Array(12)) {
  for (let i = 0; i < 12; i += 4)
    for (let j = 0; j < 4; j++)
      out[i + j] = a[i] * b[j] + a[i + 1] * b[4 + j] + a[i + 2] * b[8 + j] + (j === 3 ? a[i + 3] : 0);
  return out;
}

export const point = (p, [x, y, z]) => [0, 4, 8].map(r => p[r] * x + p[r + 1] * y + p[r + 2] * z + p[r + 3]);

export const origin = p => [p[3], p[7], p[11]];

// About a unit axis, by Rodrigues' formula.
function turned([x, y, z], angle, out) {
  const s = Math.sin(angle), c = Math.cos(angle), v = 1 - c;
  out.set([
    c + x * x * v, x * y * v - z * s, x * z * v + y * s, 0,
    x * y * v + z * s, c + y * y * v, y * z * v - x * s, 0,
    x * z * v - y * s, y * z * v + x * s, c + z * z * v, 0,
  ]);
}

function quaternion(q, at, out) {
  const length = Math.hypot(q[at], q[at + 1], q[at + 2], q[at + 3]);
  const x = q[at] / length, y = q[at + 1] / length, z = q[at + 2] / length, w = q[at + 3] / length;
  out.set([
    1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w), 0,
    2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w), 0,
    2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y), 0,
  ]);
}

export class Chain {
  constructor(robot) {
    this.robot = robot;
    this.fixed = robot.joints.map(joint => pose(joint.rotation, joint.origin));
    this.before = robot.joints.map(() => new Float64Array(12));  // joint frames that do not move with the joint
    this.links = robot.joints.map(() => new Float64Array(12));
    this.toolFrame = pose(robot.tool.rotation, robot.tool.origin);
    this.own = new Float64Array(12);
  }
  link(i) {
    return i < 0 ? IDENTITY : this.links[i];
  }
  set(q) {
    this.robot.joints.forEach((joint, i) => {
      const own = this.own, at = joint.at;
      if (joint.kind === 'turns') turned(joint.axis, joint.ratio * q[at] + joint.shift, own);
      else if (joint.kind === 'slides') {
        const d = joint.ratio * q[at] + joint.shift, [x, y, z] = joint.axis;
        own.set([1, 0, 0, d * x, 0, 1, 0, d * y, 0, 0, 1, d * z]);
      } else {
        quaternion(q, at, own);
        if (joint.kind === 'floating') for (let k = 0; k < 3; k++) own[4 * k + 3] = q[at + 4 + k];
      }
      compose(this.link(joint.parent), this.fixed[i], this.before[i]);
      compose(this.before[i], own, this.links[i]);
    });
    return this;
  }
  get tool() {
    return compose(this.link(this.robot.tool.link), this.toolFrame);
  }
}
