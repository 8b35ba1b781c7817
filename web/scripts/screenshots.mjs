// node scripts/screenshots.mjs REPORT.html FOLDER: a picture of every view, in light and dark, wide and narrow.
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launch } from '../tests/browser.mjs';

const [report, folder] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const browser = await launch();
const address = pathToFileURL(resolve(report)).href;

async function shoot(name, { hash = '', width = 1440, height = 900, dark = false, act = async () => {} }) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: dark ? 'dark' : 'light' });
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(`${name}: ${error}`));
  page.on('console', (message) => { if (message.type() === 'error') console.error(`${name}: ${message.text()}`); });
  await page.goto(address + hash);
  await page.waitForSelector('h1');
  await act(page);
  await page.waitForTimeout(250);
  await page.screenshot({ path: `${folder}/${name}.png` });
  await context.close();
}

const put = (name, ...rest) => '#/' + ['put', name, ...rest].map(encodeURIComponent).join('/');
const views = {
  overview: {},
  'overview-dark': { dark: true },
  'overview-narrow': { width: 360, height: 740 },
  tree: { hash: put('TriangleTest.AnySides'), act: (page) => page.click('.outline li:nth-child(5)') },
  'tree-dark': { hash: put('MapTest.FindsWhatWasInserted'), dark: true, act: (page) => page.click('.outline li:nth-child(3)') },
  'tree-large': { hash: put('MapTest.HoldsOneToFiveKeys') },
  'tree-narrow': { hash: put('TriangleTest.AnySides'), width: 360, height: 740 },
  cases: { hash: put('TriangleTest.AnySides', 'cases') },
  ledger: { hash: put('DigitsTest.DigitsAddUpModuloNine', 'ledger') },
  case: { hash: put('TriangleTest.AnySides', 'case', '3'), height: 1300 },
  source: { hash: put('TriangleTest.AnySides'), act: (page) => page.click('.tabs a:has-text("Source")') },
  axioms: { hash: '#/axioms' },
  '4k': { width: 3840, height: 2160, hash: put('MapTest.HoldsOneToFiveKeys') },
};
const only = process.argv[4];
for (const [name, view] of Object.entries(views)) {
  if (only && !name.startsWith(only)) continue;
  await shoot(name, view).catch((error) => console.error(`${name}: ${error.message.split('\n')[0]}`));
}
await browser.close();
