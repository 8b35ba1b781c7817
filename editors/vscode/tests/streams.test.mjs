// Recorded streams: they are what the schema says, and become the state that the editor shows.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import Ajv from 'ajv';
import { Lines, Model, coverageOf, eventsVersion, framesOf, hoverOf, ledgerText, linesOf, longMessage, markOf, pagesOf, readLine, shortMessage, storedCases, storedPuts, summaryOf, versionProblem } from '../out/tests/core/all.mjs';

const file = (name) => readFileSync(new URL(`streams/${name}`, import.meta.url), 'utf8');
const linesIn = (name) => file(name).trimEnd().split('\n');
const schema = JSON.parse(readFileSync(new URL('../../../docs/events.schema.json', import.meta.url), 'utf8'));

function modelOf(name) {
  const model = new Model();
  for (const line of linesIn(name)) {
    const reading = readLine(line);
    assert.equal(reading.is, 'event', line.slice(0, 200));
    model.apply(reading.event);
  }
  return model;
}

test('every recorded line is valid by the schema, and every event of the schema is known', () => {
  const validate = new Ajv().compile(schema);
  for (const name of ['explored.jsonl', 'unchanged.jsonl', 'failed.jsonl']) {
    for (const line of linesIn(name)) assert.ok(validate(JSON.parse(line)), `${JSON.stringify(validate.errors)} in ${line.slice(0, 200)}`);
  }
  assert.ok(!validate({ version: 1, event: 'put_started' }));
  assert.ok(!validate({ version: 2, event: 'put_started', put: 'A.B' }));
});

test('a finished PUT has its verdict, its failures with their paths, and its ledger', () => {
  const { puts } = modelOf('explored.jsonl');
  assert.deepEqual([...puts].map(([name, put]) => [name, put.verdict, put.phase]), [
    ['HalfTest.IsSmaller', 'proved', 'finished'], ['HalfTest.IsUndone', 'refuted', 'finished'],
    ['DigitsTest.AreFew', 'open', 'finished'], ['ClockTest.IsLater', 'refuted', 'finished']]);
  const [failure] = puts.get('HalfTest.IsUndone').failures;
  assert.equal(failure.outcome.expected, '1');
  assert.equal(failure.outcome.actual, '0');
  assert.equal(shortMessage(failure), 'assertion failed for x = 1');
  assert.match(longMessage(failure), /int x = 1[\s\S]*Confirmed by a native run/);
  assert.deepEqual(framesOf(failure).map(({ line }) => line).slice(0, 2), [19, 19]);
  assert.match(framesOf(failure)[1].label, /x != x \/ 2 << 1/);
  assert.match(ledgerText(puts.get('DigitsTest.AreFew')), /\[length-bound\]\n {4}→ raise --length/);
  assert.match(summaryOf(puts.get('DigitsTest.AreFew')), /^7 paths · 4 of 4 branches · /);
});

test('a PUT that is unchanged keeps its verdict', () => {
  const { puts } = modelOf('unchanged.jsonl');
  assert.equal(puts.get('HalfTest.IsUndone').verdict, 'refuted');
  assert.match(summaryOf(puts.get('HalfTest.IsSmaller')), /unchanged$/);
});

test('an error before the first PUT is that of the session', () => {
  const model = modelOf('failed.jsonl');
  assert.equal(model.puts.size, 0);
  assert.match(model.error, /no PUT matches Missing/);
});

test('while it is explored a PUT counts its paths', () => {
  const model = new Model();
  const events = linesIn('explored.jsonl').map((line) => readLine(line).event);
  const end = events.findIndex((event) => event.event === 'confirm_started' && event.put === 'HalfTest.IsUndone');
  for (const event of events.slice(0, end)) model.apply(event);
  assert.equal(model.puts.get('HalfTest.IsUndone').phase, 'exploring');
  assert.equal(model.puts.get('HalfTest.IsUndone').paths, 2);
  assert.equal(model.puts.get('ClockTest.IsLater').phase, 'queued');
});

