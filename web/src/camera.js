// Who looks: from a point on a sphere about a target, z upwards. Drag turns, two fingers or (after a click) the wheel zoom, shift or the right button shifts.

const STEEPEST = 0.5 * Math.PI - 1e-3, FIELD = (32 * Math.PI) / 180;
const FREE = 0.1;  // share of the height that is left to words
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

export class Camera {
  constructor() {
    Object.assign(this, { target: [0, 0, 0], distance: 1, turn: 0, rise: 0 });
  }
  // Unit vectors: to the right, up, and back from the target to the eye.
  get axes() {
    const c = Math.cos(this.rise), back = [c * Math.cos(this.turn), c * Math.sin(this.turn), Math.sin(this.rise)];
    const right = [-Math.sin(this.turn), Math.cos(this.turn), 0];
    return { right, up: cross(back, right), back };
  }
  get direction() {
    return this.axes.back;
  }
  // From a direction, as near as all points are seen, three numbers each, and what is around them; aspect: width over height of the picture.
  // With x to the right and z to the eye e, a point is seen if x - e.x and e.x - x are at most k (e.z - z).
  see(direction, points, around, aspect) {
    const [x, y, z] = direction;
    this.turn = Math.atan2(y, x);
    this.rise = Math.max(-STEEPEST, Math.min(STEEPEST, Math.atan2(z, Math.hypot(x, y))));
    const { right, up, back } = this.axes, tall = Math.tan(0.5 * FIELD), depths = [Infinity, -Infinity];
    const [across, above] = [[right, tall * aspect], [up, tall * (1 - FREE)]].map(([axis, k]) => {
      let most = -Infinity, least = -Infinity;
      for (let i = 0; i < points.length; i += 3) {
        const p = [points[i], points[i + 1], points[i + 2]], x = dot(p, axis), z = dot(p, back);
        [most, least] = [Math.max(most, k * z + x), Math.max(least, k * z - x)];
        [depths[0], depths[1]] = [Math.min(depths[0], z), Math.max(depths[1], z)];
      }
      return { at: 0.5 * (most - least), eye: (0.5 * (most + least) + around * Math.hypot(1, k)) / k };
    });
    const middle = 0.5 * (depths[0] + depths[1]);
    this.target = [0, 1, 2].map(c => across.at * right[c] + above.at * up[c] + middle * back[c]);
    this.distance = Math.max(across.eye, above.eye) - middle;
  }
  // From the room to the picture, a 4 by 4 matrix column by column.
  matrix(aspect) {
    const { right, up, back } = this.axes, eye = this.target.map((x, c) => x + this.distance * back[c]);
    const f = 1 / Math.tan(0.5 * FIELD), near = 0.01 * this.distance, far = 100 * this.distance;
    const rows = [right.map(x => (x * f) / aspect), up.map(x => x * f), back.map(x => (x * (near + far)) / (near - far)), back.map(x => -x)];
    const last = rows.map((row, i) => -dot(row, eye) + (i === 2 ? (2 * near * far) / (near - far) : 0));
    return new Float32Array([0, 1, 2].flatMap(c => rows.map(row => row[c])).concat(last));
  }
  control(element, changed) {
    const held = new Map();
    element.style.touchAction = 'pan-y';  // a finger that goes up or down scrolls the page
    element.addEventListener('contextmenu', event => event.preventDefault());
    element.addEventListener('pointerdown', event => {
      element.setPointerCapture(event.pointerId);
      held.set(event.pointerId, event);
    });
    for (const end of ['pointerup', 'pointercancel']) element.addEventListener(end, event => held.delete(event.pointerId));
    element.addEventListener('pointermove', event => {
      const before = held.get(event.pointerId);
      if (!before) return;
      const x = event.clientX - before.clientX, y = event.clientY - before.clientY, tall = element.clientHeight;
      if (held.size > 1) {
        const other = [...held.values()].find(one => one.pointerId !== event.pointerId);
        const apart = one => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
        this.distance *= apart(before) / Math.max(1, apart(event));
        this.shift(0.5 * x, 0.5 * y, tall);
      } else if (event.shiftKey || event.buttons & 2) this.shift(x, y, tall);
      else {
        this.turn -= (2 * Math.PI * x) / tall;
        this.rise = Math.max(-STEEPEST, Math.min(STEEPEST, this.rise + (Math.PI * y) / tall));
      }
      held.set(event.pointerId, event);
      changed();
    });
    element.addEventListener('wheel', event => {
      if (!event.ctrlKey && document.activeElement !== element) return;  // the page is scrolled until someone clicks here
      event.preventDefault();
      this.distance *= Math.exp(0.001 * Math.max(-300, Math.min(300, event.deltaY)));
      changed();
    }, { passive: false });
  }
  shift(x, y, tall) {
    const { right, up } = this.axes, scale = (2 * this.distance * Math.tan(0.5 * FIELD)) / tall;
    this.target = this.target.map((value, c) => value - scale * (x * right[c] - y * up[c]));
  }
}

// Where a point is in a picture, from -1 to 1 to the right and upwards.
export function projected(view, [x, y, z]) {
  const at = r => view[r] * x + view[4 + r] * y + view[8 + r] * z + view[12 + r];
  return [at(0) / at(3), at(1) / at(3)];
}
