// Torque and force: an arc about an axis, three quarters of a turn at the largest torque; an arrow along it.
import { along } from './body.js';
import { compose } from './chain.js';
import { rgba } from './paint.js';
import { cone, cylinder, ribbon } from './shapes.js';

const PIECES = 48, FULL = 1.5 * Math.PI, WIDTH = 0.11, THIN = 0.04;
export const LENGTH = 0.3;  // of the largest force, as a share of the robot's size

export class Arrow {
  // size: the radius of an arc, the largest length of an arrow.
  constructor(paint, straight, size) {
    const width = (straight ? THIN : WIDTH) * size;
    Object.assign(this, { straight, size, head: paint.solid(cone(2.4 * width, 5 * width)) });
    if (straight) this.shaft = paint.solid(cylinder(0.7 * width, 1));
    else this.bands = [1, -1].map(sign => paint.solid(ribbon(PIECES, (part, side, flat) => {
      const angle = sign * FULL * part, r = flat ? size + side * width : size;
      return [r * Math.cos(angle), r * Math.sin(angle), flat ? 0 : 0.5 * side * width];
    })));
  }
  // About or along the z axis of a frame. share: of the largest there is, with its sign; positive turns as a right-handed screw does.
  draw(paint, frame, share, colour) {
    const pieces = Math.min(PIECES, Math.round(PIECES * Math.abs(share))), sign = share < 0 ? -1 : 1, ink = rgba(colour), look = { lit: false, over: true };
    if (!pieces) return;
    if (this.straight) {
      const z = sign * this.size * Math.min(1, Math.abs(share));
      paint.draw(this.shaft, compose(frame, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, z, 0.5 * z]), ink, look);
      paint.draw(this.head, compose(frame, along([0, 0, sign], [0, 0, z])), ink, look);
      return;
    }
    const angle = (sign * FULL * pieces) / PIECES, [c, s] = [Math.cos(angle), Math.sin(angle)];
    paint.draw(this.bands[sign < 0 ? 1 : 0], frame, ink, { ...look, count: 12 * pieces });
    paint.draw(this.head, compose(frame, along([-sign * s, sign * c, 0], [this.size * c, this.size * s, 0])), ink, look);
  }
}
