// Bundles the extension, its worker, and the report's page with script and style as files of their own. With --tests: the parts that know
// nothing of VS Code, for the unit tests.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const common = { absWorkingDir: root, bundle: true, platform: 'node', target: 'node18', external: ['vscode'], logLevel: 'warning', legalComments: 'none' };

if (process.argv.includes('--tests')) {
  await build({ ...common, entryPoints: ['src/core/all.ts', 'src/worker.ts'], outdir: 'out/tests', format: 'esm', outExtension: { '.js': '.mjs' } });
} else {
  await build({ ...common, entryPoints: ['src/extension.ts', 'src/worker.ts'], outdir: 'out', format: 'cjs', minify: true });
  await build({ ...common, entryPoints: ['src/page/links.ts'], outdir: 'out/page', platform: 'browser', format: 'iife', minify: true });
  const page = readFileSync(join(root, '../../web/dist/report.html'), 'utf8');
  const only = (pattern) => {
    const found = [...page.matchAll(pattern)];
    if (found.length !== 1) throw new Error(`report.html: ${found.length} matches of ${pattern}, 1 expected`);
    return found[0][1];
  };
  copyFileSync(join(root, '../../LICENSE'), join(root, 'LICENSE'));
  mkdirSync(join(root, 'out/page'), { recursive: true });
  copyFileSync(join(root, 'src/page/editor.css'), join(root, 'out/page/editor.css'));
  writeFileSync(join(root, 'out/page/report.js'), only(/<script type="module"[^>]*>([\s\S]*?)<\/script>/g));
  writeFileSync(join(root, 'out/page/report.css'), only(/<style[^>]*>([\s\S]*?)<\/style>/g));
}
