#!/usr/bin/env python3
"""The case studies of ASTOOT, repeated: how many random cases find a mistake, over length, range and mix.

  bench/spec_study.py [--cases 1000] [--seed 1] [--out docs] [--lengths 30 --ranges 100 --mixes 3]

A priority queue on a heap whose `delete` stops one step too early, and a sorted list on a 2-3 tree from whose `remove` one line is
missing. `forall spec --random` makes the cases; a small program reads them, runs both sequences on the wrong class and compares
the objects. Prints tables in Markdown and writes a picture for each study. All of it takes minutes; tests/e2e/spec_classes_test.py
runs one cell of each table.
"""

import argparse
import os
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SPECS = ROOT / "examples/spec"
LENGTHS, RANGES, MIXES = (10, 30, 100), (10, 100, 1000), (1, 3, 6, 9)
COLOURS = ("#2a6fbb", "#d1662b", "#3c8d40")

QUEUE = """
using Self = PriorityQueue;
void send(Self& self, const std::string& operation, int x) { operation == "add" ? self.add(x) : self.remove_largest(); }
bool equal(Self a, Self b) {  // axiom 7
  for (; !a.empty() && !b.empty(); a.remove_largest(), b.remove_largest())
    if (a.largest() != b.largest()) return false;
  return a.empty() && b.empty();
}
"""
LIST = """
using Self = TwoThreeTree;
void send(Self& self, const std::string& operation, int x) { operation == "delete" ? self.remove(x) : self.add(x); }
bool equal(const Self& a, const Self& b) { return a.eqn(b); }
"""
# Each study: the specification, the header, the right text, the wrong one, and how the class is used.
STUDIES = {
    "queue": ("Priority queue on a heap", "priority_queue.spec", "priority_queue.h", "2 * k <= n", "2 * k < n", QUEUE),
    "list": ("Sorted list on a 2-3 tree", "sorted_list.spec", "two_three_tree.h", "      all[0].children.pop_back();\n", "", LIST),
}

DRIVER = """
#include <fstream>
#include <iostream>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include "under_test.h"
%s
// create.add(5).delete.add(3); nothing: an error
std::optional<Self> made(const std::string& text) try {
  if (text == "error") return std::nullopt;
  Self self;
  std::istringstream links(text);
  std::string link;
  std::getline(links, link, '.');
  while (std::getline(links, link, '.')) {
    const std::size_t open = link.find('(');
    send(self, link.substr(0, open), open == std::string::npos ? 0 : std::stoi(link.substr(open + 1)));
  }
  return self;
} catch (const std::out_of_range&) {
  return std::nullopt;
}
bool same(const std::optional<Self>& a, const std::optional<Self>& b) { return a && b ? equal(*a, *b) : !a && !b; }
int main(int, char** files) {
  int cases = 0, found = 0;
  std::ifstream file(files[1]);
  for (std::string line; std::getline(file, line); ++cases) {
    const std::size_t comma = line.find(", "), end = line.rfind(", equivalent)");
    if (line[0] != '(' || end == std::string::npos) return 1;
    found += same(made(line.substr(1, comma - 1)), made(line.substr(comma + 2, end - comma - 2))) ? 0 : 1;
  }
  std::cout << cases << ' ' << found << '\\n';
}
"""


def build(folder, header, right, wrong, use):
    text = (SPECS / header).read_text()
    assert text.count(right) == 1
    programs = {}
    for name, content in (("right", text), ("wrong", text.replace(right, wrong))):
        (folder / "under_test.h").write_text(content)
        (folder / "driver.cpp").write_text(DRIVER % use)
        programs[name] = folder / name
        subprocess.run([os.environ.get("CXX", "g++"), "-std=c++20", "-O2", folder / "driver.cpp", "-o", programs[name]], check=True)
    return programs


def rate(options, folder, programs, spec, length, numbers, mix):
    file = folder / "cases.txt"
    subprocess.run([options.forall, "spec", SPECS / spec, "--random", str(options.cases), "--length", str(length), "--range", str(numbers),
                    "--mix", str(mix), "--seed", str(options.seed), "--write-cases", file], check=True, stdout=subprocess.DEVNULL, cwd=folder)
    counts = {name: subprocess.run([program, file], check=True, capture_output=True, text=True).stdout.split()
              for name, program in programs.items()}
    assert counts["right"] == [str(options.cases), "0"], counts  # no false alarm
    assert counts["wrong"][0] == str(options.cases)
    return 100 * int(counts["wrong"][1]) / options.cases


