// Draws the tree into a canvas. What a frame costs depends on the window, not on the tree: columns and rows outside of it
// are skipped by bisection. Where rows are closer than a few pixels, nodes and lines become bars: rows without a gap
// that can be seen, and of one colour, are one rectangle.

import type { Folded, Node } from './folded';
import { badge, label } from './folded';
import type { Column, Layout } from './layout';
import { bisect, kRow } from './layout';
import { inputsText, signs, standingOf, visible } from './data';

export interface View { x: number; y: number; scale: number }  // the tree's point at the window's top left, pixels per unit

// Trees are much higher than wide. Once nothing can be read any more, only rows come closer: the columns keep the width
// of the window.
const kReadable = 9 / kRow;
export const acrossScale = (view: View, layout: Layout, width: number): number => Math.max(view.scale, Math.min(kReadable, width / layout.width));
export interface Look { selected: number; hovered: number; onPath: Set<number>; found: Set<number>; highlight: string; collapsed: Set<number> }

interface Colors { text: string; dim: string; line: string; surface: string; passed: string; failing: string; other: string; accent: string; found: string; font: string }

export function colorsOf(element: Element): Colors {
  const style = getComputedStyle(element);
  const value = (name: string) => style.getPropertyValue(name).trim();
  return { text: value('--text'), dim: value('--dim'), line: value('--line-strong'), surface: value('--surface'), passed: value('--passed'),
           failing: value('--failing'), other: value('--other'), accent: value('--accent'), found: value('--found'), font: value('--mono') };
}

const standing = (node: Node) => (node.failing > 0 ? 'failing' : node.other > 0 && node.passed === 0 ? 'other' : 'passed');

// Does a decision of the node have a side that no case takes?
export const isOneSided = (f: Folded, node: Node): boolean => node.steps.length > 1 || onlyChild(f, node);
const onlyChild = (f: Folded, node: Node) => node.parent >= 0 && f.nodes[node.parent].children.length === 1 && node.loop === 0;

function isDimmed(f: Folded, node: Node, look: Look): boolean {
  if (look.highlight === 'failing') return node.failing === 0;
  if (look.highlight === 'one-sided') return !isOneSided(f, node);
  return false;
}

const clip = (text: string, most: number) => (text.length > most ? text.slice(0, Math.max(1, most - 1)) + '…' : text);