test('another version is told, in both directions; unknown events and fields are not', () => {
  assert.deepEqual(readLine('{"version":2,"event":"put_started","put":"A.B"}'), { is: 'version', version: 2 });
  assert.match(versionProblem('the events', eventsVersion, eventsVersion + 1), /update the extension/);
  assert.match(versionProblem('the events', eventsVersion, eventsVersion - 1), /update forall/);
  assert.match(versionProblem('the events', eventsVersion, undefined), /Update forall/);
  assert.equal(readLine('{"version":1,"event":"new_in_a_later_forall"}').is, 'unknown');
  assert.equal(readLine('{"version":1,"event":"put_started","put":"A.B","more":1}').is, 'event');
  assert.throws(() => storedCases('{"version":2,"cases":[]}'), /update the extension/);
  assert.throws(() => storedPuts('{"puts":[]}'), /Update forall/);
  assert.throws(() => coverageOf('{"version":9,"puts":[],"files":[]}'), /update the extension/);
});

test('damaged lines are told, and never thrown', () => {
  for (const line of ['', '{', 'null', '[]', '"text"', '{"version":1,"event":"put_started"}', '{"version":1,"event":"progress","put":3}'])
    assert.ok(['damaged', 'version'].includes(readLine(line).is), line);
});

test('lines are found whatever the chunks are, in the middle of a character too', () => {
  const bytes = Buffer.from('ä\u{1f600}b\n\nsecond\nthird', 'utf8');
  for (let size = 1; size <= bytes.length; ++size) {
    const lines = new Lines();
    const found = [];
    for (let at = 0; at < bytes.length; at += size) found.push(...lines.push(bytes.subarray(at, at + size)));
    assert.deepEqual([...found, lines.rest()], ['ä\u{1f600}b', 'second', 'third']);
  }
});

test('stored cases: what fails comes first, and many are pages', () => {
  const cases = storedCases(file('cases.json'));
  assert.deepEqual(cases.map((each) => each.outcome), ['failed', 'passed']);
  assert.equal(pagesOf(cases), undefined);
  const many = Array.from({ length: 10000 }, (_, i) => ({ id: i, name: `c${i}`, outcome: i < 3 ? 'failed' : 'passed', file: null, line: 0 }));
  const pages = pagesOf(many);
  assert.equal(pages.length, 100);
  assert.equal(pages[0].label, '1–100 (3 failing)');
  assert.equal(pages.at(-1).label, '9901–10000');
  assert.equal(storedPuts(file('list.json')).length, 4);
});

test('coverage: sides that are taken, and by whom', () => {
  const files = coverageOf(file('report.json'));
  const source = files.find((each) => each.path.endsWith('recorded_test.cpp'));
  const lines = linesOf(source);
  assert.deepEqual(lines.map((each) => [each.line, markOf(each)]), [[25, 'full'], [33, 'full']]);
  const [hover] = hoverOf(source, 33);
  assert.equal(hover.put, 'ClockTest.IsLater');
  assert.deepEqual(hover.rows.map((row) => [row.label, row.text]), [['false', 'taken by 1 case'], ['true', 'taken by 1 case']]);
});

test('a side that no case takes is infeasible only where that is proved', () => {
  const report = (complete, discarded) => JSON.stringify({ version: 1, files: [{ path: 'a.cpp', text: '' }], puts: [
    { name: 'A.B', complete, discarded, cases: [{ name: 'c', id: 7, covered: [1] }], branches: [[[0, 3], 'f', 0, 0, 0], [[0, 3], 'f', 0, 1, 1]] }] });
  const of = (...arguments_) => linesOf(coverageOf(report(...arguments_))[0])[0];
  assert.deepEqual(of(true, 0).sides.map((side) => side.standing), ['infeasible', 'taken']);
  assert.deepEqual(of(true, 2).sides.map((side) => side.standing), ['outside', 'taken']);
  assert.deepEqual(of(false, 0).sides.map((side) => side.standing), ['open', 'taken']);
  assert.deepEqual([of(true, 0), of(false, 0)].map(markOf), ['full', 'partial']);
});

test('a side is infeasible only if no test leaves it open', () => {
  const put = (name, complete) => ({ name, complete, discarded: 0, cases: [], branches: [[[0, 3], 'f', 0, 0, 0], [[0, 3], 'f', 0, 1, 0]] });
  const files = coverageOf(JSON.stringify({ version: 1, files: [{ path: 'a.cpp', text: '' }], puts: [put('A.B', true), put('A.C', false)] }));
  assert.deepEqual(linesOf(files[0])[0].sides.map((side) => side.standing), ['open', 'open']);
});
