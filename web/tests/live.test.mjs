// The page while forall itself explores: FORALL is the program, FOLDER where it runs, SOURCE the test.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { launch } from './browser.mjs';

const { FORALL, FOLDER, SOURCE } = process.env;

test('the page follows an exploration and asks for another', { skip: FORALL && FOLDER && SOURCE ? false : 'FORALL is not set' }, async () => {
  const forall = spawn(FORALL, ['explore', '--ui', '--quiet', '--no-confirm', SOURCE], { cwd: FOLDER, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: forall.stdout });
  const browser = await launch();
  try {
    const address = await new Promise((resolve) => lines.once('line', resolve));
    const page = await browser.newPage();
    const problems = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => { if (message.type() === 'error') problems.push(message.text()); });
    await page.goto(address);
    await page.waitForSelector('.live:has-text("Done")', { timeout: 200000 });
    await page.click('a.name:has-text("ReportedTest.Halves")');
    await page.waitForSelector('.picture canvas');
    const before = await page.innerText('.facts');
    await page.fill('.again label:has-text("seconds") input', '7');
    await page.click('text=Explore again');
    await page.waitForFunction((text) => document.querySelector('.facts').innerText !== text && document.querySelector('.live').innerText.includes('Done'), before, { timeout: 200000 });
    assert.deepEqual(problems, []);
    await page.click('text=End forall');
    assert.equal(await new Promise((resolve) => forall.once('exit', resolve)), 0);
    await page.waitForSelector('.live:has-text("forall has ended")', { timeout: 30000 });
  } finally {
    forall.kill();
    await browser.close();
  }
});
