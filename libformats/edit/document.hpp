// A document of any format we know: recognised by content, read, written, shown as text.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/bytes.hpp"
#include "core/error.hpp"
#include "core/files.hpp"
#include "core/kept.hpp"
#include "core/pairs.hpp"
#include "core/schema.hpp"
#include "core/side_files.hpp"
#include "core/text_sink.hpp"
#include "core/view.hpp"
#include "core/xml_reader.hpp"

namespace redforge::edit {

/// A stretch of a binary file that has a name.
struct Part {
    std::string name;
    std::size_t offset{};  ///< bytes
    std::size_t size{};    ///< bytes
    std::optional<std::uint32_t> records;
};

/// A document's bytes on their way to a file, and the proof that they say the same as the document.
struct Draft {
    std::shared_ptr<Bytes> bytes;
    std::function<Status()> proof;  ///< may run beside other work that leaves `bytes` as they are
};

/// What a format can do; one for each type of document, in formats().
struct Format {
    std::string_view name;       ///< "Redguard map"
    std::string_view root;       ///< the root element of its text
    std::string_view extension;  ///< with the dot

    bool (*recognise)(ByteView bytes);
    std::shared_ptr<void> (*make)();
    std::shared_ptr<void> (*copy)(const void* data);
    Status (*read)(ByteView bytes, void* data, KeptParts* kept);
    Result<Bytes> (*write)(const void* data);
    /// The same in two halves, for data that is not needed any more; null where it has none.
    Result<Draft> (*draft)(void* data);
    Status (*read_xml)(const XmlDocument& document, const SideFileReader& files, void* data);
    void (*write_xml)(const void* data, TextSink& out, SideFiles* files);
    RecordHandle (*handle)(void* data);
    /// What follows from edits that made `after` of `before`; null where everything that follows is computed anyway.
    void (*follow_edit)(const void* before, void* after);
    std::optional<Difference> (*difference)(const void* left, const void* right);
    SchemaElement (*schema)();
    /// The parts of a binary file in their order; null for formats without a frame.
    Result<std::vector<Part>> (*parts)(ByteView bytes);
    /// What stands at a byte of a file; null where nothing better than the offset is known.
    std::string (*locate)(ByteView bytes, std::size_t offset);
    std::shared_ptr<void> (*make_new)(bool furnished);  ///< for `new`; null where there is nothing to begin with
};

/// All formats.
[[nodiscard]] std::span<const Format> formats();
/// The XML file of an unpacked folder: map.xml.
[[nodiscard]] std::string folder_document_name(const Format& format);
/// The format with that root element.
[[nodiscard]] const Format* find_format(std::string_view root);
/// The format that recognises these bytes.
[[nodiscard]] const Format* recognise(ByteView bytes);

/// A document in memory. Copies share nothing.
class Document {
public:
    Document() = default;
    Document(const Format& format, std::shared_ptr<void> data) : format_(&format), data_(std::move(data)) {}
    Document(const Document& other)
        : format_(other.format_), data_(other ? other.format_->copy(other.data_.get()) : nullptr)
    {
    }
    Document(Document&&) noexcept = default;
    Document& operator=(Document other) noexcept
    {
        std::swap(format_, other.format_);
        std::swap(data_, other.data_);
        return *this;
    }
    ~Document() = default;

    explicit operator bool() const { return data_ != nullptr; }
    [[nodiscard]] const Format& format() const { return *format_; }
    /// The root record.
    [[nodiscard]] RecordHandle root() const { return format_->handle(data_.get()); }
    [[nodiscard]] const void* data() const { return data_.get(); }
    [[nodiscard]] void* data() { return data_.get(); }

    [[nodiscard]] Result<Bytes> write() const& { return format_->write(data_.get()); }
    /// The same as a document's last use, which may leave nothing of it.
    [[nodiscard]] Result<Bytes> write() &&;
    [[nodiscard]] Result<Draft> draft() &&;
    void write_xml(TextSink& out, SideFiles* files = nullptr) const { format_->write_xml(data_.get(), out, files); }
    /// Renews what is untrue of this document since edits made it of `before`.
    void follow_edit(const Document& before)
    {
        if (format_->follow_edit != nullptr) {
            format_->follow_edit(before.data_.get(), data_.get());
        }
    }
    /// The first field in which two documents of one format differ.
    [[nodiscard]] std::optional<Difference> difference(const Document& other) const
    {
        return format_->difference(data_.get(), other.data_.get());
    }

private:
    const Format* format_{};
    std::shared_ptr<void> data_;
};

/// The record of a document whose type is known.
template <class T>
[[nodiscard]] T* get_if(Document& document)
{
    return document && document.format().root == T::root ? static_cast<T*>(document.data()) : nullptr;
}
template <class T>
[[nodiscard]] const T* get_if(const Document& document)
{
    return document && document.format().root == T::root ? static_cast<const T*>(document.data()) : nullptr;
}

/// How a document stands on the disk.
enum class Storage : std::uint8_t {
    binary,  ///< the game's own file
    text,    ///< one XML file
    folder,  ///< a folder with an XML file and others beside it
};

/// A document with what is known of where it came from.
struct Loaded {
    Document document;
    Storage storage{};
    KeptParts kept;        ///< of a binary file
    std::uint64_t size{};  ///< bytes of the binary or XML file
    Seen seen;             ///< what was read, for WriteOptions::expected; of standard input nothing
};

/// Reads a binary file's content.
[[nodiscard]] Result<Document> read_binary(ByteView bytes, KeptParts* kept = nullptr);
/// Reads XML text. `file_name` is for messages.
[[nodiscard]] Result<Document> read_text(std::string text, const std::string& file_name, SideFileReader files = {});
/// Reads from disk: a game's file, an XML file, or an unpacked folder. "-" is standard input.
[[nodiscard]] Result<Loaded> load(const std::filesystem::path& path);

/// Writes a document in the form asked for. Comments and processing instructions of a text that it replaces are kept
/// where they stand; when that is not possible, the write is refused (`mismatch`) unless options.drop_comments. In a
/// folder, a side file that holds the same bytes already stays as it is, and so does every file that is not of the
/// document that was there.
[[nodiscard]] Result<Written> save(const Document& document, const std::filesystem::path& path, Storage storage,
                                   const WriteOptions& options);
/// The same as the document's last use.
[[nodiscard]] Result<Written> save(Document&& document, const std::filesystem::path& path, Storage storage,
                                   const WriteOptions& options);

/// Reads the files that a document names, from the folder that it stands in.
[[nodiscard]] SideFileReader side_files_beside(const std::filesystem::path& document);

/// Whether bytes look like XML rather than a game's file.
[[nodiscard]] bool looks_like_text(ByteView bytes);

}  // namespace redforge::edit
