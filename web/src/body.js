// A robot to look at: its meshes, or capsules between its joints; where joints coincide, boxes of the links' inertia.
import { BoxGeometry, BufferAttribute, BufferGeometry, CapsuleGeometry, Color, CylinderGeometry, Group, Matrix4, Mesh,
  MeshLambertMaterial, SphereGeometry, TorusGeometry, Vector3 } from 'three';
import { toCreasedNormals } from 'three/addons/utils/BufferGeometryUtils.js';
import { pose } from './chain.js';

const BONE = 0xc3ccd6, NEUTRAL = 0x6a7480, GHOST = 0x5f7fa3;
const SHORT = 0.02;  // shares of the robot's size: a bone not worth drawing,
const THICK = 0.028, JOINT = 0.036;  // radii,
const LEAST = 0.01, MOST = 0.2;  // and sides of boxes
const CREASE = 0.7;  // [rad] between faces: an edge
const BEHIND = { polygonOffset: true, polygonOffsetFactor: 2, polygonOffsetUnits: 2 };  // where both are, the robot is seen
const UP = new Vector3(0, 1, 0), AHEAD = new Vector3(0, 0, 1);

export const matrix = (p, out = new Matrix4()) => out.set(...p, 0, 0, 0, 1);

export class Body {
  // look: { ghost } or { colours: one a joint, tint }
  constructor(robot, shapes, size, look) {
    this.root = new Group();
    this.base = new Group();
    this.links = robot.links.map(() => new Group());
    for (const group of [this.base, ...this.links]) {
      group.matrixAutoUpdate = false;
      this.root.add(group);
    }
    this.look = look;
    const slim = Math.min(1, Math.sqrt(7 / robot.joints.length)) * size;
    const drawn = new Set(robot.visuals.map(visual => visual.link));
    for (const visual of robot.visuals) {
      const mesh = new Mesh(faceted(shapes[visual.shape]), this.material(shapes[visual.shape].colour ?? BONE));
      mesh.applyMatrix4(matrix(pose(visual.rotation, visual.origin)));
      this.group(visual.link).add(mesh);
    }
    const ends = [-1, ...robot.links.keys()].map(link => robot.joints.filter(joint => joint.parent === link).map(joint => joint.origin));
    ends[robot.tool.link + 1].push(robot.tool.origin);
    robot.links.forEach((link, i) => { if (link.end && !ends[i + 1].length) ends[i + 1].push(link.end); });
    ends.forEach((points, i) => {
      if (drawn.has(i - 1)) return;
      const material = this.material(i ? BONE : NEUTRAL), long = points.filter(point => Math.hypot(...point) > SHORT * size);
      for (const point of long) this.group(i - 1).add(bone(new Vector3(...point), THICK * slim, material));
      const link = robot.links[i - 1];
      if (!long.length && !look.ghost && link && link.sides) this.group(i - 1).add(box(link, size, this.material(BONE, 0.45)));
    });
    if (look.ghost) {
      this.root.remove(this.base);  // the base does not move
      return;
    }
    robot.joints.forEach((joint, i) => {
      const material = this.material(look.colours[i] ?? NEUTRAL);
      for (const part of joining(joint, JOINT * slim, material, drawn.size > 0)) this.links[i].add(part);
    });
  }
  group(link) {
    return link < 0 ? this.base : this.links[link];
  }
  material(colour, opacity = 1) {
    if (this.look.ghost) return new MeshLambertMaterial({ color: GHOST, transparent: true, opacity: 0.28, depthWrite: false, ...BEHIND });
    const color = new Color(colour);
    if (this.look.tint && (colour === BONE || colour === NEUTRAL)) color.lerp(new Color(this.look.tint), 0.45);
    return new MeshLambertMaterial({ color, transparent: opacity < 1, opacity });
  }
  set(chain) {
    this.links.forEach((group, i) => {
      matrix(chain.links[i], group.matrix);
      group.matrixWorldNeedsUpdate = true;
    });
  }
}

function bone(to, radius, material) {
  const mesh = new Mesh(new CapsuleGeometry(radius, to.length(), 6, 16), material);
  mesh.position.copy(to).multiplyScalar(0.5);
  mesh.quaternion.setFromUnitVectors(UP, to.clone().normalize());
  return mesh;
}

function box(link, size, material) {
  const mesh = new Mesh(new BoxGeometry(...link.sides.map(side => Math.min(MOST * size, Math.max(LEAST * size, side)))), material);
  const [a, b, c] = link.axes, [x, y, z] = link.com;
  mesh.applyMatrix4(new Matrix4().set(...a, x, ...b, y, ...c, z, 0, 0, 0, 1));
  return mesh;
}

// A drum about the axis of a joint that turns, a block on that of one that slides, a ball; a coil where no motor is.
function joining(joint, radius, material, hidden) {
  const axis = new Vector3(...joint.axis);
  if (joint.passive)
    return [-0.8, 0, 0.8].map(along => {
      const ring = new Mesh(new TorusGeometry(radius, 0.28 * radius, 10, 28), material);
      ring.quaternion.setFromUnitVectors(AHEAD, axis);
      ring.position.copy(axis).multiplyScalar(along * radius);
      return ring;
    });
  if (hidden || joint.kind === 'floating') return [];
  const shape = joint.kind === 'turns' ? new CylinderGeometry(radius, radius, 2.4 * radius, 24)
    : joint.kind === 'slides' ? new BoxGeometry(1.6 * radius, 3.2 * radius, 1.6 * radius) : new SphereGeometry(1.2 * radius, 20, 14);
  const mesh = new Mesh(shape, material);
  mesh.quaternion.setFromUnitVectors(UP, axis);
  return [mesh];
}

// Triangles, smooth but at edges.
function faceted({ points, faces, low, step }) {
  const count = faces.rows, at = new Float32Array(9 * count);
  for (let f = 0; f < count; f++)
    for (let k = 0; k < 3; k++) {
      const p = faces.values[k * count + f];
      for (let c = 0; c < 3; c++) at[9 * f + 3 * k + c] = low[c] + step[c] * points.values[c * points.rows + p];
    }
  const shape = new BufferGeometry();
  shape.setAttribute('position', new BufferAttribute(at, 3));
  return toCreasedNormals(shape, CREASE);
}
