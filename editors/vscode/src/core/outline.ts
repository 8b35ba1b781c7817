// The tests and classes of a C++ source, by its tokens alone: nothing is compiled or run, and a file that does not compile has an
// outline, too. What a macro of the project expands to is not seen.

export interface Put {
  kind: 'FORALL' | 'FORALL_F'; suite: string; name: string;
  begin: number;  // of the macro's name
  end: number;    // of the macro's closing parenthesis: chained calls begin here
  calls: Call[];  // that are chained to it
}
// `.WithBounds({.unfold = 8})`
export interface Call { name: string; begin: number; open: number; close: number }
export interface Closed { suite: string; name: string; begin: number; end: number }
export interface Class { name: string; begin: number; end: number }
export interface Outline { puts: Put[]; tests: Closed[]; classes: Class[] }

// Tokens that are looked at for the name of a class or namespace, and for its bases: a file of anything must not take forever.
const mostNames = 32;
const mostBases = 1000;

interface Token { text: string; begin: number; end: number }

const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);
const isDigit = (code: number): boolean => code >= 48 && code <= 57;
// Letters of any script: what is not ASCII is taken for one.
const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code === 36 || code > 127;

// The tokens of a text, one pass over its characters. Comments, spaces and preprocessor lines are none; a string is one token.
class Code {
  private readonly begins: number[] = [];
  private readonly ends: number[] = [];
  readonly closing = new Map<number, number>();  // for each opening bracket the position of the one that closes it

  constructor(private readonly source: string) {
    const { length } = source;
    const open: number[] = [];
    let isLineStart = true;
    for (let at = 0; at < length;) {
      const code = source.charCodeAt(at);
      const begin = at;
      if (isSpace(code)) {
        isLineStart ||= code === 10;
        ++at;
        continue;
      }
      if (code === 47 && source.charCodeAt(at + 1) === 47) {  // a comment to the end of the line
        at = this.endOfLine(at);
        continue;
      }
      if (code === 47 && source.charCodeAt(at + 1) === 42) {
        const end = source.indexOf('*/', at + 2);
        at = end < 0 ? length : end + 2;
        continue;
      }
      if (code === 35 && isLineStart) {
        at = this.endOfLine(at);
        continue;
      }
      isLineStart = false;
      if (isLetter(code)) {
        do ++at; while (at < length && (isLetter(source.charCodeAt(at)) || isDigit(source.charCodeAt(at))));
        if (source.charCodeAt(at) === 34 && /^(u8|[uUL])?R$/.test(source.slice(begin, at))) at = this.endOfRaw(at);
      } else if (isDigit(code) || (code === 46 && isDigit(source.charCodeAt(at + 1)))) {
        do ++at; while (at < length && this.continuesNumber(at));
      } else if (code === 34 || code === 39) {
        at = this.endOfString(at);
      } else {
        at += code === 58 && source.charCodeAt(at + 1) === 58 ? 2 : 1;
        if (code === 40 || code === 91 || code === 123) open.push(this.begins.length);
        if ((code === 41 || code === 93 || code === 125) && open.length > 0) this.closing.set(open.pop()!, this.begins.length);
      }
      this.begins.push(begin);
      this.ends.push(at);
    }
  }

  get length(): number { return this.begins.length; }
  text(i: number): string { return i < 0 || i >= this.begins.length ? '' : this.source.slice(this.begins[i], this.ends[i]); }
  token(i: number): Token { return { text: this.text(i), begin: this.begins[i] ?? 0, end: this.ends[i] ?? 0 }; }
  isWord(i: number): boolean { return i < this.begins.length && isLetter(this.source.charCodeAt(this.begins[i]!)); }
  // Can a test, a class or a namespace begin here? Most tokens are settled by their first letter.
  canBegin(i: number): boolean { return 'FTcsn'.includes(this.source[this.begins[i]!]!); }

  // Behind the line, and those that a backslash joins to it.
  private endOfLine(at: number): number {
    for (;;) {
      const end = this.source.indexOf('\n', at);
      if (end < 0) return this.source.length;
      const last = this.source[end - 1] === '\r' ? end - 2 : end - 1;
      if (this.source[last] !== '\\') return end;
      at = end + 1;
    }
  }
  private endOfRaw(quote: number): number {
    const open = this.source.indexOf('(', quote);
    if (open < 0 || open - quote > 17) return quote + 1;
    const mark = `)${this.source.slice(quote + 1, open)}"`;
    const end = this.source.indexOf(mark, open);
    return end < 0 ? this.source.length : end + mark.length;
  }
  // One that does not end in its line ends there.
  private endOfString(at: number): number {
    const quote = this.source.charCodeAt(at++);
    for (; at < this.source.length; ++at) {
      const code = this.source.charCodeAt(at);
      if (code === quote) return at + 1;
      if (code === 10) return at;
      if (code === 92) ++at;
    }
    return this.source.length;
  }
  private continuesNumber(at: number): boolean {
    const code = this.source.charCodeAt(at);
    if (isDigit(code) || isLetter(code) || code === 46 || code === 39) return true;
    return (code === 43 || code === 45) && /[eEpP]/.test(this.source[at - 1]!);
  }
}

