// Prints the syntax tree, section by section. A comment stands before the item that it preceded; one at the end of an
// item's line stays there.
#include "spec/format.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "spec/parser.h"

namespace forall::spec {
namespace {

constexpr std::size_t kLineWidth = 100;

int strength(const SyntaxTerm& t) {
  if (t.form == Form::If) return 0;
  if (t.form == Form::Unary) return t.text == "not" ? 3 : 7;
  if (t.form != Form::Binary) return 8;
  if (t.text == "or") return 1;
  if (t.text == "and") return 2;
  if (t.text == "+" || t.text == "-") return 5;
  return t.text == "*" || t.text == "/" || t.text == "%" ? 6 : 4;
}

std::string text_of(const SyntaxTerm& t);

std::string operand(const SyntaxTerm& t, int least) {
  return strength(t) < least ? "(" + text_of(t) + ")" : text_of(t);
}

std::string text_of(const Link& link) {
  std::string result = link.name;
  for (std::size_t i = 0; i < link.arguments.size(); ++i) result += (i == 0 ? "(" : ", ") + text_of(link.arguments[i]);
  return link.has_parentheses ? result + ")" : result;
}

// Recursion is as deep as the parser's, which is bounded.
std::string text_of(const SyntaxTerm& t) {
  switch (t.form) {
    case Form::Text: return literal_text(t.text);
    case Form::Character: return literal_text(t.text, '\'');
    case Form::If:
      return fmt::format("IF {} THEN {} ELSE {}", text_of(t.operands[0]), operand(t.operands[1], 1),
                         text_of(t.operands[2]));
    case Form::Unary: return (t.text == "not" ? "not " : "-") + operand(t.operands[0], strength(t));
    case Form::Binary: {
      const int s = strength(t);
      return fmt::format("{} {} {}", operand(t.operands[0], s == 4 ? 5 : s), t.text, operand(t.operands[1], s + 1));
    }
    case Form::Chain: {
      std::string result = t.operands.empty() ? "" : operand(t.operands[0], 8);
      for (const Link& link : t.links) result += (result.empty() ? "" : ".") + text_of(link);
      return result;
    }
    default: return t.text;
  }
}

std::string text_of(const SyntaxSort& sort) {
  std::string result = sort.name;
  for (std::size_t i = 0; i < sort.arguments.size(); ++i) result += (i == 0 ? "[" : ", ") + text_of(sort.arguments[i]);
  return sort.arguments.empty() ? result : result + "]";
}

bool same_place(Position a, Position b) { return a.line == b.line && a.column == b.column; }

// x, y: Integer; A: Stack
template <typename Typed>
std::string typed(const std::vector<Typed>& all, std::size_t begin, std::size_t end) {
  std::string result;
  for (std::size_t i = begin; i < end; ++i) {
    result += all[i].name;
    const bool goes_on = i + 1 < end && same_place(all[i].sort.where, all[i + 1].sort.where);
    if (goes_on) {
      result += ", ";
    } else {
      result += ": " + text_of(all[i].sort);
      if (i + 1 < end) result += "; ";
    }
  }
  return result;
}

class Formatter {
 public:
  explicit Formatter(SyntaxSpecification spec) : spec_(std::move(spec)) {}

  std::string run() {
    comments_before(spec_.where, "");
    std::string head = "class " + spec_.name;
    for (std::size_t i = 0; i < spec_.parameters.size(); ++i) head += (i == 0 ? "[" : ", ") + spec_.parameters[i].name;
    line(spec_.parameters.empty() ? head : head + "]", spec_.where);
    for (const SyntaxImport& import : spec_.imports) {
      comments_before(import.where, "");
      line("import " + text_of(import.sort) + (import.file.empty() ? "" : " from " + literal_text(import.file)),
           import.where);
    }
    exports();
    declarations("constructor", spec_.constructors);
    declarations("transformer", spec_.transformers);
    declarations("observer", spec_.observers);
    variables();
    axioms();
    if (!spec_.mappings.empty()) {
      section("map");
      for (const SyntaxMapping& m : spec_.mappings)
        item(fmt::format("{} -> {};", m.operation, literal_text(m.target)), m.where);
    }
    comments_before({spec_.end.line + 1, 1}, "");
    out_ += "end\n";
    while (next_ < spec_.comments.size()) out_ += spec_.comments[next_++].text + "\n";
    return std::move(out_);
  }

 private:
  // Comments that stand before this place, each on a line of its own.
  void comments_before(Position where, const char* indent) {
    while (next_ < spec_.comments.size() && spec_.comments[next_].where.line < where.line)
      out_ += indent + spec_.comments[next_++].text + "\n";
  }

  // The text, with the comment that ends the source's line.
  void line(const std::string& text, Position where) {
    out_ += text;
    if (next_ < spec_.comments.size() && spec_.comments[next_].where.line == where.line)
      out_ += "  " + spec_.comments[next_++].text;
    out_ += "\n";
  }

  void item(const std::string& text, Position where) {
    comments_before(where, "  ");
    line("  " + text, where);
  }

  void section(const char* name) { out_ += fmt::format("\n{}\n", name); }

  void exports() {
    out_ += "export";
    for (std::size_t i = 0; i < spec_.exports.size(); ++i) out_ += (i == 0 ? " " : ", ") + spec_.exports[i].name;
    out_ += "\n";
  }

  void declarations(const char* name, const std::vector<SyntaxDeclaration>& all) {
    if (all.empty()) return;
    section(name);
    for (const SyntaxDeclaration& d : all) {
      std::string text = (d.creates && d.name != "create" ? "create " : "") + d.name;
      if (!d.parameters.empty()) text += "(" + typed(d.parameters, 0, d.parameters.size()) + ")";
      if (!d.result.empty()) text += ": " + text_of(d.result[0]);
      item(text + ";", d.where);
    }
  }

  void variables() {
    if (spec_.variables.empty()) return;
    section("var");
    const auto& all = spec_.variables;
    for (std::size_t begin = 0; begin < all.size();) {
      std::size_t end = begin + 1;
      while (end < all.size() && same_place(all[end].sort.where, all[begin].sort.where)) ++end;
      item(typed(all, begin, end) + ";", all[begin].where);
      begin = end;
    }
  }

  void axioms() {
    out_ += "\naxiom\n";
    for (const SyntaxAxiom& axiom : spec_.axioms) {
      const std::string start = (axiom.label.empty() ? "" : axiom.label + ": ") + text_of(axiom.left) + " ->";
      const std::string right = text_of(axiom.right);
      const bool is_list = axiom.right.form == Form::If && axiom.right.operands[2].form == Form::If;
      const bool fits = start.size() + right.size() + 4 <= kLineWidth;
      if (is_list || (!fits && axiom.right.form == Form::If)) {
        item(start + alternatives(axiom.right) + ";", axiom.where);
      } else {
        item(start + (fits ? " " : "\n    ") + right + ";", axiom.where);
      }
    }
  }

  // A conditional with more than two alternatives, or a long one, has each of them on a line.
  static std::string alternatives(const SyntaxTerm& conditional) {
    std::string result = "\n    ";
    const SyntaxTerm* rest = &conditional;
    for (; rest->form == Form::If; rest = &rest->operands[2])
      result += fmt::format("IF {} THEN {}\n    ELSE ", text_of(rest->operands[0]), operand(rest->operands[1], 1));
    return result + text_of(*rest);
  }

  SyntaxSpecification spec_;
  std::string out_;
  std::size_t next_ = 0;  // comment
};

}  // namespace

std::string format(const Source& source) { return Formatter(parse_specification(source)).run(); }

}  // namespace forall::spec
