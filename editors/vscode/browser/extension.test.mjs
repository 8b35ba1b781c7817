// The packaged extension in VS Code's workbench: what a user sees and does. Times are printed, not checked.
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Workbench } from './workbench.mjs';

const recorded = readFileSync(new URL('../tests/streams/recorded_test.cpp', import.meta.url), 'utf8');
const sources = {
  'recorded_test.cpp': recorded,
  'counter.h': `#pragma once

namespace shop {

class Counter {
 public:
  Counter() = default;
  void add() { ++count_; }
  int count() const { return count_; }

 private:
  int count_ = 0;
};

inline int half(int x) { return x / 2; }

}  // namespace shop
`,
  'closed_test.cpp': `#include <gtest/gtest.h>

int twice(int x) { return static_cast<int>(2u * static_cast<unsigned>(x)); }

TEST(TwiceTest, OfThree) { EXPECT_EQ(twice(3), 6); }
`,
  'many_test.cpp': `#include <forall/forall.h>

#include <array>

void AreCounted(std::array<int, 14> values) {
  int positive = 0;
  for (const int value : values) positive += value > 0 ? 1 : 0;
  for (const int value : values) {
    if (value > 0) --positive;
  }
  EXPECT_EQ(positive, 0);
}
FORALL(ManyTest, AreCounted).WithBounds({.runs = 10000});
`,
  'endless_test.cpp': `#include <forall/forall.h>

void Never(unsigned long a, unsigned long b) {
  for (unsigned long i = 0; i < a; ++i) {
    if (i * b % 7 == 3) ++b;
  }
  EXPECT_EQ(b, b);
}
FORALL(EndlessTest, Never).WithBounds({.unfold = 100000, .seconds = 500});
`,
};

let workbench, page;
const step = (name, body) => test(name, { timeout: 400000 }, async (context) => {
  try {
    await page.keyboard.press('Escape');
    await body(context);
    assert.deepEqual(workbench.dialogs, []);
  } catch (error) {
    await workbench.page.screenshot({ path: join(process.env.PICTURES ?? tmpdir(), `failed-${name.replace(/\W+/g, '-')}.png`) }).catch(() => {});
    throw error;
  }
});
const line = (text) => page.locator('.view-line', { hasText: text }).first();
const toasts = () => page.locator('.notification-toast');
const lens = (text) => page.locator('.codelens-decoration a', { hasText: text });
async function until(what, check) {
  for (let tries = 0; tries < 1000; ++tries) {
    if (await check()) return;
    await page.waitForTimeout(250);
  }
  assert.fail(`never: ${what}`);
}
const icon = (name, state) => workbench.row(name).locator(`.computed-state.codicon-testing-${state}-icon`).waitFor();
const openItem = (name) => workbench.row(name).locator('.monaco-tl-twistie').click();
const fromMenu = async (item, entry) => {
  await workbench.row(item).click({ button: 'right' });
  await page.locator('.monaco-menu .action-label', { hasText: entry }).first().click();
};
const quiet = async () => {
  await workbench.command('Notifications: Clear All Notifications');
  await workbench.command('View: Close All Editors');
};

before(async () => {
  workbench = await Workbench.open({ sources });
  page = workbench.page;
});
after(() => workbench?.close());

step('tests are listed without running anything', async () => {
  await workbench.open('recorded_test.cpp');
  await lens('Explore').first().waitFor();
  await workbench.command('Testing: Focus on Test Explorer View');
  for (const suite of ['ClockTest', 'DigitsTest', 'EndlessTest', 'HalfTest', 'ManyTest']) await workbench.row(suite).waitFor();
  assert.ok(!existsSync(join(workbench.folder, '.forall')));
});

step('exploring from the Test Explorer shows verdicts', async () => {
  for (const suite of ['HalfTest', 'DigitsTest', 'ClockTest']) {
    await fromMenu(suite, 'Run Test');
    await workbench.row(suite).locator('.label', { hasText: /proved|refuted|open/ }).first().waitFor();
    await openItem(suite);
  }
  await workbench.row('IsSmaller').getByText('proved').waitFor();
  await workbench.row('IsUndone').getByText('refuted').waitFor();
  await workbench.row('AreFew').getByText('open: 1 reason').waitFor();
  await icon('IsSmaller', 'passed');
  await icon('IsUndone', 'failed');
  await icon('AreFew', 'skipped');
  await lens('refuted').first().waitFor();
  await workbench.picture('editor-explorer');
});

step('cases are listed when a test is opened, the failing ones first', async () => {
  await openItem('IsUndone');
  await workbench.row('fails_at_line_19').waitFor();
  await workbench.row('passes_when').waitFor();
  await icon('IsUndone', 'failed');
});

