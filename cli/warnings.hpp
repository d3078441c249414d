// Changes that are made as they were asked for, and that may not be what was meant.
#pragma once

#include <string>

#include "edit/edits.hpp"

namespace redforge::cli {

/// Says which values name an actor that is not there, which ids there are twice, and which counts hide records.
void print_warnings(const edit::Document& document, const std::string& file, const edit::EditLog& changes);

}  // namespace redforge::cli
