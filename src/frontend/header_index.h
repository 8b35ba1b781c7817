// The classes of a header by name: what a name can mean, and which names are near it.
#pragma once

#include <string>
#include <vector>

#include "frontend/names.h"

namespace forall::frontend {

struct IndexedClass {
  std::vector<std::string> path;  // scopes and name
  bool is_template = false;
  bool is_alias = false;  // using or typedef
  std::string qualified() const;
};

class HeaderIndex {
 public:
  HeaderIndex() = default;
  // A path that occurs several times is one class; it is a template if any of them is (the others are specializations).
  explicit HeaderIndex(const std::vector<IndexedClass>& classes);

  // The classes that `name` can mean: the one that has exactly this path, else all whose path ends with it, else all
  // whose path has its parts in this order, as when an inline namespace is left out.
  std::vector<const IndexedClass*> find(const std::vector<NamePart>& name) const;

  std::vector<std::string> names() const;

 private:
  std::vector<IndexedClass> classes_;
};

// The path of the class with the template arguments of the name that found it.
std::vector<NamePart> complete_name(const std::vector<NamePart>& name, const IndexedClass& found);

}  // namespace forall::frontend
