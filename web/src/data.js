// What Python packed (jounce/viewer/pack.py): a JSON and arrays, numbers column by column, their bytes apart.

const KINDS = { f4: Float32Array, f8: Float64Array, u2: Uint16Array, u4: Uint32Array };
const SCHEMA = 1;

export class Table {
  constructor(values, rows, columns) {
    Object.assign(this, { values, rows, columns });
  }
  column(c) {
    return this.values.subarray(c * this.rows, (c + 1) * this.rows);
  }
  // The row at a place between samples, linear in between.
  at({ i, part }, out) {
    const { values, rows, columns } = this, next = Math.min(i + 1, rows - 1);
    for (let c = 0; c < columns; c++) {
      const a = values[c * rows + i];
      out[c] = part ? a + part * (values[c * rows + next] - a) : a;
    }
    return out;
  }
}

export function decode(buffer) {
  const length = new DataView(buffer).getUint32(0, true);
  const data = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  if (data.schema !== SCHEMA) throw new Error(`its data are of kind ${data.schema}, expected ${SCHEMA}`);
  const bytes = new Uint8Array(buffer, 4 + length);
  const table = said => {
    if (!said) return null;
    const [kind, rows, columns, first] = said, Kind = KINDS[kind];
    const count = rows * columns, width = Kind.BYTES_PER_ELEMENT, whole = new Uint8Array(count * width);
    for (let b = 0; b < width; b++) for (let i = 0; i < count; i++) whole[i * width + b] = bytes[first + b * count + i];
    return new Table(new Kind(whole.buffer), rows, columns);
  };
  for (const run of data.runs) {
    for (const name of ['t', 'q', 'bent', 'planned', 'path', 'torque']) run[name] = table(run[name]);
    for (const some of [...run.curves, ...run.wrenches]) some.values = table(some.values);
  }
  for (const shape of data.shapes) {
    shape.points = table(shape.points);
    shape.faces = table(shape.faces);
  }
  return data;
}

// Which sample a time comes after, and which part of the step to the next one has passed.
export function place(times, t) {
  const at = times.values, last = times.rows - 1;
  if (!(t > at[0])) return { i: 0, part: 0 };
  if (t >= at[last]) return { i: last, part: 0 };
  let low = 0, high = last;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (at[middle] <= t) low = middle; else high = middle;
  }
  return { i: low, part: (t - at[low]) / (at[high] - at[low]) };
}
