// The interactive execution tree: canvas, minimap, outline, and what is known of the selected node.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Data, Put } from './data';
import { counted, inputsText, signs, standingOf, untaken, visible } from './data';
import { acrossScale, colorsOf, draw, drawMap, isOneSided } from './canvas';
import type { View } from './canvas';
import type { Folded, Node } from './folded';
import { fold, initiallyCollapsed, label, pathTo } from './folded';
import { kRow, layOut, nodeAt } from './layout';
import { Outline } from './outline';
import { At, Code, Copy, Empty } from './parts';
import { to } from './route';
import { theme } from './theme';

const kRowsAtFirst = 40;

function matches(f: Folded, words: string): Set<number> {
  const found = new Set<number>();
  const text = words.trim().toLowerCase();
  if (!text) return found;
  const texts = f.put.texts.map((each) => each.toLowerCase().includes(text));
  for (const node of f.nodes) {
    const isFound = node.steps.some((step) => texts[f.put.tree.text[step]]) ||
      node.cases.some((i) => {
        const c = f.put.cases[i];
        return `${inputsText(f.put, c)} ${f.put.outcomes[c.outcome].text} ${c.name}`.toLowerCase().includes(text);
      });
    if (isFound) found.add(node.id);
  }
  return found;
}

export function TreeView({ data, put }: { data: Data; put: Put }) {
  const [foldLoops, setFoldLoops] = useState(true);
  const folded = useMemo(() => fold(put, foldLoops), [put, foldLoops]);
  // What is folded and selected is remembered by the first decision of a node: while paths are still found, nodes are
  // renumbered, but decisions keep their numbers.
  const stepOf = (id: number) => folded.nodes[id].steps[0];
  const stepsOf = (f: Folded, ids: Set<number>) => new Set([...ids].map((id) => f.nodes[id].steps[0]));
  const [closedSteps, setClosedSteps] = useState(() => stepsOf(folded, initiallyCollapsed(folded, kRowsAtFirst)));
  const [selectedStep, setSelectedStep] = useState(0);
  const collapsed = useMemo(() => new Set([...closedSteps].filter((step) => step < folded.nodeOfStep.length).map((step) => folded.nodeOfStep[step])), [folded, closedSteps]);
  const setCollapsed = (ids: Set<number>) => setClosedSteps(stepsOf(folded, ids));
  const setSelected = (id: number) => setSelectedStep(stepOf(id));
  const [highlight, setHighlight] = useState('');
  const [search, setSearch] = useState('');
  const found = useMemo(() => matches(folded, search), [folded, search]);
  const layout = useMemo(() => layOut(folded, collapsed), [folded, collapsed]);
  const moveTo = useRef<(id: number) => void>(() => {});
  const current = selectedStep < folded.nodeOfStep.length ? folded.nodeOfStep[selectedStep] : 0;

  // Opens everything above the node and moves it into view.
  const reveal = (id: number) => {
    const next = new Set(collapsed);
    for (let at = folded.nodes[id].parent; at >= 0; at = folded.nodes[at].parent) next.delete(at);
    if (next.size !== collapsed.size) setCollapsed(next);
    setSelected(id);
    requestAnimationFrame(() => moveTo.current(id));
  };
  const toggle = (id: number) => {
    if (folded.nodes[id].children.length === 0) return;
    const next = new Set(collapsed);
    if (!next.delete(id)) next.add(id);
    setCollapsed(next);
  };
  const nextFound = () => {
    const ids = [...found].sort((a, b) => a - b);
    if (ids.length > 0) reveal(ids.find((id) => id > current) ?? ids[0]);
  };
  const refold = () => {
    const next = fold(put, !foldLoops);
    setFoldLoops(!foldLoops);
    setClosedSteps(stepsOf(next, initiallyCollapsed(next, kRowsAtFirst)));
    setSelectedStep(0);
  };

  if (put.cases.length === 0) return <Empty>No path was completed, so there is no tree. The ledger says why.</Empty>;
  return <div class="tree-page">
    <div class="toolbar">
      <label class="search">Search <input type="search" value={search} placeholder="condition or input" onInput={(e) => setSearch(e.currentTarget.value)}
        onKeyDown={(e) => { if (e.key === 'Enter') nextFound(); }}/></label>
      <span class="dim" role="status">{search && counted(found.size, 'match').replace('matchs', 'matches')}</span>
      <label>Highlight <select value={highlight} onChange={(e) => setHighlight(e.currentTarget.value)}>
        <option value="">nothing</option><option value="failing">failing paths</option><option value="one-sided">sides that are not taken</option>
      </select></label>
      <label class="check"><input type="checkbox" checked={foldLoops} onChange={refold}/> Fold loops</label>
      <button class="small" onClick={() => setCollapsed(new Set())}>Unfold all</button>
      <button class="small" onClick={() => setCollapsed(initiallyCollapsed(folded, kRowsAtFirst))}>Fold</button>
    </div>
    <div class="tree-columns">
      <Picture {...{ folded, layout, collapsed, found, highlight, toggle, moveTo }} selected={current} select={setSelected}/>
      <aside class="side">
        <Details data={data} folded={folded} id={current} toggle={toggle} isCollapsed={collapsed.has(current)}/>
        <Outline folded={folded} collapsed={collapsed} selected={current} toggle={toggle}
                 select={(id) => { setSelected(id); moveTo.current(id); }}/>
      </aside>
    </div>
  </div>;
}

