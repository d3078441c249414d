// The files that stand beside a document in its folder form: `scripts/NAME.soup`.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/bytes.hpp"
#include "core/error.hpp"
#include "core/field.hpp"

namespace redforge {

/// One text file of a folder document.
struct SideFile {
    std::string path;  ///< relative to the document, with forward slashes
    std::string text;
};

/// Collects the side files of a document that is being written, giving each a name of its own.
class SideFiles {
public:
    /// Adds a file for `bytes` and returns its path. `stem` may be any text of the game: characters that some file
    /// system would not take become `_`, and a stem used before (in any case) gets a number.
    std::string add(const BlobInfo& info, std::string_view stem, ByteView bytes);

    [[nodiscard]] const std::vector<SideFile>& files() const { return files_; }

private:
    std::vector<SideFile> files_;
    std::set<std::string> taken_;
};

/// Fetches the text of a side file; the path has been checked by is_safe_side_path().
using SideFileReader = std::function<Result<std::string>(const std::string& path)>;

/// Whether a path stays inside the document's folder: relative, no `..`, no backslash, no empty step.
[[nodiscard]] bool is_safe_side_path(std::string_view path);

/// The text of a side file that holds bytes, and the bytes of such a text. Lines that begin with `;` are comments.
[[nodiscard]] std::string bytes_to_side_text(ByteView bytes);
[[nodiscard]] Result<Bytes> side_text_to_bytes(std::string_view text);

}  // namespace redforge