export function draw(context: CanvasRenderingContext2D, width: number, height: number, f: Folded, layout: Layout, view: View,
                     look: Look, colors: Colors): void {
  const { scale } = view;
  context.clearRect(0, 0, width, height);
  context.save();
  const across = acrossScale(view, layout, width);
  context.scale(across, scale);
  context.translate(-view.x, -view.y);
  const left = view.x, right = view.x + width / across, top = view.y, bottom = view.y + height / scale;
  const pixel = 1 / scale;
  const isText = scale > kReadable, isBox = kRow * scale > 3;
  context.lineWidth = Math.max(1.25, pixel);

  const last = layout.columns.length - 1;
  for (let depth = 0; depth <= last; ++depth) {
    const column = layout.columns[depth];
    const next = layout.columns[depth + 1];
    const busX = next ? next.x - 17 : 0;
    const endX = column.x + column.width;
    const isNextInView = next !== undefined && endX <= right && next.x >= left;
    const isInView = column.x <= right && (endX >= left || depth === last || endX + 400 >= left);
    if (!isBox) {
      if (isNextInView) drawBarsToChildren(column, next, endX, busX);
      if (isInView) drawBars(column);
      continue;
    }
    // Lines from a node to its children. Ranges of children rise with the nodes, so those in view are next to each other.
    if (isNextInView) {
      context.strokeStyle = colors.line;
      context.beginPath();
      for (let i = bisect(column.last, top); i < column.ids.length && column.first[i] <= bottom; ++i) {
        if (!isOpen(column, i)) continue;
        context.moveTo(endX, column.y[i]); context.lineTo(busX, column.y[i]);
        context.moveTo(busX, Math.max(column.first[i], top - 5)); context.lineTo(busX, Math.min(column.last[i], bottom + 5));
      }
      for (let i = bisect(next.y, top); i < next.ids.length && next.y[i] <= bottom; ++i) {
        context.moveTo(busX, next.y[i]); context.lineTo(next.x, next.y[i]);
      }
      context.stroke();
    }
    if (!isInView) continue;
    for (let i = bisect(column.y, top - kRow); i < column.ids.length && column.y[i] <= bottom + kRow; ++i) drawNode(f.nodes[column.ids[i]], column.x, column.y[i], column.width);
  }
  if (!isBox) drawMarks();
  context.restore();

  function isOpen(column: Column, i: number): boolean {
    return column.first[i] !== column.last[i] || (f.nodes[column.ids[i]].children.length === 1 && !look.collapsed.has(column.ids[i]));
  }

  // Rectangles from x to x + wide, joined where less than a pixel is between them and the colour is the same.
  function bars(x: number, wide: number) {
    let from = 0, to = 0, color = '', alpha = 1;
    const end = () => {
      if (color === '') return;
      context.fillStyle = color;
      context.globalAlpha = alpha;
      context.fillRect(x, from, wide, to - from);
    };
    const add = (y1: number, y2: number, c: string, a = 1) => {
      if (c === color && a === alpha && y1 - to < pixel) { to = Math.max(to, y2); return; }
      end();
      from = color !== '' && y1 < to ? to : y1;
      to = Math.max(y2, from);
      color = c;
      alpha = a;
    };
    return { add, end };
  }

  function drawBarsToChildren(column: Column, next: Column, endX: number, busX: number): void {
    const out = bars(endX, busX - endX), bus = bars(busX - 0.5 / across, 1 / across), into = bars(busX, next.x - busX);
    for (let i = bisect(column.last, top); i < column.ids.length && column.first[i] <= bottom;) {
      const y = column.y[i];
      if (isOpen(column, i)) {
        out.add(y - pixel / 2, y + pixel / 2, colors.line);
        bus.add(Math.max(column.first[i], top), Math.min(column.last[i], bottom), colors.line);
      }
      i = Math.max(i + 1, bisect(column.last, column.last[i] + pixel, i));
    }
    for (let i = bisect(next.y, top); i < next.ids.length && next.y[i] <= bottom;) {
      into.add(next.y[i] - pixel / 2, next.y[i] + pixel / 2, colors.line);
      i = Math.max(i + 1, bisect(next.y, next.y[i] + pixel, i));
    }
    out.end(); bus.end(); into.end();
    context.globalAlpha = 1;
  }

  // Of the rows within a pixel a failing one is shown, if there is one.
  function drawBars(column: Column): void {
    const nodes = bars(column.x, column.width);
    const high = Math.max(pixel, kRow * 0.7);
    for (let i = bisect(column.y, top - kRow); i < column.ids.length && column.y[i] <= bottom + kRow;) {
      const end = Math.max(i + 1, bisect(column.y, column.y[i] + pixel, i));
      let node = f.nodes[column.ids[i]];
      for (let k = i + 1; k < end && k < i + 200 && node.failing === 0; ++k) node = f.nodes[column.ids[k]].failing > 0 ? f.nodes[column.ids[k]] : node;
      nodes.add(column.y[i] - high / 2, column.y[i] + high / 2, colors[standing(node)], isDimmed(f, node, look) ? 0.25 : 1);
      i = end;
    }
    nodes.end();
    context.globalAlpha = 1;
  }

  // What is selected or found has no frame at this size, but a colour, and can always be seen.
  function drawMarks(): void {
    const mark = (ids: Iterable<number>, color: string) => {
      context.fillStyle = color;
      let lastRow = -1, lastDepth = -1;
      for (const id of ids) {
        const y = layout.y[id], { depth } = f.nodes[id];
        const row = Math.floor(y * scale);
        if (y < top || y > bottom || (row === lastRow && depth === lastDepth)) continue;
        lastRow = row;
        lastDepth = depth;
        context.fillRect(layout.columns[depth].x, y - pixel, layout.columns[depth].width, Math.max(2 * pixel, kRow * 0.7));
      }
    };
    mark(look.onPath, colors.accent);
    mark(look.found, colors.found);
  }

  function drawNode(node: Node, x: number, y: number, wide: number): void {
    const color = colors[standing(node)];
    context.globalAlpha = isDimmed(f, node, look) ? 0.25 : 1;
    const h = 20;
    context.beginPath();
    context.roundRect(x, y - h / 2, wide, h, 5);
    context.fillStyle = colors.surface;
    context.fill();
    const isMarked = node.id === look.selected || look.onPath.has(node.id);
    context.strokeStyle = look.found.has(node.id) ? colors.found : isMarked ? colors.accent : node.id === look.hovered ? colors.text : colors.line;
    context.lineWidth = look.found.has(node.id) || node.id === look.selected ? 2.5 : isMarked ? 1.8 : 1;
    context.stroke();
    context.fillStyle = color;
    context.beginPath();
    context.roundRect(x, y - h / 2, 4, h, [5, 0, 0, 5]);
    context.fill();
    if (isText) {
      context.font = `12px ${colors.font}`;
      context.textBaseline = 'middle';
      context.fillStyle = colors.text;
      const mark = badge(node);
      context.fillText(clip(visible(label(f, node)).replace(/\s+/g, ' '), Math.floor((wide - 14) / 7.25) - (mark ? mark.length + 1 : 0)), x + 10, y + 0.5);
      if (mark) {
        context.fillStyle = colors.dim;
        context.textAlign = 'right';
        context.fillText(mark, x + wide - 6, y + 0.5);
        context.textAlign = 'left';
      }
      const isClosed = look.collapsed.has(node.id) && node.children.length > 0;
      if (isClosed) {
        context.fillStyle = node.failing > 0 ? colors.failing : colors.dim;
        const fails = node.failing > 0 ? `, ${node.failing.toLocaleString('en')} failing` : '';
        context.fillText(`▸ ${node.size.toLocaleString('en')} paths${fails}`, x + wide + 8, y + 0.5);
      } else if (node.cases.length > 0 && node.children.length === 0) {
        const c = f.put.cases[node.cases[0]];
        const outcome = f.put.outcomes[c.outcome];
        const kind = standingOf(outcome);
        const more = node.cases.length > 1 ? ` (+${node.cases.length - 1})` : '';
        const what = kind === 'passed' ? '' : outcome.text + '  ';
        context.fillStyle = color;
        context.fillText(signs[kind], x + wide + 8, y + 0.5);
        context.fillStyle = kind === 'failing' ? colors.failing : colors.dim;
        context.fillText(clip(visible(what + inputsText(f.put, c)).replace(/\s+/g, ' '), 56) + more, x + wide + 24, y + 0.5);
      }
    }
    context.globalAlpha = 1;
  }
}

// All of the tree in a few pixels: the leaves, coloured, where they are.
export function drawMap(context: CanvasRenderingContext2D, width: number, height: number, f: Folded, layout: Layout, colors: Colors): void {
  context.clearRect(0, 0, width, height);
  const sx = width / layout.width, sy = height / Math.max(layout.height, 1);
  for (const column of layout.columns) {
    for (let i = 0; i < column.ids.length;) {
      const end = Math.max(i + 1, bisect(column.y, column.y[i] + 1 / sy, i));
      let color = colors[standing(f.nodes[column.ids[i]])];
      for (let k = i; k < end && k < i + 500; ++k) if (f.nodes[column.ids[k]].failing > 0) { color = colors.failing; break; }
      context.fillStyle = color;
      context.fillRect(column.x * sx, column.y[i] * sy, Math.max(1, column.width * sx), Math.max(1, kRow * 0.6 * sy));
      i = end;
    }
  }
}
