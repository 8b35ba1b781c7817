// Writes the hashes of the page's one script and one style into its content security policy: nothing else runs in it.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const file = process.argv[2] ?? 'dist/report.html';
let page = readFileSync(file, 'utf8');
const only = (pattern) => {
  const found = [...page.matchAll(pattern)];
  if (found.length !== 1) throw new Error(`${file}: ${found.length} matches of ${pattern}, 1 expected`);
  return `'sha256-${createHash('sha256').update(found[0][1]).digest('base64')}'`;
};
const script = only(/<script type="module"[^>]*>([\s\S]*?)<\/script>/g);
const style = only(/<style[^>]*>([\s\S]*?)<\/style>/g);
// A function as replacement: "$&" in a hash or a text means nothing.
page = page.replace('@SCRIPT_HASH@', () => script).replace('@STYLE_HASH@', () => style);
for (const mark of ['@FORALL_CONNECT@', '@FORALL_DATA@']) {
  if (page.split(mark).length !== 2) throw new Error(`${file}: ${mark} is not there once`);
}
writeFileSync(file, page);
