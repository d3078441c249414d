// The files that stand beside a document in its folder form: `scripts/NAME.soup`.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/bytes.hpp"
#include "core/error.hpp"
#include "core/load_context.hpp"
#include "core/record_type.hpp"

namespace redforge {

/// Fetches the text of a side file; the path has been checked by is_safe_side_path().
using SideFileReader = std::function<Result<std::string>(const std::string& path)>;

/// How a record's bytes are written in a file of their own: a script as its source. Without one they are written in hex.
struct SideCodec {
    std::string_view extension;  ///< with the dot: of the blobs that it is for
    /// Fields, lists and groups of a record that the file says as well, so that the XML beside it does not.
    std::span<const std::string_view> (*covers)(const RecordHandle& record){};
    /// The text for a record. Whatever the bytes are, read() makes the same record of it.
    std::string (*write)(const RecordHandle& record, const LoadContext& context){};
    /// Sets the blob, and what is covered, of a record whose other parts have been read. `file` is for messages.
    Status (*read)(std::string_view text, const std::string& file, const RecordHandle& record,
                   const LoadContext& context){};
    /// As read(), of a record that says other things so far, which go; what no text says stays. Null: read() after the
    /// blob has been emptied does that.
    Status (*replace)(std::string_view text, const std::string& file, const RecordHandle& record,
                      const LoadContext& context){};
    /// Renews what follows from the blob in a record of `document`, where an edit gave it another value than `before`. What the
    /// same edit has set itself stays.
    void (*follow)(const RecordHandle& record, ByteView before, const void* document, const LoadContext& context){};
    /// Makes what follows from the blob in a record that is a copy of `ours`, where its blob says what both sides made of a common
    /// one, and each of them has what follows from its own. `document` is that of ours. Errors: what cannot be made, and why.
    Status (*join)(const RecordHandle& record, const RecordHandle& ours, const RecordHandle& theirs,
                   const void* document, const LoadContext& context){};
    /// Fields, lists and blobs that join() makes.
    std::span<const std::string_view> joined{};
    /// What a text says besides that which follows from other parts of its record: to be compared by a person. Null: all of it.
    std::string_view (*compared)(std::string_view text){};
    /// What write() would make of that which a text says. Two texts of one record say the same when this is the same.
    Result<std::string> (*plain)(std::string_view text, const LoadContext& context){};
    /// The comments of a text that is not bytes, in their order.
    std::vector<std::string> (*comments)(std::string_view text){};
    /// The text of a file with what it takes from others beside it, which `files` reads. Null: it takes nothing.
    Result<std::string> (*expand)(std::string text, const std::string& path, const SideFileReader& files){};
    /// Whether a text is bytes in hex, as without a codec; that covers nothing.
    bool (*is_bytes)(std::string_view text){};
};

/// The codecs of a document's format, and what they may look at.
struct SideCodecs {
    std::span<const SideCodec> codecs{};
    LoadContext context{};

    /// The codec for files of that extension; null when they are written in hex.
    [[nodiscard]] const SideCodec* find(std::string_view extension) const;
};

/// One text file of a folder document.
struct SideFile {
    std::string path;  ///< relative to the document, with forward slashes
    std::string text;
    SharedBytes bytes{};  ///< of a byte range, instead of text
};

/// Collects the side files of a document that is being written, giving each a name of its own.
class SideFiles {
public:
    explicit SideFiles(SideCodecs codecs = {}) : codecs_(std::move(codecs)) {}

    /// Adds a file and returns its path. `stem` may be any text of the game: characters that some file system would
    /// not take become `_`, and a stem used before (in any case) gets a number. In the folder "." the text before a / in
    /// the stem is the file's folder.
    std::string add(std::string_view folder, std::string_view stem, std::string_view extension, std::string text);
    /// The same for bytes that are written as they are.
    std::string add(std::string_view folder, std::string_view stem, std::string_view extension, SharedBytes bytes);
    /// Lets go of the files that are there, but not of their names.
    void clear() { files_.clear(); }
    /// Returns the files and lets go of them, but not of their names.
    [[nodiscard]] std::deque<SideFile> take_files() { return std::exchange(files_, {}); }
    [[nodiscard]] const SideCodecs& codecs() const { return codecs_; }
    /// In the order in which they were added.
    [[nodiscard]] const std::deque<SideFile>& files() const { return files_; }

private:
    std::string new_path(std::string_view folder, std::string_view stem, std::string_view extension);

    SideCodecs codecs_;
    std::set<std::string> taken_;
    std::map<std::string, int> numbers_;  ///< the last one that a stem got
    std::deque<SideFile> files_;
};

/// Whether a path stays inside the document's folder: relative, no `..`, no backslash, no empty step.
[[nodiscard]] bool is_safe_side_path(std::string_view path);

/// The text of a side file that holds bytes, and the bytes of such a text. Lines that begin with `;` are comments.
[[nodiscard]] std::string bytes_to_side_text(ByteView bytes);
[[nodiscard]] Result<Bytes> side_text_to_bytes(std::string_view text);

}  // namespace redforge
