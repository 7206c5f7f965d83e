// The picture in three dimensions: one scene a motion, drawn side by side or over each other.
import { BufferAttribute, BufferGeometry, DirectionalLight, GridHelper, HemisphereLight, Line, LineBasicMaterial, LineDashedMaterial,
  Mesh, MeshBasicMaterial, Scene, SphereGeometry, WebGLRenderer } from 'three';
import { Body, matrix } from './body.js';
import { Torque } from './torque.js';

const DENSITY = 2;  // device pixels a pixel, at most

export class Solid {
  // null where the browser has no WebGL.
  static start(stage, room, model) {
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('webgl2', { alpha: true, antialias: true });
    return context ? new Solid(stage, canvas, context, room, model) : null;
  }
  constructor(stage, canvas, context, room, model) {
    this.renderer = new WebGLRenderer({ canvas, context, antialias: true, alpha: true });
    this.renderer.autoClear = false;
    this.canvas = canvas;
    stage.prepend(canvas);
    this.views = model.courses.map(course => new View(course, room, model));
  }
  draw(model, camera, width, height) {
    const { renderer } = this, parts = model.state.split ? this.views.length : 1;
    renderer.setPixelRatio(Math.min(devicePixelRatio, DENSITY));
    renderer.setSize(width, height, false);
    renderer.setScissorTest(true);
    renderer.clear();
    camera.aspect = width / parts / height;
    camera.updateProjectionMatrix();
    this.views.forEach((view, i) => {
      view.set(model);
      const left = (model.state.split ? i : 0) * (width / parts);
      renderer.setViewport(left, 0, width / parts, height);
      renderer.setScissor(left, 0, width / parts, height);
      if (i && !model.state.split) renderer.clearDepth();
      renderer.render(view.scene, camera);
    });
  }
  // Browsers lend few pictures at a time: this one is given back.
  dispose() {
    for (const view of this.views) view.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
    this.canvas.remove();
  }
}

class View {
  constructor(course, room, model) {
    const { run, robot, planRobot } = course, { size, body } = room;
    this.course = course;
    this.scene = new Scene();
    const sun = new DirectionalLight(0xffffff, 1.9);
    sun.position.set(1, -2, 3);
    this.scene.add(new HemisphereLight(0xffffff, 0x8a94a0, 1.5), sun, floor(room));
    const colours = robot.joints.map(() => null);
    run.velocities.forEach((joint, v) => { if (run.axes[v] >= 0) colours[joint] = model.colour(run.axes[v]); });
    const { shapes } = model.data, slim = Math.min(1, Math.sqrt(7 / robot.joints.length));
    this.plain = new Body(robot, shapes, body, { colours });
    this.tinted = model.courses.length > 1 ? new Body(robot, shapes, body, { colours, tint: model.hue(course.index) }) : this.plain;
    this.held = new Body(robot, shapes, body, { ghost: true });
    this.planned = planRobot && planRobot !== robot ? new Body(planRobot, shapes, body, { ghost: true }) : this.held;
    this.torques = run.velocities.map((joint, v) => {
      if (!run.torque || robot.joints[joint].passive || !['turns', 'slides'].includes(robot.joints[joint].kind)) return null;
      return new Torque(robot.joints[joint], 0.085 * slim * body, model.colour(run.axes[v]));
    });
    const count = run.t.rows;
    this.trace = line(new Float32Array(3 * count), new LineBasicMaterial({ color: model.hue(course.index) }));
    const path = course.plannedTrace;
    this.path = path && line(path, new LineDashedMaterial({ color: 0x888888, dashSize: size / 70, gapSize: size / 110 }));
    if (this.path) this.path.computeLineDistances();
    this.dot = new Mesh(new SphereGeometry(0.011 * body, 16, 12), new MeshBasicMaterial({ color: model.hue(course.index) }));
    this.dot.matrixAutoUpdate = false;
    const bodies = new Set([this.plain, this.tinted, this.held, this.planned]);
    this.scene.add(...[...bodies].map(b => b.root), this.trace, ...(path ? [this.path] : []), this.dot);
    for (const torque of this.torques) if (torque) this.scene.add(torque.root);
    this.factor = NaN;
  }
  set(model) {
    const { course } = this, { state } = model, at = course.locate(state.t), { run } = course;
    if (this.factor !== state.k) {
      this.trace.geometry.attributes.position.copyArray(course.trace(state.k)).needsUpdate = true;
      this.factor = state.k;
    }
    for (const body of [this.plain, this.tinted, this.held, this.planned]) body.root.visible = false;
    const ghost = model.ghost(course);
    if (ghost) {
      const pale = ghost.robot === course.robot ? this.held : this.planned;
      pale.root.visible = true;
      pale.set(ghost);
    }
    const shown = state.split ? this.plain : this.tinted;
    shown.root.visible = true;
    const chain = course.chain.set(course.positions(at, state.k));
    shown.set(chain);
    matrix(chain.tool, this.dot.matrix);
    this.dot.matrixWorldNeedsUpdate = true;
    this.trace.visible = state.trace;
    if (this.path) this.path.visible = state.trace;
    if (run.torque) run.torque.at(at, course.torque);
    this.torques.forEach((torque, v) => {
      if (!torque) return;
      if (state.torque) torque.set(chain.before[run.velocities[v]], course.torque[v] / model.strongest[run.axes[v]]);
      else torque.root.visible = false;
    });
  }
  dispose() {
    this.scene.traverse(part => {
      if (part.geometry) part.geometry.dispose();
      if (part.material) part.material.dispose();
    });
  }
}

function line(points, material) {
  const shape = new BufferGeometry();
  shape.setAttribute('position', new BufferAttribute(points, 3));
  const made = new Line(shape, material);
  made.frustumCulled = false;
  return made;
}

function floor({ size, centre, low }) {
  const grid = new GridHelper(2 * size, 20, 0x888888, 0xaaaaaa);
  grid.rotation.x = Math.PI / 2;
  grid.position.set(centre[0], centre[1], Math.min(low[2], 0));
  grid.material.transparent = true;
  grid.material.opacity = 0.35;
  return grid;
}
