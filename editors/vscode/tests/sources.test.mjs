// What is read from C++ text, and the edits that are made of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asMarkdown, classAround, editOf, outlineOf, visible } from '../out/tests/core/all.mjs';

const names = (text) => outlineOf(text).puts.map((put) => `${put.suite}.${put.name}`);

test('tests are found where they are code', () => {
  assert.deepEqual(names('FORALL(A, B);\n  FORALL_F ( C ,\n D ) . Pure();'), ['A.B', 'C.D']);
  assert.deepEqual(names('// FORALL(A, B);\n/* FORALL(A, B);\n*/ "FORALL(A, B)" R"x(FORALL(A, B);)y")x" \'"\' FORALL(Real, One);'), ['Real.One']);
  assert.deepEqual(names('#define MINE FORALL(A, \\\n B)\nint x; // no end \\\nFORALL(A, B)\nFORALL(Real, One);'), ['Real.One']);
  assert.deepEqual(names('MY_FORALL(A, B); FORALL(A); FORALL(A, B'), []);
  assert.deepEqual(names("int n = 1'000'000; FORALL(Größe, Länge);"), ['Größe.Länge']);
});

test('any text has an outline, in time that its length allows', () => {
  for (const text of ['', '"', "'", '/*', 'R"(', '((((', '\\', '\u0000', 'FORALL(', '#'.repeat(1000), '"'.repeat(9999), '('.repeat(50000), 'class '.repeat(20000)])
    assert.deepEqual(outlineOf(text).puts, []);
});

test('closed tests and classes have their extent, classes their scope', () => {
  const text = 'namespace a::b { namespace { struct S; class Box final : public Base<int> { struct In { int x; }; int y; }; } }\nenum class E { x };\nTEST(Suite, Name) { f("}"); }';
  const outline = outlineOf(text);
  assert.deepEqual(outline.classes.map((each) => each.name), ['a::b::Box', 'a::b::In']);
  assert.equal(classAround(outline, text.indexOf('int y')).name, 'a::b::Box');
  assert.equal(classAround(outline, text.indexOf('int x')).name, 'a::b::In');
  assert.equal(classAround(outline, 0), undefined);
  const [closed] = outline.tests;
  assert.equal(text.slice(closed.begin, closed.end), 'TEST(Suite, Name) { f("}"); }');
});

function fixed(text, fix) {
  const edit = editOf(text, outlineOf(text).puts[0], fix);
  return edit && text.slice(0, edit.offset) + edit.text + text.slice(edit.offset + edit.length);
}
const bound = (field, value) => ({ call: 'WithBounds', field, value });

test('a bound is added, raised, or put beside the others in the order of the struct', () => {
  assert.equal(fixed('FORALL(A, B);', bound('length', 12)), 'FORALL(A, B).WithBounds({.length = 12});');
  assert.equal(fixed('FORALL(A, B).Pure().WithBounds({.length = 6});', bound('length', 12)), 'FORALL(A, B).Pure().WithBounds({.length = 12});');
  assert.equal(fixed('FORALL(A, B).WithBounds({.length = 6});', bound('unfold', 9)), 'FORALL(A, B).WithBounds({.unfold = 9, .length = 6});');
  assert.equal(fixed('FORALL(A, B).WithBounds(Bounds().Unfold(8));', bound('unfold', 9)), undefined);
  assert.equal(fixed('FORALL(A, B).WithBounds({f(1, 2)});', bound('unfold', 9)), undefined);
});

test('an environment is added to those that are there', () => {
  const fix = { call: 'SymbolicEnvironment', value: 'forall::Time' };
  assert.equal(fixed('FORALL(A, B);', fix), 'FORALL(A, B).SymbolicEnvironment(forall::Time);');
  assert.equal(fixed('FORALL(A, B).SymbolicEnvironment(forall::Random);', fix), 'FORALL(A, B).SymbolicEnvironment(forall::Random | forall::Time);');
  assert.equal(fixed('FORALL(A, B).SymbolicEnvironment(forall::Time);', fix), undefined);
});

test('domains are added where there are none', () => {
  const fix = { call: 'WithDomains', arguments: ['Arbitrary<std::string>().WithMaxSize(6)', 'Arbitrary<int>()'] };
  assert.equal(fixed('FORALL(A, B)\n  .Throws<std::out_of_range>();', fix), 'FORALL(A, B).WithDomains(Arbitrary<std::string>().WithMaxSize(6), Arbitrary<int>())\n  .Throws<std::out_of_range>();');
  assert.equal(fixed('FORALL(A, B).WithDomains(InRange(1, 2));', fix), undefined);
  assert.equal(fixed('FORALL(A, B);', { call: 'OfALaterForall' }), undefined);
});

test('hostile text is shown as text', () => {
  assert.equal(visible('a\u202eb\u0007'), 'a⟨U+202E⟩b␇');
  assert.doesNotMatch(asMarkdown('<img src=x onerror=alert(1)> [x](command:y) $(bug) `c` **b**'), /(?<!\\)[<[\]()`*$]/);
});
