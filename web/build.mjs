// Bundles the viewer into src/jounce/viewer: viewer.js, viewer.css, and the licences of what is inside. Another folder: node build.mjs FOLDER
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
const texts = [];
for (const name of ['three', 'uplot']) {
  const { version } = JSON.parse(await readFile(join(here, 'node_modules', name, 'package.json'), 'utf8'));
  const licence = (await readFile(join(here, 'node_modules', name, 'LICENSE'), 'utf8')).replaceAll('\r', '').trim();
  texts.push(`${name} ${version}\n\n${licence}\n`);
}
await writeFile(join(out, 'LICENSES.txt'), texts.join('\n'));
