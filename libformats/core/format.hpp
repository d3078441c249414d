// Description of a file format: the registry entry that each format's module provides.
//
// The command line, the window, schemas and tests take formats from edit::formats(), the list of these.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/bytes.hpp"
#include "core/error.hpp"
#include "core/raw_fallback.hpp"
#include "core/record_type.hpp"
#include "core/side_files.hpp"

namespace redforge {

/// A byte range of a binary file that has a name.
struct Part {
    std::string name;
    std::size_t offset{};  ///< bytes
    std::size_t size{};    ///< bytes
    std::optional<std::uint32_t> records;
};

/// What a format can do. Members after `write` may stay empty.
struct Format {
    std::string_view name;                          ///< "Redguard map"
    std::string_view extension;                     ///< with the dot
    const RecordType& (*type)(unsigned version){};  ///< of the root record; its element is the root of the text

    /// Returns true if the bytes begin like a file of this format.
    bool (*recognise)(ByteView bytes){};
    /// Returns true if unrecognised bytes can be the beginning of a file of this format. Null if a few bytes are enough
    /// to decide.
    bool (*may_begin)(ByteView first){};
    /// Reads into a record of default values; write() of the result gives the same bytes. `bytes` are in one piece.
    Status (*read)(const SharedBytes& bytes, void* document, RawFallbacks* kept){};
    /// Refuses what would not read back as the same document.
    Result<SharedBytes> (*write)(const void* document){};
    /// Documents keep views of the file that they were read from: a large one is mapped where it is only looked at.
    bool keeps_views{};

    /// Names that its files have, with * for any characters, in letters of either case: "*.3D", "*.3DC". Where there are
    /// none, the extension alone says it.
    std::span<const std::string_view> file_names{};
    /// Returns true for an extension of the format, with the dot. For extensions that a pattern with * cannot describe:
    /// numbers.
    bool (*has_extension)(std::string_view extension){};
    /// Its files are text already, which other programs show, compare and join.
    bool is_plain_text{};
    /// Calls `take` with documents that together say what a document says, each small enough that its text can be held; of a large
    /// one a sample of its records, unless `all` are wanted. Where this is missing, the proof of a text takes lists in parts.
    void (*samples)(const void* document, bool all, const std::function<void(const std::shared_ptr<void>&)>& take){};
    /// Renews what follows from edits that made `after` of `before`, where it is stored and not computed.
    void (*update_dependents)(const void* before, void* after){};
    /// Makes what a text leaves to be made, once the whole document has been read from it.
    Status (*complete)(void* document, const LoadContext& context){};
    /// The code page of a document's text; 437 without.
    CodePage (*code_page)(const void* document){};
    /// Guesses the code page of a file's text, for formats with several; the text form stores it (`encoding`).
    CodePage (*guess_page)(const void* document){};
    /// Sets every derived field to the value that the file will have, for display. Null if the values are not known.
    Status (*fill_computed)(void* document){};
    /// The parts of a binary file in their order.
    Result<std::vector<Part>> (*parts)(const SharedBytes& bytes){};
    /// Describes the byte at an offset: section, record and field.
    std::string (*locate)(ByteView bytes, std::size_t offset){};
    /// A document for `new`: an empty one, or a sample with something of each kind in it.
    std::shared_ptr<void> (*make_new)(bool sample){};
    /// How blobs are written in files of their own.
    std::span<const SideCodec> side_codecs{};
    /// Files that an unpacked folder of this format has, besides the document itself: "scripts/*.soup".
    std::span<const std::string_view> folder_files{};
    /// Patterns of the side files that need the merge driver, for .gitattributes.
    std::span<const std::string_view> merged_files{};
    /// Texts before and after a record that is a separate file of the folder form; together they form a document. The
    /// first pair that can be read is used.
    std::span<const std::pair<std::string_view, std::string_view>> around_record{};

    [[nodiscard]] const RecordType& root_type() const { return type(0); }
    [[nodiscard]] std::string_view root() const { return root_type().element; }
    [[nodiscard]] std::shared_ptr<void> make() const { return root_type().make(); }
    [[nodiscard]] RecordHandle handle(void* document) const
    {
        return {document, &root_type(), code_page == nullptr ? CodePage::cp437 : code_page(document)};
    }
};

/// A format whose root record is T, from the functions of its module:
///     bool recognise(ByteView), Result<T> read(ByteView, RawFallbacks*), Result<Bytes> write(const T&)
/// and, where there is one, void update_dependents(const T& before, T& after). Documents that keep views of their file have
///     Result<T> read(const SharedBytes&, RawFallbacks*), Result<SharedBytes> write(T)
template <class T, auto recognise, auto read, auto write>
[[nodiscard]] Format make_format(std::string_view name, std::string_view extension)
{
    Format format{};
    format.name = name;
    format.extension = extension;
    format.type = &record_type<T>;
    format.recognise = recognise;
    format.keeps_views = std::is_invocable_v<decltype(read), const SharedBytes&, RawFallbacks*>;
    format.read = [](const SharedBytes& bytes, void* document, RawFallbacks* kept) -> Status {
        Result<T> result = [&] {
            if constexpr (std::is_invocable_v<decltype(read), const SharedBytes&, RawFallbacks*>) {
                return read(bytes, kept);
            } else {
                return read(bytes.view(), kept);
            }
        }();
        if (!result) {
            return fail(std::move(result.error()));
        }
        *static_cast<T*>(document) = std::move(*result);
        return {};
    };
    format.write = [](const void* document) -> Result<SharedBytes> {
        auto bytes = write(*static_cast<const T*>(document));
        return bytes ? Result<SharedBytes>(SharedBytes(std::move(*bytes))) : fail(bytes.error());
    };
    if constexpr (requires(T & document) { update_dependents(document, document); }) {
        format.update_dependents = [](const void* before, void* after) {
            update_dependents(*static_cast<const T*>(before), *static_cast<T*>(after));
        };
    }
    return format;
}

}  // namespace redforge