interface PictureProps {
  folded: Folded; layout: ReturnType<typeof layOut>; collapsed: Set<number>; found: Set<number>; highlight: string;
  selected: number; select: (id: number) => void; toggle: (id: number) => void; moveTo: { current: (id: number) => void };
}

function Picture({ folded, layout, collapsed, found, highlight, selected, select, toggle, moveTo }: PictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const map = useRef<HTMLCanvasElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const view = useRef<View | null>(null);
  const hovered = useRef(-1);
  const pending = useRef(0);
  const scheme = theme.value;

  const onPath = useMemo(() => {
    const ids = new Set<number>();
    for (let at = selected; at >= 0; at = folded.nodes[at].parent) ids.add(at);
    return ids;
  }, [folded, selected]);

  const size = () => ({ width: canvas.current!.clientWidth, height: canvas.current!.clientHeight });
  const across = () => acrossScale(view.current!, layout, canvas.current!.clientWidth);
  const fit = () => {
    const { width, height } = size();
    const scale = Math.min(1.2, width / layout.width, height / (layout.height + kRow));
    view.current = { scale, x: 0, y: -(height / scale - layout.height) / 2 };
    view.current.x = -(width / across() - layout.width) / 2;
    repaint();
  };
  // A size at which it can be read, with the root in view.
  const home = () => {
    const { width, height } = size();
    const scale = Math.max(0.8, Math.min(width > 2000 ? 1.7 : 1.1, width / layout.width, height / (layout.height + kRow)));
    const small = layout.height * scale < height;
    view.current = { scale, x: 0, y: small ? -(height / scale - layout.height) / 2 : layout.y[0] - height / scale / 2 };
    repaint();
  };
  const zoom = (factor: number, px: number, py: number) => {
    const v = view.current!;
    const before = { x: v.x + px / across(), y: v.y + py / v.scale };
    v.scale = Math.min(3, Math.max(Math.min(0.02, size().height / (layout.height + 1) / 2), v.scale * factor));
    v.x = before.x - px / across();
    v.y = before.y - py / v.scale;
    repaint();
  };
  const paint = () => {
    pending.current = 0;
    if (!canvas.current || !view.current) return;
    const { width, height } = size();
    const ratio = devicePixelRatio || 1;
    const context = canvas.current.getContext('2d')!;
    if (canvas.current.width !== Math.round(width * ratio) || canvas.current.height !== Math.round(height * ratio)) {
      canvas.current.width = Math.round(width * ratio);
      canvas.current.height = Math.round(height * ratio);
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const colors = colorsOf(canvas.current);
    draw(context, width, height, folded, layout, view.current,
         { selected, hovered: hovered.current, onPath, found, highlight, collapsed }, colors);
    const v = view.current, m = map.current!, f = frame.current!;
    const sx = m.clientWidth / layout.width, sy = m.clientHeight / Math.max(layout.height, 1);
    const left = Math.max(0, v.x * sx), top = Math.max(0, v.y * sy);
    f.style.left = `${left}px`;
    f.style.top = `${top}px`;
    f.style.width = `${Math.max(3, Math.min(m.clientWidth, (v.x + width / across()) * sx) - left)}px`;
    f.style.height = `${Math.max(3, Math.min(m.clientHeight, (v.y + height / v.scale) * sy) - top)}px`;
  };
  const repaint = () => { pending.current ||= requestAnimationFrame(paint); };

  moveTo.current = (id) => {
    if (!canvas.current || !view.current || layout.y[id] < 0) return;
    const { width, height } = size();
    const v = view.current;
    const column = layout.columns[folded.nodes[id].depth];
    if (layout.y[id] < v.y + kRow || layout.y[id] > v.y + height / v.scale - kRow) v.y = layout.y[id] - height / v.scale / 2;
    if (column.x < v.x || column.x + column.width > v.x + width / across()) v.x = column.x - width / across() / 3;
    repaint();
  };

  useEffect(() => { home(); }, [folded.put.name, folded.loops]);
  useEffect(() => {
    const m = map.current!;
    const ratio = devicePixelRatio || 1;
    m.width = m.clientWidth * ratio;
    m.height = m.clientHeight * ratio;
    const context = m.getContext('2d')!;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    drawMap(context, m.clientWidth, m.clientHeight, folded, layout, colorsOf(m));
    repaint();
  }, [layout, scheme]);
  useEffect(repaint);
  useEffect(() => {
    const observer = new ResizeObserver(repaint);
    observer.observe(canvas.current!);
    return () => observer.disconnect();
  });

  // Pointers: one drags, two pinch, a click selects, a double click folds.
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const moved = useRef(0);
  const at = (e: PointerEvent | MouseEvent) => {
    const box = canvas.current!.getBoundingClientRect();
    return { x: e.clientX - box.left, y: e.clientY - box.top };
  };
  const nodeUnder = (e: PointerEvent | MouseEvent) => {
    const p = at(e), v = view.current!;
    return nodeAt(layout, v.x + p.x / across(), v.y + p.y / v.scale);
  };
  const down = (e: PointerEvent) => {
    canvas.current!.setPointerCapture(e.pointerId);
    pointers.current.set(e.pointerId, at(e));
    moved.current = 0;
  };
  const move = (e: PointerEvent) => {
    const before = pointers.current.get(e.pointerId);
    const now = at(e);
    if (!before) {
      const id = nodeUnder(e);
      if (id !== hovered.current) { hovered.current = id; canvas.current!.style.cursor = id >= 0 ? 'pointer' : 'grab'; repaint(); }
      return;
    }
    const others = [...pointers.current].filter(([id]) => id !== e.pointerId).map(([, p]) => p);
    pointers.current.set(e.pointerId, now);
    moved.current += Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
    const v = view.current!;
    if (others.length === 1) {
      const o = others[0];
      const factor = Math.hypot(now.x - o.x, now.y - o.y) / Math.max(1, Math.hypot(before.x - o.x, before.y - o.y));
      zoom(factor, (now.x + o.x) / 2, (now.y + o.y) / 2);
      return;
    }
    v.x -= (now.x - before.x) / across();
    v.y -= (now.y - before.y) / v.scale;
    repaint();
  };
  const up = (e: PointerEvent) => {
    if (!pointers.current.delete(e.pointerId) || moved.current > 5) return;
    const id = nodeUnder(e);
    if (id < 0) return;
    if (id === selected || collapsed.has(id)) toggle(id);
    select(id);
  };
  useEffect(() => {
    const wheel = (e: WheelEvent) => {
      e.preventDefault();
      const p = at(e);
      if (e.ctrlKey || e.metaKey) return zoom(Math.exp(-e.deltaY / 200), p.x, p.y);
      view.current!.x += (e.shiftKey ? e.deltaY : e.deltaX) / across();
      view.current!.y += (e.shiftKey ? 0 : e.deltaY) / view.current!.scale;
      repaint();
    };
    const element = canvas.current!;
    element.addEventListener('wheel', wheel, { passive: false });
    return () => element.removeEventListener('wheel', wheel);
  });
  const jump = (e: PointerEvent) => {
    if (e.buttons === 0) return;
    const box = map.current!.getBoundingClientRect(), v = view.current!, { width, height } = size();
    v.x = (e.clientX - box.left) / box.width * layout.width - width / across() / 2;
    v.y = (e.clientY - box.top) / box.height * layout.height - height / v.scale / 2;
    repaint();
  };
  const middle = () => { const { width, height } = size(); return [width / 2, height / 2] as const; };

  const root = folded.nodes[0];
  return <div class="picture">
    <canvas ref={canvas} role="img" onPointerDown={down} onPointerMove={move} onPointerUp={up} onPointerCancel={(e) => pointers.current.delete(e.pointerId)}
      aria-label={`Execution tree: ${counted(root.size, 'path')}, ${root.failing} failing. The outline beside it has the same nodes.`}/>
    <div class="map" aria-hidden="true" onPointerDown={jump} onPointerMove={jump}><canvas ref={map}/><div class="frame" ref={frame}/></div>
    <div class="zoom" role="group" aria-label="Zoom">
      <button aria-label="Zoom in" onClick={() => zoom(1.3, ...middle())}>+</button>
      <button aria-label="Zoom out" onClick={() => zoom(1 / 1.3, ...middle())}>−</button>
      <button aria-label="Show all" title="Show all" onClick={fit}>⤢</button>
      <button aria-label="Back to the root" title="Back to the root" onClick={home}>⌂</button>
    </div>
    <p class="legend" aria-hidden="true"><span class="passed">■ passes</span> <span class="failing">■ fails</span> <span class="other">■ cut or discarded</span>
      <span class="dim"> ⋯3: three decisions without a choice follow · ↻: a loop</span></p>
  </div>;
}

const kMostSteps = 60;

function Details({ data, folded, id, toggle, isCollapsed }: { data: Data; folded: Folded; id: number; toggle: (id: number) => void; isCollapsed: boolean }) {
  const { put } = folded;
  const node = folded.nodes[id];
  const steps = node.steps.filter((step) => step > 0);
  const end = node.steps[node.steps.length - 1];
  const path = pathTo(put, end);
  const condition = path.map((step) => put.texts[put.tree.text[step]]).join(' && ');
  const missing = untaken(put);
  const below = node.cases.length > 0 ? node.cases : casesBelow(folded, id, 5);
  return <section class="details" aria-labelledby="details-title">
    <h2 id="details-title">{id === 0 ? 'Root' : node.loop > 0 ? `A loop, ${node.loop} times` : steps.length > 1 ? `${steps.length} decisions without a choice` : 'A decision'}</h2>
    <p class="facts">
      {node.passed > 0 && <span class="passed">{node.passed.toLocaleString('en')} passed</span>}
      {node.failing > 0 && <span class="failing">{node.failing.toLocaleString('en')} failing</span>}
      {node.other > 0 && <span class="other">{node.other.toLocaleString('en')} other</span>}
      {node.children.length > 0 && <button class="small" onClick={() => toggle(id)}>{isCollapsed ? 'Unfold' : 'Fold'}</button>}
    </p>
    {steps.length > 0 && <ol class="steps">{steps.slice(0, kMostSteps).map((step) =>
      <li key={step}><Code>{put.texts[put.tree.text[step]] || '(a decision)'}</Code> <At data={data} place={put.places[put.tree.place[step]]} put={put.name}/></li>)}
      {steps.length > kMostSteps && <li class="dim">{steps.length - kMostSteps} more</li>}</ol>}
    {isOneSided(folded, node) && <p class={`sides ${missing.kind}`}>The other side{steps.length > 1 ? 's' : ''}: {missing.text}.</p>}
    {below.length > 0 && <><h3>{node.cases.length > 0 ? 'Cases' : 'Cases below'}</h3><ul class="plain">{below.slice(0, 20).map((i) => {
      const c = put.cases[i], outcome = put.outcomes[c.outcome], kind = standingOf(outcome);
      return <li key={i}><span class={kind}>{signs[kind]} {kind === 'passed' ? '' : visible(outcome.text)}</span> <a href={to('put', put.name, 'case', i)}><Code>{inputsText(put, c)}</Code></a></li>;
    })}</ul></>}
    {path.length > 0 && <details><summary>The condition so far ({counted(path.length, 'decision')})</summary>
      <p><Copy text={condition} what="the condition"/></p><pre class="condition" tabIndex={0}>{visible(path.slice(0, 400).map((step) => put.texts[put.tree.text[step]]).join('\n&& '))}{path.length > 400 ? '\n…' : ''}</pre></details>}
    <p class="visually-hidden" role="status">{visible(label(folded, node))}</p>
  </section>;
}

// Failing ones first.
function casesBelow(f: Folded, id: number, most: number): number[] {
  const collect = (isWanted: (node: Node) => boolean, isCase: (i: number) => boolean): number[] => {
    const cases: number[] = [];
    const stack = [id];
    while (stack.length > 0 && cases.length < most) {
      const node = f.nodes[stack.pop()!];
      if (!isWanted(node)) continue;
      cases.push(...node.cases.filter(isCase));
      for (let i = node.children.length; i-- > 0;) stack.push(node.children[i]);
    }
    return cases;
  };
  const failing = collect((node) => node.failing > 0, (i) => f.put.outcomes[f.put.cases[i].outcome].failing);
  return [...new Set([...failing, ...collect(() => true, () => true)])].slice(0, most);
}
