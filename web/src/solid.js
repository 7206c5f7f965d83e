// The picture in three dimensions, motions side by side or over each other.
import { Arrow, LENGTH } from './arrow.js';
import { Body, along } from './body.js';
import { compose, pose } from './chain.js';
import { Paint, rgba } from './paint.js';
import { sphere } from './shapes.js';

const DENSITY = 2;  // device pixels a pixel, at most
const LINES = 20, FLOOR = rgba('#888888', 0.3), PATH = rgba('#888888'), DASH = 1 / 70, GAP = 1 / 110;
const ARC = 0.085, DOT = 0.011, MOMENT = 0.1;  // radii, as shares of the robot's size

export class Solid {
  // null where the browser has no WebGL.
  static start(stage, room, model, coarse) {
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('webgl2', { alpha: true, antialias: !coarse });
    return context ? new Solid(stage, canvas, context, room, model, coarse ? 1 : DENSITY) : null;
  }
  constructor(stage, canvas, context, room, model, density) {
    Object.assign(this, { canvas, density });
    this.paint = new Paint(context);
    stage.prepend(canvas);
    this.floor = this.paint.line(floor(room), true);
    this.dot = this.paint.solid(sphere(DOT * room.body));
    this.views = model.courses.map(course => new View(this.paint, course, room, model));
  }
  draw(model, camera, width, height) {
    const { gl } = this.paint, scale = Math.min(devicePixelRatio, this.density), parts = model.state.split ? this.views.length : 1;
    const wide = Math.round(width * scale), tall = Math.round(height * scale), each = Math.floor(wide / parts);
    if (this.canvas.width !== wide || this.canvas.height !== tall) Object.assign(this.canvas, { width: wide, height: tall });
    gl.scissor(0, 0, wide, tall);
    gl.depthMask(true);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    const view = camera.matrix(each / tall);
    this.views.forEach((one, i) => {
      this.paint.frame(model.state.split ? i * each : 0, each, tall, view);
      if (!i || model.state.split) this.paint.stroke(this.floor, FLOOR, scale);
      one.draw(this.paint, model, this.dot, scale);
    });
  }
  // Browsers lend few pictures at a time: this one is given back.
  dispose() {
    this.paint.gl.getExtension('WEBGL_lose_context')?.loseContext();
    this.canvas.remove();
  }
}

class View {
  constructor(paint, course, room, model) {
    const { run, robot, planRobot } = course, { shapes } = model.data, slim = Math.min(1, Math.sqrt(7 / robot.joints.length));
    this.course = course;
    const colours = robot.joints.map(() => null);
    run.velocities.forEach((joint, v) => { if (run.axes[v] >= 0) colours[joint] = model.colour(run.axes[v]); });
    this.body = new Body(paint, robot, shapes, room.body, colours);
    this.other = planRobot && planRobot !== robot ? new Body(paint, planRobot, shapes, room.body, []) : this.body;
    this.torques = run.velocities.map(j => {
      const joint = robot.joints[j], has = run.torque && !joint.passive && ['turns', 'slides'].includes(joint.kind);
      return has ? { axis: along(joint.axis), arrow: new Arrow(paint, joint.kind === 'slides', (joint.kind === 'slides' ? 2 : 1) * ARC * slim * room.body) } : null;
    });
    this.wrenches = run.wrenches.map(({ link, rotation, origin, values }) => ({ link, values, place: pose(rotation, origin), row: new Float64Array(6) }));
    this.arrows = run.wrenches.length ? [new Arrow(paint, false, MOMENT * room.body), new Arrow(paint, true, LENGTH * room.body)] : [];
    this.path = run.path && paint.line(dashed(course.plannedTrace, DASH * room.size, GAP * room.size), true);
    this.trace = paint.line(course.trace(1));
    this.factor = 1;
  }
  draw(paint, model, dot, scale) {
    const { course } = this, { state } = model, at = course.locate(state.t), { run } = course, hue = model.hue(course.index);
    if (this.factor !== state.k) {
      paint.fill(this.trace.buffer, course.trace(state.k));
      this.factor = state.k;
    }
    const ghost = model.ghost(course), chain = course.chain.set(course.positions(at, state.k));
    this.body.draw(paint, chain, state.split || model.courses.length < 2 ? null : hue);
    if (course.robot.tool.shown) paint.draw(dot, [1, 0, 0, chain.tool[3], 0, 1, 0, chain.tool[7], 0, 0, 1, chain.tool[11]], rgba(hue), { lit: false, over: true });
    if (ghost) (ghost.robot === course.robot ? this.body : this.other).haunt(paint, ghost);
    if (state.trace && course.robot.tool.shown) {
      if (this.path) paint.stroke(this.path, PATH, 1.2 * scale);
      paint.stroke(this.trace, rgba(hue), 1.6 * scale);
    }
    if (run.torque && state.torque) {
      run.torque.at(at, course.torque);
      this.torques.forEach((torque, v) => {
        if (!torque) return;
        const frame = compose(chain.before[run.velocities[v]], torque.axis), name = run.axes[v];
        torque.arrow.draw(paint, frame, course.torque[v] / (model.strongest[name] || 1), model.colour(name));
      });
    }
    if (state.wrench) for (const wrench of this.wrenches) this.push(paint, model, chain, at, wrench);
  }
  // Moment and force that act on a link: an arc and an arrow.
  push(paint, model, chain, at, { link, values, place, row }) {
    values.at(at, row);
    this.arrows.forEach((arrow, k) => {
      const some = row.subarray(3 * k, 3 * k + 3), size = Math.hypot(...some);
      if (size) arrow.draw(paint, compose(compose(chain.link(link), place), along(some)), size / model.heaviest[k], model.wrench);
    });
  }
}

// Squares on the ground, or below all that moves.
function floor({ size, centre, low }) {
  const lines = [], ground = Math.min(low[2], 0);
  for (let i = 0; i <= LINES; i++) {
    const at = size * ((2 * i) / LINES - 1);
    lines.push(centre[0] + at, centre[1] - size, ground, centre[0] + at, centre[1] + size, ground);
    lines.push(centre[0] - size, centre[1] + at, ground, centre[0] + size, centre[1] + at, ground);
  }
  return lines;
}

// Pairs of points: a line through all of them, with gaps.
function dashed(points, dash, gap) {
  const out = [];
  let left = dash, on = true;
  for (let i = 3; i < points.length; i += 3) {
    let a = Array.from(points.subarray(i - 3, i));
    const b = Array.from(points.subarray(i, i + 3));
    for (;;) {
      const rest = Math.hypot(...a.map((x, c) => b[c] - x)), step = Math.min(left, rest), part = rest ? step / rest : 1;
      const to = part < 1 ? a.map((x, c) => x + part * (b[c] - x)) : b;
      if (on) out.push(...a, ...to);
      left -= step;
      a = to;
      if (left > 0) break;
      on = !on;
      left = on ? dash : gap;
      if (part >= 1) break;
    }
  }
  return out;
}
