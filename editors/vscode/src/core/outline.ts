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

// Comments, spaces and preprocessor lines are none. A string is one token.
function* tokens(text: string): Generator<Token> {
  const next = /\s+|\/\/(?:\\\r?\n|[^\n])*|\/\*[\s\S]*?(?:\*\/|$)|(?<raw>(?:u8|[uUL])?R"(?<mark>[^()\\\s"]{0,16})\((?:[\s\S]*?)\)\k<mark>")|(?<string>(?:u8|[uUL])?(?:"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?))|(?<word>[\p{L}_$][\p{L}\p{N}_$]*)|(?<number>\.?\d(?:[eEpP][+-]|'?[\w.])*)|(?<directive>#(?:\\\r?\n|[^\n])*)|(?<other>::|[\s\S])/uy;
  let isLineStart = true;
  for (let at = 0; at < text.length;) {
    next.lastIndex = at;
    const found = next.exec(text)!;
    const { raw, string, word, number, directive, other } = found.groups!;
    const token = raw ?? string ?? word ?? number ?? other;
    if (directive !== undefined && !isLineStart) {  // # in the middle of a line is a token
      yield { text: '#', begin: at, end: at + 1 };
      ++at;
      continue;
    }
    if (token !== undefined) yield { text: token, begin: at, end: at + found[0].length };
    isLineStart = token === undefined && (isLineStart || found[0].includes('\n') || directive !== undefined);
    at += found[0].length;
  }
}

const isWord = (token: Token | undefined): token is Token => token !== undefined && /^[\p{L}_$]/u.test(token.text);

// The tokens, and for each opening bracket the position of the one that closes it.
interface Code { all: Token[]; closing: Map<number, number> }

function codeOf(text: string): Code {
  const all = [...tokens(text)];
  const closing = new Map<number, number>();
  const open: number[] = [];
  all.forEach((token, i) => {
    if ('([{'.includes(token.text)) open.push(i);
    if (')]}'.includes(token.text) && open.length > 0) closing.set(open.pop()!, i);
  });
  return { all, closing };
}

function putAt({ all, closing }: Code, i: number): Put | undefined {
  const [macro, open, suite, comma, name, close] = all.slice(i, i + 6);
  if (macro?.text !== 'FORALL' && macro?.text !== 'FORALL_F') return undefined;
  if (open?.text !== '(' || !isWord(suite) || comma?.text !== ',' || !isWord(name) || close?.text !== ')') return undefined;
  const calls: Call[] = [];
  for (let at = i + 6; all[at]?.text === '.' && isWord(all[at + 1]);) {
    let bracket = at + 2;
    if (all[bracket]?.text === '<') {  // template arguments
      while (bracket < Math.min(all.length, at + mostBases) && !'(;{'.includes(all[bracket]!.text)) ++bracket;
    }
    const end = all[bracket]?.text === '(' ? closing.get(bracket) ?? -1 : -1;
    if (end < 0) break;
    calls.push({ name: all[at + 1]!.text, begin: all[at]!.begin, open: all[bracket]!.end, close: all[end]!.begin });
    at = end + 1;
  }
  return { kind: macro.text, suite: suite.text, name: name.text, begin: macro.begin, end: close.end, calls };
}

function testAt({ all, closing }: Code, i: number): Closed | undefined {
  const [macro, open, suite, comma, name, close, body] = all.slice(i, i + 7);
  if (!['TEST', 'TEST_F'].includes(macro?.text ?? '') || open?.text !== '(' || !isWord(suite) || comma?.text !== ',') return undefined;
  if (!isWord(name) || close?.text !== ')' || body?.text !== '{') return undefined;
  const end = closing.get(i + 6);
  return end === undefined ? undefined : { suite: suite.text, name: name.text, begin: macro!.begin, end: all[end]!.end };
}

// `class Name final : public Base {`; a declaration without a body is none.
function classAt({ all, closing }: Code, i: number, scope: string): Class | undefined {
  if (all[i]?.text !== 'class' && all[i]?.text !== 'struct') return undefined;
  if (all[i - 1]?.text === 'enum') return undefined;
  let name = '';
  let at = i + 1;
  for (; at < i + mostNames && (isWord(all[at]) || all[at]?.text === '::'); ++at) {
    if (all[at]!.text !== 'final') name = all[at]!.text === '::' || name.endsWith('::') ? name + all[at]!.text : all[at]!.text;
  }
  if (all[at]?.text === ':') {
    while (at < Math.min(all.length, i + mostBases) && !'{;('.includes(all[at]!.text)) ++at;
  }
  const end = all[at]?.text === '{' ? closing.get(at) ?? -1 : -1;
  return name === '' || end < 0 ? undefined : { name: scope + name, begin: all[i]!.begin, end: all[end]!.end };
}

// `namespace a::b {`: what is in it, and where it ends.
function namespaceAt({ all, closing }: Code, i: number): { name: string; open: number; close: number } | undefined {
  if (all[i]?.text !== 'namespace' || all[i - 1]?.text === 'using') return undefined;
  let at = i + 1;
  let name = '';
  for (; at < i + mostNames && (isWord(all[at]) || all[at]?.text === '::'); ++at) name += all[at]!.text;
  const close = all[at]?.text === '{' ? closing.get(at) ?? -1 : -1;
  return close < 0 ? undefined : { name, open: at, close };
}

export function outlineOf(text: string): Outline {
  const code = codeOf(text);
  const { all } = code;
  const outline: Outline = { puts: [], tests: [], classes: [] };
  const scopes: { name: string; close: number }[] = [];
  for (let i = 0; i < all.length; ++i) {
    while (scopes.length > 0 && scopes.at(-1)!.close < i) scopes.pop();
    if (!isWord(all[i])) continue;
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
