// Descriptions to XML Schema: an archive over the field list that writes what a document may hold.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/field.hpp"
#include "core/leaf.hpp"

namespace redforge {

/// One attribute of an element, as a schema sees it.
struct SchemaField {
    std::string name;
    FieldInfo info;
    LeafType type;
    std::string default_text;
};

/// One element. Anonymous and nested: each record stands where it is used.
struct SchemaElement {
    std::string name;
    std::string label;
    std::string doc;
    std::string source;             ///< path of the list or group in the record above, for the reference page
    std::vector<SchemaField> fields;
    std::vector<SchemaElement> children;
    bool blob{};                    ///< holds bytes
    bool side_file{};               ///< a blob that may stand in a file of its own
    bool many{};
};

/// Some records have other fields by their kind: T::alternatives() gives one record of each.
template <class T>
concept HasAlternatives = requires { T::alternatives(); };

class SchemaArchive {
public:
    explicit SchemaArchive(SchemaElement& element) : element_(element) {}

    template <class T>
    void field(std::string_view name, T& value, const FieldInfo& info)
    {
        if constexpr (Composite<T>) {
            const std::size_t length = prefix_.size();
            prefix_.append(name).push_back('.');
            serialize(*this, value, 0);
            prefix_.resize(length);
        } else {
            std::string text;
            Leaf<T>::append(text, value);
            add_field({prefix_ + std::string(name), info, Leaf<T>::type, std::move(text)});
        }
    }
    template <class List>
    void list(std::string_view name, std::string_view item, List& /*records*/, const FieldInfo& info)
    {
        SchemaElement& child = add_child(item, info.label, info.doc);
        child.source = name;
        child.many = !ListTraits<List>::single;
        describe<typename ListTraits<List>::Record>(child);
    }
    template <class T>
    void group(std::string_view name, T& /*record*/, const FieldInfo& info)
    {
        SchemaElement& child = add_child(name, info.label, info.doc);
        child.source = name;
        describe<T>(child);
    }
    void blob(std::string_view name, Bytes& /*bytes*/, const BlobInfo& info, std::string_view /*file*/)
    {
        SchemaElement& child = add_child(name, info.label, info.doc);
        child.source = name;
        child.blob = true;
        child.side_file = !info.folder.empty();
    }

    template <class T>
    static void describe(SchemaElement& element)
    {
        SchemaArchive archive(element);
        if constexpr (HasAlternatives<T>) {
            for (T& alternative : T::alternatives()) {
                serialize(archive, alternative, 0);
            }
        } else {
            T record{};
            serialize(archive, record, 0);
        }
    }

private:
    void add_field(SchemaField field);
    SchemaElement& add_child(std::string_view name, std::string_view label, std::string_view doc);

    SchemaElement& element_;
    std::string prefix_;
};

/// The description of documents with root record T.
template <class T>
[[nodiscard]] SchemaElement describe_document()
{
    SchemaElement root;
    root.name = T::root;
    SchemaArchive::describe<T>(root);
    return root;
}

/// XML Schema 1.0 of a document.
[[nodiscard]] std::string to_xsd(const SchemaElement& root);

/// A reference page in Markdown: each element with its fields, types, ranges, units and meanings.
[[nodiscard]] std::string to_reference_page(const SchemaElement& root);

}  // namespace redforge
