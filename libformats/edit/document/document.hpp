// A document of any supported format: recognising, reading and writing files and text.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "core/files/files.hpp"
#include "core/files/side_files.hpp"
#include "core/format.hpp"
#include "core/record/raw_fallback.hpp"
#include "core/text/difference.hpp"
#include "core/text/text_sink.hpp"
#include "core/xml/schema.hpp"
#include "core/xml/xml_reader.hpp"

namespace redforge::edit {

/// Returns all formats, in the order in which they are tried. Defined in libformats/formats.
[[nodiscard]] std::span<const Format> formats();
/// Returns the name of the XML file of an unpacked folder, like "map.xml".
[[nodiscard]] std::string folder_document_name(const Format& format);
/// Returns the format with a root element. Returns null if there is none.
[[nodiscard]] const Format* find_format(std::string_view root);
/// Returns the format that recognises these bytes. Returns null if there is none.
[[nodiscard]] const Format* recognise(ByteView bytes);

/// Checks the first bytes of a file, some thousand or all. Fails if they belong to no format and are not XML, so that
/// the rest need not be read. Errors: unsupported.
[[nodiscard]] Status check_first_bytes(ByteView first);

/// Returns true if game files of a format can have an extension, ignoring case. Texture banks end in their number,
/// models also in .3DC.
[[nodiscard]] bool is_extension_of(const Format& format, std::string_view extension);

/// Returns a file name by which files of a format are recognised: LOGBOOK.TXT, FILE.RGM.
[[nodiscard]] std::string standard_file_name(const Format& format);

/// Returns the file name patterns of a format, which ignore case: "*.3D", "*.3DC".
[[nodiscard]] std::vector<std::string> file_patterns(const Format& format);

/// Returns the schema of the text form of a format.
[[nodiscard]] SchemaElement schema_of(const Format& format);

/// A document in memory. Copies are deep. A default document is empty.
class Document {
public:
    Document() = default;
    /// Creates a document of a format with default values.
    explicit Document(const Format& format) : Document(format, format.make()) {}
    Document(const Format& format, std::shared_ptr<void> data) : format_(&format), data_(std::move(data)) {}
    Document(const Document& other);
    Document(Document&&) noexcept = default;
    Document& operator=(Document other) noexcept
    {
        std::swap(format_, other.format_);
        std::swap(data_, other.data_);
        std::swap(page_, other.page_);
        std::swap(partial_, other.partial_);
        return *this;
    }
    ~Document() = default;

    explicit operator bool() const { return data_ != nullptr; }
    [[nodiscard]] const Format& format() const { return *format_; }
    /// Returns the root record, which is valid as long as the document.
    [[nodiscard]] RecordHandle root() const
    {
        RecordHandle root = format_->handle(data_.get());
        root.page = page_.value_or(root.page);
        return root;
    }
    /// Sets the code page of the document's texts, for formats whose files have different ones.
    void use_page(CodePage page) { page_ = page; }
    /// Returns the code page if it is not the format's default.
    [[nodiscard]] std::optional<CodePage> non_default_page() const
    {
        return page_ && *page_ != format_->handle(data_.get()).page ? page_ : std::nullopt;
    }
    /// Marks the document as a part of a file, with only these kinds of records. Its text form has the mark.
    void mark_partial(std::string kinds) { partial_ = std::move(kinds); }
    [[nodiscard]] const std::string& partial() const { return partial_; }
    [[nodiscard]] const void* data() const { return data_.get(); }
    [[nodiscard]] void* data() { return data_.get(); }

