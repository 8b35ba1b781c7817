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
const source = (page) => page.click('.tabs a:has-text("Source")');
const select = (number) => (page) => page.click(`.outline li:nth-child(${number})`);
// The first failing case is the first row of the table.
const firstCase = async (page) => { await page.click('td.inputs a'); await page.waitForSelector('#inputs'); };
const step = async (page) => { await page.click('[aria-label="First"]'); await page.locator('.stepper').scrollIntoViewIfNeeded(); };
// Those that docs/report.md shows come first.
const views = {
  overview: { height: 900, width: 1280 },
  tree: { hash: put('TriangleTest.AnySides'), act: select(9), width: 1440, height: 860 },
  all: { hash: put('MapTest.HoldsOneToFiveKeys'), width: 1280, height: 800, act: async (page) => { await page.click('text=Unfold all'); await page.click('[aria-label="Show all"]'); } },
  cases: { hash: put('LinkedListBug.RemoveOfAnAbsentObject', 'cases'), width: 1280, height: 800 },
  case: { hash: put('LinkedListBug.RemoveOfAnAbsentObject', 'case', '12'), width: 1280, height: 800 },
  steps: { hash: put('TriangleTest.AnySides', 'cases'), act: async (page) => { await firstCase(page); await step(page); }, width: 1280, height: 800 },
  ledger: { hash: put('DigitsTest.DigitsAddUpModuloNine', 'ledger'), width: 1280, height: 620 },
  source: { hash: put('LinkedListTest.RemoveUndoesAdd'), act: source, width: 1280, height: 800 },
  axioms: { hash: '#/axioms', width: 1280, height: 800 },
  classes: { hash: '#/classes', width: 1280, height: 800 },
  laws: { hash: '#/laws', width: 1280, height: 620 },
  specifications: { hash: '#/specifications', width: 1280, height: 620 },
  dark: { hash: put('MapTest.FindsWhatWasInserted'), dark: true, act: select(3), width: 1280, height: 800 },
  narrow: { hash: put('TriangleTest.AnySides'), width: 360, height: 740 },
  // Others to look at.
  'more-overview-dark': { dark: true },
  'more-overview-narrow': { width: 360, height: 740 },
  'more-tree-objects': { hash: put('LinkedListBug.RemoveOfAnAbsentObject') },
  'more-tree-failing': { hash: put('LinkedListBug.RemoveOfAnAbsentObject'), act: (page) => page.selectOption('select', 'failing') },
  'more-tree-large': { hash: put('MapTest.HoldsOneToFiveKeys') },
  'more-case-narrow': { hash: put('LinkedListBug.RemoveOfAnAbsentObject', 'cases'), act: firstCase, width: 360, height: 740 },
  'more-source-dark': { hash: put('TriangleTest.AnySides'), act: source, dark: true },
  'more-classes-narrow': { hash: '#/classes', width: 360, height: 740 },
  'more-4k': { width: 3840, height: 2160, hash: put('MapTest.HoldsOneToFiveKeys') },
};
const only = process.argv[4];
for (const [name, view] of Object.entries(views)) {
  if (only && !name.startsWith(only)) continue;
  await shoot(name, view).catch((error) => console.error(`${name}: ${error.message.split('\n')[0]}`));
}
await browser.close();
