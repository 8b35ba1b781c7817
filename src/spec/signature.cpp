#include "spec/signature.h"

#include <array>
#include <utility>

namespace forall::spec {
namespace {

constexpr std::array<std::string_view, kBuiltInOps> kSymbols = {"IF", "+",  "-", "*",  "/", "%", "-",
                                                                "<",  "<=", ">", ">=", "=", "/="};

}  // namespace

std::string_view symbol(BuiltIn op) { return kSymbols[static_cast<std::size_t>(op)]; }

Signature::Signature() : sorts_{"Integer", "Boolean", "Character", "Text"} {
  for (const std::string_view name : kSymbols)
    operations_.push_back({std::string(name), kInteger, Role::Observer, true, {}, {}, {}});
}

Sort Signature::add_sort(std::string name) {
  sorts_.push_back(std::move(name));
  return {static_cast<std::uint16_t>(sorts_.size() - 1)};
}

Op Signature::add(Operation operation) {
  operations_.push_back(std::move(operation));
  return {static_cast<std::uint16_t>(operations_.size() - 1)};
}

std::optional<Sort> Signature::find_sort(std::string_view name) const {
  for (std::uint16_t i = 0; i < sorts_.size(); ++i) {
    if (sorts_[i] == name) return Sort{i};
  }
  return std::nullopt;
}

std::optional<Op> Signature::find(Sort owner, std::string_view name) const {
  for (const Op op : operations()) {
    if ((*this)[op].owner == owner && (*this)[op].name == name) return op;
  }
  return std::nullopt;
}

std::vector<Op> Signature::operations() const {
  std::vector<Op> result;
  for (std::uint16_t i = kBuiltInOps; i < operations_.size(); ++i) result.push_back({i});
  return result;
}

std::vector<Op> Signature::constructors(Sort sort) const {
  std::vector<Op> result;
  for (const Op op : operations()) {
    if ((*this)[op].owner == sort && (*this)[op].role == Role::Constructor) result.push_back(op);
  }
  return result;
}

std::vector<std::string> Signature::names(Sort owner) const {
  std::vector<std::string> result;
  for (const Op op : operations()) {
    if ((*this)[op].owner == owner) result.push_back((*this)[op].name);
  }
  return result;
}

}  // namespace forall::spec
