// Writes records as XML text, from the tables of their types.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "core/files/side_files.hpp"
#include "core/record/record_type.hpp"
#include "core/text/text_sink.hpp"

namespace redforge {

/// A part of a document: a range of records in one list of the root or of one of its groups. If `list` is null, the
/// part is everything except the records of these lists. All parts together contain the whole document.
struct XmlPart {
    const ChildEntry* group{};  ///< group that contains the list; null if the root contains it
    const ChildEntry* list{};
    std::size_t first{};
    std::size_t last{};  ///< exclusive

    /// Returns true if a child of the root or of one of its groups is divided into parts.
    [[nodiscard]] static bool is_divided(const ChildEntry& child)
    {
        return child.kind == ChildEntry::Kind::list && !child.ops->single;
    }
    /// Returns true if the part contains a child, or some of its records.
    [[nodiscard]] bool holds(const ChildEntry& child) const
    {
        return list == nullptr ? !is_divided(child) : list == &child || group == &child;
    }
};

/// Attribute of the root element with the code page of the file, if it is not the format's default.
inline constexpr std::string_view encoding_attribute = "encoding";
/// Attribute of the root element of a document with only some of the records: their types.
inline constexpr std::string_view partial_attribute = "partial";

/// Writes records as elements: fields as attributes, lists and groups as child elements, blobs as source or hex text.
/// Omits fields that equal their default.
class XmlWriter {
public:
    /// With `files`, blobs, byte ranges and records that have a folder become side files. `context` is for blobs with a
    /// text form; it is not used with `files`, which have their own.
    explicit XmlWriter(TextSink& out, SideFiles* files = nullptr, LoadContext context = {})
        : out_(out), files_(files), context_(files == nullptr ? std::move(context) : files->codecs().context)
    {
    }

    /// Sets a callback that is called when a record that is a document of its own is complete, to take the files so
    /// far.
    using AfterDocument = std::function<void(SideFiles& files)>;
    void after_each_document(AfterDocument call) { after_document_ = std::move(call); }

    /// Writes the XML declaration and `record` as the root element, with its code page if that is neither 437 nor 1252.
    /// Lists that it decodes from the bytes of a large file are released afterwards, so no other thread may read them
    /// meanwhile. `partial`: value of partial_attribute, or empty if the document is whole.
    void document(std::string_view name, const RecordHandle& record, std::string_view partial = {});
    /// Writes as document() does, but only one part of the record's children.
    void part(std::string_view name, const RecordHandle& record, const XmlPart& part);
    /// Writes one record as an element, without a declaration.
    void fragment(std::string_view name, const RecordHandle& record);

    template <class T>
    void document(std::string_view name, const T& record)
    {
        document(name, handle_of(const_cast<T&>(record)));  // NOLINT: a handle is for writing too
    }
    template <class T>
    void fragment(std::string_view name, const T& record)
    {
        fragment(name, handle_of(const_cast<T&>(record)));  // NOLINT: as document()
    }

private:
    void element(std::string_view name, const RecordType& type, const std::byte* record);
    void attribute(const FieldEntry& field, const std::byte* value);
    void list(const ChildEntry& child, const std::byte* list);
    void group(const ChildEntry& child, const std::byte* record);
    void elements(const ListView& list, std::size_t first, std::size_t last);
    void whole(std::string_view name, const RecordHandle& record);
    void children(const FieldTable& table, const RecordType& type, const std::byte* record,
                  std::span<const std::string_view> covered);
    void blob(const ChildEntry& child, const RecordType& type, const std::byte* record);
    void byte_range(const ChildEntry& child, const RecordType& type, const std::byte* record);
    void own_document(std::string_view folder, std::string_view name, const RecordType& type, const std::byte* record);
    void open_child(std::string_view name);
    void file_attribute(std::string_view path);
    [[nodiscard]] const SideCodec* codec_of(const ChildEntry& child) const;
    [[nodiscard]] std::vector<std::string_view> covered_names(const FieldTable& table, const RecordType& type,
                                                              const std::byte* record) const;
    void text_value(const FieldEntry& field, std::string_view text);
    void hex_lines(ByteView bytes, std::size_t bytes_per_line);
    void end_tag(std::string_view name);
    void close_start_tag();
    void note_name(const FieldEntry& field, const std::byte* value);
    /// Returns the names as a comment for the end of a line.
    [[nodiscard]] std::string take_comment();
    void indent();

    TextSink& out_;
    SideFiles* files_;
    LoadContext context_;
    AfterDocument after_document_;
    const XmlPart* part_{};  ///< part of the root and its groups to write; null if everything is written
    RecordHandle named_{};   ///< the record that is being written; gives the side files of its blobs their name
    CodePage page_{};
    std::size_t depth_{};
    bool start_tag_open_{};
    bool releases_lists_{};  ///< lists become bytes again after they are written
    bool writes_encoding_{};       ///< the next element is a root with an encoding attribute
    std::string_view partial_{};  ///< partial_attribute of the next element, if not empty
    std::string note_;  ///< names of forms and texts of strings in the start tag that is open
    std::string scratch_;
};

/// Appends `text` with the characters that XML reserves escaped. It must not contain control characters.
void append_xml_escaped(std::string& out, std::string_view text);

}  // namespace redforge