    /// Returns the bytes of the game file. Fails if they would not read back as the same document. Errors: those of the
    /// format; unsupported (the document is marked as partial).
    [[nodiscard]] Result<SharedBytes> encode() const;
    /// Same as encode(), in one block of memory.
    [[nodiscard]] Result<Bytes> write() const;
    /// Writes the XML text. With `files`, large parts go to side files. `context` has the names for scripts; it is not
    /// used with `files`, which have their own.
    void write_xml(TextSink& out, SideFiles* files = nullptr, const LoadContext& context = {}) const;
    /// Returns the first field in which two documents of one format differ. Returns nullopt if they are equal.
    [[nodiscard]] std::optional<Difference> difference(const Document& other) const
    {
        return find_difference(root(), other.root());
    }

private:
    const Format* format_{};
    std::shared_ptr<void> data_;
    std::optional<CodePage> page_;  ///< nullopt for the format's default
    std::string partial_;           ///< the kinds of records of a partial document; a whole document has none
};

/// Returns the root record of a document as a T. Returns null if the root has another type. T may be an incomplete
/// type.
template <class T>
[[nodiscard]] T* get_if(Document& document)
{
    return document && document.format().type == &record_type<T> ? static_cast<T*>(document.data()) : nullptr;
}
template <class T>
[[nodiscard]] const T* get_if(const Document& document)
{
    return document && document.format().type == &record_type<T> ? static_cast<const T*>(document.data()) : nullptr;
}

/// On-disk form of a document.
enum class Storage : std::uint8_t {
    binary,  ///< a game file
    text,    ///< one XML file
    folder,  ///< a folder with an XML file and side files
};

/// The text that a document was read from.
struct TextSource {
    std::string name;                         ///< path of the XML file; empty if it is a game file
    std::shared_ptr<const std::string> text;  ///< the text, if it cannot be read again (pipe)
};

/// A document and its origin.
struct Loaded {
    Document document;
    Storage storage{};
    TextSource source;
    RawFallbacks kept;       ///< parts of a binary file that stay raw bytes; only with RawParts::list
    std::uint64_t size{};    ///< size of the binary or XML file, in bytes
    FileSnapshot seen;       ///< fingerprints of the files, for WriteOptions::expected; standard input has none
    SharedBytes content;     ///< binary file whose document keeps views of it; else empty
    LoadContext context;     ///< context for reading the document, and for saving it
    std::string unfinished;  ///< folder: see Reading::unfinished
};

/// Purpose of loading. With `look`, large files are mapped, not read, and Loaded::seen is empty.
enum class Purpose : std::uint8_t { edit, look };

/// `list` lists the parts of a binary file that stay raw bytes, which decodes all scripts of a plugin.
enum class RawParts : std::uint8_t { skip, list };

/// Returns the name of an input file for messages: "standard input" for "-".
[[nodiscard]] std::string input_name(const std::filesystem::path& path);
/// Returns the error with this file, if it has no file yet.
[[nodiscard]] Error in_file(Error error, const std::filesystem::path& path);

/// Reads the content of a game file, in one block of memory; the document may keep views of it. Appends the parts that
/// stay raw bytes to `kept`, unless it is null. Errors: unsupported, and those of the format.
[[nodiscard]] Result<Document> read_binary(const SharedBytes& bytes, RawFallbacks* kept = nullptr);
[[nodiscard]] inline Result<Document> read_binary(Bytes bytes, RawFallbacks* kept = nullptr)
{
    return read_binary(SharedBytes(std::move(bytes)), kept);
}
/// Reads XML text. `file_name` is for messages. `files` reads side files, and `included` the files that those include
/// (null: `files` reads them). Errors: those of the XML reader and of the format, with the file and line.
[[nodiscard]] Result<Document> read_text(std::string text, const std::string& file_name, SideFileReader files = {},
                                         const LoadContext& context = {}, const SideFileReader& included = {});
/// Returns the document with its texts in another code page. Errors: those of read_text() (a letter that the page
/// lacks).
[[nodiscard]] Result<Document> with_page(const Document& document, CodePage page, const LoadContext& context = {});
/// Loads the context of a file: names from its game folder, and plugins, strings and commands next to it.
[[nodiscard]] LoadContext context_around(const std::filesystem::path& path);
/// Returns the context of two that has names for scripts, the first if both have some. Defined in libformats/formats.
[[nodiscard]] const LoadContext& with_more_names(const LoadContext& first, const LoadContext& second);
/// Loads a game file, an XML file, or an unpacked folder. "-" is standard input. If `context` has no names, those of
/// the game folder that contains `path` are used. Errors: io, those of reading, those of project::settings_around(),
/// and unknown_name (a file that belongs to no record of the folder), with the file.
[[nodiscard]] Result<Loaded> load(const std::filesystem::path& path, Pipes pipes = Pipes::reject,
                                  const LoadContext& context = {}, Purpose purpose = Purpose::edit,
                                  RawParts raw_parts = RawParts::skip);

/// Writes a document in a form. Keeps the comments and processing instructions of a text that it replaces. In a folder,
/// keeps side files whose content is unchanged, and all files that do not belong to the old document. Errors: mismatch
/// (a comment cannot be kept, unless options.drop_comments is set), those of encode(), and those of writing files.
[[nodiscard]] Result<Written> save(const Document& document, const std::filesystem::path& path, Storage storage,
                                   const WriteOptions& options, const LoadContext& context = {});

/// Writes a document to a game file as save() does, without encoding it again. `bytes`: those of encode(). Errors:
/// those of writing.
[[nodiscard]] Result<Written> save_encoded(const Document& document, const SharedBytes& bytes,
                                           const std::filesystem::path& path, const WriteOptions& options);

/// Returns a reader of the side files of a document, which are in the document's folder or below it. Returns null for
/// "-". The reader rejects links that lead out of the folder.
[[nodiscard]] SideFileReader side_files_beside(const std::filesystem::path& document);

/// Returns a reader that replaces include lines of a side file by the included files. `included` reads those; null:
/// `files` does.
[[nodiscard]] SideFileReader expanding(SideFileReader files, const SideCodecs& codecs,
                                       const SideFileReader& included = {});

/// Returns true if bytes begin like XML text.
[[nodiscard]] bool looks_like_text(ByteView bytes);

}  // namespace redforge::edit
