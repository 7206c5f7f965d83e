// A robot to look at: its meshes, or capsules between its joints; where joints coincide, boxes of the links' inertia.
import { IDENTITY, compose, pose } from './chain.js';
import { rgba } from './paint.js';
import { box, capsule, coil, cylinder, mesh, sphere } from './shapes.js';

const BONE = '#c3ccd6', NEUTRAL = '#6a7480', GHOST = rgba('#5f7fa3', 0.22), CLEAR = 0.45, TINT = 0.45;
const SHORT = 0.02;  // shares of the robot's size: a bone not worth drawing,
const THICK = 0.028, JOINT = 0.036;  // radii,
const LEAST = 0.01, MOST = 0.2;  // and sides of boxes

// A frame whose z axis has this direction.
export function along([x, y, z], at = [0, 0, 0]) {
  const length = Math.hypot(x, y, z), k = [x / length, y / length, z / length];
  const aside = Math.abs(k[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0];
  const i = [aside[1] * k[2] - aside[2] * k[1], aside[2] * k[0] - aside[0] * k[2], aside[0] * k[1] - aside[1] * k[0]], size = Math.hypot(...i);
  const a = i.map(v => v / size), b = [k[1] * a[2] - k[2] * a[1], k[2] * a[0] - k[0] * a[2], k[0] * a[1] - k[1] * a[0]];
  return pose([0, 1, 2].map(r => [a[r], b[r], k[r]]), at);
}

export class Body {
  // colours: one a joint, null where nothing moves it.
  constructor(paint, robot, shapes, size, colours) {
    this.parts = [];
    const slim = Math.min(1, Math.sqrt(7 / robot.joints.length)) * size, drawn = new Set(robot.visuals.map(visual => visual.link));
    const put = (link, shape, local, colour, more = {}) => this.parts.push({ link, shape, local, colour, alpha: 1, structure: true, ...more });
    const meshes = shapes.map((shape, i) => (robot.visuals.some(visual => visual.shape === i) ? paint.solid(shape.made ??= mesh(shape)) : null));
    for (const visual of robot.visuals)
      put(visual.link, meshes[visual.shape], pose(visual.rotation, visual.origin), shapes[visual.shape].colour ?? BONE);
    const ends = [-1, ...robot.links.keys()].map(link => robot.joints.filter(joint => joint.parent === link).map(joint => joint.origin));
    ends[robot.tool.link + 1].push(robot.tool.origin);
    robot.links.forEach((link, i) => { if (link.end && !ends[i + 1].length) ends[i + 1].push(link.end); });
    ends.forEach((points, i) => {
      if (drawn.has(i - 1)) return;
      const long = points.filter(point => Math.hypot(...point) > SHORT * size), link = robot.links[i - 1];
      for (const point of long) put(i - 1, paint.solid(capsule(THICK * slim, Math.hypot(...point))), along(point), i ? BONE : NEUTRAL);
      if (!long.length && link && link.sides) {
        const sides = link.sides.map(side => Math.min(MOST * size, Math.max(LEAST * size, side)));
        put(i - 1, paint.solid(box(...sides)), pose(link.axes, link.com), BONE, { alpha: CLEAR, pale: false });
      }
    });
    robot.joints.forEach((joint, i) => {
      for (const [shape, local] of joining(joint, JOINT * slim, drawn.size > 0))
        put(i, paint.solid(shape), local, colours[i] ?? NEUTRAL, { structure: false, pale: false });
    });
    this.parts.sort((a, b) => b.alpha - a.alpha);  // what light passes through is drawn last
  }
  // tint: a colour that structures lean to, where two robots stand at one place.
  draw(paint, chain, tint) {
    for (const { link, shape, local, colour, alpha, structure } of this.parts) {
      const own = rgba(colour, alpha), lean = tint && structure ? rgba(tint) : own;
      paint.draw(shape, compose(chain.link(link), local), own.map((x, c) => (c < 3 ? x + TINT * (lean[c] - x) : x)));
    }
  }
  // The base does not move: a ghost has none, and neither joints nor boxes.
  haunt(paint, chain) {
    for (const { link, shape, local, pale } of this.parts)
      if (link >= 0 && pale !== false) paint.draw(shape, compose(chain.link(link), local), GHOST, { behind: true });
  }
}

// A drum about the axis of a joint that turns, a block on that of one that slides, a ball; a coil where no motor is.
function joining(joint, radius, hidden) {
  if (joint.passive) return [[coil(radius, 0.28 * radius, 0.8 * radius), along(joint.axis)]];
  if (hidden || joint.kind === 'floating') return [];
  if (joint.kind === 'turns') return [[cylinder(radius, 2.4 * radius), along(joint.axis)]];
  return joint.kind === 'slides' ? [[box(1.6 * radius, 1.6 * radius, 3.2 * radius), along(joint.axis)]] : [[sphere(1.2 * radius), IDENTITY]];
}
