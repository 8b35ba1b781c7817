// A specification as it is written: the syntax tree, before names have a meaning.
//
//   specification := 'class' Name ['[' Name {',' Name} ']'] {import} 'export' Name {',' Name}
//                    'constructor' {declaration} ['transformer' {declaration}] ['observer' {declaration}]
//                    ['var' {names ':' sort ';'}] 'axiom' {[label ':'] term '->' term ';'} ['map' {entry}] ['end']
//   import        := 'import' sort ['from' Text]
//   declaration   := ['create'] Name ['(' names ':' sort {';' names ':' sort} ')'] [':' sort] ';'
//   entry         := (Name | 'class' | 'error') '->' Text ';'
//   sort          := Name ['[' sort {',' sort} ']']
//   term          := 'IF' term 'THEN' term 'ELSE' term | term operator term | 'not' term | '-' term | chain
//   chain         := (Name [arguments] | literal | '(' term ')') {'.' Name [arguments]}
#pragma once

#include <string>
#include <vector>

#include "spec/lexer.h"
#include "spec/source.h"

namespace forall::spec {

struct SyntaxSort {
  std::string name;
  std::vector<SyntaxSort> arguments;  // of a parameterized class
  Position where;
};

struct SyntaxTerm;

// A name and its arguments: a variable, an operation, a class in front of an operation.
struct Link {
  std::string name;
  std::vector<SyntaxTerm> arguments;
  bool has_parentheses = false;
  Position where;
};

enum class Form { Chain, Integer, Text, Character, True, False, Error, If, Unary, Binary };

struct SyntaxTerm {
  Form form = Form::Chain;
  std::string text;                  // the literal's digits or characters, the operator's symbol
  std::vector<SyntaxTerm> operands;  // of If, Unary, Binary; of a Chain, what it starts with if that is no name
  std::vector<Link> links;           // of a Chain, in order: one node for any length
  Position where;
};

struct SyntaxParameter {
  std::string name;
  SyntaxSort sort;
  Position where;
};

struct SyntaxDeclaration {
  std::string name;
  bool creates = false;  // makes an object from nothing but its parameters
  std::vector<SyntaxParameter> parameters;
  std::vector<SyntaxSort> result;  // none or one
  Position where;
};

struct SyntaxVariable {
  std::string name;
  SyntaxSort sort;
  Position where;
};

struct SyntaxAxiom {
  std::string label;  // empty: it has none
  SyntaxTerm left, right;
  Position where;
};

struct SyntaxImport {
  SyntaxSort sort;
  std::string file;  // empty: the name of the class, in lower case with underscores
  Position where;
};

struct SyntaxMapping {
  std::string operation;  // or "class", "error", "include"
  std::string target;     // C++
  Position where;
};

struct SyntaxName {
  std::string name;
  Position where;
};

struct SyntaxSpecification {
  std::string name;
  Position where;
  std::vector<SyntaxName> parameters;
  std::vector<SyntaxImport> imports;
  std::vector<SyntaxName> exports;
  std::vector<SyntaxDeclaration> constructors, transformers, observers;
  std::vector<SyntaxVariable> variables;
  std::vector<SyntaxAxiom> axioms;
  std::vector<SyntaxMapping> mappings;
  Position end;
  std::vector<Comment> comments;
};

}  // namespace forall::spec
