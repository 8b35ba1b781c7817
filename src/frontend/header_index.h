// The classes of a header, as clang's symbol graph (-extract-api) lists them: what a name can mean, which names are
// near it, and which classes derive from it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "frontend/names.h"

namespace forall::frontend {

struct IndexedClass {
  std::vector<std::string> path;   // scopes and name
  std::string key;                 // unique in the program (clang's USR)
  std::vector<std::string> bases;  // keys of public bases
  bool is_template = false;
  bool is_alias = false;  // using or typedef
  std::string qualified() const;
};

class HeaderIndex {
 public:
  HeaderIndex() = default;
  // Throws base::UserError for a text that is no symbol graph.
  explicit HeaderIndex(std::string_view symbol_graph);

  // The classes that `name` can mean: the one that has exactly this path, else all whose path ends with it, else all
  // whose path has its parts in this order, as when an inline namespace is left out.
  std::vector<const IndexedClass*> find(const std::vector<NamePart>& name) const;

  // The classes below `base`, in the order of the header; templates are no types and left out.
  std::vector<const IndexedClass*> derived_from(const IndexedClass& base) const;

  std::vector<std::string> names() const;

 private:
  std::vector<IndexedClass> classes_;
};

// The path of the class with the template arguments of the name that found it.
std::vector<NamePart> complete_name(const std::vector<NamePart>& name, const IndexedClass& found);

}  // namespace forall::frontend
