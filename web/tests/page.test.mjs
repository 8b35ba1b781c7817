// The page in a browser: every view, hostile texts, the keyboard alone, accessibility. With REPORT set, also the report
// that forall itself wrote there.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import { launch, pageOf } from './browser.mjs';
import { largePut, put, report } from './sample.mjs';

const folder = mkdtempSync(join(tmpdir(), 'forall-page-'));
let browser;
let files = 0;

before(async () => { browser = await launch(); });
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

function save(data) {
  const file = join(folder, `${files++}.html`);
  writeFileSync(file, pageOf(data));
  return pathToFileURL(file).href;
}

// Opens the address. Whatever goes wrong in the page, or asks for the network, is in `page.problems`.
async function open(address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(120000);  // a busy machine is no failure
  page.problems = [];
  page.on('pageerror', (error) => page.problems.push(String(error)));
  page.on('console', (message) => { if (message.type() === 'error') page.problems.push(message.text()); });
  page.on('dialog', (dialog) => { page.problems.push(`dialog ${dialog.message()}`); void dialog.dismiss(); });
  page.on('request', (request) => { if (!request.url().startsWith('file:') && !request.url().startsWith('blob:')) page.problems.push(request.url()); });
  await page.goto(address);
  await page.waitForSelector('h1, .empty');
  return page;
}

// Another view of the same page: the address behind # changes, and what it shows a moment later.
async function show(page, address) {
  await page.goto(address);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  await page.waitForSelector('h1, .empty');
}

async function close(page) {
  assert.deepEqual(page.problems, []);
  await page.context().close();
}

const at = (...parts) => '#/' + parts.map(encodeURIComponent).join('/');
const failing = () => put('Suite.Fails', {
  verdict: 'refuted', failed: 1, paths: 2, tree: { parent: [0, 0, 0], text: [-1, 0, 1], place: [-1, 0, 0], site: [-1, 0, 0] }, texts: ['x > 0', 'x <= 0'],
  cases: [{ name: 'passes', id: 1, node: 1, outcome: 0, values: ['1'], covered: [1], native: 'confirmed' },
          { name: 'fails', id: 2, node: 2, outcome: 1, values: ['-1'], covered: [0], native: 'confirmed', test: 'TEST(Fails, WhenNegative) {}',
            observations: [['total', '3', 'x + 4']],
            graph: [{ name: 'list', type: 'List', rows: [['head', null, '*head'], ['tail', null, null]] },
                    { name: '*head', type: 'Derived', object: true, built: true, rows: [['value', '3'], ['next', null, '*head']] }] }],
  failures: [[1]], branches: [[[0, 2], 'f', 0, 0, 1], [[0, 2], 'f', 0, 1, 1]],
});
const open_ = () => put('Suite.Open', { verdict: 'open', complete: false, ledger: [{ kind: 'time-bound', text: 'stopped after 10 seconds', place: [0, 1], count: 1, remedy: 'raise --seconds' }],
                                        axioms: [{ put: 'Axioms.One', standing: 'stale', why: 'the code has changed' }],
                                        missing: [{ term: 'get after set', sketch: 'FORALL(...)' }], notes: [{ kind: 'model', text: 'a note' }] });
const sample = () => report([put('Suite.Proved'), failing(), open_(), put('Axioms.One')], {
  ...others(),
  against: { name: 'main.json', new_failures: [{ put: 'Suite.Fails', text: 'assertion at a.cpp:2' }], fixed_failures: [], lost_proofs: [{ put: 'Suite.Open', now: 'open' }], new_proofs: ['Suite.Proved'], not_explored: [], coverage: [] } });