def picture(title, rates):
    """One panel for each range: detection over the mix, a line for each length."""
    width, height, left, top = 210, 150, 44, 40
    highest = max(10, -(-max(rates.values()) // 10) * 10)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + 3 * (width + 30)}" height="{top + height + 60}" font-family="sans-serif" font-size="11">',
           '<rect width="100%" height="100%" fill="white"/>', f'<text x="{left}" y="18" font-size="13">{title}: cases that find the mistake, in percent</text>']
    for panel, numbers in enumerate(RANGES):
        x0 = left + panel * (width + 30)
        x = {mix: x0 + 15 + i * (width - 30) / (len(MIXES) - 1) for i, mix in enumerate(MIXES)}
        y = lambda value: top + height * (1 - value / highest)
        out.append(f'<rect x="{x0}" y="{top}" width="{width}" height="{height}" fill="none" stroke="#999"/>')
        out.append(f'<text x="{x0 + width / 2}" y="{top - 6}" text-anchor="middle">numbers from 1 to {numbers}</text>')
        for part in range(6):
            value = highest * part / 5
            out.append(f'<line x1="{x0}" x2="{x0 + width}" y1="{y(value):.1f}" y2="{y(value):.1f}" stroke="#eee"/>')
            if panel == 0:
                out.append(f'<text x="{x0 - 5}" y="{y(value) + 4:.1f}" text-anchor="end">{value:g}</text>')
        for mix in MIXES:
            out.append(f'<text x="{x[mix]:.1f}" y="{top + height + 15}" text-anchor="middle">{mix}</text>')
        for length, colour in zip(LENGTHS, COLOURS):
            points = " ".join(f"{x[mix]:.1f},{y(rates[length, numbers, mix]):.1f}" for mix in MIXES)
            out.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
    for i, (length, colour) in enumerate(zip(LENGTHS, COLOURS)):
        out.append(f'<line x1="{left + 130 * i}" x2="{left + 130 * i + 22}" y1="{top + height + 40}" y2="{top + height + 40}" stroke="{colour}" stroke-width="2"/>')
        out.append(f'<text x="{left + 130 * i + 28}" y="{top + height + 44}">length {length}</text>')
    out.append(f'<text x="{left + 400}" y="{top + height + 44}">below: additions to one deletion</text></svg>')
    return "\n".join(out) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--forall", type=pathlib.Path, default=ROOT / "build/release/bin/forall")
    parser.add_argument("--cases", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--study", choices=STUDIES, action="append")
    parser.add_argument("--out", type=pathlib.Path, help="folder of the pictures")
    for name, values in (("lengths", LENGTHS), ("ranges", RANGES), ("mixes", MIXES)):
        parser.add_argument(f"--{name}", type=int, nargs="+", choices=values, default=values, help="of the tables; all")
    options = parser.parse_args()
    if options.out and (options.lengths, options.ranges, options.mixes) != (LENGTHS, RANGES, MIXES):
        parser.error("--out needs all lengths, ranges and mixes")
    for name in options.study or STUDIES:
        title, spec, header, right, wrong, use = STUDIES[name]
        with tempfile.TemporaryDirectory(prefix="forall-study-") as folder:
            folder = pathlib.Path(folder)
            programs = build(folder, header, right, wrong, use)
            rates = {(length, numbers, mix): rate(options, folder, programs, spec, length, numbers, mix)
                     for length in options.lengths for numbers in options.ranges for mix in options.mixes}
        print(f"{title}, % of {options.cases} cases:\n")
        print("| additions to one deletion | length | " + " | ".join(f"range {numbers}" for numbers in options.ranges) + " |")
        print("|---" * (2 + len(options.ranges)) + "|")
        for mix in options.mixes:
            for length in options.lengths:
                print(f"| {mix} | {length} | " + " | ".join(f"{rates[length, numbers, mix]:.1f}" for numbers in options.ranges) + " |")
        print(flush=True)
        if options.out:
            options.out.mkdir(exist_ok=True)
            (options.out / f"spec_{name}.svg").write_text(picture(title, rates))


if __name__ == "__main__":
    main()
