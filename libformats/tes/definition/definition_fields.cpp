// Reads definitions: fields, lists and references of records.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/record/data_codec.hpp"
#include "core/record/describe.hpp"
#include "core/text/letter_case.hpp"
#include "tes/definition/definition_parser.hpp"
#include "tes/form/form_id.hpp"

namespace redforge::tes {

namespace {

/// Maximum N of bytes[N] in an attribute. Larger ones are elements.
constexpr std::uint32_t max_attribute_bytes = 32;

}  // namespace

bool DefinitionParser::has_missing(Block block) const
{
    return std::ranges::any_of(block, [&](const Line& line) {
        if (line.depth != block.front().depth) {
            return false;  // a field of a nested record
        }
        const bool is_struct = line.word(0) == "include" || line.word(0) == "struct";
        const auto found = is_struct ? structs_.find(line.word(1)) : structs_.end();
        return found != structs_.end() ? has_missing(found->second)
                                       : std::ranges::any_of(line.tokens, [](const Line::Token& token) {
                                             return !token.quoted && token.text == "missing";
                                         });
    });
}

void DefinitionParser::note_counters(Block block, const std::string& prefix)
{
    for (const Line& line : block) {
        if (line.depth != block.front().depth) {
            continue;  // a field of a nested record
        }
        const auto count = std::ranges::find(line.tokens, "count", &Line::Token::text);
        if (const auto found = structs_.find(line.word(1)); line.word(0) == "include" && found != structs_.end()) {
            note_counters(found->second, prefix);
        } else if ((line.word(0) == "list" || line.word(0) == "bytes") && count != line.tokens.end() &&
                   count + 1 != line.tokens.end() && is_definition_name((count + 1)->text)) {
            counters_.insert(prefix + (count + 1)->text);
        }
    }
}

void DefinitionParser::fields(DataType& type, Block block, const std::string& prefix, std::string_view composite)
{
    if (prefix.empty() && has_missing(block) && type.table().find_field(stored_size_name) == nullptr) {
        type.add_field(std::string(stored_size_name), describing::leaf_ops<Derived<std::uint16_t>>,
                       {.unit = "bytes",
                        .doc = "Number of bytes of a subrecord that ends before its last fields, as in older files.",
                        .kind = Role::derived},
                       {});
    }
    note_counters(block, prefix);
    each_line(block, [&](const Line& line, Block inside) { field_line(type, line, inside, prefix, composite); });
    if (prefix.empty()) {
        counters_.clear();
    }
}

void DefinitionParser::field_line(DataType& type, const Line& line, Block inside, const std::string& prefix,
                                  std::string_view composite)
{
    const std::string_view kind = line.word(0);
    if (kind == "alternative") {
        return alternative(type, line, inside);
    }
    if (type.alternatives() != 0 && !in_alternative_) {
        return report_error(line, fmt::format("\"{}\" after an alternative", kind), "alternatives come last");
    }
    const DataStep* const last = type.steps().empty() ? nullptr : &type.steps().back();
    if (last != nullptr && last->is_child && last->count.kind == DataCount::Kind::to_end &&
        last->presence.only.empty() && last->alternative == type.alternatives()) {
        return report_error(line, fmt::format("\"{}\" after a list or bytes to the end", kind), "they come last");
    }
    if (kind == "stored") {
        return stored(type, line, prefix);
    }
    if (kind == "count") {
        const std::optional<WireWord> wire = wire_of_word(line.word(1));
        if (!wire || wire->derived == nullptr || line.tokens.size() != 2) {
            return report_error(line, fmt::format("count {}", line.word(1)),
                                "expected count u8, count u16 or count u32");
        }
        return type.add_count(wire->wire.size);
    }
    if (kind == "list" || kind == "items") {
        return list(type, line, inside, prefix);
    }
    if (kind == "part" || kind == "group") {
        return part(type, line, inside);
    }
    if (kind == "choices") {
        return choices(type, line);
    }
    if (kind == "formref") {
        return form_reference(type, line, prefix);
    }
    if (kind == "each") {
        return each_name(type, line);
    }
    if (kind == "include") {
        const auto found = structs_.find(line.word(1));
        if (found == structs_.end() || line.tokens.size() != 2) {
            return report_error(line, fmt::format("include {}", line.word(1)),
                                "no earlier line defines a struct of this name");
        }
        return each_line(found->second,
                         [&](const Line& each, Block below) { field_line(type, each, below, prefix, composite); });
    }
    const std::string_view name = line.word(kind == "struct" ? 2 : 1);
    if (!is_definition_name(name)) {
        return report_error(line, fmt::format("\"{}\" without a name", kind), "expected TYPE name \"Label\"");
    }
    std::size_t at = kind == "struct" ? 3 : 2;
    std::string_view label;
    if (line.is_quoted(at)) {
        label = keep(line.tokens[at++].text);
    }
    const std::string path = prefix + std::string(name);
    if (kind == "struct") {
        const auto found = structs_.find(line.word(1));
        if (found == structs_.end()) {
            return report_error(line, fmt::format("struct {}", line.word(1)), "no earlier line defines it");
        }
        return fields(type, found->second, path + ".", label.empty() ? keep(std::string(name)) : label);
    }
    const std::size_t colon = kind.find(':');
    if (colon != std::string_view::npos) {
        return bits(type, line, at, wire_of_word(kind.substr(0, colon)), definition_number(kind.substr(colon + 1)),
                    path, label);
    }
    const std::optional<WireWord> wire = kind == "colour" ? std::optional(wire_words().front()) : wire_of_word(kind);
    if (!wire) {
        return report_error(line, fmt::format("\"{}\"", kind), wire_hint());
    }
    if (wire->wire.kind == Wire::bytes && (wire->wire.size == 0 || wire->wire.size > max_attribute_bytes)) {
        return bytes(type, line, at, *wire, path, label, prefix);
    }
    FieldInfo info{.label = label};
    const std::optional<DataPresence> presence = options(type, line, at, *wire, info, prefix);
    if (!presence) {
        return;
    }
    if (kind == "colour") {
        return colour(type, path + ".", label.empty() ? keep(std::string(name)) : label, *presence);
    }
    if (counters_.contains(path) && wire->derived != nullptr && !counter_) {
        info.kind = Role::derived;
        return type.add_field(path, *wire->derived, info, wire->wire, composite, *presence);
    }
    add_field(type, *wire, path, info, *presence, composite);
}

std::string DefinitionParser::wire_hint()
{
    std::vector<std::string_view> names;
    for (const WireWord& each : wire_words()) {
        names.push_back(each.word);
    }
    return fmt::format("expected {}, bytes[N], colour, struct or list", fmt::join(names, ", "));
}

void DefinitionParser::add_field(DataType& type, const WireWord& wire, std::string path, const FieldInfo& info,
                                 const DataPresence& presence, std::string_view composite)
{
    if (const auto counter = std::exchange(counter_, std::nullopt)) {
        FieldInfo derived = info;
        derived.kind = Role::derived;
        current_->counters.push_back(*counter);
        return type.add_field(std::move(path), *wire.derived, derived, wire.wire, composite, presence);
    }
    if (wire.wire.kind == Wire::bytes && (wire.wire.size == 0 || wire.wire.size > max_attribute_bytes)) {
        const DataCount count = wire.wire.size == 0 ? DataCount{} : DataCount{DataCount::Kind::fixed, wire.wire.size};
        return type.add_blob(std::move(path), {.label = info.label, .doc = info.doc}, count, presence);
    }
    if (wire.ops->type.kind == ValueKind::numbers) {
        return type.add_numbers(std::move(path), row_ops(wire), info, wire.wire, wire.count, presence);
    }
    const WireType in_data = std::exchange(is_in_frame_, false) ? WireType{} : wire.wire;
    const bool is_localised = wire.wire.kind == Wire::lstring;
    std::string number = path == "text" ? "string_id" : path + "_id";
    type.add_field(std::move(path), *wire.ops, info, in_data, composite, presence);
    if (const auto number_of_new = std::exchange(default_, std::nullopt)) {
        type.set_default(type.fields() - 1, *number_of_new);
    }
    if (is_localised) {
        type.add_field(std::move(number), describing::leaf_ops<Derived<std::uint32_t>>,
                       {.doc = "In localised plugins: number of the text in the string files.",
                        .kind = Role::derived,
                        .refers_to = Target::string,
                        .notation = Notation::hexadecimal},
                       {}, composite);
    }
}

void DefinitionParser::colour(DataType& type, const std::string& prefix, std::string_view label,
                              const DataPresence& presence)
{
    for (const std::string_view part : {"red", "green", "blue"}) {
        type.add_field(prefix + std::string(part), describing::leaf_ops<std::uint8_t>, {.notation = Notation::colour},
                       wire_of<std::uint8_t>, label, presence);
    }
    type.add_field(prefix + "unused", describing::leaf_ops<std::uint8_t>, {.kind = Role::reserved},
                   wire_of<std::uint8_t>, label, presence);
}

void DefinitionParser::alternative(DataType& type, const Line& line, Block inside)
{
    const FieldEntry* const by = type.table().find_field(line.word(1));
    if (by == nullptr || by->ops->get_integer == nullptr || line.tokens.size() != 3 || in_alternative_) {
        return report_error(line, fmt::format("alternative {}", line.word(1)),
                            "expected a number field that is defined before it, and its values");
    }
    const std::optional<std::vector<std::int64_t>> numbers = numbers_of(line, line.word(2), by, line.word(1));
    if (!numbers) {
        return;
    }
    if (!type.add_alternative(static_cast<std::size_t>(by - type.table().fields.data()), *numbers)) {
        return report_error(line, fmt::format("a second alternative {} {}", line.word(1), line.word(2)),
                            "each value has one, and all depend on one field");
    }
    in_alternative_ = true;
    note_counters(inside, "");
    each_line(inside, [&](const Line& each, Block below) { field_line(type, each, below, "", {}); });
    in_alternative_ = false;
}

void DefinitionParser::stored(DataType& type, const Line& line, const std::string& prefix)
{
    std::vector<std::size_t> fields;
    std::size_t at = 1;
    for (; at < line.tokens.size() && line.word(at) != "if" && line.word(at) != "unless"; ++at) {
        if (const FieldEntry* const field = type.table().find_field(prefix + std::string(line.word(at)))) {
            fields.push_back(static_cast<std::size_t>(field - type.table().fields.data()));
        } else {
            return report_error(line, fmt::format("stored {}", line.word(at)),
                                "expected fields that are defined before");
        }
    }
    DataPresence presence;
    const bool has_condition = at < line.tokens.size();
    if (has_condition && !condition(type, line, ++at, prefix, false, presence)) {
        return;
    }
    const std::optional<DataCondition> only =
        has_condition ? std::optional(presence.only.front().front()) : std::nullopt;
    if (fields.empty() || at != line.tokens.size() || !type.store_here(fields, only)) {
        report_error(line, "fields that cannot be stored here",
                     "expected fields of the record itself, and at most one condition on each of them");
    }
}

std::optional<DataCount> DefinitionParser::count_of(const DataType& type, const Line& line, std::size_t& at,
                                                    const std::string& prefix) const
{
    const std::string_view word = line.word(at);
    if (word == "to_end") {
        at += 1;
        return DataCount{};
    }
    if (word == "count_above") {
        at += 1;
        return DataCount{DataCount::Kind::above, 0};
    }
    const std::string_view value = line.word(at + 1);
    if (word == "prefix") {
        const std::optional<WireWord> wire = wire_of_word(value);
        at += 2;
        return wire && wire->derived != nullptr ? std::optional(DataCount{DataCount::Kind::prefixed, wire->wire.size})
                                                : std::nullopt;
    }
    if (word == "count_in_first") {
        const std::optional<WireWord> wire = wire_of_word(value);
        at += 2;
        return wire && wire->derived != nullptr ? std::optional(DataCount{DataCount::Kind::in_first, wire->wire.size})
                                                : std::nullopt;
    }
    if (word != "count" && word != "count_bits") {
        return std::nullopt;
    }
    at += 2;
    const FieldTable& table = type.table();
    const FieldEntry* const counter = table.find_field(prefix + std::string(value));
    if (word == "count_bits") {
        return counter != nullptr && counter->info.flags
                   ? std::optional(
                         DataCount{DataCount::Kind::bits, static_cast<std::size_t>(counter - table.fields.data())})
                   : std::nullopt;
    }
    if (const std::optional<std::int64_t> number = definition_number(value)) {
        return DataCount{DataCount::Kind::fixed, static_cast<std::size_t>(*number)};
    }
    return counter != nullptr && counter->ops->type.derived && counter->ops->get_integer != nullptr
               ? std::optional(
                     DataCount{DataCount::Kind::field, static_cast<std::size_t>(counter - table.fields.data())})
               : std::nullopt;
}

void DefinitionParser::bytes(DataType& type, const Line& line, std::size_t at, const WireWord& wire,
                             const std::string& path, std::string_view label, const std::string& prefix)
{
    DataCount count;
    if (wire.wire.size != 0) {
        count = {DataCount::Kind::fixed, wire.wire.size};
    } else if (const std::optional<DataCount> said = count_of(type, line, at, prefix)) {
        count = *said;
    }
    FieldInfo info;
    if (const std::optional<DataPresence> presence = options(type, line, at, wire, info, prefix)) {
        type.add_blob(path, {.label = label, .doc = info.doc}, count, *presence);
    }
}

void DefinitionParser::list(DataType& type, const Line& line, Block inside, const std::string& prefix)
{
    const bool is_named = line.word(0) == "list";  // `items` has no name: a path indexes the record itself
    const std::string_view name = is_named ? line.word(1) : std::string_view{};
    const std::string_view item_name = line.word(is_named ? 2 : 1);
    std::size_t at = is_named ? 3 : 2;
    FieldInfo info;
    if (line.is_quoted(at)) {
        info.label = keep(line.tokens[at++].text);
    }
    const std::optional<DataCount> count = count_of(type, line, at, prefix);
    if ((is_named && !is_definition_name(name)) || !is_definition_name(item_name) || !count) {
        return report_error(line, "a list without a type of records",
                            "expected list name item \"Label\" or items item \"Label\", and to_end, count NUMBER, "
                            "count FIELD, count_bits FLAGS, count_above, count_in_first u16 or prefix u32");
    }
    const std::optional<DataPresence> presence = options(type, line, at, wire_words().front(), info, prefix);
    if (!presence) {
        return;
    }
    const DataType& item = inner_type(item_name, inside);
    type.add_list(prefix + std::string(name), item.element(), item, info, *count, *presence);
}

const DataType& DefinitionParser::inner_type(std::string_view element, Block fields_of_it)
{
    if (fields_of_it.size() == 1 && fields_of_it.front().word(0) == "include") {
        if (const auto found = structs_.find(fields_of_it.front().word(1)); found != structs_.end()) {
            fields_of_it = found->second;
        }
    }
    const DataType*& known = inner_types_[fields_of_it.data()];
    if (!fields_of_it.empty() && known != nullptr && known->element() == element) {
        return *known;
    }
    std::set<std::string, std::less<>> counters = std::exchange(counters_, {});
    const bool in_alternative = std::exchange(in_alternative_, false);
    DataType& item = out_->lists_.emplace_back(std::string(element));
    known = &item;  // set it before reading the fields, which can contain lists of the type
    fields(item, fields_of_it, "", {});
    item.finish();
    in_alternative_ = in_alternative;
    counters_ = std::move(counters);
    return item;
}

void DefinitionParser::form_reference(DataType& type, const Line& line, const std::string& prefix)
{
    const std::string name(line.word(1));
    std::size_t at = name.empty() ? 1 : 2;
    const std::string_view label = line.is_quoted(at) ? keep(line.tokens[at++].text) : std::string_view{};
    FieldInfo form_id{.label = label};
    const std::optional<DataPresence> presence = options(type, line, at, wire_words().front(), form_id, prefix);
    if (!presence || label.empty()) {
        return report_error(line, "a reference without a label",
                            "expected formref \"Label\" or formref name \"Label\"");
    }
    form_id.refers_to = Target::form;
    const std::string iref = name.empty() ? "iref" : name + "_iref";
    form_id.invalidates = keep(iref);
    using describing::leaf_ops;
    type.add_field(name.empty() ? "form_id" : name, leaf_ops<FormId>, form_id, {}, {}, *presence);
    type.add_field(name.empty() ? "form" : name + "_form", leaf_ops<Derived<Text>>,
                   {.label = label,
                    .doc = "Plugin and number: Oblivion.esm:01D15C. Can replace form_id.",
                    .kind = Role::derived},
                   {}, {}, *presence);
    type.add_field(iref, leaf_ops<Derived<std::uint32_t>>,
                   {.label = "iref",
                    .doc = "Index in form_ids. Stored only if it is not the first index of this FormID.",
                    .kind = Role::derived},
                   wire_of<std::uint32_t>, {}, *presence);
}

void DefinitionParser::each_name(DataType& type, const Line& line)
{
    const auto found = enums_.find(line.word(1));
    const std::optional<WireWord> wire = wire_of_word(line.word(2));
    if (found == enums_.end() || !wire || line.tokens.size() != 3) {
        return report_error(line, "each without names", "expected each ENUM and a wire type");
    }
    for (const EnumName& each : found->second.enum_names) {
        add_field(type, *wire, std::string(each.name), {.label = each.label}, {}, {});
    }
}

void DefinitionParser::bits(DataType& type, const Line& line, std::size_t at, const std::optional<WireWord>& wire,
                            std::optional<std::int64_t> count, const std::string& path, std::string_view label)
{
    FieldInfo info{.label = label};
    if (!wire || !count || *count < 1 || *count > 32 || !options(type, line, at, *wire, info, "")) {
        return report_error(line, fmt::format("\"{}\"", line.word(0)), "expected u32:28: an integer, and 1 to 32 bits");
    }
    info.max = std::min(info.max, (std::int64_t{1} << *count) - 1);
    type.add_bits(path, *wire->ops, info, static_cast<std::uint32_t>(*count));
}

const LeafOps& DefinitionParser::row_ops(const WireWord& wire)
{
    if (wire.count.kind != DataCount::Kind::fixed) {
        return *wire.ops;
    }
    LeafOps& made = out_->rows_.emplace_back(*wire.ops);
    made.type.count = wire.count.number;
    return made;
}

}  // namespace redforge::tes
