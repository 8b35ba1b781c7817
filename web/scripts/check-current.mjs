// Is dist/report.html what the sources make? Exit code 1 if not.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'forall-web-'));
try {
  execFileSync('npx', ['tsc', '--noEmit'], { stdio: 'inherit' });
  execFileSync('npx', ['vite', 'build', '--logLevel', 'error', '--outDir', folder, '--emptyOutDir'], { stdio: 'inherit' });
  const built = join(folder, 'report.html');
  execFileSync('node', ['scripts/seal.mjs', built], { stdio: 'inherit' });
  if (readFileSync(built, 'utf8') !== readFileSync('dist/report.html', 'utf8')) {
    console.error('web/dist/report.html is not what web/src makes: run `npm run build` in web/ and commit the result');
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true });
}
