// What is run, and where it is found.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emittedTest, exploreCommand, findBuild, findForall, flagsFor, wordsOf } from '../out/tests/core/all.mjs';

const settings = (more = {}) => ({ path: '', buildFolder: '', compilerFlags: [], exploreArguments: [], database: '', ...more });
const disk = (...files) => ({
  isFile: async (file) => files.includes(file), isProgram: async (file) => files.includes(file),
  folders: async (folder) => [...new Set(files.filter((file) => file.startsWith(`${folder}/`)).map((file) => file.slice(folder.length + 1).split('/')[0]))],
});

test('forall is the one of the settings, else that of PATH; never one of the current folder', async () => {
  const found = disk('/usr/bin/forall', '/w/build/bin/forall', '/w/forall');
  assert.equal(await findForall(settings(), '/w', { PATH: '/bin:/usr/bin' }, found), '/usr/bin/forall');
  assert.equal(await findForall(settings(), '/w', { PATH: '.::' }, found), undefined);
  assert.equal(await findForall(settings({ path: 'build/bin/forall' }), '/w', { PATH: '/usr/bin' }, found), '/w/build/bin/forall');
  assert.equal(await findForall(settings({ path: '${workspaceFolder}/build/bin/forall' }), '/w', {}, found), '/w/build/bin/forall');
  assert.equal(await findForall(settings({ path: '/missing' }), '/w', { PATH: '/usr/bin' }, found), undefined);
});

test('the build folder is the one of the settings, of CMake Tools, or one that is there', async () => {
  const found = disk('/w/build/release/compile_commands.json', '/w/mine/compile_commands.json', '/w/cmake/compile_commands.json');
  assert.equal(await findBuild(settings({ buildFolder: 'mine' }), '/w', found), '/w/mine');
  assert.equal(await findBuild(settings({ buildFolder: 'wrong' }), '/w', found), undefined);
  assert.equal(await findBuild(settings({ buildFolder: 'none' }), '/w', found), undefined);
  assert.equal(await findBuild(settings({ cmakeBuildFolder: '${workspaceFolder}/cmake' }), '/w', found), '/w/cmake');
  assert.equal(await findBuild(settings(), '/w', found), '/w/build/release');
});

test('commands', () => {
  const group = { file: 'a test.cpp', puts: ['A.B', 'A.C'] };
  assert.deepEqual(exploreCommand('explore', group, settings({ compilerFlags: ['-Iinclude'], database: 'x.db', exploreArguments: ['--jobs', '1'] }), undefined),
    ['explore', '--events', '--jobs', '1', '--db', 'x.db', '--put', 'A.B', '--put', 'A.C', 'a test.cpp', '--', '-Iinclude']);
  assert.deepEqual(exploreCommand('watch', { file: 'a.cpp', puts: [] }, settings(), '/w/build'), ['watch', '--events', '-p', '/w/build', 'a.cpp']);
  assert.equal(emittedTest('/w', 'Suite.Name'), '/w/forall-tests/Suite_Name_test.cpp');
  assert.equal(emittedTest('/w', '../../etc.x'), '/w/forall-tests/______etc_x_test.cpp');
});

test('flags of a compile command, or of the nearest one', () => {
  const commands = [
    { directory: '/w/build', file: '../src/list.cpp', command: 'c++ -I../include -DNAME=\\"a\\ b\\" -isystem /opt/x -O2 -std=c++20 -o x.o -c ../src/list.cpp' },
    { directory: '/w/build', file: '../other/b.cpp', arguments: ['c++', '-DOTHER', '-c', '../other/b.cpp'] }];
  assert.deepEqual(flagsFor(commands, '/w/src/list.cpp'), ['-I/w/include', '-DNAME="a b"', '-isystem', '/opt/x', '-std=c++20']);
  assert.deepEqual(flagsFor(commands, '/w/other/b.h'), ['-DOTHER']);
  assert.deepEqual(flagsFor(commands, '/w/src/list.h'), ['-I/w/include', '-DNAME="a b"', '-isystem', '/opt/x', '-std=c++20']);
  assert.deepEqual(flagsFor('no list', '/w/a.cpp'), []);
  assert.deepEqual(wordsOf(`a 'b c' "d \\" e"f \\ g`), ['a', 'b c', 'd " ef', ' g']);
});