const others = () => ({
  classes: [{ name: 'CoinBox', tests: 2, failed_against: 1, gaps: ['vend: stopped after 20 seconds'],
              pairs: [{ variable: 'coins', definition: 'add:4', use: 'vend:9', answer: 'feasible', how: 'deduction', sequence: ['CoinBox()', 'add()', 'vend()'], confirmed: true },
                      { variable: 'coins', definition: 'add:4', use: 'add:5', answer: 'infeasible', how: 'static', sequence: [], confirmed: false },
                      { variable: 'total', definition: 'vend:9', use: 'vend:9', answer: 'open', how: 'the search ended after 20 seconds', sequence: [], confirmed: false }],
              paths: [{ path: 'vend() A', condition: 'coins == 0', effect: 'def = {}', throws: true }],
              states: [{ condition: 'box.total() > 1', answer: 'feasible', how: 'deduction', sequence: ['CoinBox()', 'add()'] }] }],
  laws: [{ name: 'Turnstile', mutants: 3, incomplete: ['pass makes passed() 0 or 1'], verbose: [], undetermined: ['passed() of pass'],
           laws: [{ name: 'New', method: 'Turnstile', text: 'Turnstile(): coins() == 0', verdict: 'proved', why: '', killed_mutants: 2 },
                  { name: 'Pass', method: 'pass', text: 'pass(): coins() >= 0', verdict: 'open', why: 'a loop was cut', killed_mutants: 0 }] }],
  specifications: [{ name: 'queue.spec', class: 'Queue', cases: 58, failed: [{ case: 'create.add(1).first', message: 'is 0, not 1' }],
                     checks: [{ property: 'terminating', answer: 'yes', because: 'path order', details: [] }, { property: 'confluent', answer: 'no', because: 'two axioms overlap', details: ['axiom 1', 'axiom 3'] }] }],
});
const views = [at(), at('put', 'Suite.Fails'), at('put', 'Suite.Fails', 'cases'), at('put', 'Suite.Open', 'ledger'), at('put', 'Suite.Fails', 'case', '1'),
               at('source', '0'), at('source', '0') + '?put=Suite.Fails&line=2', at('source', '0') + '?put=Suite.Fails&case=1', at('axioms'), at('classes'), at('laws'), at('specifications')];

test('every view shows what it is for', async () => {
  const address = save(sample());
  const page = await open(address);
  assert.match(await page.innerText('main'), /Since main\.json/);
  assert.equal(await page.locator('table.puts tbody tr').count(), 4);
  await page.fill('input[type=search]', 'fails');
  assert.equal(await page.locator('table.puts tbody tr').count(), 1);
  await page.click('text=Suite.Fails >> nth=-1');
  await page.waitForSelector('.picture canvas');
  assert.match(await page.innerText('.outline'), /x <= 0/);
  await page.click('.outline li:has-text("x <= 0")');
  assert.match(await page.innerText('.details'), /assertion/);
  await page.click('.details a:has-text("x = -1")');
  await page.waitForSelector('#objects');
  const text = await page.innerText('main');
  for (const part of ['TEST(Fails, WhenNegative)', 'forall show 2', 'Expected: x < 3', 'total', 'x + 4']) assert.ok(text.includes(part), part);
  assert.match(await page.getAttribute('.graph svg', 'aria-label'), /next points to \*head/);
  await page.click('[aria-label="Step back"]');
  assert.match(await page.innerText('.stepper'), /1 of 1/);
  await page.goto(address + at('source', '0') + '?put=Suite.Fails');
  await page.click('.side-of-branch >> text=true');
  assert.match(await page.innerText('.takers'), /x = 1/);
  await page.goto(address + at('put', 'Suite.Open', 'ledger'));
  assert.match(await page.innerText('main'), /raise --seconds/);
  await page.goto(address + at('axioms'));
  assert.match(await page.innerText('main'), /the code has changed/);
  await close(page);
});

test('what other commands found is shown', async () => {
  const address = save(sample());
  const page = await open(address);
  assert.match(await page.innerText('section:has(#others)'), /CoinBox 3 pairs: 1 feasible, 1 infeasible, 1 open; 1 test failing with the other header/);
  await page.click('nav >> text=Classes');
  assert.equal(await page.locator('tbody tr').count(), 4);
  assert.match(await page.innerText('main'), /box\.total\(\) > 1/);
  await page.selectOption('select', 'feasible');
  const pair = page.locator('[aria-label="Pairs of CoinBox"] tbody tr');
  assert.equal(await pair.count(), 1);
  assert.deepEqual(await pair.locator('.calls li').allInnerTexts(), ['CoinBox()', 'add()', 'vend()']);
  await page.click('nav >> text=Laws');
  assert.match(await page.innerText('tbody tr:nth-child(2)'), /Pass\s+\? open\s+pass\(\): coins\(\) >= 0\s+a loop was cut\s+0\/3/);
  assert.match(await page.innerText('main'), /Undetermined/);
  await page.click('nav >> text=Specifications');
  assert.match(await page.innerText('main'), /confluent\s+✗ no\s+two axioms overlap\s+axiom 1\s+axiom 3/);
  assert.match(await page.innerText('[aria-label="Failed cases of queue.spec"]'), /create\.add\(1\)\.first\s+is 0, not 1/);
  await close(page);
  const without = await open(save(report([put('Suite.Proved')])));
  assert.equal(await without.locator('nav >> text=/Classes|Laws|Specifications/').count(), 0);
  assert.equal(await without.locator('#others').count(), 0);
  await close(without);
});

