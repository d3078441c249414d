// Reads definitions: options of fields, and the conditions under which a field is in the file.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/record/data_codec.hpp"
#include "core/record/describe.hpp"
#include "core/text/letter_case.hpp"
#include "tes/definition/definition_parser.hpp"
#include "tes/form/form_id.hpp"

namespace redforge::tes {

std::size_t DefinitionParser::shared_value(std::string_view name)
{
    const auto known = std::ranges::find(values_, name);
    const auto index = static_cast<std::size_t>(known - values_.begin());
    if (known == values_.end()) {
        values_.emplace_back(name);
    }
    return index;
}

std::optional<std::vector<std::int64_t>> DefinitionParser::numbers_of(const Line& line, std::string_view values,
                                                                      const FieldEntry* by, std::string_view said)
{
    constexpr std::int64_t max_range = 0xFF;
    const std::size_t colon = std::min(said.find(':'), said.size());
    const auto names = std::ranges::find_if(enums_, [&](const auto& each) {
        return by != nullptr && each.second.enum_names.data() == by->info.enum_names.data();
    });
    std::vector<std::int64_t> numbers;
    for (const std::string_view value : comma_parts(values)) {
        const std::size_t before = numbers.size();
        const std::size_t dots = std::min(value.find(".."), value.size());
        const std::optional<std::int64_t> number = definition_number(value.substr(0, dots));
        const std::optional<std::int64_t> last =
            dots < value.size() ? definition_number(value.substr(dots + 2)) : number;
        if (colon < said.size() && names != enums_.end()) {
            const auto place = static_cast<std::size_t>(definition_number(said.substr(colon + 1)).value_or(1)) - 1;
            for (std::size_t i = 0; i < names->second.enum_names.size(); ++i) {
                const std::vector<std::string_view>& kinds = names->second.kinds[i];
                if (place < kinds.size() && kinds[place] == value) {
                    numbers.push_back(names->second.enum_names[i].value);
                }
            }
        } else if (number && last && *last - *number <= max_range) {
            for (std::int64_t each = *number; each <= *last; ++each) {
                numbers.push_back(each);
            }
        } else if (const EnumName* const word = by == nullptr ? nullptr : by->enum_names.find(value)) {
            numbers.push_back(word->value);
        } else if (const std::optional<std::string> tag = definition_tag({std::string(value), false});
                   tag && by == nullptr) {
            numbers.push_back(load_le<std::uint32_t>(as_bytes(*tag).data()));
        }
        if (numbers.size() == before) {
            report_error(line, fmt::format("no value \"{}\" of {}", value, said),
                         "expected numbers, ranges such as 4..6, or words, with commas");
            return std::nullopt;
        }
    }
    std::ranges::sort(numbers);
    return numbers;
}

bool DefinitionParser::condition(const DataType& type, const Line& line, std::size_t& at, const std::string& prefix,
                                 bool is_alternative, DataPresence& presence)
{
    const bool is_not = line.word(at - 1) == "unless";
    const std::string_view said = line.word(at++);
    const std::size_t colon = std::min(said.find(':'), said.size());
    const FieldTable& table = type.table();
    const FieldTable* of = &table;
    const FieldEntry* by = table.find_field(prefix + std::string(said.substr(0, colon)));
    if (by == nullptr) {
        by = table.find_field(said.substr(0, colon));
    }
    std::optional<std::size_t> part;
    const std::size_t dot = said.find('.');
    const ChildEntry* const child =
        by == nullptr && dot < said.size() ? table.find_child(said.substr(0, dot)) : nullptr;
    if (child != nullptr && child->kind == ChildEntry::Kind::list && child->ops->single) {
        of = &child->items.front().type->tables.front();
        by = of->find_field(said.substr(dot + 1));
        part = table.number_of(*child);
    }
    const auto shared = by == nullptr ? std::ranges::find(values_, said) : values_.end();
    const bool has_number =
        by != nullptr && (by->ops->get_integer != nullptr || by->ops == &describing::leaf_ops<FormId> ||
                          by->ops == &describing::leaf_ops<Text>);
    if (!has_number && shared == values_.end()) {
        report_error(line, fmt::format("{} {}", is_not ? "unless" : "if", said),
                     "expected a number field that is defined before it, or a shared value");
        return false;
    }
    std::optional<std::vector<std::int64_t>> numbers = numbers_of(line, line.word(at++), by, said);
    if (!numbers) {
        return false;
    }
    if (presence.only.empty() || is_alternative) {
        presence.only.emplace_back();
    }
    DataCondition& made = presence.only.back().emplace_back();
    made.numbers = std::move(*numbers);
    made.is_not = is_not;
    if (by == nullptr) {
        made.value = static_cast<std::size_t>(shared - values_.begin());
        made.value_name = keep(*shared);
        return true;
    }
    made.part = part;
    made.field = static_cast<std::size_t>(by - of->fields.data());
    made.is_mask = by->info.flags;
    return true;
}

bool DefinitionParser::counts(const DataType& type, const Line& line, std::size_t& at, const WireWord& wire)
{
    const auto next_tag = [&]() -> std::optional<std::string> {
        return at < line.tokens.size() ? definition_tag(line.tokens[at++]) : std::nullopt;
    };
    const std::optional<std::string> tag = next_tag();
    std::optional<std::string> until = "";
    if (line.word(at) == "until") {
        ++at;
        until = next_tag();
    }
    const bool is_integer = wire.derived != nullptr && line.word(0) != "list" && line.word(0) != "colour";
    if (!tag || !until || !is_integer || current_ == nullptr || &type != &current_->type) {
        report_error(line, fmt::format("counts {}", tag.value_or("")),
                     "expected an integer of the subrecord itself, and counts TYPE or counts TYPE until TYPE");
        return false;
    }
    counter_ = DefinedSubrecord::Counter{type.fields(), *tag, *until};
    return true;
}

std::optional<DataPresence> DefinitionParser::options(const DataType& type, const Line& line, std::size_t at,
                                                      const WireWord& wire, FieldInfo& info, const std::string& prefix)
{
    DataPresence presence;
    while (at < line.tokens.size()) {
        const std::string_view word = line.word(at++);
        const auto next = [&]() -> std::string { return at < line.tokens.size() ? line.tokens[at++].text : ""; };
        if (word == "enum" || word == "flags") {
            const auto found = enums_.find(next());
            if (found == enums_.end() || found->second.flags != (word == "flags")) {
                report_error(line, fmt::format("{} {}", word, line.tokens[at - 1].text), "no earlier line defines it");
                return std::nullopt;
            }
            info.enum_names = found->second.enum_names;
            info.flags = found->second.flags;
        } else if (word == "unit") {
            info.unit = keep(next());
        } else if (word == "doc") {
            info.doc = keep(next());
        } else if (word == "refers") {
            info.doc = keep(fmt::format("{}{}{}{}.", info.doc, info.doc.empty() ? "" : " ", types_begin, next()));
        } else if (word == "file") {
            const std::string pattern = next();
            if (pattern.find('*') == std::string::npos || current_ == nullptr || &type != &current_->type) {
                report_error(
                    line, fmt::format("file \"{}\"", pattern),
                    "expected a field of the subrecord itself, and a path with * for its text: file \"meshes/*\"");
                return std::nullopt;
            }
            current_->named_files.push_back({type.fields(), pattern});
        } else if (word == "min" || word == "max") {
            const std::optional<std::int64_t> number = definition_number(next());
            if (!number) {
                report_error(line, fmt::format("{} without a number", word), "expected a number");
                return std::nullopt;
            }
            (word == "min" ? info.min : info.max) = *number;
        } else if (word == "hex") {
            info.notation = Notation::hexadecimal;
        } else if (word == "boolean") {
            info.notation = Notation::boolean;
        } else if (word == "key") {
            info.key = true;
        } else if (word == "always") {
            info.always = true;
        } else if (word == "frame") {
            is_in_frame_ = true;
        } else if (word == "default") {
            default_ = definition_number(next());
        } else if (word == "unused") {
            info.kind = Role::reserved;
        } else if (word == "unknown") {
            info.kind = Role::opaque;
        } else if (word == "missing") {
            presence.may_be_missing = true;
        } else if (word == "shares" || word == "offset") {
            const std::string value = next();
            const std::optional<std::int64_t> offset = definition_number(value);
            if (line.word(0) != wire.word || wire.wire.kind != Wire::integer || wire.ops->get_integer == nullptr ||
                (word == "offset" ? !offset || *offset < 0 : !is_definition_name(value))) {
                report_error(line, fmt::format("{} {}", word, value),
                             "expected an integer field, and shares NAME or offset NUMBER");
                return std::nullopt;
            }
            if (word == "offset") {
                presence.offset = static_cast<std::size_t>(*offset);
            } else {
                presence.shares = shared_value(value);
            }
        } else if (word == "counts") {
            if (!counts(type, line, at, wire)) {
                return std::nullopt;
            }
        } else if (word == "if" || word == "unless" || word == "or") {
            const bool is_alternative = word == "or";
            if (is_alternative && line.word(at) != "if" && line.word(at) != "unless") {
                report_error(line, "or", "expected or if, or unless");
                return std::nullopt;
            }
            at += is_alternative ? 1 : 0;
            if (!condition(type, line, at, prefix, is_alternative, presence)) {
                return std::nullopt;
            }
        } else {
            report_error(
                line, fmt::format("\"{}\"", line.tokens[at - 1].text),
                "expected enum, flags, unit, doc, refers, file, min, max, hex, boolean, key, always, frame, default, "
                "unused, unknown, missing, shares, offset, counts, if, unless or or");
            return std::nullopt;
        }
    }
    if (wire.ops == &describing::leaf_ops<FormId> || wire.ops == &describing::leaf_ops<FormOrNumber>) {
        info.refers_to = Target::form;
    }
    return presence;
}

}  // namespace redforge::tes
