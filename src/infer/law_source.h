// Laws as a person would write them: PUTs in C++, and one line of text.
#pragma once

#include <string>
#include <vector>

#include "infer/law.h"
#include "infer/probe_source.h"
#include "infer/subject.h"

namespace forall::infer {

// A law that has a name.
struct WrittenLaw {
  std::string name;            // of its PUT, unique
  std::string method;          // that it is about
  std::string text;            // "count() == capacity(): add(value) makes count() == old count() + 1"
  std::string source;          // the function and its FORALL
  std::size_t generality = 0;  // literals that it assumes: fewer is more general
};

// Laws of one probe with equal conditions become one, and what always holds is said in each of two cases.
std::vector<Law> merge_laws(const std::vector<Law>& laws);

class LawWriter {
 public:
  LawWriter(const Subject& subject, std::string suite) : subject_(subject), suite_(std::move(suite)) {}
  WrittenLaw write(const Probe& probe, const Law& law);

 private:
  std::string unique(const std::string& name);
  const Subject& subject_;
  const std::string suite_;
  std::vector<std::string> names_;
};

struct LawFileOptions {
  std::string header;   // as the #include names it
  std::string factory;  // source; may be empty
  bool as_axioms = false;
  std::string suite;
};
std::string law_file(const Subject& subject, const std::vector<WrittenLaw>& laws, const LawFileOptions& options);

}  // namespace forall::infer
