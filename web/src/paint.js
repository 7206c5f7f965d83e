// Few words of WebGL: solids with light on them, and lines of some pixels' width.

const SOLID = [`#version 300 es
layout(location = 0) in vec3 point;
layout(location = 1) in vec3 normal;
uniform mat4 view;
uniform mat4 model;
out vec3 across;
void main() {
  across = mat3(model) * normal;
  gl_Position = view * (model * vec4(point, 1.0));
}`, `#version 300 es
precision highp float;
in vec3 across;
uniform vec4 colour;
uniform float lit;
out vec4 seen;
void main() {
  vec3 n = normalize(across + vec3(0.0, 0.0, 1e-9));
  if (!gl_FrontFacing) n = -n;
  float light = mix(0.52, 0.78, 0.5 + 0.5 * n.z) + 0.42 * max(dot(n, normalize(vec3(1.0, -2.0, 3.0))), 0.0);
  seen = vec4(colour.rgb * mix(1.0, light, lit), colour.a);
}`];

// One instance a piece of the line, from point a to point b; four corners, moved aside on the screen.
const LINE = [`#version 300 es
layout(location = 0) in vec3 a;
layout(location = 1) in vec3 b;
uniform mat4 view;
uniform vec2 size;
uniform float width;
void main() {
  vec4 p = view * vec4(a, 1.0), q = view * vec4(b, 1.0);
  float near = 1e-3;
  if (p.w < near && q.w < near) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
  if (p.w < near) p = mix(p, q, (near - p.w) / (q.w - p.w));
  if (q.w < near) q = mix(q, p, (near - q.w) / (p.w - q.w));
  vec2 along = (q.xy / q.w - p.xy / p.w) * size;
  vec2 aside = length(along) > 0.0 ? normalize(vec2(-along.y, along.x)) : vec2(0.0, 1.0);
  vec4 end = gl_VertexID > 1 ? q : p;
  end.xy += aside * ((gl_VertexID & 1) == 0 ? -1.0 : 1.0) * width / size * end.w;
  gl_Position = end;
}`, `#version 300 es
precision highp float;
uniform vec4 colour;
out vec4 seen;
void main() { seen = colour; }`];

export const rgba = (colour, alpha = 1) => [1, 3, 5].map(i => parseInt(colour.slice(i, i + 2), 16) / 255).concat(alpha);

export class Paint {
  constructor(gl) {
    this.gl = gl;
    this.solids = program(gl, ...SOLID);
    this.lines = program(gl, ...LINE);
    this.model = new Float32Array(16);
    gl.enable(gl.BLEND);
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.enable(gl.SCISSOR_TEST);
    gl.depthFunc(gl.LEQUAL);
  }
  // Corners that triangles share are computed once.
  solid({ points, normals }) {
    const { gl } = this, array = gl.createVertexArray(), known = new Map(), corners = [], order = new Uint32Array(points.length / 3);
    for (let i = 0; i < order.length; i++) {
      const corner = [points, normals].flatMap(values => [values[3 * i], values[3 * i + 1], values[3 * i + 2]]).map(Math.fround), key = corner.join();
      if (!known.has(key)) {
        known.set(key, known.size);
        corners.push(...corner);
      }
      order[i] = known.get(key);
    }
    gl.bindVertexArray(array);
    this.fill(gl.createBuffer(), corners);
    for (const place of [0, 1]) {
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, 3, gl.FLOAT, false, 24, 12 * place);
    }
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, order, gl.STATIC_DRAW);
    return { array, count: order.length };
  }
  // Through all points, or from every first to every second one.
  line(points, pairs = false) {
    const { gl } = this, array = gl.createVertexArray(), buffer = gl.createBuffer();
    gl.bindVertexArray(array);
    this.fill(buffer, points);
    for (const place of [0, 1]) {
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, 3, gl.FLOAT, false, pairs ? 24 : 12, 12 * place);
      gl.vertexAttribDivisor(place, 1);
    }
    return { array, buffer, count: pairs ? points.length / 6 : Math.max(0, points.length / 3 - 1) };
  }
  fill(buffer, values) {
    this.gl.bindBuffer(this.gl.ARRAY_BUFFER, buffer);
    this.gl.bufferData(this.gl.ARRAY_BUFFER, values instanceof Float32Array ? values : new Float32Array(values), this.gl.STATIC_DRAW);
  }
  // Where the next strokes go [device pixels], and how the room is seen there.
  frame(left, width, height, view) {
    const { gl } = this;
    gl.viewport(left, 0, width, height);
    gl.scissor(left, 0, width, height);
    for (const { handle, at } of [this.solids, this.lines]) {
      gl.useProgram(handle);
      gl.uniformMatrix4fv(at('view'), false, view);
    }
    gl.uniform2f(this.lines.at('size'), width, height);
  }
  // over: drawn in front of all. A body that light passes through hides nothing behind it.
  draw(shape, pose, colour, { lit = true, over = false, behind = false, count = shape.count } = {}) {
    const { gl, model } = this, { handle, at } = this.solids;
    for (let c = 0; c < 4; c++) for (let r = 0; r < 4; r++) model[4 * c + r] = r < 3 ? pose[4 * r + c] : c === 3 ? 1 : 0;
    gl.useProgram(handle);
    gl.uniformMatrix4fv(at('model'), false, model);
    gl.uniform4fv(at('colour'), colour);
    gl.uniform1f(at('lit'), lit ? 1 : 0);
    gl[over ? 'disable' : 'enable'](gl.DEPTH_TEST);
    gl[behind ? 'enable' : 'disable'](gl.POLYGON_OFFSET_FILL);
    gl.polygonOffset(2, 2);
    gl.depthMask(colour[3] === 1 && !over);
    gl.bindVertexArray(shape.array);
    gl.drawElements(gl.TRIANGLES, count, gl.UNSIGNED_INT, 0);
  }
  stroke(line, colour, width) {
    const { gl } = this, { handle, at } = this.lines;
    gl.useProgram(handle);
    gl.uniform4fv(at('colour'), colour);
    gl.uniform1f(at('width'), width);
    gl.enable(gl.DEPTH_TEST);
    gl.disable(gl.POLYGON_OFFSET_FILL);
    gl.depthMask(false);
    gl.bindVertexArray(line.array);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, line.count);
  }
}

function program(gl, vertex, fragment) {
  const handle = gl.createProgram();
  for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost()) throw new Error(gl.getShaderInfoLog(shader));
    gl.attachShader(handle, shader);
  }
  gl.linkProgram(handle);
  const places = new Map();
  const at = name => {
    if (!places.has(name)) places.set(name, gl.getUniformLocation(handle, name));
    return places.get(name);
  };
  return { handle, at };
}