test('a source says which cases run a line, and how often a measured run did', async () => {
  // Line 1 has a branch, line 2 only an assertion, line 3 nothing.
  const places = [[0, 1], [0, 2]];
  const tree = { parent: [0, 0, 0, 1], text: [-1, 0, 1, 0], place: [-1, 0, 0, 1], site: [-1, 0, 0, 1] };
  const cases = [2, 3].map((node, i) => ({ name: `c${i}`, node, outcome: 0, values: [String(i)], covered: [i], native: 'confirmed' }));
  const one = put('Suite.One', { places, tree, cases, texts: ['x > 0', 'x <= 0'], branches: [[[0, 1], 'f', 0, 0, 1], [[0, 1], 'f', 0, 1, 1]] });
  const address = save(report([one]));
  const page = await open(address + at('source', '0') + '?put=Suite.One');
  const gutter = () => page.locator('.listing .gutter').allInnerTexts();
  assert.deepEqual(await gutter(), ['2', '≥1', '']);
  await show(page, address + at('source', '0') + '?put=Suite.One&case=0');
  assert.deepEqual(await gutter(), ['1', '', '']);
  await close(page);
  const data = report([one]);
  data.files[0].hits = [[1, 7], [3, 0]];
  const measured = await open(save(data) + at('source', '0'));
  assert.deepEqual(await measured.locator('.listing .gutter').allInnerTexts(), ['7', '≥1', '0']);
  await close(measured);
});

test('a case is stepped through with the values of its inputs', async () => {
  const tree = { parent: [0, 0, 1], text: [-1, 0, 1], place: [-1, 0, 1], site: [-1, 0, 1] };
  const one = put('Suite.Steps', { parameters: [{ name: 'a', type: 'int[12]' }, { name: 'n', type: 'int' }], tree, places: [[0, 1], [0, 2]], texts: ['a[1] < n', 'a[11] + a.n > 0'],
    cases: [{ name: 'c', node: 2, outcome: 0, values: ['{1, 2}', '7'], inputs: [['a[1]', '2'], ['a[11]', '5']], covered: [], native: 'confirmed', observations: [['sum', '9', 'a[1] + n']] }] });
  const page = await open(save(report([one])) + at('put', 'Suite.Steps', 'case', '0'));
  const values = () => page.locator('.values li').allInnerTexts();
  await page.click('[aria-label="First"]');
  assert.deepEqual(await values(), ['a[1] = 2', 'n = 7', 'sum = 9 = a[1] + n']);
  assert.equal(await page.locator('.stepper tr.past').count(), 1);
  await page.focus('[aria-label="Step forward"]');
  await page.keyboard.press('ArrowRight');
  assert.deepEqual(await values(), ['a[11] = 5', 'a = {1, 2}', 'sum = 9 = a[1] + n']);
  assert.equal(await page.locator('.stepper tr.past').count(), 2);
  assert.equal(await page.locator('.stepper tr.current .line-number').innerText(), '2');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await page.locator('.stepper tr.current .line-number').innerText(), '1');
  await page.click('.stepper >> text=all lines of this case');
  await page.waitForSelector('.files >> text=one case');
  await close(page);
});

test('a tree shows which sides cannot be taken and which are open', async () => {
  const page = await open(save(sample()) + at('put', 'Suite.Proved'));
  assert.match(await page.innerText('.details'), /infeasible: no input goes there/);
  await page.goto(page.url().split('#')[0] + at('put', 'Suite.Open'));
  await page.waitForSelector('h1:has-text("Suite.Open")');
  assert.match(await page.innerText('.details'), /not explored/);
  await close(page);
});

