// One motion: where its robot is at a time, bent k times as far as it is, held by its motors alone, or as planned.
import { Chain, compose, origin, point, pose } from './chain.js';
import { place } from './data.js';

const FINE = 65535;  // steps of a coordinate of a mesh
const FOLLOWED = 100;  // samples at which the room that a motion takes is looked for

// How far links reach: [link, places on it], corners of its meshes, its end, the middle of its mass.
function marks(robot, shapes) {
  const found = robot.links.map((link, i) => [i, [...(link.end ? [link.end] : []), ...(link.sides ? [link.com] : [])]]);
  for (const { shape, link, rotation, origin: at } of robot.visuals) {
    const { low, step } = shapes[shape], frame = pose(rotation, at), corners = [];
    for (let k = 0; k < 8; k++) corners.push(point(frame, low.map((x, c) => (k & (1 << c) ? x + FINE * step[c] : x))));
    found.push([link, corners]);
  }
  return found;
}

export class Course {
  constructor(run, robots, shapes, index) {
    Object.assign(this, { run, index, robot: robots[run.robot], planRobot: run.planRobot === null ? null : robots[run.planRobot] });
    this.q = new Float64Array(run.q.columns);
    this.bent = new Float64Array(run.q.columns);
    this.torque = new Float64Array(run.torque ? run.torque.columns : 0);
    this.chain = new Chain(this.robot);
    this.marks = marks(this.robot, shapes);
    this.begin = run.t.values[0];
    this.end = run.t.values[run.t.rows - 1];
  }
  locate(t) {
    return place(this.run.t, t);
  }
  // q + (k - 1) times what it is bent by: k = 1 is the truth, k = 0 where the motors alone would hold it.
  positions(at, k) {
    this.run.q.at(at, this.q);
    if (this.run.bent && k !== 1) {
      this.run.bent.at(at, this.bent);
      for (let c = 0; c < this.q.length; c++) this.q[c] += (k - 1) * this.bent[c];
    }
    return this.q;
  }
  planned(at) {
    return this.run.planned.at(at, this.q);
  }
  tool(i, k) {
    return origin(this.chain.set(this.positions({ i, part: 0 }, k)).tool);
  }
  trace(k) {
    const { rows } = this.run.t, points = new Float32Array(3 * rows);
    for (let i = 0; i < rows; i++) points.set(this.tool(i, k), 3 * i);
    return points;
  }
  // The path that was planned, three numbers a sample.
  get plannedTrace() {
    const { path } = this.run;
    if (!path) return null;
    const points = new Float32Array(3 * path.rows);
    for (let i = 0; i < path.rows; i++) for (let c = 0; c < 3; c++) points[3 * i + c] = path.values[c * path.rows + i];
    return points;
  }
  // The largest angle, or else length, that anything is bent by.
  get largest() {
    const { bent } = this.run, found = { angle: 0, length: 0 };
    if (!bent) return found;
    for (const joint of this.robot.joints)
      if (joint.kind === 'turns' || joint.kind === 'slides') {
        const key = joint.kind === 'turns' ? 'angle' : 'length';
        for (const x of bent.column(joint.at)) found[key] = Math.max(found[key], Math.abs(x));
      }
    return found;
  }
  // Ends of arrows of force, three numbers each. long: one of the largest force.
  tips(long, largest) {
    const row = new Float64Array(6), { rows } = this.run.t, step = Math.max(1, Math.floor(rows / FOLLOWED)), found = [];
    for (const { link, rotation, origin: at, values } of this.run.wrenches)
      for (let i = 0; i < rows; i += step) {
        const frame = compose(this.chain.set(this.positions({ i, part: 0 }, 1)).link(link), pose(rotation, at));
        found.push(...point(frame, Array.from(values.at({ i, part: 0 }, row).subarray(3), x => (long * x) / (largest || 1))));
      }
    return found;
  }
  // Places that are passed, three numbers each, and how large the robot itself is.
  room() {
    const passed = [];
    let body = 0;
    const { rows } = this.run.t, step = Math.max(1, Math.floor(rows / FOLLOWED));
    const floats = this.robot.joints.some(joint => joint.kind === 'floating');
    for (let i = 0; i < rows; i += step) {
      this.chain.set(this.positions({ i, part: 0 }, 1));
      const points = [origin(this.chain.tool), ...this.chain.links.map(origin), ...(floats ? [] : [[0, 0, 0]])];
      for (const [link, places] of this.marks) for (const place of places) points.push(point(this.chain.link(link), place));
      const a = [0, 1, 2].map(c => Math.min(...points.map(p => p[c]))), b = [0, 1, 2].map(c => Math.max(...points.map(p => p[c])));
      body = Math.max(body, Math.hypot(...a.map((x, c) => b[c] - x)));
      passed.push(...points.flat());
    }
    return { passed, body };
  }
}
