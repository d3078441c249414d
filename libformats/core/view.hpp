// Any record, seen at run time: its fields by name, text and type, and the lists in it.
//
// The archives in binary.hpp and xml_*.hpp are compiled for each record and fast. Whatever a person names while the
// program runs - field paths, queries, the property grid, `find` - looks at a record through a RecordView, which is
// made from the same description on demand.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/bytes.hpp"
#include "core/error.hpp"
#include "core/field.hpp"
#include "core/leaf.hpp"
#include "core/xml_reader.hpp"
#include "core/xml_writer.hpp"

namespace redforge {

struct RecordView;

/// What can be done with the value behind a FieldView; one for each type.
struct ValueOps {
    LeafType type;
    std::string (*text)(const void* value);
    bool (*parse)(std::string_view text, void* value, const FieldInfo& info, std::string& expected);
    void (*reset)(void* value);  ///< back to nothing given, for derived values
};

/// One value of a record. Valid as long as the record stays where it is.
struct FieldView {
    std::string name;  ///< path inside the record: `position.x`
    FieldInfo info;
    void* value{};
    const ValueOps* ops{};
    std::string_view part_of{};  ///< label of the composite that it belongs to: "Position"; empty when of none

    [[nodiscard]] std::string text() const { return ops->text(value); }
    /// Errors: out_of_range, with what was expected. The value is unchanged then.
    [[nodiscard]] Status set(std::string_view text) const;
};

/// What can be done with a record; one for each type.
struct RecordOps {
    RecordView (*view)(void* record);
    /// Reads an element of `document` into a record of default values.
    Status (*read)(const XmlDocument& document, const pugi::xml_node& node, const SideFileReader& files, void* record);
    /// Writes the record as an element of that name.
    void (*write)(const void* record, std::string_view name, TextSink& out);
};

/// A record of any type.
struct RecordHandle {
    void* record{};
    const RecordOps* ops{};

    explicit operator bool() const { return record != nullptr; }
    [[nodiscard]] RecordView view() const;
};

/// What can be done with a list; one for each type of list.
struct ListOps {
    bool single;  ///< at most one record
    std::size_t (*size)(const void* list);
    RecordHandle (*at)(void* list, std::size_t index);
    void (*insert)(void* list, std::size_t index);                       ///< a default record
    void (*duplicate)(void* list, std::size_t index, std::size_t to);
    void (*erase)(void* list, std::size_t index);
    void (*move)(void* list, std::size_t from, std::size_t to);          ///< `to` counts without the moved one
};

/// A list of a record. An empty name means that the record is indexed directly: `objects[3]`.
struct ListView {
    std::string name;
    std::string item;  ///< element name of its records
    FieldInfo info;
    void* list{};
    const ListOps* ops{};
};

/// A record that is part of another, with a name of its own: `objects` of a map.
struct GroupView {
    std::string name;
    FieldInfo info;
    RecordHandle record;
};

/// Bytes without a layout.
struct BlobView {
    std::string name;
    BlobInfo info;
    Bytes* bytes{};
};

/// All that a record consists of.
struct RecordView {
    std::vector<FieldView> fields;
    std::vector<ListView> lists;
    std::vector<GroupView> groups;
    std::vector<BlobView> blobs;