test('a loop is one node with a count', async () => {
  const n = 6;
  const parent = [0], text = [-1], place = [-1], site = [-1], cases = [];
  for (let i = 0, spine = 0; i < n; ++i) {
    parent.push(spine, spine); text.push(2 * i, 2 * i + 1); place.push(0, 0); site.push(0, 0);
    cases.push({ name: `c${i}`, node: parent.length - 1, outcome: 0, values: [String(i)], covered: [], native: 'confirmed' });
    spine = parent.length - 2;
  }
  cases.push({ name: 'last', node: parent.length - 2, outcome: 0, values: ['99'], covered: [], native: 'confirmed' });
  const page = await open(save(report([put('Loop.Counts', { tree: { parent, text, place, site }, cases, texts: Array.from({ length: 2 * n }, (_, i) => `n ${i % 2 ? '<=' : '>'} ${i >> 1}`) })])) + at('put', 'Loop.Counts'));
  assert.match(await page.innerText('.outline'), /↻ 6× n > 0/);
  const folded = await page.locator('.outline li').count();
  await page.uncheck('text=Fold loops');
  assert.ok(await page.locator('.outline li').count() > folded);
  assert.doesNotMatch(await page.innerText('.outline'), /↻/);
  await close(page);
});

const hostile = ['<script>alert(1)</script>', '"><img src=x onerror=alert(2)>', "'); alert(3); ('", '</script><script>alert(4)</script>', '\u202egnp.exe', '&lt;b&gt;',
                 'שלום עולם', '{{7*7}}', '\u0000\u0001\u001b[31m\u007f', '\ud800 lone', 'javascript:alert(5)', '@FORALL_DATA@', '$&', '-->', ']]>', 'a'.repeat(5000)];

test('texts of any kind are only shown, in every view', async () => {
  const all = hostile.join(' ');
  const bad = put(`S.${hostile[0]}${hostile[4]}`, {
    verdict: 'refuted', failed: 1, parameters: [{ name: hostile[1], type: hostile[3] }], texts: [all, hostile[0]], tree: { parent: [0, 0, 0], text: [-1, 0, 1], place: [-1, 0, 0], site: [-1, 0, 0] },
    outcomes: [{ kind: 'passed', text: 'passed', failing: false }, { kind: 'threw', text: all, failing: true, message: all, place: [0, 1], function: hostile[0] }],
    cases: [{ name: all, id: 1, node: 1, outcome: 1, values: [all, [all, all, all]], inputs: [[all, all], [hostile[1], all]], covered: [1], native: 'differs', native_detail: all, test: all, observations: [[all, all, all]],
              graph: [{ name: all, type: all, rows: [[all, all], [all, null, hostile[1]]] }, { name: hostile[1], type: all, object: true, built: false, rows: [] }] },
            { name: hostile[2], node: 2, outcome: 0, values: [hostile[6]], covered: [0], native: hostile[0] }],
    failures: [[0]], ledger: [{ kind: hostile[0], text: all, place: [0, 1], count: 1, remedy: all }], axioms: [{ put: all, standing: 'stale', why: all }],
    missing: [{ term: all, sketch: all }], notes: [{ kind: all, text: all }], stale: [{ name: all, reason: all }], undecided: [{ condition: all, place: [0, 1], reason: all }] });
  const data = report([bad], { forall: hostile[0],
    classes: [{ name: all, tests: 1, failed_against: 1, gaps: [all], pairs: [{ variable: all, definition: all, use: all, answer: hostile[0], how: all, sequence: [all], confirmed: true }, { variable: all, definition: all, use: all, answer: 'feasible', how: all, sequence: [all, all], confirmed: true }],
                paths: [{ path: all, condition: all, effect: all, throws: true }], states: [{ condition: all, answer: all, how: all, sequence: [all] }] }],
    laws: [{ name: all, mutants: 1, incomplete: [all], verbose: [all], undetermined: [all], laws: [{ name: all, method: all, text: all, verdict: hostile[0], why: all, killed_mutants: 1 }] }],
    specifications: [{ name: all, class: all, cases: 1, failed: [{ case: all, message: all }], checks: [{ property: all, answer: all, because: all, details: [all] }] }],
    files: [{ path: hostile.slice(0, 8).join('/'), text: hostile.join('\n') }],
                               against: { name: all, new_failures: [{ put: all, text: all }], fixed_failures: [], lost_proofs: [], new_proofs: [], not_explored: [], coverage: [] } });
  const address = save(data);
  const page = await open(address);
  for (const view of [at(), at('put', bad.name), at('put', bad.name, 'cases'), at('put', bad.name, 'ledger'), at('put', bad.name, 'case', '0'), at('source', '0'), at('axioms'), at('classes'), at('laws'), at('specifications'),
                      at('put', hostile[1]), '#/put/%', '#/source/99', '#/put/x/case/y', at('put', bad.name, 'case', '77')]) {
    await page.goto(address + view);
    await page.waitForSelector('h1, .empty');
    await page.waitForTimeout(30);
    assert.deepEqual(page.problems, [], view);
    const found = await page.evaluate(() => ({ images: document.querySelectorAll('img').length, scripts: document.scripts.length, links: [...document.links].filter((a) => !a.getAttribute('href').startsWith('#')).length }));
    assert.deepEqual(found, { images: 0, scripts: 2, links: 0 }, view);
    assert.ok(!(await page.content()).includes('\u202e'), view);
  }
  await page.goto(address + at('put', bad.name, 'case', '0'));
  await page.waitForSelector('#inputs');
  assert.ok((await page.innerText('main')).includes('<script>alert(1)</script>'));
  await close(page);
});

