// `unpack --only` and `pack --base`: some records of a plugin or save, and a file that they go into.
#pragma once

#include <string>

#include "edit/document.hpp"
#include "verb.hpp"

namespace redforge::cli {

/// Leaves of a document the records that --only names, where it does.
[[nodiscard]] Status keep_only(const Arguments& arguments, edit::Document& document);

/// Puts the records of a document over the plugin or save `base`, which the document then is.
[[nodiscard]] Status put_over(const std::string& base, edit::Document& document);

}  // namespace redforge::cli
