// The page while forall itself explores: FORALL is the program, FOLDER where it runs, SOURCE the test.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { launch } from './browser.mjs';

const { FORALL, FOLDER, SOURCE } = process.env;

test('the page follows an exploration and asks for another', { skip: FORALL && FOLDER && SOURCE ? false : 'FORALL is not set' }, async () => {
  const forall = spawn(FORALL, ['explore', '--ui', '--quiet', '--no-confirm', SOURCE], { cwd: FOLDER, stdio: ['ignore', 'pipe', 'inherit'] });
  const firstLine = new Promise((resolve) => createInterface({ input: forall.stdout }).once('line', resolve));
  const exited = new Promise((resolve) => forall.once('exit', resolve));
  const browser = await launch();
  try {
    const address = await firstLine;
    const page = await browser.newPage();
    const problems = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => { if (message.type() === 'error') problems.push(message.text()); });
    await page.goto(address);
    await page.waitForSelector('.live:has-text("Done")', { timeout: 200000 });
    await page.click('a.name:has-text("ReportedTest.Halves")');
    await page.waitForSelector('.picture canvas');
    const state = async () => (await fetch(`${address}state`)).json();
    const before = (await state()).generation;
    await page.fill('.again label:has-text("seconds") input', '7');
    await page.click('text=Explore again');
    const isDone = (now) => !now.running && now.generation > before;
    for (let i = 0; i < 400 && !isDone(await state()); ++i) await page.waitForTimeout(500);
    assert.ok(isDone(await state()));
    assert.deepEqual(problems, []);
    await page.click('text=End forall', { timeout: 120000 });
    assert.equal(await exited, 0);
    await page.waitForSelector('.live:has-text("forall has ended")', { timeout: 30000 });
  } finally {
    forall.kill();
    await browser.close();
  }
});
