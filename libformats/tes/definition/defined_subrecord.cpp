// Reads and writes subrecords that have a layout in a definition.
#include "tes/definition/defined_subrecord.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "core/record/data_codec.hpp"
#include "core/text/letter_case.hpp"
#include "tes/definition/definitions.hpp"
#include "tes/plugin/record.hpp"

namespace redforge::tes {
namespace {

/// Returns true if the definition applies to the record. It may depend on the first letter of the editor ID.
bool is_for(const DefinedSubrecord& defined, const Text& editor_id)
{
    return defined.letters.empty() ||
           (!editor_id.bytes.empty() && defined.letters.find(to_upper(editor_id.bytes.front())) != std::string::npos);
}

std::string_view tag_of(const MixedList::Element& subrecord, const Definitions& definitions)
{
    if (&subrecord.type() == &record_type<Subrecord>()) {
        return static_cast<const Subrecord*>(subrecord.record.get())->type.view();
    }
    const DefinedSubrecord* const defined = definitions.of(subrecord.type());
    return defined == nullptr ? std::string_view("SCHR") /* Script; VMAD, Stream and Unread are of no context */
                              : std::string_view(defined->tag);
}

/// Returns true if the previous subrecord of a relevant type is one of the context's types.
bool holds(const DefinedSubrecord::Context& context, const MixedList& list, const Definitions& definitions)
{
    for (std::size_t i = list.size(); i > 0; --i) {
        const MixedList::Element& before = list[i - 1];
        if (tag_of(before, definitions) != context.tag) {
            continue;
        }
        if (context.values.empty()) {
            return !context.is_not;
        }
        const RecordHandle handle = before.handle(CodePage::cp1252);
        for (const FieldEntry& field : handle.table().fields) {
            if (context.field.empty() ? field.wire.kind != Wire::none : field.name == context.field) {
                return std::ranges::find(context.values, handle.field(field).text()) != context.values.end();
            }
        }
        return false;
    }
    return context.is_not;
}

/// Returns true if the definition applies to the next subrecord.
bool is_next(const DefinedSubrecord& defined, const MixedList& list, const Definitions& definitions)
{
    if (!defined.behind.empty()) {
        const std::size_t size = list.size();
        const std::string_view before = size == 0 ? "" : tag_of(list[size - 1], definitions);
        if (std::ranges::find(defined.behind, before) == defined.behind.end()) {
            return false;
        }
    }
    return std::ranges::all_of(defined.contexts,
                               [&](const auto& context) { return holds(context, list, definitions); });
}

/// Returns the number of records that a counted subrecord adds to a count: one, or the size of its list.
std::uint64_t records_in(const MixedList::Element& subrecord)
{
    const RecordHandle record = subrecord.handle();
    const std::vector<ChildEntry>& children = record.table().children;
    const auto has_list = std::ranges::find(children, ChildEntry::Kind::list, &ChildEntry::kind);
    return has_list == children.end() ? 1 : record.list(*has_list).size();
}

/// Returns the number of records that a counter counts in a list. `index`: position of the subrecord with the counter.
std::uint64_t count_after(const DefinedSubrecord& defined, const DefinedSubrecord::Counter& counter,
                          const MixedList& list, std::size_t index, const Definitions& definitions)
{
    std::uint64_t count = 0;
    for (std::size_t i = index + 1; i < list.size(); ++i) {
        const std::string_view tag = tag_of(list[i], definitions);
        if (tag == defined.tag || tag == counter.until) {
            break;
        }
        count += tag == counter.tag ? records_in(list[i]) : 0;
    }
    return count;
}

const DefinedSubrecord* definition_at(const MixedList& list, std::size_t index, const Definitions& definitions)
{
    return definitions.of(list[index].type());
}

}  // namespace

std::vector<SubrecordCount> find_counts(const MixedList& list, std::size_t header_size)
{
    const Definitions& definitions = definitions_of(header_size);
    std::vector<SubrecordCount> counts;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const DefinedSubrecord* const defined = definition_at(list, i, definitions);
        if (defined == nullptr) {
            continue;
        }
        for (const DefinedSubrecord::Counter& counter : defined->counters) {
            const RecordHandle record = list[i].handle();
            const FieldEntry& field = record.table().fields[counter.field];
            counts.push_back({i, &field, counter.tag, count_after(*defined, counter, list, i, definitions),
                              field.ops->get_integer(record.field(field).value)});
        }
    }
    return counts;
}

