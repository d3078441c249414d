// The tree of a plugin: tables, operations of lazy lists, and names of records.
#include "tes/plugin/record.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include <fmt/format.h>

#include "core/record/describe.hpp"
#include "core/text/letter_case.hpp"
#include "core/text/words.hpp"
#include "tes/definition/definitions.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/plugin/plugin_queries.hpp"
#include "tes/plugin/record_walk.hpp"

namespace redforge {
namespace describing {

template <>
struct ListTraits<tes::EntryList>
    : MixedListTraits<tes::EntryList, tes::EntryList::value_type, tes::EntryList::value_type> {
};

}  // namespace describing

template const RecordType& record_type<tes::FormReference>(unsigned);
template const RecordType& record_type<tes::Group>(unsigned);
template const RecordType& record_type<tes::Plugin>(unsigned);
template const RecordType& record_type<tes::Record>(unsigned);
template const RecordType& record_type<tes::Script>(unsigned);
template const RecordType& record_type<tes::Stream>(unsigned);
template const RecordType& record_type<tes::Subrecord>(unsigned);
template const RecordType& record_type<tes::Unread>(unsigned);
template const RecordType& record_type<tes::Variable>(unsigned);
template const RecordType& record_type<tes::VariableReference>(unsigned);

}  // namespace redforge

namespace redforge::tes {
namespace {

/// Returns the operations of a lazy list, which forward to those of the decoded list (`inner`).
template <class Lazy, const ListOps& (*inner)()>
struct LazyOps {
    static const Lazy& of(const void* list) { return *static_cast<const Lazy*>(list); }
    static void* get(const void* list) { return &of(list).get(); }

