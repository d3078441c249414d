// A document of any format we know: recognised by content, read, written, shown as text.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/bytes.hpp"
#include "core/difference.hpp"
#include "core/error.hpp"
#include "core/files.hpp"
#include "core/format.hpp"
#include "core/raw_fallback.hpp"
#include "core/schema.hpp"
#include "core/side_files.hpp"
#include "core/text_sink.hpp"
#include "core/xml_reader.hpp"

namespace redforge::edit {

/// All formats.
[[nodiscard]] std::span<const Format> formats();
/// The XML file of an unpacked folder: map.xml.
[[nodiscard]] std::string folder_document_name(const Format& format);
/// The format with that root element.
[[nodiscard]] const Format* find_format(std::string_view root);
/// The format that recognises these bytes.
[[nodiscard]] const Format* recognise(ByteView bytes);

/// Whether the first bytes of a file, some thousand or all, are those of a format or of a text: what else there is need
/// not be read. Errors: unsupported.
[[nodiscard]] Status begins_as_known(ByteView first);

/// Whether a game's file of that format can end so, in either case: banks end in their number, models in .3DC too.
[[nodiscard]] bool is_extension_of(const Format& format, std::string_view extension);

/// Names that files of a format have, with * for any characters, in letters of either case: "*.3D", "*.3DC".
[[nodiscard]] std::vector<std::string> file_patterns(const Format& format);

/// What documents of a format may hold.
[[nodiscard]] SchemaElement schema_of(const Format& format);

/// A document in memory. Copies share nothing.
class Document {
public:
    Document() = default;
    /// An empty document of a format.
    explicit Document(const Format& format) : Document(format, format.make()) {}
    Document(const Format& format, std::shared_ptr<void> data) : format_(&format), data_(std::move(data)) {}
    Document(const Document& other);
    Document(Document&&) noexcept = default;
    Document& operator=(Document other) noexcept
    {
        std::swap(format_, other.format_);
        std::swap(data_, other.data_);
        std::swap(page_, other.page_);
        return *this;
    }
    ~Document() = default;

    explicit operator bool() const { return data_ != nullptr; }
    [[nodiscard]] const Format& format() const { return *format_; }
    /// The root record.
    [[nodiscard]] RecordHandle root() const
    {
        RecordHandle root = format_->handle(data_.get());
        root.page = page_.value_or(root.page);
        return root;
    }
    /// Takes its text for that of a code page, where the format has various ones.
    void use_page(CodePage page) { page_ = page; }
    /// Its code page, where that is none that texts of the format usually have.
    [[nodiscard]] std::optional<CodePage> unusual_page() const
    {
        return page_ && *page_ != format_->handle(data_.get()).page ? page_ : std::nullopt;
    }
    [[nodiscard]] const void* data() const { return data_.get(); }
    [[nodiscard]] void* data() { return data_.get(); }

    /// The bytes of its file. Refuses what would not read back as the same document.
    [[nodiscard]] Result<SharedBytes> encode() const { return format_->write(data_.get()); }
    /// The same in one piece.
    [[nodiscard]] Result<Bytes> write() const;
    /// `context` is what scripts are shown with; with `files` theirs counts.
    void write_xml(TextSink& out, SideFiles* files = nullptr, const LoadContext& context = {}) const;
    /// The first field in which two documents of one format differ.
    [[nodiscard]] std::optional<Difference> difference(const Document& other) const
    {
        return find_difference(root(), other.root());
    }

private:
    const Format* format_{};
    std::shared_ptr<void> data_;
    std::optional<CodePage> page_;  ///< nothing: the format's
};

/// The root record of a document if it is of that type, which need only be declared. A format is of one type alone.
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

/// How a document stands on the disk.
enum class Storage : std::uint8_t {
    binary,  ///< the game's own file
    text,    ///< one XML file
    folder,  ///< a folder with an XML file and others beside it
};

/// The text that a document was read from.
struct TextSource {
    std::string name;                         ///< of the XML file; empty for a document that was no text
    std::shared_ptr<const std::string> text;  ///< where it cannot be read again, as of a pipe
};

/// A document with what is known of where it came from.
struct Loaded {
    Document document;
    Storage storage{};
    TextSource source;
    RawFallbacks kept;       ///< of a binary file, with RawParts::list
    std::uint64_t size{};    ///< bytes of the binary or XML file
    FileSnapshot seen;               ///< what was read, for WriteOptions::expected; of standard input nothing
    SharedBytes content;     ///< of a binary file whose document keeps views of it
    LoadContext context;     ///< what it was read with; save() shows it with the same
    std::string unfinished;  ///< of a folder: see Reading::unfinished
};

/// What a document is loaded for. Large files that are only looked at are mapped rather than read; `seen` is empty then.
enum class Purpose : std::uint8_t { edit, look };

/// Whether the parts of a binary file that stay raw bytes are listed: for that, all scripts of a plugin are decoded.
enum class RawParts : std::uint8_t { skip, list };

/// What messages call a file that was named: "-" is standard input.
[[nodiscard]] std::string input_name(const std::filesystem::path& path);
/// The error, about that file unless it names one itself.
[[nodiscard]] Error in_file(Error error, const std::filesystem::path& path);

/// Reads a binary file's content, which is in one piece; the document may keep views of it.
[[nodiscard]] Result<Document> read_binary(const SharedBytes& bytes, RawFallbacks* kept = nullptr);
[[nodiscard]] inline Result<Document> read_binary(Bytes bytes, RawFallbacks* kept = nullptr)
{
    return read_binary(SharedBytes(std::move(bytes)), kept);
}
/// Reads XML text. `file_name` is for messages.
[[nodiscard]] Result<Document> read_text(std::string text, const std::string& file_name, SideFileReader files = {},
                                         const LoadContext& context = {}, const SideFileReader& included = {});
/// What stands around a file: the names of the game's folder that it lies in, plugins, strings and commands beside it.
[[nodiscard]] LoadContext context_around(const std::filesystem::path& path);
/// Reads from disk: a game's file, an XML file, or an unpacked folder. "-" is standard input. Without names in
/// `context`, scripts are read and shown with those of the game's folder that `path` lies in.
[[nodiscard]] Result<Loaded> load(const std::filesystem::path& path, Pipes pipes = Pipes::reject,
                                  const LoadContext& context = {}, Purpose purpose = Purpose::edit,
                                  RawParts raw_parts = RawParts::skip);

/// Writes a document in the form asked for. Comments and processing instructions of a text that it replaces are kept
/// where they stand; when that is not possible, the write is refused (`mismatch`) unless options.drop_comments. In a
/// folder, a side file that holds the same bytes already stays as it is, and so does every file that is not of the
/// document that was there.
[[nodiscard]] Result<Written> save(const Document& document, const std::filesystem::path& path, Storage storage,
                                   const WriteOptions& options, const LoadContext& context = {});

/// Reads the files that a document names, from the folder that it stands in.
[[nodiscard]] SideFileReader side_files_beside(const std::filesystem::path& document);

/// Reads files with what they take from others beside them, as read_text() does; these `included` reads, or `files`.
[[nodiscard]] SideFileReader expanding(SideFileReader files, const SideCodecs& codecs,
                                       const SideFileReader& included = {});

/// Whether bytes look like XML rather than a game's file.
[[nodiscard]] bool looks_like_text(ByteView bytes);

}  // namespace redforge::edit
