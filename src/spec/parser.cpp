#include "spec/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace forall::spec {
namespace {

constexpr int kMostNesting = 200;  // parentheses and IFs inside each other: a bound for the stack

class Parser {
 public:
  explicit Parser(const Source& source) : source_(source), read_(tokenize(source)) {}

  SyntaxSpecification specification() {
    SyntaxSpecification spec;
    expect("class", "'class' at the beginning");
    spec.where = peek().where;
    spec.name = name("the name of the class");
    if (accept("[")) {
      do {
        const Position where = peek().where;
        spec.parameters.push_back({name("a parameter of the class"), where});
      } while (accept(","));
      expect("]");
    }
    while (is("import")) spec.imports.push_back(import());
    expect("export", "'import' or 'export'");
    do {
      const Position where = peek().where;
      spec.exports.push_back({name("an exported operation"), where});
    } while (accept(","));
    accept(";");
    expect("constructor", "'constructor'");
    declarations(spec.constructors);
    if (accept("transformer")) declarations(spec.transformers);
    if (accept("observer")) declarations(spec.observers);
    if (accept("var")) variables(spec.variables);
    expect("axiom", spec.variables.empty() ? "'transformer', 'observer', 'var' or 'axiom'" : "a variable or 'axiom'");
    while (peek().kind != TokenKind::End && !is("end") && !is("map")) spec.axioms.push_back(axiom());
    if (accept("map")) {
      while (peek().kind != TokenKind::End && !is("end")) spec.mappings.push_back(mapping());
    }
    spec.end = peek().where;
    accept("end");
    expect_end("the end of the specification");
    spec.comments = std::move(read_.comments);
    return spec;
  }

  SyntaxTerm single_term() {
    SyntaxTerm result = term();
    expect_end("the end of the term");
    return result;
  }

  std::vector<SyntaxCase> cases() {
    std::vector<SyntaxCase> all;
    while (peek().kind != TokenKind::End) {
      SyntaxCase one;
      one.where = peek().where;
      expect("(", "'(': a case is (sequence, sequence, equivalent) or (sequence, sequence, not equivalent)");
      one.first = term();
      expect(",");
      one.second = term();
      expect(",");
      one.equivalent = !accept("not");
      if (peek().text != "equivalent" || peek().kind != TokenKind::Name) unexpected("'equivalent' or 'not equivalent'");
      next();
      expect(")");
      all.push_back(std::move(one));
    }
    return all;
  }

 private:
  const Token& peek(std::size_t ahead = 0) const {
    return read_.tokens[std::min(at_ + ahead, read_.tokens.size() - 1)];
  }
  Token next() {
    Token token = peek();
    if (token.kind != TokenKind::End) ++at_;
    return token;
  }
  bool is(std::string_view text, std::size_t ahead = 0) const {
    const Token& token = peek(ahead);
    return (token.kind == TokenKind::Keyword || token.kind == TokenKind::Symbol) && token.text == text;
  }
  bool accept(std::string_view text) {
    if (!is(text)) return false;
    ++at_;
    return true;
  }
  void expect(std::string_view text, std::string_view explanation = {}) {
    if (!accept(text)) unexpected(explanation.empty() ? fmt::format("'{}'", text) : std::string(explanation));
  }
  void expect_end(std::string_view what) {
    if (peek().kind != TokenKind::End) unexpected(what);
  }

  [[noreturn]] void unexpected(std::string_view expected) const {
    const Token& token = peek();
    std::string found = token.kind == TokenKind::End ? "the text ends" : fmt::format("'{}' stands here", token.text);
    std::string hint;
    if (token.kind == TokenKind::Name) {
      static const std::array<std::string, 15> words = {"class",    "import", "export", "constructor", "transformer",
                                                        "observer", "var",    "axiom",  "map",         "IF",
                                                        "THEN",     "ELSE",   "and",    "or",          "not"};
      hint = did_you_mean(token.text, words);
    }
    fail(source_, token.where, fmt::format("expected {}, but {}{}", expected, found, hint));
  }

