// Colours for C++: comments, literals, keywords, preprocessor. A line at a time, given whether it begins inside a comment.

const keywords = new Set(('alignas alignof asm auto bool break case catch char char8_t char16_t char32_t class concept const consteval constexpr ' +
  'constinit const_cast continue co_await co_return co_yield decltype default delete do double dynamic_cast else enum explicit export extern ' +
  'false float for friend goto if inline int long mutable namespace new noexcept nullptr operator private protected public register ' +
  'reinterpret_cast requires return short signed sizeof static static_assert static_cast struct switch template this thread_local throw true ' +
  'try typedef typeid typename union unsigned using virtual void volatile wchar_t while').split(' '));
const token = /\/\/.*|\/\*[^]*?(?:\*\/|$)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|\b\d(?:[\w.']|[eEpP][+-])*|[A-Za-z_]\w*|\s+|./gu;

export interface Token { kind: string; text: string }

export function tokens(line: string, inComment: boolean): { tokens: Token[]; inComment: boolean } {
  const found: Token[] = [];
  let rest = line;
  if (inComment) {
    const end = line.indexOf('*/');
    if (end < 0) return { tokens: [{ kind: 'comment', text: line }], inComment: true };
    found.push({ kind: 'comment', text: line.slice(0, end + 2) });
    rest = line.slice(end + 2);
  } else if (/^\s*#/.test(line)) {
    return { tokens: [{ kind: 'preprocessor', text: line }], inComment: false };
  }
  let open = false;
  for (const [text] of rest.matchAll(token)) {
    const c = text[0];
    let kind = '';
    if (text.startsWith('//') || text.startsWith('/*')) kind = 'comment';
    else if (c === '"' || c === "'") kind = 'string';
    else if (/\d/.test(c)) kind = 'number';
    else if (keywords.has(text)) kind = 'keyword';
    else if (/^[A-Z][A-Z0-9_]{2,}$/.test(text)) kind = 'macro';
    if (text.startsWith('/*') && !text.endsWith('*/')) open = true;
    const before = found[found.length - 1];
    if (before && before.kind === kind) before.text += text; else found.push({ kind, text });
  }
  return { tokens: found, inComment: open };
}

export function highlighted(text: string): Token[][] {
  let inComment = false;
  return text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n').map((line) => {
    const result = tokens(line, inComment);
    inComment = result.inComment;
    return result.tokens;
  });
}
