#include "spec/use.h"

#include <algorithm>

namespace forall::spec {

bool is_exported(const Specification& specification, const Operation& operation) {
  const std::vector<std::string>& exports = specification.uses.at(operation.owner).exports;
  return std::find(exports.begin(), exports.end(), operation.name) != exports.end();
}

std::string mapping(const Specification& specification, Sort owner, const std::string& entry) {
  for (const Mapping& mapping : specification.uses.at(owner).mappings) {
    if (mapping.operation == entry) return mapping.target;
  }
  return "";
}

bool has_class(const Specification& specification, Sort sort) {
  return sort == specification.sort || !mapping(specification, sort, "class").empty();
}

bool is_callable(const Specification& specification, const Operation& operation) {
  return has_class(specification, operation.owner) &&
         (is_exported(specification, operation) || !mapping(specification, operation).empty());
}

}  // namespace forall::spec
