// What the processes of a distributed exploration tell each other, as bytes.
#pragma once

#include <string>
#include <vector>

#include "explore/explore.h"
#include "explore/unit.h"

namespace forall::scale {

std::string bytes_of(const explore::Unit& unit);
explore::Unit read_unit(std::string_view bytes);

std::string bytes_of(const explore::Facts& facts);
explore::Facts read_facts(std::string_view bytes);

// Everything that decides what a search finds, so not its time.
std::string bytes_of(const explore::Options& options);
explore::Options read_options(std::string_view bytes);

std::string bytes_of(const explore::EarlierCases& cases);
explore::EarlierCases read_cases(std::string_view bytes);

}  // namespace forall::scale
