// What the extension runs, and where it finds it. The disk is an argument, so that tests have one of their own.
import * as path from 'node:path';

export interface Disk {
  isFile(file: string): Promise<boolean>;
  isProgram(file: string): Promise<boolean>;
  folders(folder: string): Promise<string[]>;
}
export interface Settings {
  path: string; buildFolder: string; compilerFlags: string[]; exploreArguments: string[]; database: string;
  cmakeBuildFolder?: string;  // that of CMake Tools
}

export async function findForall(settings: Settings, folder: string, environment: NodeJS.ProcessEnv, disk: Disk): Promise<string | undefined> {
  if (settings.path !== '') {
    const program = path.resolve(folder, settings.path.replace(/^\$\{workspaceFolder\}/, folder));
    return await disk.isProgram(program) ? program : undefined;
  }
  for (const each of (environment.PATH ?? '').split(path.delimiter)) {
    if (path.isAbsolute(each) && await disk.isProgram(path.join(each, 'forall'))) return path.join(each, 'forall');
  }
  return undefined;
}

// The folder with compile_commands.json, if there is one.
export async function findBuild(settings: Settings, folder: string, disk: Disk): Promise<string | undefined> {
  if (settings.buildFolder === 'none') return undefined;
  const named = [settings.buildFolder, settings.cmakeBuildFolder ?? ''].filter((each) => each !== '')
    .map((each) => path.resolve(folder, each.replace(/^\$\{workspaceFolder\}/, folder)));
  const usual = [path.join(folder, 'build'), folder, path.join(folder, 'out'), path.join(folder, 'cmake-build-debug')];
  for (const each of settings.buildFolder !== '' ? named.slice(0, 1) : [...named, ...usual]) {
    if (await disk.isFile(path.join(each, 'compile_commands.json'))) return each;
  }
  if (settings.buildFolder !== '') return undefined;
  for (const preset of await disk.folders(path.join(folder, 'build'))) {
    if (await disk.isFile(path.join(folder, 'build', preset, 'compile_commands.json'))) return path.join(folder, 'build', preset);
  }
  return undefined;
}

interface CompileCommand { directory?: string; file?: string; command?: string; arguments?: string[] }

// A shell's words, as compile_commands.json quotes them.
export function wordsOf(command: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (const [, escaped, double, single, space, plain] of command.matchAll(/\\([\s\S])|"((?:\\[\s\S]|[^"\\])*)"|'([^']*)'|(\s+)|([\s\S])/g)) {
    if (space !== undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? '') + (escaped ?? double?.replace(/\\(["\\$`])/g, '$1') ?? single ?? plain);
    }
  }
  return word === undefined ? words : [...words, word];
}

// The flags of a compile command that say how a file is read: of the file itself, or for a header of a source near it.
export function flagsFor(commands: unknown, file: string): string[] {
  const all = (Array.isArray(commands) ? commands : []) as CompileCommand[];
  const pathOf = (each: CompileCommand): string => path.resolve(each.directory ?? '/', each.file ?? '');
  const shared = (a: string, b: string): number => {
    const [x, y] = [a.split(path.sep), b.split(path.sep)];
    let n = 0;
    while (n < x.length && x[n] === y[n]) ++n;
    return n;
  };
  let best: CompileCommand | undefined;
  for (const each of all) {
    if (pathOf(each) === file) { best = each; break; }
    if (best === undefined || shared(pathOf(each), file) > shared(pathOf(best), file)) best = each;
  }
  if (best === undefined) return [];
  const words = best.arguments ?? wordsOf(best.command ?? '');
  const flags: string[] = [];
  const folder = best.directory ?? '/';
  for (let i = 1; i < words.length; ++i) {
    const apart = /^(-I|-isystem|-iquote|-include|-D|-U)$/.test(words[i]!);
    const joined = /^(-I|-isystem|-iquote)(.+)$/.exec(words[i]!);
    if (apart && i + 1 < words.length) {
      const isPath = words[i] !== '-D' && words[i] !== '-U';
      flags.push(words[i]!, isPath ? path.resolve(folder, words[i + 1]!) : words[i + 1]!);
      ++i;
    } else if (joined) {
      flags.push(joined[1]! + path.resolve(folder, joined[2]!));
    } else if (/^(-D|-U|-std=)./.test(words[i]!)) {
      flags.push(words[i]!);
    }
  }
  return flags;
}

export interface Group { file: string; puts: string[] }

// `forall explore` for the PUTs of one source. No PUT: all of them.
export function exploreCommand(verb: 'explore' | 'watch', group: Group, settings: Settings, build: string | undefined): string[] {
  const command = [verb, '--events', ...(build ? ['-p', build] : []), ...settings.exploreArguments, ...databaseOf(settings)];
  for (const put of group.puts) command.push('--put', put);
  command.push(group.file);
  if (settings.compilerFlags.length > 0) command.push('--', ...settings.compilerFlags);
  return command;
}

export const databaseOf = (settings: Settings): string[] => (settings.database === '' ? [] : ['--db', settings.database]);

// <out>/<Suite>_<Name>_test.cpp, as forall names it
export const emittedTest = (folder: string, put: string): string =>
  path.join(folder, 'forall-tests', `${put.replace(/[^\p{L}\p{N}_]/gu, '_')}_test.cpp`);
