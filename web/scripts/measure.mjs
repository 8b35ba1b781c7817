// Time to the first tree, frames a second, size: for trees of the sizes given as arguments. Prints a Markdown table of the
// best of some runs, since other work on the machine only ever makes it slower, and how busy it was.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launch, pageOf } from '../tests/browser.mjs';
import { largePut, report } from '../tests/sample.mjs';

const kRuns = 3;
const folder = mkdtempSync(join(tmpdir(), 'forall-measure-'));
const browser = await launch();
console.log('| leaves | file | first paint of the tree | unfolding all | frames a second: moving | zooming | all in view |\n|--:|--:|--:|--:|--:|--:|--:|');
async function measure(file) {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.goto(pathToFileURL(file).href + '#/put/Large.Tree');
  await page.waitForSelector('.picture canvas');
  const first = await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))));
  const unfold = await page.evaluate(async () => {
    const start = performance.now();
    [...document.querySelectorAll('button')].find((button) => button.textContent === 'Unfold all').click();
    await new Promise((resolve) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    return performance.now() - start;
  });
  // As many frames as the browser makes while the wheel turns.
  const rate = (ctrlKey, dy) => page.evaluate(async ([ctrl, delta]) => {
    const canvas = document.querySelector('.picture canvas');
    const box = canvas.getBoundingClientRect();
    const start = performance.now();
    let frames = 0;
    while (performance.now() - start < 2000) {
      const sign = Math.floor(frames / 25) % 2 ? -1 : 1;
      canvas.dispatchEvent(new WheelEvent('wheel', { deltaY: sign * delta, ctrlKey: ctrl, clientX: box.left + 300, clientY: box.top + 300, cancelable: true, bubbles: true }));
      await new Promise((resolve) => requestAnimationFrame(resolve));
      ++frames;
    }
    return Math.round(frames / ((performance.now() - start) / 1000));
  }, [ctrlKey, dy]);
  const pan = await rate(false, 60);
  const zoom = await rate(true, 12);
  await page.click('[aria-label="Show all"]');
  const all = await rate(true, 4);
  await page.context().close();
  return { first, unfold, pan, zoom, all };
}

for (const leaves of process.argv.slice(2).map(Number)) {
  const file = join(folder, 'report.html');
  const html = pageOf(report([largePut(leaves)]));
  writeFileSync(file, html);
  const runs = [];
  for (let i = 0; i < kRuns; ++i) runs.push(await measure(file));
  const least = (key) => (Math.min(...runs.map((run) => run[key])) / 1000).toFixed(2);
  const most = (key) => Math.max(...runs.map((run) => run[key]));
  console.log(`| ${leaves.toLocaleString('en')} | ${(html.length / 1e6).toFixed(1)} MB | ${least('first')} s | ${least('unfold')} s | ${most('pan')} | ${most('zoom')} | ${most('all')} |`);
}
console.log(`\nload average ${loadavg()[0].toFixed(1)}`);
await browser.close();
rmSync(folder, { recursive: true });