    // What they find is part of the view, so a view that is gone with the statement has none to give.
    [[nodiscard]] const FieldView* find_field(std::string_view name) const&;
    [[nodiscard]] const ListView* find_list(std::string_view name) const&;
    [[nodiscard]] const GroupView* find_group(std::string_view name) const&;
    [[nodiscard]] const BlobView* find_blob(std::string_view name) const&;
    const FieldView* find_field(std::string_view name) const&& = delete;
    const ListView* find_list(std::string_view name) const&& = delete;
    const GroupView* find_group(std::string_view name) const&& = delete;
    const BlobView* find_blob(std::string_view name) const&& = delete;
    /// All names, for messages.
    [[nodiscard]] std::vector<std::string> names() const;
};

/// A handle on a record of known type.
template <class T>
[[nodiscard]] RecordHandle handle_of(T& record);

// ---------------------------------------------------------------------------------------------------------------

template <class T>
[[nodiscard]] RecordView view_record(void* record);

template <class T>
inline constexpr RecordOps record_ops{
    &view_record<T>,
    [](const XmlDocument& document, const pugi::xml_node& node, const SideFileReader& files, void* record) {
        return XmlReader(document, files).element_only(node, *static_cast<T*>(record));
    },
    [](const void* record, std::string_view name, TextSink& out) {
        XmlWriter(out).fragment(name, *static_cast<const T*>(record));
    },
};

template <class T>
RecordHandle handle_of(T& record)
{
    return {&record, &record_ops<T>};
}

template <class T>
inline constexpr ValueOps value_ops{
    Leaf<T>::type,
    [](const void* value) {
        std::string out;
        Leaf<T>::append(out, *static_cast<const T*>(value));
        return out;
    },
    [](std::string_view text, void* value, const FieldInfo& info, std::string& expected) {
        T parsed = *static_cast<const T*>(value);
        if (!Leaf<T>::parse(text, parsed, info, expected)) {
            return false;
        }
        *static_cast<T*>(value) = std::move(parsed);
        return true;
    },
    [](void* value) { *static_cast<T*>(value) = T{}; },
};

template <class List>
inline constexpr ListOps list_ops = [] {
    using Traits = ListTraits<List>;
    using Record = typename Traits::Record;
    ListOps ops{};
    ops.single = Traits::single;
    ops.size = [](const void* list) { return Traits::size(*static_cast<const List*>(list)); };
    ops.at = [](void* list, std::size_t index) { return handle_of(Traits::at(*static_cast<List*>(list), index)); };
    if constexpr (Traits::single) {
        ops.insert = [](void* list, std::size_t) { static_cast<List*>(list)->emplace(); };
        ops.duplicate = [](void*, std::size_t, std::size_t) {};
        ops.erase = [](void* list, std::size_t) { static_cast<List*>(list)->reset(); };
        ops.move = [](void*, std::size_t, std::size_t) {};
    } else {
        using Step = typename List::difference_type;
        ops.insert = [](void* list, std::size_t index) {
            auto& records = *static_cast<List*>(list);
            records.insert(records.begin() + static_cast<Step>(index), Record{});
        };
        ops.duplicate = [](void* list, std::size_t index, std::size_t to) {
            auto& records = *static_cast<List*>(list);
            Record copy = records[index];
            records.insert(records.begin() + static_cast<Step>(to), std::move(copy));
        };
        ops.erase = [](void* list, std::size_t index) {
            auto& records = *static_cast<List*>(list);
            records.erase(records.begin() + static_cast<Step>(index));
        };
        ops.move = [](void* list, std::size_t from, std::size_t to) {
            auto& records = *static_cast<List*>(list);
            Record moved = std::move(records[from]);
            records.erase(records.begin() + static_cast<Step>(from));
            records.insert(records.begin() + static_cast<Step>(to), std::move(moved));
        };
    }
    return ops;
}();

/// Makes a RecordView from a description.
class ViewArchive {
public:
    template <class T>
    void field(std::string_view name, T& value, const FieldInfo& info)
    {
        if constexpr (Composite<T>) {
            const std::size_t length = prefix_.size();
            prefix_.append(name).push_back('.');
            const std::string_view outer = std::exchange(part_of_, info.label.empty() ? name : info.label);
            serialize(*this, value, 0);
            part_of_ = outer;
            prefix_.resize(length);
        } else {
            view.fields.push_back({prefix_ + std::string(name), info, &value, &value_ops<T>, part_of_});
        }
    }
    template <class List>
    void list(std::string_view name, std::string_view item, List& records, const FieldInfo& info)
    {
        view.lists.push_back({std::string(name), std::string(item), info, &records, &list_ops<List>});
    }
    template <class T>
    void group(std::string_view name, T& record, const FieldInfo& info)
    {
        view.groups.push_back({std::string(name), info, handle_of(record)});
    }
    void blob(std::string_view name, Bytes& bytes, const BlobInfo& info, std::string_view /*file*/)
    {
        view.blobs.push_back({std::string(name), info, &bytes});
    }

    RecordView view;

private:
    std::string prefix_;
    std::string_view part_of_;
};

template <class T>
RecordView view_record(void* record)
{
    ViewArchive archive;
    serialize(archive, *static_cast<T*>(record), 0);
    return std::move(archive.view);
}

}  // namespace redforge