  std::string name(std::string_view what) {
    if (peek().kind != TokenKind::Name) {
      if (peek().kind == TokenKind::Keyword)
        fail(source_, peek().where, fmt::format("expected {}, but '{}' is a word of the language", what, peek().text));
      unexpected(what);
    }
    return next().text;
  }

  SyntaxSort sort() {
    SyntaxSort result;
    result.where = peek().where;
    result.name = name("a sort");
    if (accept("[")) {
      do result.arguments.push_back(sort());
      while (accept(","));
      expect("]");
    }
    return result;
  }

  SyntaxImport import() {
    SyntaxImport result;
    result.where = next().where;
    result.sort = sort();
    if (accept("from")) {
      if (peek().kind != TokenKind::Text) unexpected("the name of a file in quotes");
      result.file = next().text;
    }
    accept(";");
    return result;
  }

  // x, y: Sort
  std::vector<SyntaxParameter> typed_names(std::string_view what) {
    std::vector<SyntaxParameter> result;
    do {
      const Position where = peek().where;
      result.push_back({name(what), {}, where});
    } while (accept(","));
    expect(":");
    const SyntaxSort s = sort();
    for (SyntaxParameter& parameter : result) parameter.sort = s;
    return result;
  }

  void declarations(std::vector<SyntaxDeclaration>& result) {
    while (peek().kind == TokenKind::Name) {
      SyntaxDeclaration declaration;
      declaration.where = peek().where;
      declaration.name = name("an operation");
      declaration.creates = declaration.name == "create";
      if (declaration.creates && peek().kind == TokenKind::Name) {
        declaration.where = peek().where;
        declaration.name = name("an operation");
      }
      if (accept("(")) {
        do {
          for (SyntaxParameter& p : typed_names("a parameter")) declaration.parameters.push_back(std::move(p));
        } while (accept(";"));
        expect(")");
      }
      if (accept(":")) declaration.result.push_back(sort());
      expect(";", "';' after the declaration");
      result.push_back(std::move(declaration));
    }
  }

  void variables(std::vector<SyntaxVariable>& result) {
    while (peek().kind == TokenKind::Name) {
      for (SyntaxParameter& p : typed_names("a variable"))
        result.push_back({std::move(p.name), std::move(p.sort), p.where});
      expect(";", "';' after the sort");
    }
  }

  SyntaxAxiom axiom() {
    SyntaxAxiom result;
    result.where = peek().where;
    if ((peek().kind == TokenKind::Number || peek().kind == TokenKind::Name) && is(":", 1)) {
      result.label = next().text;
      next();
    }
    result.left = term();
    expect("->", "'->' after the left side of the axiom");
    result.right = term();
    expect(";", "';' after the axiom");
    return result;
  }

  SyntaxMapping mapping() {
    SyntaxMapping result;
    result.where = peek().where;
    result.operation = is("class") || is("error") ? next().text : name("an operation, 'class', 'error' or 'include'");
    expect("->");
    if (peek().kind != TokenKind::Text) unexpected("C++ in quotes");
    result.target = next().text;
    expect(";", "';' after the entry");
    return result;
  }

  SyntaxTerm term() {
    if (++nesting_ > kMostNesting)
      fail(source_, peek().where, fmt::format("terms are nested more than {} deep", kMostNesting));
    SyntaxTerm result = is("IF") ? conditional() : binary(0);
    --nesting_;
    return result;
  }

