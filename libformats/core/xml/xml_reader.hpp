// Reads records from XML text, by the tables of their types. Unknown elements and attributes are errors.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <pugixml.hpp>

#include "core/error.hpp"
#include "core/files/side_files.hpp"
#include "core/record/record_type.hpp"

namespace redforge {

/// A parsed text that can locate each of its parts.
class XmlDocument {
public:
    /// Parses a text. Errors that pugixml accepts are found here or when the document is read, except "--" and invalid
    /// characters in comments and processing instructions, which are not part of the document.
    [[nodiscard]] static Result<XmlDocument> parse(std::string text, std::string file_name);

    [[nodiscard]] pugi::xml_node root() const { return document_->document_element(); }
    [[nodiscard]] const std::string& file_name() const { return file_name_; }
    /// Fills in file, line and column of an element or attribute, given a pointer into the text (its name).
    [[nodiscard]] Error at(const char* place, Error error) const;
    /// Checks the syntax with check_xml(). Errors: malformed, with line and column.
    [[nodiscard]] Status check() const;

private:
    std::string text_;  ///< original text, for line numbers
    // The parsed nodes point into their own copy of the text: both keep their address when the document moves.
    std::unique_ptr<char[]> parsed_;  // NOLINT(*avoid-c-arrays*): left uninitialised on purpose
    std::unique_ptr<pugi::xml_document> document_;
    std::string file_name_;
};

/// Reads an element into a record. Stops at the first error.
class XmlReader {
public:
    explicit XmlReader(const XmlDocument& document, SideFileReader side_files = {}, SideCodecs codecs = {})
        : document_(document), side_files_(std::move(side_files)), codecs_(std::move(codecs))
    {
    }

    /// Sets a callback that receives each record that is a document of its own, when it is complete.
    using AfterDocument = std::function<void(const RecordHandle& record)>;
    void after_each_document(AfterDocument call) { after_document_ = std::move(call); }

    /// Reads the document's root element, which must be called `name`.
    [[nodiscard]] Status document(std::string_view name, const RecordHandle& record);
    /// Reads one element with any name.
    [[nodiscard]] Status element_only(const pugi::xml_node& node, const RecordHandle& record);

    template <class T>
    [[nodiscard]] Status document(std::string_view name, T& record)
    {
        return document(name, handle_of(record));
    }
    template <class T>
    [[nodiscard]] Status element_only(const pugi::xml_node& node, T& record)
    {
        return element_only(node, handle_of(record));
    }

private:
    /// Unread parts of an element while it is read.
    struct State {
        pugi::xml_node node;
        pugi::xml_attribute next;   ///< next attribute if they are in table order; none while searching
        const char* next_name{""};  ///< name of `next`; empty after the last one
        pugi::xml_node child;
        const char* child_name{""};  ///< name of `child`; empty also if it is not an element
        std::size_t taken{};
        bool search{};
        bool superseded{};          ///< the value of a field is one that an earlier version wrote
        const FieldTable* table{};  ///< table of the record; known after the fields that determine the variant are read
        const FieldEntry* missing{};  ///< the first required attribute that is missing

        void move_to(pugi::xml_attribute attribute)
        {
            next = attribute;
            next_name = attribute.name();
        }
        void move_to_child(pugi::xml_node to)
        {
            child = to;
            child_name = to.name();
        }
    };

    void element(const pugi::xml_node& node, const RecordType& type, std::byte* record);
    bool fields(State& state, const RecordType& type, std::byte* record);
    bool value(State& state, const FieldEntry& field, const pugi::xml_attribute& found, std::byte* value);
    void superseded(State& state, std::byte* record);
    bool superseded(State& state, const SupersededEntry& entry, const pugi::xml_attribute& found, std::byte* record);
    void children(State& state, const RecordType& type, std::byte* record);
    void list(State& state, const ChildEntry& child, void* list);
    void blob(State& state, const ChildEntry& child, const RecordType& type, std::byte* record);
    void byte_range(State& state, const ChildEntry& child, std::byte* record);
    /// Returns true if an element refers to a file instead of having content. An invalid reference gives false and an
    /// error.
    bool names_file(const pugi::xml_node& node, std::string_view name, bool may, const char*& file);
    void item(const pugi::xml_node& node, const ChildEntry& child, std::string_view name, const RecordType& type,
              std::byte* record);
    void read_record_file(const char* file, std::string_view name, const RecordType& type, std::byte* record);
    void read_embedded_text(const pugi::xml_node& node, const SideCodec& codec, const RecordHandle& record);
    bool hex_content(const pugi::xml_node& node, std::string_view name, Bytes& bytes);
    void side_file(const char* file, const ChildEntry& child, const RecordType& type, std::byte* record);
    void check_leftovers(const State& state);
    void bad_value(const State& state, const pugi::xml_attribute& attribute, const std::string& expected);
    void unknown_attribute(const State& state);
    void unexpected_child(const State& state);
    void reject(const char* place, ErrorCode code, std::string message, std::string hint);

    const XmlDocument& document_;
    SideFileReader side_files_;
    SideCodecs codecs_;
    AfterDocument after_document_;
    CodePage page_{};
    bool less_than_{};  ///< a value has a <, which is wrong unless it was written as &lt;
    std::optional<Error> error_;
};

}  // namespace redforge
