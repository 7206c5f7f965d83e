// Bundles the viewer into src/jounce/viewer: viewer.js, viewer.css, and the licence of what is inside. Another folder: node build.mjs FOLDER
import { build } from 'esbuild';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2] ? resolve(process.argv[2]) : join(here, '..', 'src', 'jounce', 'viewer');
await mkdir(out, { recursive: true });
await build({
  absWorkingDir: here,
  entryPoints: { viewer: 'src/main.js' },
  outdir: out,
  bundle: true,
  minify: true,
  format: 'iife',
  globalName: 'jounceViewer',
  target: 'es2022',
  legalComments: 'none',
  charset: 'ascii',
});
const inside = join(here, 'node_modules', 'uplot');
const { name, version } = JSON.parse(await readFile(join(inside, 'package.json'), 'utf8'));
const licence = (await readFile(join(inside, 'LICENSE'), 'utf8')).replaceAll('\r', '').trim();
await writeFile(join(out, 'LICENSES.txt'), `${name} ${version}\n\n${licence}\n`);
