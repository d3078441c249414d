// The proof that a document's text form says all of it: unpacked and packed part by part, never held as a whole.
#pragma once

#include <functional>
#include <optional>

#include "core/error.hpp"
#include "core/side_files.hpp"
#include "edit/document.hpp"

namespace redforge::edit {

/// Writes the folder form of a document, reads it back and compares. Records that would have documents of their own stand
/// in the document's text: what each says is the same there. What does not read back as the same is the error,
/// by its field path. `side_file` is shown each file that unpacking would put beside the document's own text. Of a large plugin a
/// sample of its records is taken, unless `all` are wanted; the rest is proven by what its bytes are read as alone.
[[nodiscard]] std::optional<Error> prove_text(const Document& document, const SideCodecs& codecs, bool all,
                                              const std::function<void(const SideFile&)>& side_file);

}  // namespace redforge::edit