function putAt(code: Code, i: number): Put | undefined {
  const kind = code.text(i);
  if (kind !== 'FORALL' && kind !== 'FORALL_F') return undefined;
  if (code.text(i + 1) !== '(' || !code.isWord(i + 2) || code.text(i + 3) !== ',' || !code.isWord(i + 4) || code.text(i + 5) !== ')') return undefined;
  const calls: Call[] = [];
  for (let at = i + 6; code.text(at) === '.' && code.isWord(at + 1);) {
    let bracket = at + 2;
    if (code.text(bracket) === '<') {  // template arguments
      while (bracket < Math.min(code.length, at + mostBases) && !'(;{'.includes(code.text(bracket))) ++bracket;
    }
    const end = code.text(bracket) === '(' ? code.closing.get(bracket) : undefined;
    if (end === undefined) break;
    calls.push({ name: code.text(at + 1), begin: code.token(at).begin, open: code.token(bracket).end, close: code.token(end).begin });
    at = end + 1;
  }
  return { kind, suite: code.text(i + 2), name: code.text(i + 4), begin: code.token(i).begin, end: code.token(i + 5).end, calls };
}

function testAt(code: Code, i: number): Closed | undefined {
  if (!['TEST', 'TEST_F'].includes(code.text(i)) || code.text(i + 1) !== '(' || !code.isWord(i + 2) || code.text(i + 3) !== ',') return undefined;
  if (!code.isWord(i + 4) || code.text(i + 5) !== ')' || code.text(i + 6) !== '{') return undefined;
  const end = code.closing.get(i + 6);
  return end === undefined ? undefined : { suite: code.text(i + 2), name: code.text(i + 4), begin: code.token(i).begin, end: code.token(end).end };
}

// `class Name final : public Base {`; a declaration without a body is none.
function classAt(code: Code, i: number, scope: string): Class | undefined {
  if (code.text(i) !== 'class' && code.text(i) !== 'struct') return undefined;
  if (code.text(i - 1) === 'enum') return undefined;
  let name = '';
  let at = i + 1;
  for (; at < i + mostNames && (code.isWord(at) || code.text(at) === '::'); ++at) {
    const text = code.text(at);
    if (text !== 'final') name = text === '::' || name.endsWith('::') ? name + text : text;
  }
  if (code.text(at) === ':') {
    while (at < Math.min(code.length, i + mostBases) && !'{;('.includes(code.text(at))) ++at;
  }
  const end = code.text(at) === '{' ? code.closing.get(at) : undefined;
  return name === '' || end === undefined ? undefined : { name: scope + name, begin: code.token(i).begin, end: code.token(end).end };
}

// `namespace a::b {`: what is in it, and where it ends.
function namespaceAt(code: Code, i: number): { name: string; close: number } | undefined {
  if (code.text(i) !== 'namespace' || code.text(i - 1) === 'using') return undefined;
  let at = i + 1;
  let name = '';
  for (; at < i + mostNames && (code.isWord(at) || code.text(at) === '::'); ++at) name += code.text(at);
  const close = code.text(at) === '{' ? code.closing.get(at) : undefined;
  return close === undefined ? undefined : { name, close };
}

export function outlineOf(text: string): Outline {
  const code = new Code(text);
  const outline: Outline = { puts: [], tests: [], classes: [] };
  const scopes: { name: string; close: number }[] = [];
  for (let i = 0; i < code.length; ++i) {
    if (!code.canBegin(i)) continue;
    while (scopes.length > 0 && scopes.at(-1)!.close < i) scopes.pop();
    const space = namespaceAt(code, i);
    if (space !== undefined) scopes.push(space);
    const scope = scopes.map((each) => each.name).filter((each) => each !== '').map((each) => each + '::').join('');
    const put = putAt(code, i), test = testAt(code, i), found = classAt(code, i, scope);
    if (put) outline.puts.push(put);
    if (test) outline.tests.push(test);
    if (found) outline.classes.push(found);
  }
  return outline;
}

// The innermost class around an offset.
export const classAround = (outline: Outline, offset: number): Class | undefined =>
  outline.classes.filter((each) => each.begin <= offset && offset <= each.end).sort((a, b) => (a.end - a.begin) - (b.end - b.begin))[0];
