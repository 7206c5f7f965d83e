// Triangles with normals: { points, normals }, three numbers each, three points a triangle. Axes are z, lengths metres.

const SIDES = 24;

export function box(x, y, z) {
  const points = [], normals = [];
  for (const axis of [0, 1, 2])
    for (const sign of [-1, 1]) {
      const corner = (u, v) => {
        const p = [0, 0, 0];
        [p[axis], p[(axis + 1) % 3], p[(axis + 2) % 3]] = [sign, u * sign, v];
        return [0.5 * x * p[0], 0.5 * y * p[1], 0.5 * z * p[2]];
      };
      const [a, b, c, d] = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
      points.push(...a, ...b, ...c, ...a, ...c, ...d);
      const normal = [0, 1, 2].map(k => (k === axis ? sign : 0));
      for (let k = 0; k < 6; k++) normals.push(...normal);
    }
  return { points, normals };
}

// What a line of (radius, height, radial and axial part of the normal) sweeps about z.
function swept(profile, sides = SIDES) {
  const points = [], normals = [];
  const put = ([r, h, nr, nh], turn) => {
    points.push(r * Math.cos(turn), r * Math.sin(turn), h);
    normals.push(nr * Math.cos(turn), nr * Math.sin(turn), nh);
  };
  for (let k = 0; k + 1 < profile.length; k++)
    for (let i = 0; i < sides; i++) {
      const a = (2 * Math.PI * i) / sides, b = (2 * Math.PI * (i + 1)) / sides;
      put(profile[k], a); put(profile[k], b); put(profile[k + 1], b);
      put(profile[k], a); put(profile[k + 1], b); put(profile[k + 1], a);
    }
  return { points, normals };
}

const arc = (from, to, count, use) => Array.from({ length: count + 1 }, (_, k) => use(from + ((to - from) * k) / count));

export const cylinder = (radius, length) => {
  const h = 0.5 * length;
  return swept([[0, -h, 0, -1], [radius, -h, 0, -1], [radius, -h, 1, 0], [radius, h, 1, 0], [radius, h, 0, 1], [0, h, 0, 1]]);
};

// From the origin along z, round at both ends.
export const capsule = (radius, length) => {
  const cap = (from, to, h) => arc(from, to, 4, a => [radius * Math.cos(a), h + radius * Math.sin(a), Math.cos(a), Math.sin(a)]);
  return swept([...cap(-0.5 * Math.PI, 0, 0), ...cap(0, 0.5 * Math.PI, length)], 20);
};

export const sphere = radius => swept(arc(-0.5 * Math.PI, 0.5 * Math.PI, 12, a => [radius * Math.cos(a), radius * Math.sin(a), Math.cos(a), Math.sin(a)]));

// Three rings about z. Robots that bend in many places have many of these: few faces.
export const coil = (radius, thick, apart) => {
  const rings = [-apart, 0, apart].map(h => swept(arc(0, 2 * Math.PI, 6, a => [radius + thick * Math.cos(a), h + thick * Math.sin(a), Math.cos(a), Math.sin(a)]), 16));
  return { points: rings.flatMap(ring => ring.points), normals: rings.flatMap(ring => ring.normals) };
};

export const cone = (radius, length) => swept([[0, 0, 0, -1], [radius, 0, 0, -1], [radius, 0, 1, 0.4], [0, length, 1, 0.4]]);

// Two ribbons across each other, so that one is seen from everywhere; point(part, side, flat): part from 0 to 1, side -1 or 1, flat: of which one.
// Twelve points a piece.
export function ribbon(pieces, point) {
  const points = [];
  for (let i = 0; i < pieces; i++) {
    const [a, b] = [i / pieces, (i + 1) / pieces];
    for (const flat of [true, false])
      points.push(...point(a, -1, flat), ...point(a, 1, flat), ...point(b, -1, flat), ...point(a, 1, flat), ...point(b, 1, flat), ...point(b, -1, flat));
  }
  return { points, normals: points };
}

// A mesh of a link. Its faces meet smoothly but at edges: a normal is the mean of those of the faces around that differ little.
const EDGE = Math.cos(0.7);

export function mesh({ points, faces, low, step }) {
  const count = faces.rows, at = new Float32Array(9 * count), flat = new Float32Array(3 * count), around = new Map();
  for (let f = 0; f < count; f++) {
    for (let k = 0; k < 3; k++) {
      const p = faces.values[k * count + f];
      for (let c = 0; c < 3; c++) at[9 * f + 3 * k + c] = low[c] + step[c] * points.values[c * points.rows + p];
      if (!around.has(p)) around.set(p, []);
      around.get(p).push(f);
    }
    const [x, y, z] = at.subarray(9 * f, 9 * f + 3), e = [0, 1, 2].map(c => at[9 * f + 3 + c] - [x, y, z][c]), g = [0, 1, 2].map(c => at[9 * f + 6 + c] - [x, y, z][c]);
    flat.set([e[1] * g[2] - e[2] * g[1], e[2] * g[0] - e[0] * g[2], e[0] * g[1] - e[1] * g[0]], 3 * f);
  }
  const length = f => Math.hypot(flat[3 * f], flat[3 * f + 1], flat[3 * f + 2]) || 1, lengths = Array.from({ length: count }, (_, f) => length(f));
  const normals = new Float32Array(9 * count);
  for (let f = 0; f < count; f++)
    for (let k = 0; k < 3; k++) {
      const sum = [0, 0, 0];
      for (const other of around.get(faces.values[k * count + f])) {
        let cosine = 0;
        for (let c = 0; c < 3; c++) cosine += flat[3 * f + c] * flat[3 * other + c];
        if (cosine > EDGE * lengths[f] * lengths[other]) for (let c = 0; c < 3; c++) sum[c] += flat[3 * other + c];
      }
      normals.set(sum, 9 * f + 3 * k);
    }
  return { points: at, normals };
}
