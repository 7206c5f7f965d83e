// Motor torque at its joint: an arc about the axis, three quarters of a turn at the largest torque; an arrow along one that slides.
import { along } from './body.js';
import { compose } from './chain.js';
import { rgba } from './paint.js';
import { cone, ribbon } from './shapes.js';

const PIECES = 48, FULL = 1.5 * Math.PI, WIDTH = 0.11, LONG = 2;

export class Torque {
  constructor(paint, joint, radius) {
    const width = WIDTH * radius;
    this.slides = joint.kind === 'slides';
    this.radius = radius;
    this.frame = along(joint.axis);
    this.head = paint.solid(cone(2.4 * width, 5 * width));
    this.bands = [1, -1].map(sign => paint.solid(ribbon(PIECES, (part, side) => {
      if (this.slides) return [side * width, 0, sign * LONG * radius * part];
      const angle = sign * FULL * part, r = radius + side * width;
      return [r * Math.cos(angle), r * Math.sin(angle), 0];
    })));
  }
  // before: the joint's frame before it moved. share: of the largest torque, with its sign.
  draw(paint, before, share, colour) {
    const pieces = Math.min(PIECES, Math.round(PIECES * Math.abs(share))), sign = share < 0 ? -1 : 1;
    if (!pieces) return;
    const frame = compose(before, this.frame), ink = rgba(colour, 0.9), look = { lit: false, over: true };
    paint.draw(this.bands[sign < 0 ? 1 : 0], frame, ink, { ...look, count: 6 * pieces });
    const angle = (sign * FULL * pieces) / PIECES, [c, s] = [Math.cos(angle), Math.sin(angle)];
    const tip = this.slides ? along([0, 0, sign], [0, 0, (sign * LONG * this.radius * pieces) / PIECES]) : along([-sign * s, sign * c, 0], [this.radius * c, this.radius * s, 0]);
    paint.draw(this.head, compose(frame, tip), ink, look);
  }
}
