// Description of a file format: the registry entry that each format's module provides.
//
// The command line, the window, schemas and tests take formats from edit::formats(), the list of all formats.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "core/files/side_files.hpp"
#include "core/record/field_share.hpp"
#include "core/record/raw_fallback.hpp"
#include "core/record/record_type.hpp"

namespace redforge {

/// A named byte range of a binary file.
struct Part {
    std::string name;
    std::size_t offset{};                  ///< bytes
    std::size_t size{};                    ///< bytes
    std::optional<std::uint32_t> records;  ///< number of records, if the part has records
};

/// Number of records of a type.
struct RecordCount {
    std::string element;  ///< name of their XML element
    std::size_t count{};
};

/// A file format. Members after `write` may be empty.
struct Format {
    std::string_view name;                          ///< "Redguard map"
    std::string_view extension;                     ///< with the dot
    const RecordType& (*type)(unsigned version){};  ///< type of the root record; its element is the root of the text

    /// Returns true if the bytes begin like a file of this format.
    bool (*recognise)(ByteView bytes){};
    /// Returns true if unrecognised bytes can be the beginning of a file of this format. Null if a few bytes are enough
    /// to decide.
    bool (*can_begin)(ByteView first){};
    /// Reads into a record of default values; write() of the result returns the same bytes. `bytes` are in one piece.
    /// Appends the parts that stay raw bytes to `kept`, unless it is null.
    Status (*read)(const SharedBytes& bytes, void* document, RawFallbacks* kept){};
    /// Returns the bytes of a file. Fails if they would not read back as the same document.
    Result<SharedBytes> (*write)(const void* document){};
    /// True if documents keep views of their file. A large file is mapped if it is only read.
    bool keeps_views{};
    /// True if a large file stays mapped while it is edited, because edits change only a small part of it.
    bool is_edited_mapped{};
    /// Returns true if unrecognised bytes can be a file of this format, provided that the file name is one of the
    /// format. Null if all files of the format are recognised by their content.
    bool (*can_be_named)(ByteView bytes){};

    /// File name patterns, with * for any characters, ignoring case: "*.3D", "*.3DC". If empty, files have the
    /// extension.
    std::span<const std::string_view> file_names{};
    /// Returns true for an extension of the format, with the dot. For extensions that a pattern with * cannot describe:
    /// numbers.
    bool (*has_extension)(std::string_view extension){};
    /// True if the game's files are text, which other programs can show, compare and merge.
    bool is_plain_text{};
    /// Calls `take` with documents that together have the content of a document, each small enough to hold its text in
    /// memory. Passes only a sample of a large document, unless `all` is set. Used by the round trip check of the text
    /// form (edit/document/text_round_trip.hpp). If null, the check divides the lists of the document instead.
    void (*samples)(const void* document, bool all, const std::function<void(const std::shared_ptr<void>&)>& take){};
    /// Updates stored values that depend on fields that differ between `before` and `after`. Fails if the change would
    /// give values that cannot be updated another meaning.
    Status (*update_dependents)(const void* before, void* after){};
    /// Computes the parts of a document that its text leaves out. Called after the whole document was read from text.
    Status (*complete)(void* document, const LoadContext& context){};
    /// Returns the code page of a document's text. If null, it is 437.
    CodePage (*code_page)(const void* document){};
    /// Guesses the code page of a file's text, for formats with several; the text form stores it (`encoding`).
    CodePage (*guess_page)(const void* document, const LoadContext& context){};
    /// Returns the code page of a file's text by its name, else by the text. If null, the project and guess_page()
    /// decide.
    CodePage (*page_of_file)(const void* document, const std::filesystem::path& file){};
    /// Called after each record that the text form has as a document of its own (FieldInfo::folder) was read from text.
    /// It can pack the record, so that a large document needs less memory.
    void (*pack_record)(const RecordHandle& record, void* document){};
    /// True if a document can contain only some of the file's records (Document::mark_partial()).
    bool can_be_partial{};
    /// Sets every derived field to the value that the file will have, for display. Null if the values are not known.
    Status (*fill_computed)(void* document){};
    /// Returns the sections of a binary file, in file order.
    Result<std::vector<Part>> (*parts)(const SharedBytes& bytes){};
    /// Returns the numbers of the document's records by type, for `verify`. If null, the records with a file of their
    /// own in the folder form are counted.
    std::vector<RecordCount> (*count_records)(const void* document){};
    /// Returns the share of the records in a file that is decoded into fields. Returns nullopt for a large document,
    /// unless `all` is set. Null if all records are decoded.
    std::optional<FieldShare> (*field_share)(const void* document, const SharedBytes& file, bool all){};
    /// Describes the byte at an offset: section, record and field.
    std::string (*locate)(ByteView bytes, std::size_t offset){};
    /// Returns a document for `new`: an empty one, or a sample with records of each kind.
    std::shared_ptr<void> (*make_new)(bool sample){};
    /// Codecs of blobs with a text form.
    std::span<const SideCodec> side_codecs{};
    /// Patterns of the side files in an unpacked folder: "scripts/*.soup".
    std::span<const std::string_view> folder_files{};
    /// Returns true if a subfolder with this name contains side files that `folder_files` does not list.
    bool (*is_side_folder)(std::string_view name){};
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

/// Returns the format with the root record T and the functions of its module:
///     bool recognise(ByteView), Result<T> read(ByteView, RawFallbacks*), Result<Bytes> write(const T&)
/// and optionally update_dependents(const T& before, T& after), which returns void or Status. Documents that keep views
/// of their file have
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
        format.update_dependents = [](const void* before, void* after) -> Status {
            const T& old = *static_cast<const T*>(before);
            T& document = *static_cast<T*>(after);
            if constexpr (std::is_void_v<decltype(update_dependents(old, document))>) {
                update_dependents(old, document);
                return {};
            } else {
                return update_dependents(old, document);
            }
        };
    }
    return format;
}

}  // namespace redforge
