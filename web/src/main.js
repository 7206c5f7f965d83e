// The viewer: everything comes from the packed motions in the page; nothing is fetched.
import './style.css';
import { LENGTH } from './arrow.js';
import { Camera } from './camera.js';
import { Chain } from './chain.js';
import { Course } from './course.js';
import { decode } from './data.js';
import { Flat } from './flat.js';
import { choice, make, peaks, tick } from './page.js';
import { Plots } from './plots.js';
import { Scheme } from './scheme.js';
import { Solid } from './solid.js';

const HUES = { light: ['#0072b2', '#d55e00'], dark: ['#4aa8e0', '#f08a3c'] };  // of two motions
const WRENCH = { light: '#c2185b', dark: '#ff6f9c' };
const SEEN = 0.35;  // angle [rad] as which the largest deflection is drawn unless a factor is said, and share of the robot's size
const PAD = 0.12;  // around all that moves, as a share of the robot's size: arcs of torque
const SLOW = 0.05, OFTEN = 15;  // a frame [s] that is late, and how many more of them than others are too many;
const SKIP = 3;  // frames, one of which then moves the curves' cursor
const STEPS = [1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100];
const SPEEDS = [['0.02', '1/50'], ['0.1', '1/10'], ['0.25', '1/4'], ['0.5', '1/2'], ['1', '1'], ['2', '2'], ['5', '5']];
const BRIEF = 1.5;  // [s]: what takes less is played more slowly
const LOOKS = { front: [0, -1, 0.001], side: [1, 0, 0.001], top: [0, -0.001, 1], corner: [0.8, -1, 0.5] };

export function start(host, buffer) {
  const model = new Model(decode(buffer));
  return new Viewer(host, model).api;
}

// What is shown, without a picture of it.
class Model {
  constructor(data) {
    this.data = data;
    this.courses = data.runs.map((run, i) => new Course(run, data.robots, data.shapes, i));
    this.begin = Math.min(...this.courses.map(course => course.begin));
    this.end = Math.max(...this.courses.map(course => course.end));
    this.scheme = new Scheme();
    this.strongest = data.names.map(() => 0);
    for (const { run } of this.courses)
      run.axes.forEach((name, v) => {
        if (run.torque && name >= 0) for (const tau of run.torque.column(v)) this.strongest[name] = Math.max(this.strongest[name], Math.abs(tau));
      });
    // The largest moment and force of all.
    this.heaviest = [0, 3].map(first => Math.max(0, ...this.courses.flatMap(({ run }) => run.wrenches.map(({ values }) => norm(values, first)))));
    this.held = this.courses.map(course => new Chain(course.robot));
    this.planned = this.courses.map(course => course.planRobot && new Chain(course.planRobot));
    this.bends = this.courses.some(course => course.run.bent);
    const ghost = this.bends ? 'motors' : this.planned.some(Boolean) ? 'plan' : 'none';
    const speed = SPEEDS.map(([value]) => Number(value)).filter(value => value <= 1 && this.end - this.begin >= BRIEF * value).pop() ?? Number(SPEEDS[0][0]);
    this.state = { t: this.begin, playing: false, speed, k: 1, ghost, torque: true, wrench: true, trace: true, split: this.courses.length > 1, shown: data.names.map(() => true), frames: 0 };
  }
  colour(name) {
    const colour = this.data.colours[name % this.data.colours.length];
    return colour === '#000000' && this.scheme.dark ? '#e8e8e8' : colour;
  }
  hue(i) {
    return HUES[this.scheme.dark ? 'dark' : 'light'][i % 2];
  }
  get wrench() {
    return WRENCH[this.scheme.dark ? 'dark' : 'light'];
  }
  ink() {
    return this.scheme.dark ? '#c8ccd2' : '#333333';
  }
  fine() {
    return this.scheme.dark ? '#ffffff1c' : '#00000014';
  }
  ghost(course) {
    const at = course.locate(this.state.t), { index } = course;
    if (this.state.ghost === 'motors' && course.run.bent) return this.held[index].set(course.positions(at, 0));
    if (this.state.ghost === 'plan' && this.planned[index]) return this.planned[index].set(course.planned(at));
    return null;
  }
}

function norm(values, first) {
  const [x, y, z] = [0, 1, 2].map(c => values.column(first + c));
  return x.reduce((most, _, i) => Math.max(most, Math.hypot(x[i], y[i], z[i])), 0);
}