    static ListOps make()
    {
        ListOps ops{};
        ops.size = [](const void* list) { return inner().size(get(list)); };
        ops.at = [](void* list, std::size_t index) { return inner().at(get(list), index); };
        ops.item = [](const void* list, std::size_t index) { return inner().item(get(list), index); };
        if (inner().entry != nullptr) {
            ops.entry = [](const void* list, std::size_t index) -> const ItemEntry& {
                return inner().entry(get(list), index);
            };
        }
        ops.insert = [](void* list, std::size_t index, const ChildEntry& child, std::size_t item) {
            inner().insert(get(list), index, child, item);
        };
        ops.grow = [](void* list, std::size_t count, const ChildEntry& child) {
            inner().grow(get(list), count, child);
        };
        ops.move = [](void* list, std::size_t from, std::size_t to) { inner().move(get(list), from, to); };
        ops.append_copy = [](void* list, const void* from, std::size_t index) {
            inner().append_copy(get(list), get(from), index);
        };
        ops.transfer = [](void* from, std::span<const std::size_t> from_places, void* to,
                          std::span<const std::size_t> to_places) {
            inner().transfer(get(from), from_places, get(to), to_places);
        };
        ops.make = []() -> std::shared_ptr<void> { return std::make_shared<Lazy>(); };
        ops.undecoded_bytes = [](const void* list) {
            return of(list).is_decoded() ? ByteView{} : of(list).source().bytes;
        };
        ops.may_contain = [](const void* list, const LetterSearch& letters) {
            return of(list).is_decoded() || !of(list).has_source() || tes::may_contain(of(list), letters);
        };
        ops.release_decoded = [](void* list) { static_cast<Lazy*>(list)->release_decoded(); };
        ops.is_known_equal = [](const void* a, const void* b) { return is_known_equal(of(a), of(b)); };
        return ops;
    }
    /// Returns true if both are still undecoded bytes, and equal.
    static bool is_known_equal(const Lazy& a, const Lazy& b)
    {
        const Source& left = a.source();
        const Source& right = b.source();
        if (a.is_decoded() || b.is_decoded() || !a.has_source() || !b.has_source() || left.owner != right.owner ||
            left.file->header_size != right.file->header_size || left.file->localised != right.file->localised ||
            left.file->is_defined != right.file->is_defined || left.bytes.size() != right.bytes.size()) {
            return false;
        }
        return left.bytes.data() == right.bytes.data() || same_bytes(left.bytes, right.bytes);
    }
};

const ListOps& entry_ops()
{
    return describing::list_ops<EntryList>;
}

/// Returns true for record types that are children of a cell or topic.
bool is_part_of_other(std::string_view type)
{
    static constexpr std::array<std::string_view, 17> types{"REFR", "ACHR", "ACRE", "PGRE", "PMIS", "PHZD",
                                                            "PARW", "PBAR", "PBEA", "PCON", "PFLA", "LAND",
                                                            "PGRD", "NAVM", "INFO", "ROAD", "TLOD"};
    return std::ranges::find(types, type) != types.end();
}

bool is_word(std::string_view name)
{
    return std::ranges::all_of(name, is_word_letter) && !std::ranges::all_of(name, is_digit);
}

}  // namespace

const ListOps& Subrecords::operations()
{
    static const ListOps ops = LazyOps<Subrecords, &MixedList::operations>::make();
    return ops;
}

std::vector<ItemEntry> Subrecords::items(std::string_view /*element*/, unsigned version)
{
    return subrecord_items(version == 0 ? 20 : 24);
}

const std::vector<ItemEntry>& subrecord_items(std::size_t header_size)
{
    static const auto make = [](std::size_t size) {
        const DefinedSubrecord& properties = properties_definition();
        std::vector<ItemEntry> items{{std::string(Subrecord::element), {&record_type<Subrecord>, 0}},
                                     {std::string(Script::element), {&record_type<Script>, 0}, "Script", "SCHR"},
                                     {std::string(properties_element), properties.type.ref(), properties.label,
                                      properties.tag},
                                     {std::string(Stream::element), {&record_type<Stream>, 0}},
                                     {std::string(Unread::element), {&record_type<Unread>, 0}}};
        std::ranges::copy(definitions_of(size).items(), std::back_inserter(items));
        return items;
    };
    static const std::vector<ItemEntry> oblivion = make(20);
    static const std::vector<ItemEntry> later = make(24);
    return header_size == 20 ? oblivion : later;
}

const ListOps& Entries::operations()
{
    static const ListOps ops = LazyOps<Entries, &entry_ops>::make();
    return ops;
}

std::vector<ItemEntry> Entries::items(std::string_view /*element*/, unsigned version)
{
    return {{std::string(Record::element), {&record_type<Record>, version}},
            {std::string(Group::element), {&record_type<Group>, version}},
            {std::string(Unread::element), {&record_type<Unread>, 0}}};
}

bool operator==(const Group& a, const Group& b)
{
    return same_record(record_type<Group>(), &a, &b);
}

bool operator==(const Record& a, const Record& b)
{
    return same_record(record_type<Record>(), &a, &b);
}

std::vector<Descendants> Plugin::descendants(unsigned version)
{
    const auto make = [&](std::string name, std::string label) {
        Descendants all;
        all.as_list.kind = ChildEntry::Kind::list;
        all.as_list.name = std::move(name);
        all.as_list.items = {{std::string(Record::element), {&record_type<Record>, version}, std::move(label)}};
        return all;
    };
    std::vector<Descendants> both{make("records", "Records"), make("scripts", "Scripts")};
    both[0].visit = [](void* plugin, auto keys, const auto& found) {
        find_records(
            *static_cast<Plugin*>(plugin), [&](const RecordHead& head) { return fits(head, keys); },
            [&](Record& /*record*/, const auto& steps) { return found(steps); });
    };
    both[1].visit = [](void* plugin, auto keys, const auto& found) {
        find_records(
            *static_cast<Plugin*>(plugin),
            [&](const RecordHead& head) { return head.type == "SCPT" && fits(head, keys); },
            [&](Record& /*record*/, const auto& steps) { return found(steps); });
    };
    both[0].names = [](const void* plugin) { return editor_ids_of(*static_cast<const Plugin*>(plugin)); };
    both[1].names = [](const void* plugin) { return editor_ids_of(*static_cast<const Plugin*>(plugin), "SCPT"); };
    return both;
}

std::string Record::file_stem() const
{
    std::string name = is_word(editor_id.bytes) ? editor_id.bytes : fmt::format("{:08X}", form_id.value);
    return fmt::format("{}/{}", encode_text(signature_of(type), CodePage::cp1252), name);
}

bool Record::is_stored_in_parent() const
{
    return is_part_of_other(type.view());
}

std::string Record::path_name() const
{
    return fmt::format("{}[{}]", type.view() == "SCPT" ? "scripts" : "records",
                       is_word(editor_id.bytes) ? editor_id.bytes : fmt::format("{:08X}", form_id.value));
}

}  // namespace redforge::tes
