// Builds the table of a record type from its `serialize` function.
//
// Include it only where record_type<T>() is instantiated: in the format.cpp of a module, and in tests with their own
// record types. Other code needs only record_type.hpp.
#pragma once

#include <algorithm>
#include <concepts>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/record/record_type.hpp"

namespace redforge {

/// Records whose fields depend on their kind: T::alternatives() returns one record of each kind, and alternative() the
/// number of a record's kind. `serialize` is called with this number as version.
template <class T>
concept HasAlternatives = requires(const T& record)
{
    T::alternatives();
    {
        record.alternative()
        } -> std::convertible_to<std::size_t>;
};

/// Records whose fields depend on the version of the document: T::versions is the number of versions, counted from 0.
template <class T>
concept HasVersions = requires
{
    T::versions;
};

namespace describing {

template <class T>
concept IntegerLike = std::integral<T> || std::is_same_v<T, I24> || std::is_same_v<T, U24>;

template <class T>
struct Stored {
    using type = T;
};
template <class T>
struct Stored<Derived<T>> {
    using type = T;
};

template <class T>
inline constexpr bool is_bitwise = std::has_unique_object_representations_v<T> || std::is_floating_point_v<T> ||
                                   (Leaf<T>::type.kind == ValueKind::real && sizeof(T) == sizeof(float) &&
                                    std::is_trivially_copyable_v<T>);

template <class T>
inline constexpr LeafOps leaf_ops = [] {
    using Number = typename Stored<T>::type;
    LeafOps ops{};
    ops.type = Leaf<T>::type;
    ops.size = sizeof(T);
    ops.align = alignof(T);
    ops.bitwise = is_bitwise<T>;
    ops.is_signed = Leaf<T>::type.min < 0;
    ops.append = [](std::string& out, const void* value, CodePage page) {
        if constexpr (requires(const T& typed) { Leaf<T>::append(out, typed, page); }) {
            Leaf<T>::append(out, *static_cast<const T*>(value), page);
        } else {
            Leaf<T>::append(out, *static_cast<const T*>(value));
        }
    };
    ops.parse = [](std::string_view text, void* value, const FieldInfo& info, std::string& expected, CodePage page) {
        T parsed{};
        bool good{};
        if constexpr (requires { Leaf<T>::parse(text, parsed, info, expected, page); }) {
            good = Leaf<T>::parse(text, parsed, info, expected, page);
        } else {
            good = Leaf<T>::parse(text, parsed, info, expected);
        }
        if (good) {
            *static_cast<T*>(value) = std::move(parsed);
        }
        return good;
    };
    ops.same = [](const void* a, const void* b) {
        return same_value(*static_cast<const T*>(a), *static_cast<const T*>(b));
    };
    ops.swap = [](void* a, void* b) {
        T kept = std::move(*static_cast<T*>(a));
        *static_cast<T*>(a) = std::move(*static_cast<T*>(b));
        *static_cast<T*>(b) = std::move(kept);
    };
    ops.reset = [](void* value) { *static_cast<T*>(value) = T{}; };
    ops.construct = [](void* memory) { new (memory) T{}; };
    ops.destruct = [](void* value) { static_cast<T*>(value)->~T(); };
    ops.assign = [](void* to, const void* from) { *static_cast<T*>(to) = *static_cast<const T*>(from); };
    ops.clone = [](const void* value) -> void* { return new T(*static_cast<const T*>(value)); };
    ops.destroy = [](void* value) { delete static_cast<T*>(value); };
    if constexpr (IntegerLike<T>) {
        ops.get_integer = [](const void* value) {
            return std::optional<std::int64_t>(static_cast<std::int64_t>(*static_cast<const T*>(value)));
        };
        ops.set_integer = [](void* value, std::int64_t number) {
            *static_cast<T*>(value) = T(static_cast<std::conditional_t<std::integral<T>, T, std::int32_t>>(number));
        };
    } else if constexpr (IntegerLike<Number>) {
        ops.get_integer = [](const void* value) {
            const auto& stored = static_cast<const T*>(value)->stored;
            return stored ? std::optional(static_cast<std::int64_t>(*stored)) : std::nullopt;
        };
        ops.set_integer = [](void* value, std::int64_t number) {
            using Plain = std::conditional_t<std::integral<Number>, Number, std::int32_t>;
            static_cast<T*>(value)->stored = Number(static_cast<Plain>(number));
        };
    }
    return ops;
}();

/// Traits of a kind of list, for list_ops.
template <class List>
struct ListTraits;

template <class T>
struct ListTraits<std::optional<T>> {
    using Items = std::tuple<T>;
    static constexpr bool single = true;
    static constexpr std::size_t stride = sizeof(T);
    static std::size_t size(const std::optional<T>& list) { return list ? 1 : 0; }
    static void* at(std::optional<T>& list, std::size_t /*index*/) { return &*list; }
};

template <class List, class T>
struct UniformListTraits {
    using Items = std::tuple<T>;
    static constexpr bool single = false;
    static constexpr std::size_t stride = sizeof(T);
    static std::size_t size(const List& list) { return list.size(); }
    static void* at(List& list, std::size_t index) { return &list[index]; }
    static T make(std::size_t /*item*/) { return T{}; }
};
template <class T>
struct ListTraits<std::vector<T>> : UniformListTraits<std::vector<T>, T> {
};

/// Traits of a list whose records are a variant of `Ts`, or derived from one.
template <class List, class Record, class Variant>
struct MixedListTraits;
template <class List, class Record, class... Ts>
struct MixedListTraits<List, Record, std::variant<Ts...>> {
    using Items = std::tuple<Ts...>;
    static constexpr bool single = false;
    static constexpr std::size_t stride = 0;
    static std::size_t size(const List& list) { return list.size(); }
    static void* at(List& list, std::size_t index)
    {
        std::variant<Ts...>& any = list[index];
        return std::visit([]<class T>(T& record) -> void* { return &record; }, any);
    }
    static Record make(std::size_t item)
    {
        static constexpr std::array<Record (*)(), sizeof...(Ts)> makers{+[] { return Record(Ts{}); }...};
        return makers[item]();
    }
};
template <class... Ts>
struct ListTraits<std::vector<std::variant<Ts...>>>
    : MixedListTraits<std::vector<std::variant<Ts...>>, std::variant<Ts...>, std::variant<Ts...>> {
};

/// Returns a new object, for callers that do not know its type.
template <class T>
std::shared_ptr<void> make_shared_any()
{
    return {static_cast<void*>(new T()), +[](void* object) { delete static_cast<T*>(object); }};
}

// Change lists only by resize() and element moves, because every other std::vector function would be compiled again for
// each record type.

/// Moves the elements at `places` from `list` to `taken`, in order.
template <class List>
void extract_at(List& list, std::span<const std::size_t> places, List& taken)
{
    if (places.empty()) {
        return;
    }
    taken.resize(places.size());
    std::size_t next = 0;
    std::size_t to = places.front();
    for (std::size_t from = to; from < list.size(); ++from) {
        if (next < places.size() && places[next] == from) {
            taken[next++] = std::move(list[from]);
        } else {
            list[to++] = std::move(list[from]);
        }
    }
    list.resize(to);
}

/// Moves the elements of `added` into `list`. `places` are their indices afterwards.
template <class List>
void insert_at(List& list, std::span<const std::size_t> places, List& added)
{
    std::size_t from = list.size();
    std::size_t next = places.size();
    list.resize(from + next);
    // Move from the end, so that each element moves once, and elements before the first insertion do not move.
    for (std::size_t to = list.size(); next > 0; --to) {
        list[to - 1] = places[next - 1] == to - 1 ? std::move(added[--next]) : std::move(list[--from]);
    }
}

template <class List>
inline constexpr ListOps list_ops = [] {
    using Traits = ListTraits<List>;
    ListOps ops{};
    ops.single = Traits::single;
    ops.stride = Traits::stride;
    ops.size = [](const void* list) { return Traits::size(*static_cast<const List*>(list)); };
    ops.at = [](void* list, std::size_t index) { return Traits::at(*static_cast<List*>(list), index); };
    ops.make = &make_shared_any<List>;
    if constexpr (Traits::single) {
        ops.insert = [](void* list, std::size_t, const ChildEntry&, std::size_t) {
            static_cast<List*>(list)->emplace();
        };
        ops.grow = [](void* list, std::size_t, const ChildEntry&) { static_cast<List*>(list)->emplace(); };
        ops.move = [](void*, std::size_t, std::size_t) {};
        ops.append_copy = [](void* list, const void* from, std::size_t) {
            *static_cast<List*>(list) = *static_cast<const List*>(from);
        };
        ops.transfer = [](void* from, std::span<const std::size_t> places, void* to, std::span<const std::size_t>) {
            if (!places.empty()) {
                *static_cast<List*>(to) = std::exchange(*static_cast<List*>(from), {});
            }
        };
    } else {
        if constexpr (std::tuple_size_v < typename Traits::Items >> 1) {
            ops.item = [](const void* list, std::size_t index) {
                return (*static_cast<const List*>(list))[index].index();
            };
        }
        ops.insert = [](void* list, std::size_t index, const ChildEntry& /*child*/, std::size_t item) {
            List added(1);
            added.front() = Traits::make(item);
            insert_at(*static_cast<List*>(list), std::span(&index, 1), added);
        };
        ops.grow = [](void* list, std::size_t count, const ChildEntry& /*child*/) {
            auto& records = *static_cast<List*>(list);
            records.resize(records.size() + count);
        };
        ops.move = [](void* list, std::size_t from, std::size_t to) {
            List moved;
            extract_at(*static_cast<List*>(list), std::span(&from, 1), moved);
            insert_at(*static_cast<List*>(list), std::span(&to, 1), moved);
        };
        ops.append_copy = [](void* list, const void* from, std::size_t index) {
            auto& records = *static_cast<List*>(list);
            records.resize(records.size() + 1);
            records.back() = (*static_cast<const List*>(from))[index];  // both lists may be the same
        };
        ops.transfer = [](void* from, std::span<const std::size_t> from_places, void* to,
                          std::span<const std::size_t> to_places) {
            List taken;
            extract_at(*static_cast<List*>(from), from_places, taken);
            insert_at(*static_cast<List*>(to), to_places, taken);
        };
    }
    return ops;
}();

void add_item(std::vector<ItemEntry>& items, std::string_view name, const RecordType& (*type)(unsigned),
              unsigned version);

/// Appends the types of a list's records. `element` is the element name of a list with one type.
template <class... Ts>
void add_items(std::vector<ItemEntry>& items, std::string_view element, unsigned version, std::tuple<Ts...>* /*types*/)
{
    if constexpr (sizeof...(Ts) > 1) {
        (add_item(items, Ts::element, &record_type<Ts>, version), ...);
    } else {
        (add_item(items, element, &record_type<Ts>, version), ...);
    }
}

/// Collects the fields and children of one record, or the text form of one of its blobs. Does both,
/// because a second archive would be compiled for each record type.
class TableArchive {
public:
    TableArchive(const void* record, const void* defaults, unsigned version, FieldTable& table)
        : record_(static_cast<const std::byte*>(record)), defaults_(static_cast<const std::byte*>(defaults)),
          version_(version), table_(&table)
    {
    }
    TableArchive(std::string_view blob, BlobDetails& details) : wanted_(blob), details_(&details) {}

