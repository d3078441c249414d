// Reads definitions: change records of saves, their parts, and lists of records of several types.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/record/data_codec.hpp"
#include "core/record/describe.hpp"
#include "core/text/letter_case.hpp"
#include "tes/definition/definition_parser.hpp"
#include "tes/form/form_id.hpp"

namespace redforge::tes {

void DefinitionParser::part(DataType& type, const Line& line, Block inside)
{
    const std::string name(line.word(1));
    std::size_t at = 2;
    FieldInfo info;
    if (line.is_quoted(at)) {
        info.label = keep(line.tokens[at++].text);
    }
    DataCount count{DataCount::Kind::fixed, 1};
    if (line.word(at) == "marked") {
        count.kind = DataCount::Kind::marked;
        ++at;
    } else if (line.word(at) == "to_end") {
        count.kind = DataCount::Kind::to_end;
        ++at;
    }
    std::optional<DataPresence> presence = options(type, line, at, wire_words().front(), info, "");
    if (!presence || !is_definition_name(name)) {
        return report_error(line, fmt::format("{} without a name", line.word(0)), "expected part name \"Label\"");
    }
    const DataType& item = inner_type(name, inside);
    if (line.word(0) == "group") {
        if (item.type().defaults == nullptr) {
            return report_error(line, fmt::format("group {} inside a record of its type", name), "only lists nest");
        }
        return type.add_group(name, item, info);
    }
    const FieldEntry* const flags = type.table().find_field("flags");
    const EnumName* const flag = flags == nullptr ? nullptr : flags->enum_names.find(std::string_view(name));
    if (presence->only.empty() && flag != nullptr) {
        presence->only = {{{.field = static_cast<std::size_t>(flags - type.table().fields.data()),
                            .numbers = {flag->value},
                            .is_mask = true}}};
    }
    type.add_part(name, item, info, count, *presence);
}

void DefinitionParser::choices(DataType& type, const Line& line)
{
    const auto found = choices_.find(line.word(1));
    std::size_t at = 2;
    FieldInfo info;
    if (line.is_quoted(at)) {
        info.label = keep(line.tokens[at++].text);
    }
    const std::optional<DataCount> count = count_of(type, line, at, "");
    if (found == choices_.end() || !count || at != line.tokens.size()) {
        return report_error(line, fmt::format("choices {}", line.word(1)),
                            "expected the name of a choice that is defined before it, \"Label\" and prefix u16");
    }
    type.add_choices("", found->second, info, *count);
}

void DefinitionParser::choice(const Line& line, Block block)
{
    std::vector<DataChoice>& all = choices_[std::string(line.word(1))];
    each_line(block, [&](const Line& each, Block inside) {
        const std::optional<std::int64_t> number = definition_number(each.word(0));
        if (!number || *number < 0 || *number > 0xFF || !is_definition_name(each.word(1))) {
            return report_error(each, "a line that is not a choice", "expected NUMBER name, with a number up to 255");
        }
        all.push_back({static_cast<std::uint8_t>(*number), &inner_type(each.word(1), inside)});
    });
}

void DefinitionParser::change(const Line& line, Block block)
{
    DefinedChange& made = out_->changes_.emplace_back(std::string(line.word(1)));
    if (line.word(2) == "own_file") {
        made.type.set_own_documents();
    }
    fields(made.type, block, "", {});
    const FieldTable& table = made.type.table();
    DataPresence presence;
    for (std::size_t at = line.word(2) == "own_file" ? 3 : 2; at < line.tokens.size() && !error_;) {
        const std::string_view word = line.word(at++);
        const auto names = enums_.find(line.word(at));
        if (word == "types" && names != enums_.end()) {
            for (const std::string_view name : comma_parts(line.word(at + 1))) {
                const auto type = std::ranges::find(names->second.enum_names, name, &EnumName::name);
                if (type == names->second.enum_names.end()) {
                    return report_error(line, fmt::format("types {}", name), "no line of the enum names it");
                }
                made.numbers.push_back(static_cast<std::uint8_t>(type->value));
            }
            at += 2;
        } else if (word == "parts" && names != enums_.end()) {
            made.parts = names->second.enum_names;
            ++at;
        } else if (word == "known_flags" && table.find_field("flags") != nullptr) {
            made.known_flags = 0;
            for (const EnumName& flag : table.find_field("flags")->info.enum_names) {
                *made.known_flags |= static_cast<std::uint32_t>(flag.value);
            }
        } else if (word != "if" && word != "unless") {
            report_error(line, fmt::format("\"{}\" of a change", word),
                         "expected types ENUM NAMES, parts FLAGS, known_flags, if or unless");
        } else if (!condition(made.type, line, at, "", false, presence)) {
            return;
        }
    }
    made.only = std::move(presence.only);
    made.type.finish();
}

}  // namespace redforge::tes
