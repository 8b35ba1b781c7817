// The tree as an outline: for the keyboard and for screen readers, and to read at leisure.

import { useEffect, useRef } from 'preact/hooks';
import { inputsText, signs, standingOf, visible } from './data';
import type { Folded, Node } from './folded';
import { badge, label } from './folded';
import { to } from './route';

const kMostLines = 400;

interface Props { folded: Folded; collapsed: Set<number>; selected: number; toggle: (id: number) => void; select: (id: number) => void }

function lines({ folded, collapsed, selected }: Props): { id: number; level: number }[] {
  const all: { id: number; level: number }[] = [];
  const stack = [{ id: 0, level: 1 }];
  while (stack.length > 0) {
    const line = stack.pop()!;
    all.push(line);
    const { children } = folded.nodes[line.id];
    if (!collapsed.has(line.id)) for (let i = children.length; i-- > 0;) stack.push({ id: children[i], level: line.level + 1 });
  }
  if (all.length <= kMostLines) return all;
  const at = Math.max(0, all.findIndex((line) => line.id === selected));
  const from = Math.max(0, Math.min(at - kMostLines / 2, all.length - kMostLines));
  return all.slice(from, from + kMostLines);
}

export function Outline(props: Props) {
  const { folded, collapsed, selected, toggle, select } = props;
  const list = useRef<HTMLUListElement>(null);
  const hasFocus = useRef(false);
  const shown = lines(props);
  useEffect(() => {
    const item = list.current!.querySelector<HTMLElement>('[aria-selected=true]');
    if (hasFocus.current) item?.focus();
    if (item) list.current!.scrollTop = Math.max(0, item.offsetTop - list.current!.clientHeight / 2);
  }, [selected]);

  const key = (e: KeyboardEvent) => {
    const node = folded.nodes[selected];
    const at = shown.findIndex((line) => line.id === selected);
    const isOpen = node.children.length > 0 && !collapsed.has(selected);
    const go = (id: number | undefined) => { if (id !== undefined && id >= 0) select(id); };
    switch (e.key) {
      case 'ArrowDown': go(shown[at + 1]?.id); break;
      case 'ArrowUp': go(shown[at - 1]?.id); break;
      case 'ArrowRight': if (isOpen) go(node.children[0]); else toggle(selected); break;
      case 'ArrowLeft': if (isOpen) toggle(selected); else go(node.parent); break;
      case 'Home': go(shown[0]?.id); break;
      case 'End': go(shown[shown.length - 1]?.id); break;
      case 'Enter': case ' ':
        if (node.cases.length > 0 && e.key === 'Enter') location.hash = to('put', folded.put.name, 'case', node.cases[0]);
        else toggle(selected);
        break;
      default: return;
    }
    e.preventDefault();
  };

  return <section class="outline" aria-label="Outline">
    <h2>Outline</h2>
    <ul role="tree" ref={list} aria-label="Execution tree" onKeyDown={key} onFocusIn={() => { hasFocus.current = true; }} onFocusOut={() => { hasFocus.current = false; }}>
      {shown.map(({ id, level }) => <Line key={id} {...{ folded, id, level }} node={folded.nodes[id]} isOpen={!collapsed.has(id)}
        isSelected={id === selected} click={() => { if (id === selected) toggle(id); select(id); }}/>)}
    </ul>
  </section>;
}

function Line({ folded, node, level, isOpen, isSelected, click }: { folded: Folded; id: number; node: Node; level: number; isOpen: boolean; isSelected: boolean; click: () => void }) {
  const { put } = folded;
  const c = node.cases.length > 0 && node.children.length === 0 ? put.cases[node.cases[0]] : undefined;
  const kind = c ? standingOf(put.outcomes[c.outcome]) : node.failing > 0 ? 'failing' : 'passed';
  const leaf = c ? `${kind === 'passed' ? '' : put.outcomes[c.outcome].text + ': '}${inputsText(put, c)}` : '';
  return <li role="treeitem" aria-level={level} aria-selected={isSelected} aria-expanded={node.children.length > 0 ? isOpen : undefined}
    tabIndex={isSelected ? 0 : -1} onClick={click} style={{ paddingLeft: `${Math.min(level, 24) * 12}px` }}>
    <span class={kind} aria-hidden="true">{node.children.length > 0 ? (isOpen ? '▾' : '▸') : signs[kind]}</span> <code dir="ltr">{visible(label(folded, node))}</code> {badge(node) && <span class="dim">{badge(node)}</span>}
    {c && <span class="leaf"> {visible(leaf)}</span>}
    {!isOpen && node.children.length > 0 && <span class="dim"> {node.size.toLocaleString('en')} paths{node.failing > 0 ? `, ${node.failing} failing` : ''}</span>}
  </li>;
}
