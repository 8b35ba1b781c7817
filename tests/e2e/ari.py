"""Reads a term rewriting system in the ARI format (LCTRS over Ints) and rewrites with it, innermost. Written from the
description of the format, so that it is a judge of what forall exports."""

import operator
import re


def parse(text):
    """The lists of a text; atoms are strings."""
    stack = [[]]
    for token in re.findall(r"[()]|[^\s()]+", re.sub(r";.*", "", text)):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    (result,) = stack
    return result


def freeze(term):
    return tuple(freeze(part) for part in term) if isinstance(term, list) else value_of(term)


def value_of(atom):
    if atom in ("true", "false"):
        return atom == "true"
    return int(atom) if atom.isdigit() else atom


def euclid(a, b):
    quotient = abs(a) // abs(b)
    if a < 0 and a % b:
        quotient += 1
    return quotient if (a < 0) == (b < 0) else -quotient


THEORY = {"+": operator.add, "*": operator.mul, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
          "=": operator.eq, "distinct": operator.ne, "div": euclid, "mod": lambda a, b: a - b * euclid(a, b),
          "-": lambda *a: -a[0] if len(a) == 1 else a[0] - a[1]}
NUMBERS = {"+", "-", "*", "div", "mod"}


class Ari:
    def __init__(self, text):
        (self.form, *_), (_, self.theory), *rest = [line[1:] if line[0] == "format" else line for line in parse(text)]
        self.sorts = {"Int", "Bool"} | {line[1] for line in rest if line[0] == "sort"}
        self.functions = {}
        for line in rest:
            if line[0] == "fun":
                assert line[1] not in self.functions, f"{line[1]} is declared twice"
                sorts = line[2][1:] if isinstance(line[2], list) else [line[2]]
                assert set(sorts) <= self.sorts, line
                self.functions[line[1]] = (sorts[:-1], sorts[-1])
        self.rules = {}
        for line in rest:
            if line[0] == "rule":
                left, right = freeze(line[1]), freeze(line[2])
                guard = freeze(line[4]) if len(line) > 3 else True
                assert len(line) == 3 or (len(line) == 5 and line[3] == ":guard"), line
                name = left[0] if isinstance(left, tuple) else left
                assert name in self.functions, f"{name} is not declared"
                variables = {}
                sort = self.check(left, self.functions[name][1], variables)
                known = set(variables)
                self.check(right, sort, variables)
                self.check(guard, "Bool", variables)
                assert set(variables) == known, f"new variables in {line}"
                self.rules.setdefault(name, []).append((left, right, guard))

    def check(self, term, wanted, variables):
        """The term is of this sort. The sorts of variables are those of their places."""
        if isinstance(term, (bool, int)):
            sort = "Bool" if isinstance(term, bool) else "Int"
        elif isinstance(term, str):
            if term in self.functions:
                assert not self.functions[term][0], f"{term} needs arguments"
                sort = self.functions[term][1]
            else:
                sort = variables.setdefault(term, wanted)
        elif term[0] in ("and", "or", "not"):
            sort = "Bool"
            for part in term[1:]:
                self.check(part, "Bool", variables)
        elif term[0] == "ite":
            sort = wanted
            for part, of in zip(term[1:], ("Bool", wanted, wanted), strict=True):
                self.check(part, of, variables)
        elif term[0] in THEORY:
            sort = "Int" if term[0] in NUMBERS else "Bool"
            of = "Bool" if all(self.is_truth(part, variables) for part in term[1:]) else "Int"
            for part in term[1:]:
                self.check(part, of, variables)
        else:
            sorts, sort = self.functions[term[0]]
            for part, of in zip(term[1:], sorts, strict=True):
                self.check(part, of, variables)
        assert sort == wanted, f"{term} is of sort {sort}, not {wanted}"
        return sort

    def is_truth(self, term, variables):
        if isinstance(term, tuple):
            return self.functions[term[0]][1] == "Bool" if term[0] in self.functions else term[0] not in NUMBERS | {"ite"}
        return isinstance(term, bool) or variables.get(term, self.functions.get(term, ("", "Int"))[1]) == "Bool"

    def normal_form(self, term):
        while isinstance(term, tuple):
            if term[0] == "ite":
                term = term[2] if self.normal_form(term[1]) else term[3]
                continue
            term = (term[0], *(self.normal_form(part) for part in term[1:]))
            after = self.step(term)
            if after is None:
                return term
            term = after
        after = self.step(term) if isinstance(term, str) else None
        return term if after is None else self.normal_form(after)

    def step(self, term):
        name = term[0] if isinstance(term, tuple) else term
        if isinstance(term, tuple) and all(isinstance(part, (bool, int)) for part in term[1:]):
            if name in ("and", "or", "not"):
                return {"and": all, "or": any, "not": lambda parts: not parts[0]}[name](term[1:])
            if name in THEORY:
                return THEORY[name](*term[1:])
        results = []
        for left, right, guard in self.rules.get(name, ()):
            values = {}
            if self.match(left, term, values) and self.holds(guard, values):
                results.append(substitute(right, values))
        assert all(result == results[0] for result in results), f"{term} becomes {results}"
        return results[0] if results else None

    def match(self, pattern, term, values):
        if isinstance(pattern, str) and pattern not in self.functions:
            return values.setdefault(pattern, term) == term
        if isinstance(pattern, tuple):
            return (isinstance(term, tuple) and pattern[0] == term[0]
                    and all(self.match(p, t, values) for p, t in zip(pattern[1:], term[1:], strict=True)))
        return pattern == term and type(pattern) is type(term)

    def holds(self, guard, values):
        """Variables of a guard stand for values of the theory only."""
        if isinstance(guard, bool):
            return guard
        if not all(isinstance(values[name], (bool, int)) for name in names_in(guard) if name in values):
            return False
        return self.evaluate(substitute(guard, values))

    def evaluate(self, term):
        """And, or and conditionals from the left: a division by zero has no value."""
        if not isinstance(term, tuple):
            return term
        if term[0] == "and":
            return all(self.evaluate(part) for part in term[1:])
        if term[0] == "not":
            return not self.evaluate(term[1])
        if term[0] == "ite":
            return self.evaluate(term[2] if self.evaluate(term[1]) else term[3])
        return THEORY[term[0]](*(self.evaluate(part) for part in term[1:]))


def substitute(term, values):
    if isinstance(term, tuple):
        return (term[0], *(substitute(part, values) for part in term[1:]))
    return values.get(term, term) if isinstance(term, str) else term


def names_in(term):
    if isinstance(term, tuple):
        return set().union(*(names_in(part) for part in term[1:]))
    return {term} if isinstance(term, str) else set()
