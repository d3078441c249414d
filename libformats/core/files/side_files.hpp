// Side files: the files next to a document in its folder form, like `scripts/NAME.soup`.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "core/load_context.hpp"
#include "core/record/record_type.hpp"

namespace redforge {

/// Callback that returns the text of a side file. The path has been checked by is_safe_side_path().
using SideFileReader = std::function<Result<std::string>(const std::string& path)>;

/// A label in a source.
struct SourceLabel {
    std::string name;    ///< with its mark, such as #
    std::size_t line{};  ///< 0-based
    std::size_t at{};    ///< offset in the line
    bool defines{};      ///< the definition of the label, not a jump to it
};

/// Parts of a source that are compared and merged on their own.
struct SourceOutline {
    std::size_t body{};               ///< size of the text before the block of names at its end
    std::vector<SourceLabel> labels;  ///< in the body, in their order
};

/// Text form of a blob, such as the source of a script. Blobs without a codec are written in hex.
struct SideCodec {
    std::string_view extension;  ///< extension of the side files, with the dot; identifies the blobs of this codec
    /// Returns the fields, lists and groups of a record that the text contains, so that the XML omits them.
    std::span<const std::string_view> (*covers)(const RecordHandle& record){};
    /// Returns the text of a record. read() restores the record from it, whatever the bytes are.
    std::string (*write)(const RecordHandle& record, const LoadContext& context){};
    /// Sets the blob and the covered members of a record whose other parts have been read. `file` is for messages.
    Status (*read)(std::string_view text, const std::string& file, const RecordHandle& record,
                   const LoadContext& context){};
    /// Same as read(), for a record that has content: replaces the members that the text contains and keeps the others.
    /// If null, the blob is emptied and read() is called.
    Status (*replace)(std::string_view text, const std::string& file, const RecordHandle& record,
                      const LoadContext& context){};
    /// Updates the values of a record that depend on its blob, after an edit changed the blob from `before`. Keeps
    /// values that the same edit has set. `document` contains the record.
    void (*follow)(const RecordHandle& record, ByteView before, const void* document, const LoadContext& context){};
    /// Updates the values that depend on a merged blob. `record` is a copy of `ours` with the merged blob. `ours` and
    /// `theirs` have the values for their own blobs. `document` contains `ours`. Errors: a value that cannot be
    /// computed.
    Status (*join)(const RecordHandle& record, const RecordHandle& ours, const RecordHandle& theirs,
                   const void* document, const LoadContext& context){};
    /// Fields, lists and blobs that join() sets.
    std::span<const std::string_view> joined{};
    /// Returns the part of a text to show in comparisons: without comments that are derived from other parts of the
    /// record. If null, the whole text is compared.
    std::string_view (*compared)(std::string_view text){};
    /// Returns the generated form of a text, as write() would return it. Two texts of a record have equal content if
    /// their generated forms are equal.
    Result<std::string> (*plain)(std::string_view text, const LoadContext& context){};
    /// Returns the comments of a text, in order. Not for texts for which is_bytes() is true.
    std::vector<std::string> (*comments)(std::string_view text){};
    /// Replaces include lines of a file by the included files, which `files` reads. Null if the language has no
    /// includes.
    Result<std::string> (*expand)(std::string text, const std::string& path, const SideFileReader& files){};
    /// Returns the parts of a source. Returns nullopt for a text of another language. Null if the language has no
    /// labels.
    std::optional<SourceOutline> (*outline)(std::string_view text){};
    /// Returns true if a text is hexadecimal bytes, as without a codec. Such a text covers no members.
    bool (*is_bytes)(std::string_view text){};
};

/// The codecs of a format, and their context.
struct SideCodecs {
    std::span<const SideCodec> codecs{};
    LoadContext context{};

    /// Returns the codec for an extension. Returns null if these files are written in hex.
    [[nodiscard]] const SideCodec* find(std::string_view extension) const;
};

/// One text file of a folder document.
struct SideFile {
    std::string path;  ///< relative to the document, with forward slashes
    std::string text;
    SharedBytes bytes{};  ///< content of a byte range; `text` is empty then
};

/// Collects the side files of a document that is being written, and gives each a unique name.
class SideFiles {
public:
    explicit SideFiles(SideCodecs codecs = {}) : codecs_(std::move(codecs)) {}

    /// Adds a file and returns its path. `stem` may be any text: characters that are invalid in some file system become
    /// `_`, and a repeated stem (ignoring case) gets a number. If `folder` is ".", the part of the stem before a / is
    /// the folder.
    std::string add(std::string_view folder, std::string_view stem, std::string_view extension, std::string text);
    /// Same as above, for a file with raw bytes.
    std::string add(std::string_view folder, std::string_view stem, std::string_view extension, SharedBytes bytes);
    /// Removes the files. Their names stay in use.
    void clear() { files_.clear(); }
    /// Returns the files and removes them. Their names stay in use.
    [[nodiscard]] std::deque<SideFile> take_files() { return std::exchange(files_, {}); }
    [[nodiscard]] const SideCodecs& codecs() const { return codecs_; }
    /// Returns the files in the order in which they were added.
    [[nodiscard]] const std::deque<SideFile>& files() const { return files_; }

private:
    std::string new_path(std::string_view folder, std::string_view stem, std::string_view extension);

    SideCodecs codecs_;
    std::set<std::string> taken_;
    std::map<std::string, int> numbers_;  ///< last number by stem
    std::deque<SideFile> files_;
};

/// Returns true if a path stays inside the document's folder: relative, without `..`, backslashes and empty parts.
[[nodiscard]] bool is_safe_side_path(std::string_view path);

/// Returns the text of a side file that contains bytes.
[[nodiscard]] std::string bytes_to_side_text(ByteView bytes);
/// Returns the bytes in the text of a side file. Lines that begin with `;` are comments. Errors: malformed.
[[nodiscard]] Result<Bytes> side_text_to_bytes(std::string_view text);

}  // namespace redforge