step('names and strings of programs are text', async () => {
  const hover = page.locator('.monaco-hover:not(.hidden)', { hasText: 'throws_runtime_error_when_limit_lt_5' });
  await until('which cases take the branch', async () => {  // known a moment after the verdict
    await page.mouse.move(700, 20);
    await line('throw std::runtime_error').hover({ position: { x: 60, y: 8 } });
    await page.waitForTimeout(1500);
    return await hover.count() > 0;
  });
  await workbench.picture('editor-hover');
  await page.mouse.move(700, 20);
  await fromMenu('IsLater', 'Go to Test');
  assert.equal(await page.locator('img[src="x"]').count(), 0);
  assert.equal(await page.locator('a[href^="command:y"], a[data-href^="command:y"]').count(), 0);
});

step('the tree is a webview with a policy and no inline script', async () => {
  await lens('Tree').nth(1).click();
  let frame;
  await until('a webview with the tree', async () => {
    for (const each of page.frames()) if (await each.locator('h1', { hasText: 'HalfTest.IsUndone' }).count().catch(() => 0) > 0) frame = each;
    return frame !== undefined;
  });
  const policy = await frame.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
  assert.match(policy, /^default-src 'none'; script-src [^;]+; style-src [^;]+; base-uri 'none'; form-action 'none'$/);
  assert.doesNotMatch(policy, /unsafe|sha256|nonce/);
  // VS Code puts its own in front of the policy.
  assert.deepEqual(await frame.evaluate(() => [...document.scripts].filter((each) => !each.src && each.id !== '_vscodeApiScript').length), 0);
  await workbench.picture('editor-tree');
  await frame.locator('a', { hasText: 'Cases' }).first().click();
  await frame.locator('a', { hasText: 'x = 1' }).first().waitFor();
  await quiet();
});

step('a ledger line has its remedy as a quick fix', async () => {
  await workbench.open('recorded_test.cpp');
  await line('for (const char c').click({ position: { x: 120, y: 8 } });
  await until('the quick fix', async () => {
    await page.keyboard.press('Control+.');
    await page.waitForTimeout(1500);
    return await page.locator('.action-widget .monaco-list-row', { hasText: 'Raise the bound' }).count() > 0;
  });
  await workbench.picture('editor-fix');
  await page.locator('.action-widget .monaco-list-row', { hasText: 'Bound the inputs' }).click();
  await line('AreFew).WithDomains(Arbitrary<std::string>().WithMaxSize(2))').waitFor();
  await page.keyboard.press('Control+s');
});

step('a CodeLens explores its test again, which is now proved', async () => {
  await page.locator('.codelens-decoration', { hasText: 'open' }).locator('a', { hasText: 'Explore' }).click();
  await workbench.row('AreFew').getByText('proved').waitFor();
  await icon('AreFew', 'passed');
});

step('a case is replayed under the debugger', async () => {
  await fromMenu('fails_at_line_19', 'Debug Test');
  await page.locator('.debug-toolbar').waitFor();
  await page.locator('.debug-top-stack-frame-line, .debug-focused-stack-frame-line').first().waitFor();
  await workbench.picture('editor-debug');
  await page.keyboard.press('Shift+F5');
  await page.locator('.debug-toolbar').waitFor({ state: 'hidden' });
  await icon('IsUndone', 'failed');
  await workbench.command('Testing: Focus on Test Explorer View');
});

step('coverage is that of VS Code', async () => {
  await fromMenu('DigitsTest', 'Run Test with Coverage');
  await page.locator('.pane-header', { hasText: 'Test Coverage' }).waitFor();
  await page.locator('.test-coverage-list-item, .monaco-list-row', { hasText: 'recorded_test.cpp' }).first().waitFor();
  await workbench.picture('editor-coverage');
  await quiet();
});

step('a long exploration is stopped', async () => {
  await workbench.open('endless_test.cpp');
  await fromMenu('EndlessTest', 'Run Test');
  await until('paths', async () => /[1-9]\d* paths? so far/.test((await lens('exploring').allInnerTexts()).join()));
  await workbench.command('Test: Cancel Test Run');
  await until('the end', async () => /open/.test(await workbench.row('EndlessTest').innerText()));
  await quiet();
});

step('ten thousand cases are listed in pages', async (context) => {
  await workbench.open('many_test.cpp');
  await workbench.command('Probe: Start');
  await fromMenu('ManyTest', 'Run Test');
  await until('the verdict', async () => /1 (proved|open)/.test(await workbench.row('ManyTest').innerText()));
  await workbench.command('Probe: Stop');
  await until('the figures', async () => existsSync(join(workbench.folder, 'probe.json')));
  context.diagnostic(`the thread of the extensions while exploring: ${readFileSync(join(workbench.folder, 'probe.json'), 'utf8')} ms`);
  await openItem('ManyTest');
  await workbench.row('AreCounted').waitFor();
  const begin = performance.now();
  await openItem('AreCounted');
  await workbench.row('1–100').waitFor();
  context.diagnostic(`listed after ${Math.round(performance.now() - begin)} ms: ${await workbench.row('AreCounted').innerText()}`);
  await openItem('1–100');
  await workbench.row('passes_1').waitFor();
  await workbench.picture('editor-pages');
  await quiet();
});

