// The worker with programs that write what forall writes, or should not.
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Worker } from 'node:worker_threads';

const folder = mkdtempSync(join(tmpdir(), 'forall-worker-'));
const worker = new Worker(new URL('../out/tests/worker.mjs', import.meta.url));
after(async () => {
  await worker.terminate();
  rmSync(folder, { recursive: true });
});

let last = 0;
function run(script, wanted, { stop = false, program = process.execPath } = {}) {
  const id = ++last;
  const changed = [];
  return new Promise((resolve) => {
    const listener = (answer) => {
      if (answer.id !== id) return;
      if (answer.is === 'changed') {
        changed.push(...answer.puts);
        if (stop) worker.postMessage({ id, is: 'stop' });
      }
      if (answer.is !== 'finished') return;
      worker.off('message', listener);
      resolve({ ...answer, changed });
    };
    worker.on('message', listener);
    worker.postMessage({ id, is: 'run', wanted, command: { program, arguments: ['-e', script], folder } });
  });
}
const print = (text) => `process.stdout.write(${JSON.stringify(text)});`;
const stream = readFileSync(new URL('streams/explored.jsonl', import.meta.url), 'utf8');

test('a stream becomes states, and the last ones are complete', async () => {
  const end = await run(print(stream), 'events');
  assert.equal(end.finished.problem, '');
  assert.deepEqual(end.puts.map((put) => put.verdict), ['proved', 'refuted', 'open', 'refuted']);
  assert.ok(end.changed.length >= 4);
});

test('a newer forall is told, and stopped', async () => {
  const end = await run(`${print('{"version":2,"event":"session_started","puts":[]}\n')} setTimeout(() => {}, 600000);`, 'events');
  assert.match(end.finished.problem, /version 2 of the events.*update the extension/);
});

test('what is no event is told', async () => {
  assert.match((await run(print('hello\n'), 'events')).finished.problem, /no event: no JSON: hello/);
  assert.match((await run(print('{"version":1,"eve'), 'events')).finished.problem, /middle of a line/);
  assert.match((await run(print('{"version":7}'), 'puts')).finished.problem, /version 7 of the list of tests/);
  assert.match((await run(print('nonsense'), 'coverage')).finished.problem, /JSON/);
});

test('a program that is missing, or fails, says so', async () => {
  assert.match((await run('', 'events', { program: '/no/such/forall' })).finished.problem, /cannot be started/);
  const end = await run('console.error("a.cpp:1: error: no such file"); process.exit(2);', 'events');
  assert.equal(end.finished.code, 2);
  assert.match(end.finished.messages, /no such file/);
});

test('a stopped exploration keeps what it has told', async () => {
  const half = stream.split('\n').slice(0, 8).join('\n') + '\n';
  const end = await run(`process.on('SIGINT', () => process.exit(130)); ${print(half)} setTimeout(() => {}, 600000);`, 'events', { stop: true });
  assert.equal(end.finished.code, 130);
  assert.equal(end.puts.length, 4);
});

test('arguments are never read by a shell', async () => {
  const program = join(folder, 'a program; touch x');
  writeFileSync(program, '#!/bin/sh\nprintf \'{"version":1,"puts":[]}\'\n');
  chmodSync(program, 0o755);
  assert.deepEqual((await run('$(touch y)', 'puts', { program })).output, []);
});