  SyntaxTerm conditional() {
    // ELSE IF is a list, not a nest: any number of alternatives is one level.
    std::vector<SyntaxTerm> parts;
    std::vector<Position> places;
    do {
      places.push_back(peek().where);
      expect("IF");
      parts.push_back(term());
      expect("THEN");
      parts.push_back(term());
      expect("ELSE", "'ELSE': an axiom says what holds in both cases");
    } while (is("IF"));
    SyntaxTerm rest = term();
    for (std::size_t i = places.size(); i-- > 0;) {
      SyntaxTerm outer;
      outer.form = Form::If;
      outer.where = places[i];
      outer.operands.push_back(std::move(parts[2 * i]));
      outer.operands.push_back(std::move(parts[2 * i + 1]));
      outer.operands.push_back(std::move(rest));
      rest = std::move(outer);
    }
    return rest;
  }

  // Operators from the weakest; comparisons do not associate.
  SyntaxTerm binary(std::size_t level) {
    static const std::array<std::vector<std::string_view>, 5> levels = {
        {{"or"}, {"and"}, {"=", "/=", "<", "<=", ">", ">="}, {"+", "-"}, {"*", "/", "%"}}};
    if (level == 2 && is("not")) return unary("not", 2);
    if (level == levels.size()) return is("-") ? unary("-", level) : chain();
    SyntaxTerm left = binary(level + 1);
    int operators = 0;
    for (bool more = true; more;) {
      more = false;
      if (++operators > kMostNesting)
        fail(source_, peek().where, fmt::format("more than {} operators in a row", kMostNesting));
      for (const std::string_view symbol : levels[level]) {
        if (!is(symbol)) continue;
        SyntaxTerm both;
        both.form = Form::Binary;
        both.where = peek().where;
        both.text = next().text;
        both.operands.push_back(std::move(left));
        both.operands.push_back(binary(level + 1));
        left = std::move(both);
        more = level != 2;
        break;
      }
    }
    return left;
  }

  SyntaxTerm unary(std::string_view symbol, std::size_t level) {
    if (++nesting_ > kMostNesting)
      fail(source_, peek().where, fmt::format("terms are nested more than {} deep", kMostNesting));
    SyntaxTerm result;
    result.form = Form::Unary;
    result.text = symbol;
    result.where = next().where;
    result.operands.push_back(binary(level));
    --nesting_;
    return result;
  }

  SyntaxTerm chain() {
    SyntaxTerm result = primary();
    if (!is(".")) return result;
    if (result.form != Form::Chain || result.links.empty()) {
      SyntaxTerm whole;
      whole.where = result.where;
      whole.operands.push_back(std::move(result));
      result = std::move(whole);
    }
    while (accept(".")) result.links.push_back(link("an operation after '.'"));
    return result;
  }

  SyntaxTerm primary() {
    SyntaxTerm result;
    result.where = peek().where;
    const auto literal = [&](Form form) {
      result.form = form;
      result.text = next().text;
      return std::move(result);
    };
    switch (peek().kind) {
      case TokenKind::Number: return literal(Form::Integer);
      case TokenKind::Text: return literal(Form::Text);
      case TokenKind::Character: return literal(Form::Character);
      default: break;
    }
    if (is("true")) return literal(Form::True);
    if (is("false")) return literal(Form::False);
    if (is("error")) return literal(Form::Error);
    if (accept("(")) {
      result = term();
      expect(")");
      return result;
    }
    if (peek().kind != TokenKind::Name) unexpected("a term");
    result.links.push_back(link("a term"));
    return result;
  }

  Link link(std::string_view what) {
    Link result;
    result.where = peek().where;
    result.name = name(what);
    if (accept("(")) {
      result.has_parentheses = true;
      do result.arguments.push_back(term());
      while (accept(",") || accept(";"));
      expect(")", "',' or ')' after the argument");
    }
    return result;
  }

  const Source& source_;
  Tokens read_;
  std::size_t at_ = 0;
  int nesting_ = 0;
};

}  // namespace

SyntaxSpecification parse_specification(const Source& source) { return Parser(source).specification(); }
SyntaxTerm parse_term(const Source& source) { return Parser(source).single_term(); }
std::vector<SyntaxCase> parse_cases(const Source& source) { return Parser(source).cases(); }

}  // namespace forall::spec