std::vector<MissingCount> find_missing_counts(const MixedList& list, std::string_view record_type,
                                              std::size_t header_size)
{
    const Definitions& definitions = definitions_of(header_size);
    const std::vector<SubrecordPlace>& order = definitions.order(record_type);
    const auto find_place = [&](std::string_view tag) { return std::ranges::find(order, tag, &SubrecordPlace::tag); };
    const auto is_placed = [&](std::string_view tag) { return order.empty() || find_place(tag) != order.end(); };
    struct Counted {
        std::vector<const DefinedSubrecord*> counts;  ///< one of them is needed
        std::string until;
        bool is_counted{};
        bool continues{};  ///< the last subrecord of the type is in the last row of `missing`
    };
    std::map<std::string_view, Counted> all;
    for (const DefinedSubrecord* const count : definitions.counts(record_type)) {
        for (const DefinedSubrecord::Counter& counter : count->counters) {
            if (is_placed(count->tag) && is_placed(counter.tag)) {
                Counted& counted = all[counter.tag];
                counted.counts.push_back(count);
                counted.until = counter.until;
            }
        }
    }
    std::vector<MissingCount> missing;
    for (std::size_t i = 0; i < list.size() && !all.empty(); ++i) {
        const std::string_view tag = tag_of(list[i], definitions);
        for (auto& [counted_tag, counted] : all) {
            const bool begins = std::ranges::find(counted.counts, tag, &DefinedSubrecord::tag) != counted.counts.end();
            if (begins || tag == counted.until) {
                counted.is_counted = begins;
                counted.continues = false;
            }
        }
        const auto found = all.find(tag);
        if (found == all.end() || found->second.is_counted || records_in(list[i]) == 0) {
            continue;
        }
        Counted& counted = found->second;
        if (counted.continues) {
            const auto row = std::find_if(missing.rbegin(), missing.rend(),
                                          [&](const MissingCount& each) { return each.counted == tag; });
            row->last = i;
            row->value += records_in(list[i]);
            continue;
        }
        counted.continues = true;
        const DefinedSubrecord* const count = counted.counts.front();
        std::size_t index = i;
        // Subrecords that repeat together with the counted ones follow the count too.
        const auto place = find_place(tag);
        const auto has_rank = [&](std::size_t at) {
            const auto other = find_place(tag_of(list[at], definitions));
            return other != order.end() && other->rank == place->rank;
        };
        while (place != order.end() && find_place(count->tag)->rank < place->rank && index > 0 && has_rank(index - 1)) {
            --index;
        }
        missing.push_back({i, i, index, found->first, records_in(list[i]), count});
    }
    return missing;
}

void canonicalize_counts(const MixedList& list, std::size_t header_size)
{
    for (const SubrecordCount& count : find_counts(list, header_size)) {
        if (count.stored && static_cast<std::uint64_t>(*count.stored) == count.value) {
            count.field->ops->reset(list[count.index].handle().field(*count.field).value);
        }
    }
}

void fill_counts(const MixedList& list, std::size_t header_size)
{
    for (const SubrecordCount& count : find_counts(list, header_size)) {
        if (!count.stored) {
            const RecordHandle record = list[count.index].handle();
            count.field->ops->set_integer(record.field(*count.field).value, static_cast<std::int64_t>(count.value));
        }
    }
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (const DefinedSubrecord* const defined = definition_at(list, i, definitions_of(header_size))) {
            redforge::fill_counts(defined->type, list[i].handle());
        }
    }
}

void clear_equal_counts(const MixedList& list, std::size_t index, std::size_t header_size)
{
    if (const DefinedSubrecord* const defined = definition_at(list, index, definitions_of(header_size))) {
        redforge::clear_equal_counts(defined->type, list[index].handle());
    }
}

bool decode_defined(const RecordContext& record, const SubrecordView& subrecord, MixedList& list, bool is_checked)
{
    const std::size_t header_size = record.file.header_size;
    for (const DefinedSubrecord* defined : definitions_of(header_size).find(record.type, subrecord.type)) {
        if (!is_for(*defined, record.editor_id) || !is_next(*defined, list, definitions_of(header_size))) {
            continue;
        }
        const std::size_t item = undefined_items + defined->item;
        const RecordHandle made = list.append(subrecord_items(header_size)[item], item).handle();
        const auto is_written_same = [&] {
            Bytes again;
            return write_data(defined->type, made, again) && same_bytes(again, subrecord.data);
        };
        if (read_data(subrecord.data, defined->type, made, {.localised = record.file.localised}) ==
                subrecord.data.size() &&
            (!is_checked || is_written_same())) {
            return true;
        }
        list.pop_back();
    }
    return false;
}

Status encode_defined(Bytes& content, const MixedList& list, std::size_t index, std::size_t header_size)
{
    const Definitions& definitions = definitions_of(header_size);
    const RecordHandle subrecord = list[index].handle();
    const DefinedSubrecord* const defined = definition_at(list, index, definitions);
    if (defined == nullptr) {
        return fail({.code = ErrorCode::mismatch,
                     .message = fmt::format("<{}> is a subrecord of another game", subrecord.type->element),
                     .hint = "Oblivion's records have headers of 20 bytes, those of later games have 24"});
    }
    std::vector<DataCountValue> counts;
    for (const DefinedSubrecord::Counter& counter : defined->counters) {
        counts.push_back({counter.field, count_after(*defined, counter, list, index, definitions)});
    }
    Bytes data;
    if (Status status = write_data(defined->type, subrecord, data, counts); !status) {
        return status;
    }
    append_subrecord(content, defined->tag, data);
    return {};
}

}  // namespace redforge::tes