step('what a command writes is shown as a diff, then applied', async () => {
  await workbench.open('counter.h:8');
  await workbench.command('forall: FORALL_STATE for the Class at the Cursor');
  await line('FORALL_STATE(shop::Counter, count_)').waitFor();
  assert.ok(!existsSync(join(workbench.folder, 'counter_state.h')));
  await workbench.picture('editor-diff');
  await page.locator('.editor-actions .codicon-check').first().click();
  await until('the file', async () => existsSync(join(workbench.folder, 'counter_state.h')));
  assert.match(readFileSync(join(workbench.folder, 'counter_state.h'), 'utf8'), /#include "counter\.h"/);
  await quiet();

  await workbench.open('counter.h:15');
  await workbench.command('forall: New Test From the Function at the Cursor');
  await line('FORALL(CounterTest, Half);').waitFor();
  await page.locator('.editor-actions .codicon-check').first().click();
  await until('the file', async () => existsSync(join(workbench.folder, 'counter_test.cpp')));
  assert.match(readFileSync(join(workbench.folder, 'counter_test.cpp'), 'utf8'), /^#include "counter\.h"/);
  await workbench.row('CounterTest').waitFor();
  await quiet();
});

step('a closed test is generalized', async () => {
  await workbench.open('closed_test.cpp:5');
  await workbench.command('forall: Generalize the TEST at the Cursor');
  await until('the generalized test', async () => await line('FORALL(TwiceTest').count() > 0);
  await page.locator('.editor-actions .codicon-check').first().click();
  await until('the file', async () => /FORALL\(TwiceTest/.test(readFileSync(join(workbench.folder, 'closed_test.cpp'), 'utf8')));
  await quiet();
});

step('a class is tested by def-use pairs, and its laws are inferred', async () => {
  await workbench.open('counter.h:8');
  await workbench.command('forall: Test the Class at the Cursor by Def-Use Pairs');
  await until('its tests', async () => await page.locator('.tab', { hasText: 'counter_class_test.cpp' }).count() > 0);
  await quiet();
  await workbench.open('counter.h:8');
  await workbench.command('forall: Infer Laws of the Class at the Cursor');
  await until('its laws', async () => await page.locator('.tab', { hasText: 'counter_laws_test.cpp' }).count() > 0);
  await quiet();
});

step('a continuous run explores what a save changes', async () => {
  await workbench.open('recorded_test.cpp');
  if (await workbench.row('IsUndone').count() === 0) await openItem('HalfTest');
  await fromMenu('IsUndone', 'Turn on Continuous Run');
  await page.waitForTimeout(3000);
  writeFileSync(join(workbench.folder, 'recorded_test.cpp'), recorded.replace('EXPECT_EQ(half(x) * 2, x)', 'EXPECT_LE(half(x) * 2, x)'));
  await until('the proof', async () => /proved/.test(await workbench.row('IsUndone').innerText()));
  await fromMenu('IsUndone', 'Turn off Continuous Run');
});

test('nothing runs in a workspace that is not trusted', { timeout: 400000 }, async () => {
  await workbench.close();
  workbench = await Workbench.open({ sources: { 'recorded_test.cpp': recorded }, trusted: false });
  page = workbench.page;
  await workbench.open('recorded_test.cpp');
  await lens('Explore').first().waitFor();
  await workbench.command('Testing: Focus on Test Explorer View');
  await workbench.row('HalfTest').waitFor();
  await fromMenu('HalfTest', 'Run Test');
  const asked = page.locator('.monaco-dialog-box', { hasText: 'Do you trust the authors' });  // VS Code itself asks
  await asked.waitFor();
  await asked.locator('.monaco-button', { hasText: 'Cancel' }).click();
  await lens('Explore').first().click();
  await toasts().getByText('runs nothing in a workspace that is not trusted').waitFor();
  assert.ok(!existsSync(join(workbench.folder, '.forall')));
});

test('a newer forall, several folders', { timeout: 400000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'forall-newer-'));
  try {
    const newer = join(folder, 'forall');
    writeFileSync(newer, '#!/bin/sh\ncase $1 in\nexplore) echo \'{"version":2,"event":"session_started","puts":[]}\' ;;\n*) echo \'{"version":2}\' ;;\nesac\n');
    chmodSync(newer, 0o755);
    await workbench.close();
    const sources = { 'one/a_test.cpp': 'FORALL(ATest, One);', 'two/b_test.cpp': 'FORALL(BTest, Two);', 'both.code-workspace': '{"folders":[{"path":"one"},{"path":"two"}]}' };
    workbench = await Workbench.open({ sources, folders: 'both.code-workspace', machine: { 'forall.path': newer } });
    page = workbench.page;
    await workbench.command('Testing: Focus on Test Explorer View');
    await workbench.row('two').waitFor();
    await fromMenu('one', 'Run Test');
    await toasts().getByText('update the extension').waitFor();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