test('nothing but the page\'s own script runs, whatever is injected', async () => {
  const page = await open(save(sample()));
  const ran = await page.evaluate(async () => {
    const script = document.createElement('script');
    script.textContent = 'window.injected = true';
    document.body.append(script);
    const image = document.createElement('div');
    image.innerHTML = '<img src="x" onerror="window.injected = true">';
    document.body.append(image);
    const fetched = await fetch('https://example.com/').then(() => true, () => false);
    return { injected: window.injected === true, fetched };
  });
  assert.deepEqual(ran, { injected: false, fetched: false });
  assert.ok(page.problems.length > 0, 'the policy reports what it blocks');
  await page.context().close();
});

test('the keyboard alone reaches a case from the overview', async () => {
  const page = await open(save(sample()));
  const tabTo = async (matches) => {
    for (let i = 0; i < 80; ++i) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(matches)) return;
    }
    assert.fail(`not reached by Tab: ${matches}`);
  };
  await tabTo(`document.activeElement.textContent === 'Suite.Fails' && document.activeElement.className === 'name'`);
  await page.keyboard.press('Enter');
  await page.waitForSelector('.outline');
  await tabTo(`document.activeElement.getAttribute('role') === 'treeitem'`);
  const selected = () => page.innerText('[aria-selected=true]');
  const root = await selected();
  await page.keyboard.press('ArrowLeft');  // closes the root
  assert.equal(await page.locator('.outline li').count(), 1);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  assert.notEqual(await selected(), root);
  await page.keyboard.press('End');
  assert.match(await selected(), /x <= 0/);
  await page.keyboard.press('Enter');
  await page.waitForSelector('#inputs');
  assert.match(page.url(), /case\/1$/);
  await close(page);
});

// What axe finds. Colours alone differ in the dark.
async function violations(page, rules) {
  const builder = new AxeBuilder({ page }).setLegacyMode();
  const found = await (rules ? builder.withRules(rules) : builder).analyze();
  return found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target).join(', ')}`);
}

for (const [colorScheme, rules] of [['light', undefined], ['dark', ['color-contrast']]]) {
  test(`no violation of accessibility rules, ${colorScheme}`, async () => {
    const address = save(sample());
    const page = await open(address, { colorScheme });
    for (const view of views) {
      await show(page, address + view);
      assert.deepEqual(await violations(page, rules), [], view);
    }
    await close(page);
  });
}

test('no view is wider than a small phone', async () => {
  const address = save(sample());
  const page = await open(address, { viewport: { width: 360, height: 740 } });
  for (const view of views) {
    await show(page, address + view);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), view);
  }
  await close(page);
});

test('20,000 leaves: a file below 10 MB, a frame draws what the window shows', async () => {
  const data = report([largePut(20000)]);
  const html = pageOf(data);
  assert.ok(html.length < 10e6, `${html.length} bytes`);
  const page = await open(save(data) + at('put', 'Large.Tree'));
  assert.match(await page.innerText('.details'), /19,979 passed/);
  await page.click('text=Unfold all');
  await page.click('[aria-label="Show all"]');
  await page.fill('.toolbar input[type=search]', '{19000,');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.details:has-text("{19000,")');
  await close(page);
});

if (process.env.REPORT) {
  test('the report that forall wrote', async () => {
    const address = pathToFileURL(process.env.REPORT).href;
    const page = await open(address);
    const names = await page.locator('a.name').allInnerTexts();
    assert.ok(names.length > 0);
    for (const name of names) {
      for (const view of [at('put', name), at('put', name, 'cases'), at('put', name, 'ledger'), at('put', name, 'case', '0')]) {
        await page.goto(address + view);
        await page.waitForSelector('h1, .empty');
        if (name !== names[0]) continue;
        assert.deepEqual(await violations(page), [], view);
      }
    }
    await close(page);
  });
}