class Viewer {
  constructor(host, model) {
    this.model = model;
    this.host = host;
    this.dirty = true;
    this.visible = false;
    this.picture = null;
    this.late = 0;
    this.coarse = false;
    host.replaceChildren();
    this.build();
    this.rooms = model.courses.map(course => course.room());
    this.exaggerate(model.data.exaggeration ?? this.factor());
    this.place();
    this.plots = new Plots(this.plotBox, model, t => this.seek(t));
    this.keys();
    this.watch();
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches && model.end > model.begin) this.toggle(true);
    this.last = performance.now();
    requestAnimationFrame(now => this.frame(now));
  }

  // ---- the page
  build() {
    const { model } = this, { data, state, courses } = model;
    const redraw = () => {
      this.remark();
      this.dirty = true;
    };
    this.labels = make('div', { className: 'labels' });
    this.note = make('div', { className: 'note' });
    const names = [...new Set(courses.map(course => course.robot.name))].join(' and ');
    this.stage = make('div', { className: 'stage', tabIndex: 0, role: 'img', 'aria-label': `${names}, moving: ${data.runs.map(run => run.label).join(' beside ')}` }, this.labels, this.note);
    this.plotBox = make('div', { className: 'plots' });
    this.play = make('button', { id: 'play', type: 'button', title: 'Play or pause (space)' });
    this.scrub = make('input', { id: 'scrub', type: 'range', min: model.begin, max: model.end, step: 'any', value: model.begin, 'aria-label': 'Time' });
    this.clock = make('output', { id: 'clock' });
    this.say = make('p', { className: 'say', 'aria-live': 'polite' });
    const bar = make('div', { className: 'bar', role: 'group', 'aria-label': 'Time' }, this.play, this.scrub, this.clock,
      choice('speed', 'speed', SPEEDS, String(state.speed), value => { state.speed = Number(value); }));
    const knobs = make('div', { className: 'knobs', role: 'group', 'aria-label': 'Picture' });
    this.bend = make('input', { id: 'bend', type: 'range', min: 0, max: 2, step: 0.01, value: 0, 'aria-label': 'Deflection drawn larger by' });
    this.bendSays = make('output', { id: 'factor' });
    this.bend.oninput = () => this.exaggerate(10 ** this.bend.valueAsNumber);
    this.bend.onchange = () => { this.say.textContent = this.bendSays.textContent; };
    if (model.bends) knobs.append(make('label', {}, 'deflection ', this.bend, ' ', this.bendSays));
    const ghosts = [['none', 'none']];
    if (model.planned.some(Boolean)) ghosts.unshift(['plan', 'as planned']);
    if (model.bends) ghosts.unshift(['motors', 'at the motors']);
    if (ghosts.length > 1) knobs.append(choice('ghost', 'ghost', ghosts, state.ghost, value => { state.ghost = value; redraw(); }));
    if (data.runs.some(run => run.torque)) knobs.append(tick('torque', 'torque', true, value => { state.torque = value; redraw(); }));
    if (data.runs.some(run => run.wrenches.length)) knobs.append(tick('wrench', 'wrench', true, value => { state.wrench = value; redraw(); }));
    if (courses.some(course => course.robot.tool.shown)) knobs.append(tick('trace', 'tool path', true, value => { state.trace = value; redraw(); }));
    if (courses.length > 1) knobs.append(tick('split', 'side by side', true, value => {
      state.split = value;
      this.label();
      this.look(this.camera.direction);
    }));
    for (const [name, direction] of Object.entries(LOOKS)) {
      const button = make('button', { type: 'button', textContent: name });
      button.onclick = () => this.look(direction);
      knobs.append(button);
    }
    this.host.append(make('h1', { textContent: data.title }), make('div', { className: 'top' }, this.stage, this.plotBox), bar, knobs, this.say);
    const table = peaks(data.runs);
    if (table) this.host.append(table);
    this.play.onclick = () => this.toggle();
    this.scrub.oninput = () => this.seek(this.scrub.valueAsNumber);
    this.label();
    this.button();
  }
  label() {
    const { courses, state } = this.model;
    this.labels.replaceChildren(...courses.map((course, i) => {
      const span = make('span', { textContent: course.run.label });
      span.style.setProperty('--hue', this.model.hue(i));
      Object.assign(span.style, state.split ? { left: `${(100 * i) / courses.length}%`, top: 0, maxWidth: `${100 / courses.length}%` } : { left: 0, top: `${1.7 * i}em` });
      return span;
    }));
  }
  keys() {
    const { data, state } = this.model, row = make('div', { className: 'keys', role: 'group', 'aria-label': 'Curves shown' });
    data.names.forEach((name, i) => {
      const passive = this.model.courses.some(course => course.robot.joints.some(joint => joint.name === name && joint.passive));
      const button = make('button', { type: 'button', textContent: passive ? `${name} ∿` : name, title: passive ? 'bends, without a motor' : '', 'aria-pressed': 'true' });
      button.style.setProperty('--hue', this.model.colour(i));
      button.onclick = () => {
        state.shown[i] = !state.shown[i];
        button.setAttribute('aria-pressed', String(state.shown[i]));
        this.plots.show(i, state.shown[i]);
      };
      row.append(button);
    });
    const words = [];
    if (data.runs.length > 1) words.push(`full lines: ${data.runs[0].label}; dashed: ${data.runs[1].label}`);
    if (this.model.courses.some(course => course.robot.joints.some(joint => joint.passive))) words.push('∿ bends, without a motor');
    if (this.plots.hasLimits) words.push('level lines: limits');
    this.plotBox.append(row, make('p', { className: 'words', textContent: words.join('; ') }));
  }

  // ---- the room, and who looks into it
  place() {
    const { courses, state } = this.model, points = this.rooms.flatMap(room => room.passed), low = [Infinity, Infinity, Infinity], high = low.map(x => -x);
    for (const course of courses) {
      if (course.robot.tool.shown) for (const x of course.trace(state.k)) points.push(x);
      points.push(...course.tips(LENGTH * this.body, this.model.heaviest[1]));
    }
    points.forEach((x, i) => {
      low[i % 3] = Math.min(low[i % 3], x);
      high[i % 3] = Math.max(high[i % 3], x);
    });
    const size = Math.max(Math.hypot(...low.map((x, c) => high[c] - x)), 1e-3);
    this.room = { points, low, size, centre: low.map((x, c) => 0.5 * (x + high[c])), body: this.body };
    this.camera = new Camera();
    this.camera.control(this.stage, () => {
      this.held = true;
      this.dirty = true;
    });
    const { normal } = this.model.courses[0].robot;
    this.look(normal ? (Math.abs(normal[2]) > 0.9 ? LOOKS.top : normal.map((x, c) => (c === 2 ? 0.001 : -Math.abs(x)))) : LOOKS.corner);
  }
  // From this direction, as near as all of the room is seen, until someone turns the picture.
  look(direction) {
    const parts = this.model.state.split ? this.model.courses.length : 1, { points, body } = this.room;
    const aspect = this.stage.clientWidth / parts / Math.max(1, this.stage.clientHeight) || 1;
    this.camera.see(direction, points, PAD * body, aspect);
    this.held = false;
    this.dirty = true;
  }

  // ---- deflection
  get body() {
    return Math.max(...this.rooms.map(room => room.body), 1e-3);
  }
  largest() {
    const found = this.model.courses.map(course => course.largest);
    return { angle: Math.max(...found.map(x => x.angle)), length: Math.max(...found.map(x => x.length)) };
  }
  factor() {
    const { angle, length } = this.largest(), wanted = Math.min(angle ? SEEN / angle : 100, length ? (SEEN * this.body) / length : 100);
    return STEPS.filter(step => step <= wanted).pop() ?? 1;
  }
  exaggerate(k) {
    const { angle, length } = this.largest(), { state } = this.model;
    state.k = this.model.bends ? k : 1;
    this.bend.value = Math.log10(state.k);
    const say = (value, unit) => `${+value.toPrecision(2)}${unit} drawn as ${+(value * state.k).toPrecision(2)}${unit}`;
    const largest = angle ? say((angle * 180) / Math.PI, '°') : say(1e3 * length, ' mm');
    this.bendSays.textContent = `×${+state.k.toPrecision(2)} (${largest})`;
    this.bend.setAttribute('aria-valuetext', this.bendSays.textContent);
    this.remark();
    this.dirty = true;
  }

  // What the picture shows, in words that are part of it.
  remark() {
    const { model } = this, { state } = model, words = [], flat = this.picture instanceof Flat;
    if (model.bends) words.push(`deflection drawn ×${+state.k.toPrecision(2)}`);
    if (state.ghost !== 'none') words.push(state.ghost === 'motors' ? 'pale: where the motors alone would hold it' : 'pale: as planned');
    if (state.wrench && !flat && model.data.runs.some(run => run.wrenches.length)) words.push('red: forces and moments that act, shares of the largest');
    if (state.trace && model.courses.some(course => course.robot.tool.shown)) words.push(model.data.runs.some(run => run.path) ? 'line: tool as drawn, dashed: planned' : 'line: tool');
    if (state.torque && !flat && model.data.runs.some(run => run.torque)) words.push('arcs: torque, share of its peak');
    this.note.replaceChildren(...words.map(text => make('span', { textContent: text })));
  }

  // ---- time
  seek(t) {
    const { model } = this;
    model.state.t = Math.min(model.end, Math.max(model.begin, t));
    if (this.say.textContent) this.say.textContent = '';
    this.dirty = true;
  }
  toggle(on = !this.model.state.playing) {
    const { state, begin, end } = this.model;
    state.playing = on && end > begin;
    if (on && state.t >= end) this.seek(begin);
    this.last = performance.now();
    this.say.textContent = on ? '' : `stopped at ${state.t.toFixed(3)} s`;
    this.button();
  }
  button() {
    const { playing } = this.model.state;
    this.play.textContent = playing ? '❚❚' : '▶';
    this.play.setAttribute('aria-label', playing ? 'Pause' : 'Play');
  }
  press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest('input, select, textarea')) return;
    const { begin, end, state } = this.model, step = (end - begin) / 100;
    const moves = { ArrowRight: state.t + step, ArrowLeft: state.t - step, Home: begin, End: end };
    if (event.key === ' ') {
      if (event.target.closest('button, summary')) return;
      this.toggle();
    } else if (event.key in moves) this.seek(moves[event.key]);
    else return;
    event.preventDefault();
  }
  frame(now) {
    const { state, begin, end } = this.model;
    if (state.playing) {
      const t = state.t + ((now - this.last) / 1000) * state.speed;
      this.seek(t > end ? begin + ((t - begin) % (end - begin)) : t);
    }
    if (state.playing && this.visible) this.hasten(now - this.last > 1e3 * SLOW);
    this.last = now;
    if (this.dirty) this.draw();
    requestAnimationFrame(next => this.frame(next));
  }
  // A picture that comes too late again and again is made anew, without smooth edges; what is around it then follows more slowly.
  hasten(late) {
    this.late = Math.max(0, this.late + (late ? 1 : -1));
    if (this.late < OFTEN || this.coarse) return;
    this.coarse = true;
    this.see(false);
    this.see(true);
  }
  draw() {
    this.dirty = false;
    const { state } = this.model, width = this.stage.clientWidth, height = this.stage.clientHeight;
    if (this.picture && width && height) this.picture.draw(this.model, this.camera, width, height);
    state.frames += 1;
    if (this.coarse && state.playing && state.frames % SKIP) return;
    this.clock.textContent = `${state.t.toFixed(3)} s`;
    this.scrub.value = state.t;
    this.scrub.setAttribute('aria-valuetext', `${state.t.toFixed(2)} s`);
    this.plots.at(state.t);
  }

  // ---- what happens around it
  watch() {
    document.addEventListener('keydown', event => this.press(event));
    this.model.scheme.watchers.push(() => {
      this.plots.redraw();
      this.label();
      this.dirty = true;
    });
    new IntersectionObserver(found => this.see(found[found.length - 1].isIntersecting)).observe(this.stage);
    new ResizeObserver(() => {
      const beside = this.plotBox.offsetLeft > this.stage.offsetLeft;
      this.plots.fit(this.plotBox.clientWidth, beside ? this.stage.clientHeight - 44 : null);
      if (!this.held && this.stage.clientWidth) this.look(this.camera.direction);
      this.dirty = true;
    }).observe(this.host);
  }
  // A picture is there while it can be seen.
  see(visible) {
    if (visible === this.visible) return;
    this.visible = visible;
    if (visible) {
      this.picture = Solid.start(this.stage, this.room, this.model, this.coarse) ?? new Flat(this.stage);
      this.picture.canvas.addEventListener('webglcontextlost', event => {
        event.preventDefault();
        if (this.visible) this.say.textContent = 'The browser took the picture away; load the page again.';
      });
      this.remark();
      this.dirty = true;
    } else {
      this.picture.dispose();
      this.picture = null;
    }
  }
  get api() {
    const { model } = this, viewer = this;
    return {
      state: model.state,
      data: model.data,
      seek: t => this.seek(t),
      toggle: on => this.toggle(on),
      exaggerate: k => this.exaggerate(k),
      look: direction => this.look(direction),
      toolAt: (run, i, k = 1) => model.courses[run].tool(i, k),
      linkAt: (run, i, link) => Array.from(model.courses[run].chain.set(model.courses[run].positions({ i, part: 0 }, 1)).link(link)),
      get picture() {
        return viewer.picture ? (viewer.picture instanceof Solid ? 'solid' : 'flat') : 'none';
      },
    };
  }
}
