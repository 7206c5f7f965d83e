// Curves over time, one plot for each quantity, with a line where the time is. A click or a drag in a plot sets the time.
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { place } from './data.js';
import { make } from './page.js';

const DASHES = [[], [6, 4], [2, 3], [8, 3, 2, 3]], SECOND = [6, 4];
const READ = 8;  // curves at most of which values are read out
const LEAST = 96, MOST = 220, STACKED = 140, AXIS = 58, TITLE = 20, VALUES = 16;  // [px]

export class Plots {
  constructor(host, model, seek) {
    this.model = model;
    this.host = host;
    const titles = [...new Set(model.data.runs.flatMap(run => run.curves.map(curves => curves.title)))];
    this.drawn = titles.map(title => this.plot(title, seek));
  }
  plot(title, seek) {
    const { model } = this, { runs } = model.data;
    const found = runs.map((run, r) => ({ run, r, curves: run.curves.find(curves => curves.title === title) })).filter(x => x.curves);
    const xs = times(found.map(({ run }) => run.t)), columns = [xs], series = [{ label: 't' }], limits = [];
    for (const { run, r, curves } of found)
      for (let c = 0; c < curves.values.columns; c++) {
        columns.push(sampled(run.t, curves.values.column(c), xs));
        const name = curves.names[c] ?? null, ink = () => (name === null ? model.hue(r) : model.colour(name));  // a curve without a name is of the motion
        const dash = runs.length > 1 ? (r ? SECOND : []) : DASHES[Math.floor(name / model.data.colours.length) % DASHES.length];
        series.push({ label: name === null ? run.label : model.data.names[name], name, ink, stroke: ink, width: 1.5, dash, pxAlign: 0, points: { show: false } });
        if (curves.limits[c] !== null) limits.push({ name, limit: curves.limits[c] });
      }
    const { unit } = found[0].curves, box = make('div', { className: 'plot', role: 'img', 'aria-label': `${title} in ${unit} over time` });
    this.host.append(box);
    const ink = () => model.ink(), fine = () => model.fine();
    const axis = more => ({ stroke: ink, grid: { stroke: fine, width: 1 }, ticks: { stroke: fine, size: 4 }, font: '11px system-ui, sans-serif', ...more });
    const drawn = new uPlot({
      width: 300, height: LEAST, title: `${title} [${unit}]`, series, legend: { show: false }, padding: [6, 14, 0, 0],
      cursor: { sync: { key: 'jounce' }, drag: { x: false, y: false, setScale: false }, points: { size: 5 } },
      scales: { x: { time: false }, y: { range: (_, low, high) => spread(low, high, limits) } },
      axes: [axis({ size: 26 }), axis({ size: AXIS, space: 22, values: (_, ticks) => ticks.map(short) })],
      hooks: { draw: [u => limits.forEach(one => this.limit(u, one))] },
    }, columns, box);
    drawn.now = make('div', { className: 'now' });
    drawn.over.append(drawn.now);
    drawn.read = make('div', { className: 'read' });
    if (series.length - 1 <= READ) drawn.root.querySelector('.u-title').after(drawn.read);
    const follow = event => seek(drawn.posToVal(event.clientX - drawn.over.getBoundingClientRect().left, 'x'));
    drawn.over.addEventListener('pointerdown', event => {
      drawn.over.setPointerCapture(event.pointerId);
      follow(event);
      drawn.over.onpointermove = follow;
    });
    for (const end of ['pointerup', 'pointercancel']) drawn.over.addEventListener(end, () => { drawn.over.onpointermove = null; });
    return drawn;
  }
  limit(u, { name, limit }) {
    if (!this.model.state.shown[name]) return;
    const { ctx, bbox } = u;
    ctx.save();
    ctx.strokeStyle = this.model.colour(name);
    ctx.lineWidth = devicePixelRatio;
    ctx.setLineDash([10 * devicePixelRatio, 3 * devicePixelRatio]);
    for (const y of [limit, -limit].map(value => u.valToPos(value, 'y', true)))
      if (y >= bbox.top && y <= bbox.top + bbox.height) {
        ctx.beginPath();
        ctx.moveTo(bbox.left, y);
        ctx.lineTo(bbox.left + bbox.width, y);
        ctx.stroke();
      }
    ctx.restore();
  }
  get hasLimits() {
    return this.model.data.runs.some(run => run.curves.some(curves => curves.limits.some(limit => limit !== null)));
  }
  show(name, visible) {
    for (const plot of this.drawn) plot.series.forEach((one, i) => { if (one.name === name) plot.setSeries(i, { show: visible }); });
  }
  // A line at the time, and the values there: the plots themselves need not be drawn again.
  at(t) {
    for (const plot of this.drawn) {
      plot.now.style.transform = `translateX(${plot.valToPos(t, 'x')}px)`;
      if (!plot.read.isConnected) continue;
      const xs = { values: plot.data[0], rows: plot.data[0].length }, { i, part } = place(xs, t), spans = plot.read.children;
      plot.series.slice(1).forEach(({ name, label, ink }, s) => {
        const y = plot.data[s + 1], value = part && y[i + 1] !== null ? y[i] + part * (y[i + 1] - y[i]) : y[i];
        const span = spans[s] ?? plot.read.appendChild(make('span'));
        span.hidden = value === null || (name !== null && !this.model.state.shown[name]);
        span.style.setProperty('--hue', ink());
        span.title = label;
        if (value !== null) span.textContent = digits(value);
      });
    }
  }
  // height: of all plots; null where they stand below the picture.
  fit(width, height) {
    for (const plot of this.drawn) {
      const share = (height ?? 0) / this.drawn.length - TITLE - (plot.read.isConnected ? VALUES : 0);
      const tall = height === null ? STACKED : Math.max(LEAST, Math.min(MOST, share));
      if (plot.width !== width || plot.height !== tall) plot.setSize({ width, height: tall });
    }
  }
  redraw() {
    for (const plot of this.drawn) plot.redraw(false, true);
  }
}

// All times of several tables, rising, each once.
function times(tables) {
  const [first, ...rest] = tables.map(table => table.values);
  const same = rest.every(other => other.length === first.length && other.every((t, i) => t === first[i]));
  return same ? Array.from(first) : [...new Set(tables.flatMap(table => Array.from(table.values)))].sort((a, b) => a - b);
}

function sampled(table, column, xs) {
  const last = table.rows - 1, [begin, end] = [table.values[0], table.values[last]];
  return xs.map(x => {
    if (x < begin || x > end) return null;
    const { i, part } = place(table, x), value = part ? column[i] + part * (column[i + 1] - column[i]) : column[i];
    return Number.isFinite(value) ? value : null;
  });
}

// The range of an axis: all values, and the limits near them.
function spread(low, high, limits) {
  if (low === null) return [-1, 1];
  for (const { limit } of limits) [low, high] = [Math.min(low, -limit), Math.max(high, limit)];
  return uPlot.rangeNum(low, high, 0.1, true);
}

const digits = x => (x !== 0 && Math.abs(x) < 1e-3 ? x.toExponential(1) : x.toPrecision(3));
const short = x => (x !== 0 && (Math.abs(x) < 1e-3 || Math.abs(x) >= 1e5) ? x.toExponential(0) : String(+x.toPrecision(6)));