    template <class T>
    void field(std::string_view name, T& value, const FieldInfo& info)
    {
        if (table_ == nullptr) {
            return;
        }
        if constexpr (Composite<T>) {
            const std::size_t length = enter(name, info);
            serialize(*this, value, version_);
            leave(length);
        } else {
            add_field(name, &value, leaf_ops<T>, info);
        }
    }
    template <class T, class Old>
    void superseded(std::string_view name, T& value, const Superseded<T, Old>& info)
    {
        if (table_ == nullptr) {
            return;
        }
        SupersededEntry& entry = add_superseded(name, info.by);
        if (info.take != nullptr) {
            entry.offset = offset_of(&value);
            entry.take = [info](void* place, std::string_view text, std::string& expected) {
                Old old{};
                if (!Leaf<Old>::parse(text, old, {.min = info.min, .max = info.max}, expected)) {
                    return Taken::not_valid;
                }
                return place == nullptr || info.take(*static_cast<T*>(place), old) ? Taken::yes : Taken::contradiction;
            };
        }
    }
    template <class List>
    void list(std::string_view name, std::string_view item, List& records, const FieldInfo& info)
    {
        if (table_ == nullptr) {
            return;
        }
        ChildEntry& child = add_child(ChildEntry::Kind::list, name, &records);
        child.info = info;
        if constexpr (requires {
                          List::operations();
                      }) {  // the list provides its operations, so its record types can be incomplete here
            child.ops = &List::operations();
            if constexpr (requires { List::items(item, version_); }) {
                child.set_items(List::items(item, version_));
            }  // otherwise (MixedList), the code that creates the record type adds the item types
        } else {
            child.ops = &list_ops<List>;
            add_items(child.items, item, version_, static_cast<typename ListTraits<List>::Items*>(nullptr));
        }
    }
    template <class T>
    void group(std::string_view name, T& record, const FieldInfo& info)
    {
        if (table_ == nullptr) {
            return;
        }
        ChildEntry& child = add_child(ChildEntry::Kind::group, name, &record);
        child.info = info;
        add_item(child.items, name, &record_type<T>, version_);
    }
    void blob(std::string_view name, Bytes& bytes, const BlobInfo& info, std::string_view file_name);
    void byte_range(std::string_view name, SharedBytes& bytes, const BlobInfo& info, std::string_view file_name);

private:
    std::size_t enter(std::string_view name, const FieldInfo& info);
    void leave(std::size_t length);
    void add_field(std::string_view name, const void* value, const LeafOps& ops, const FieldInfo& info);
    SupersededEntry& add_superseded(std::string_view name, std::string_view by);
    ChildEntry& add_child(ChildEntry::Kind kind, std::string_view name, const void* place);
    ChildEntry* add_bytes(ChildEntry::Kind kind, std::string_view name, const void* place, const BlobInfo& info,
                          std::string_view file_name);
    [[nodiscard]] std::size_t offset_of(const void* place) const
    {
        return static_cast<std::size_t>(static_cast<const std::byte*>(place) - record_);
    }

