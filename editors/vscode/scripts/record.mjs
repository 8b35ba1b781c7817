// Records the streams of tests/streams, with the forall that FORALL names: node scripts/record.mjs
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const streams = join(dirname(fileURLToPath(import.meta.url)), '../tests/streams');
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'forall-record-')));
const forall = process.env.FORALL ?? 'forall';
const include = join(dirname(dirname(realpathSync(forall))), 'include');
const clean = (text) => text.replaceAll(folder, '/project').replaceAll(include, '/usr/include');
copyFileSync(join(streams, 'recorded_test.cpp'), join(folder, 'recorded_test.cpp'));
const explore = (...options) => clean(spawnSync(forall, ['explore', '--events', '--jobs', '1', ...options, 'recorded_test.cpp'], { cwd: folder, encoding: 'utf8' }).stdout);
const ask = (...options) => clean(execFileSync(forall, options, { cwd: folder, encoding: 'utf8' }));
writeFileSync(join(streams, 'explored.jsonl'), explore());
writeFileSync(join(streams, 'unchanged.jsonl'), explore());
writeFileSync(join(streams, 'failed.jsonl'), explore('--put', 'Missing.*'));
writeFileSync(join(streams, 'report.json'), ask('report', '--data', '-'));
writeFileSync(join(streams, 'list.json'), ask('list', '--json'));
writeFileSync(join(streams, 'cases.json'), ask('list', '--json', '--cases', 'HalfTest.IsUndone'));
rmSync(folder, { recursive: true });
