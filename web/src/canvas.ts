// Draws the tree into a canvas. What a frame costs depends on the window, not on the tree: columns and rows outside of it
// are skipped by bisection, and where rows are closer than a pixel, one of them is drawn.

import type { Folded, Node } from './folded';
import { badge, label } from './folded';
import type { Layout } from './layout';
import { bisect, kRow } from './layout';
import { inputsText, signs, standingOf, visible } from './data';

export interface View { x: number; y: number; scale: number }  // the tree's point at the window's top left, pixels per unit
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
                     look: Look, colors: Colors): number {
  const { scale } = view;
  context.clearRect(0, 0, width, height);
  context.save();
  context.scale(scale, scale);
  context.translate(-view.x, -view.y);
  const left = view.x, right = view.x + width / scale, top = view.y, bottom = view.y + height / scale;
  const pixel = 1 / scale;
  const isText = kRow * scale > 9, isBox = kRow * scale > 3;
  let drawn = 0;
  context.lineWidth = Math.max(1.25, pixel);

  const last = layout.columns.length - 1;
  for (let depth = 0; depth <= last; ++depth) {
    const column = layout.columns[depth];
    const next = layout.columns[depth + 1];
    const busX = next ? next.x - 17 : 0;
    const endX = column.x + column.width;
    // Lines from a node to its children. Ranges of children rise with the nodes, so those in view are next to each other.
    if (next && endX <= right && next.x >= left) {
      context.strokeStyle = colors.line;
      context.beginPath();
      for (let i = bisect(column.last, top); i < column.ids.length && column.first[i] <= bottom;) {
        const y = column.y[i];
        if (column.first[i] !== column.last[i] || f.nodes[column.ids[i]].children.length === 1) {
          context.moveTo(endX, y); context.lineTo(busX, y);
          context.moveTo(busX, Math.max(column.first[i], top - 5)); context.lineTo(busX, Math.min(column.last[i], bottom + 5));
        }
        ++drawn;
        i = isBox ? i + 1 : Math.max(i + 1, bisect(column.last, column.last[i] + pixel, i));
      }
      for (let i = bisect(next.y, top); i < next.ids.length && next.y[i] <= bottom;) {
        context.moveTo(busX, next.y[i]); context.lineTo(next.x, next.y[i]);
        i = isBox ? i + 1 : Math.max(i + 1, bisect(next.y, next.y[i] + pixel, i));
      }
      context.stroke();
    }
    if (column.x > right || (endX < left && depth !== last && endX + 400 < left)) continue;
    for (let i = bisect(column.y, top - kRow); i < column.ids.length && column.y[i] <= bottom + kRow;) {
      const node = f.nodes[column.ids[i]];
      drawNode(node, column.x, column.y[i], column.width);
      ++drawn;
      if (isBox) { ++i; continue; }
      // Of the rows within a pixel a failing one is shown, if there is one.
      const end = Math.max(i + 1, bisect(column.y, column.y[i] + pixel, i));
      for (let k = i + 1; k < end && k < i + 200; ++k) {
        if (f.nodes[column.ids[k]].failing > 0) { drawNode(f.nodes[column.ids[k]], column.x, column.y[k], column.width); break; }
      }
      i = end;
    }
  }
  context.restore();
  return drawn;

  function drawNode(node: Node, x: number, y: number, wide: number): void {
    const color = colors[standing(node)];
    context.globalAlpha = isDimmed(f, node, look) ? 0.25 : 1;
    if (!isBox) {
      context.fillStyle = color;
      context.fillRect(x, y - pixel / 2, wide, Math.max(pixel, kRow * 0.7));
      context.globalAlpha = 1;
      return;
    }
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
