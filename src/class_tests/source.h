// The C++ that is generated about a class: a copy of its header in which every access to a member leaves a mark, and
// tests that call its methods.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "frontend/class_flow.h"
#include "frontend/state_plan.h"

namespace forall::class_tests {

// A method that sequences are made of, or a constructor.
struct Operation {
  std::size_t method = 0;    // of the flow
  std::string put;           // the name of its PUT
  bool is_question = false;  // about the state, not a method: a C++ condition
  std::string question = {};
};

struct Subject {
  frontend::ClassFlow flow;
  frontend::StatePlan plan;
  std::string header;                 // as tests include it
  std::vector<Operation> operations;  // constructors first
  std::vector<std::string> left_out;  // methods that no sequence calls, and why
  std::vector<std::string> limited;   // methods that are called with some arguments only, and which
  bool is_flat = false;               // its state is a fixed number of scalars: summaries say all about a method
};

// An argument of the class itself: each call gets a new object.
bool is_new_object(const frontend::TypeFacts& type);

// Decides which methods are called.
Subject make_subject(frontend::ClassFlow flow, std::string header);

// "CoinBox()", "addQtr()", "push(int)"
std::string signature(const Subject& subject, const Operation& operation);

// A copy of each file that has accesses, with the marks in it.
struct MarkedFile {
  std::filesystem::path original;
  std::string text;
};
std::vector<MarkedFile> marked_files(const frontend::ClassFlow& flow, base::Files& files);

// One PUT for each operation, from any state: what it leaves in the object, and which accesses it makes. `header` is the
// marked one.
std::string summary_source(const Subject& subject, const std::string& header);

// One PUT for each length up to `length`, from a constructor: any operations with any arguments.
std::string sequence_source(const Subject& subject, const std::string& header, unsigned length);

// Marks of include/forall/class_marks.h that stand for no access.
inline constexpr std::size_t kEndOfCall = 0xffff;
inline constexpr std::size_t kMarksWereCut = 0xfffe;  // more than it keeps: those from here on are not there
inline constexpr const char* kCutMarks = "more than 4096 accesses, which are not all seen";
bool are_cut(const std::vector<std::size_t>& marks);

// The answer to a question about an object, as an expression. The object has the name before the first dot.
std::string question_call(const std::string& question, const std::string& object);

// FORALL_STATE, so that the members can be read.
std::string state_line(const Subject& subject);

}  // namespace forall::class_tests