    const std::byte* record_{};
    const std::byte* defaults_{};
    unsigned version_{};
    FieldTable* table_{};  ///< null if a blob is requested
    std::string_view wanted_;
    BlobDetails* details_{};
    std::string prefix_;
    std::vector<std::string_view> composites_;
};

/// Returns the description of a field at an offset of its record, without its default value.
[[nodiscard]] FieldEntry make_field(std::string name, const LeafOps& ops, const FieldInfo& info, std::size_t offset);

/// Returns the number of fields that all tables have in common at their beginning.
[[nodiscard]] std::size_t common_fields(std::span<const FieldTable> tables);

/// Returns a type without tables. `describe` is its `serialize` function.
[[nodiscard]] RecordType make_type(std::size_t size, const void* defaults, std::shared_ptr<void> (*make)(),
                                   void (*copy)(void* to, const void* from),
                                   void (*describe)(TableArchive& archive, void* record, unsigned version));
/// Adds the table of a variant, without its descendants.
FieldTable& add_table(RecordType& type, void* record, unsigned version);

// This code is compiled for each type, so it is minimal and uses function pointers instead of std::function.
template <class T>
RecordType make_record_type(unsigned version)
{
    static const T defaults{};
    RecordType type = make_type(
        sizeof(T), &defaults, &make_shared_any<T>,
        [](void* to, const void* from) { *static_cast<T*>(to) = *static_cast<const T*>(from); },
        [](TableArchive& archive, void* record, unsigned number) {
            serialize(archive, *static_cast<T*>(record), number);
        });
    if constexpr (requires { T::root; }) {
        type.element = T::root;
    } else if constexpr (requires { T::element; }) {
        type.element = T::element;
    }
    if constexpr (requires(const T& record) { record.file_stem(); }) {
        type.file_stem = [](const void* record) -> std::string { return static_cast<const T*>(record)->file_stem(); };
    }
    if constexpr (requires(const T& record) { record.is_stored_in_parent(); }) {
        type.is_stored_in_parent = [](const void* record) {
            return static_cast<const T*>(record)->is_stored_in_parent();
        };
    }
    if constexpr (requires(const T& record) { record.path_name(); }) {
        type.path_name = [](const void* record) -> std::string { return static_cast<const T*>(record)->path_name(); };
    }
    const auto add = [&type](T& record, unsigned number) {
        [[maybe_unused]] FieldTable& table = add_table(type, &record, number);
        if constexpr (requires { T::descendants(number); }) {
            table.descendants = T::descendants(number);
        }
        if constexpr (requires { T::inside; }) {
            table.inside = T::inside;
        }
    };
    if constexpr (HasAlternatives<T>) {
        unsigned number = 0;
        for (T& alternative : T::alternatives()) {
            add(alternative, number++);
        }
        type.variant = [](const void* record) -> std::size_t { return static_cast<const T*>(record)->alternative(); };
    } else {
        T record{};
        add(record, version);
    }
    type.common_fields = common_fields(type.tables);
    return type;
}

}  // namespace describing

template <class T>
const RecordType& record_type(unsigned version)
{
    if constexpr (HasVersions<T>) {
        static const std::vector<RecordType> types = [] {
            std::vector<RecordType> all;
            for (unsigned each = 0; each < T::versions; ++each) {
                all.push_back(describing::make_record_type<T>(each));
            }
            return all;
        }();
        return types[std::min<std::size_t>(version, types.size() - 1)];
    } else {
        static const RecordType type = describing::make_record_type<T>(0);
        return type;
    }
}

}  // namespace redforge
