// The picture where the browser has no WebGL: a figure of sticks.
import { projected } from './camera.js';
import { origin } from './chain.js';

const DENSITY = 2, GHOST = '#7f97b5', PATH = '#888888';

export class Flat {
  constructor(stage) {
    this.canvas = document.createElement('canvas');
    stage.prepend(this.canvas);
    this.pen = this.canvas.getContext('2d');
  }
  draw(model, camera, width, height) {
    const scale = Math.min(devicePixelRatio, DENSITY), { pen } = this, { state, courses } = model;
    this.canvas.width = width * scale;
    this.canvas.height = height * scale;
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    const parts = state.split ? courses.length : 1, wide = width / parts;
    const view = camera.matrix(wide / height);
    courses.forEach((course, i) => {
      const left = state.split ? i * wide : 0, at = course.locate(state.t), { run } = course;
      const seen = p => {
        const [x, y] = projected(view, p);
        return [left + (0.5 + 0.5 * x) * wide, (0.5 - 0.5 * y) * height];
      };
      if (state.trace && course.robot.tool.shown) {
        if (run.path) this.line(triples(course.plannedTrace), seen, PATH, 1, [6, 4]);
        this.line(triples(course.trace(state.k)), seen, model.hue(i), 1.2);
      }
      const ghost = model.ghost(course);
      if (ghost) this.sticks(ghost, seen, () => GHOST, 3);
      const chain = course.chain.set(course.positions(at, state.k));
      const joints = course.robot.joints.map(() => null);
      run.velocities.forEach((joint, v) => { joints[joint] = run.axes[v]; });
      this.sticks(chain, seen, j => (joints[j] === null || joints[j] < 0 ? PATH : model.colour(joints[j])), 5, model.hue(i));
    });
  }
  line(points, seen, colour, width, dash = []) {
    const { pen } = this;
    pen.beginPath();
    for (const p of points) pen.lineTo(...seen(p));
    Object.assign(pen, { strokeStyle: colour, lineWidth: width, lineJoin: 'round', lineCap: 'round' });
    pen.setLineDash(dash);
    pen.stroke();
  }
  sticks(chain, seen, colour, width, tool = null) {
    const { joints } = chain.robot, at = l => origin(chain.link(l));
    joints.forEach((joint, j) => this.line([at(joint.parent), at(j)], seen, '#98a4b3', width));
    this.line([at(chain.robot.tool.link), origin(chain.tool)], seen, '#98a4b3', width);
    joints.forEach((joint, j) => this.dot(seen(at(j)), width, colour(j)));
    if (tool) this.dot(seen(origin(chain.tool)), 0.8 * width, tool);
  }
  dot([x, y], radius, colour) {
    this.pen.beginPath();
    this.pen.arc(x, y, radius, 0, 2 * Math.PI);
    this.pen.fillStyle = colour;
    this.pen.fill();
  }
  dispose() {
    this.canvas.remove();
  }
}

function* triples(values) {
  for (let i = 0; i < values.length; i += 3) yield values.subarray(i, i + 3);
}
