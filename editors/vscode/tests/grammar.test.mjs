// The grammar of .spec files knows the words of the language, and the files that package.json names are there.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";

const at = (path) => new URL(`../${path}`, import.meta.url);
const read = (path) => JSON.parse(readFileSync(at(path), "utf8"));
const { grammars, languages } = read("package.json").contributes;
const grammar = read(grammars[0].path);

function scopeOf(word) {
  const found = grammar.patterns.find((pattern) => pattern.match && new RegExp(`^(?:${pattern.match})$`).test(word));
  return found?.name?.replace(".forall-spec", "");
}

test("the files of the language are there", () => {
  assert.deepEqual(languages[0].extensions, [".spec"]);
  assert.ok(existsSync(at(languages[0].configuration)));
  assert.equal(grammar.scopeName, grammars[0].scopeName);
});

test("words have their scopes", () => {
  for (const word of ["import", "export", "constructor", "transformer", "observer", "var", "axiom", "map", "end"])
    assert.equal(scopeOf(word), "keyword.other", word);
  assert.equal(scopeOf("THEN"), "keyword.control");
  assert.equal(scopeOf("Integer"), "support.type");
  assert.equal(scopeOf("error"), "constant.language");
  assert.equal(scopeOf("42"), "constant.numeric");
  assert.equal(scopeOf("->"), "keyword.operator");
  assert.equal(scopeOf("-- the end"), "comment.line.double-dash");
  assert.equal(scopeOf("largest"), undefined);
});
