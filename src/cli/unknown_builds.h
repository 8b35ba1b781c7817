// The tests that forall replay cannot build because nobody has explored them here: said once for each source.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace forall::cli {

class UnknownBuilds {
 public:
  // `complaint` is what the compiler said when the source was built alone.
  void add(const std::string& source, const std::string& put, const std::string& complaint);
  // Empty if there are none, else what is missing and what to do.
  std::string text() const;

 private:
  struct Source {
    std::string complaint;  // of its first test
    std::vector<std::string> puts;
  };
  std::map<std::string, Source> sources_;
};

}  // namespace forall::cli
