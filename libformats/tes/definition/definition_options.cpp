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

bool DefinitionParser::condition(const DataType& type, const Line& line, std::size_t& at, const std::string& prefix,
                                 bool is_alternative, DataPresence& presence)
{
    const bool is_not = line.word(at - 1) == "unless";
    const std::string_view said = line.word(at++);
    const std::size_t colon = std::min(said.find(':'), said.size());
    const FieldTable& table = type.type().tables.front();
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
    if (by == nullptr || (by->ops->get_integer == nullptr && by->ops != &describing::leaf_ops<FormId>)) {
        make_error(line, fmt::format("{} {}", is_not ? "unless" : "if", said),
                   "expected a number field that is defined before it");
        return false;
    }
    if (presence.only.empty() || is_alternative) {
        presence.only.emplace_back();
    }
    DataCondition& made = presence.only.back().emplace_back();
    made.part = part;
    made.field = static_cast<std::size_t>(by - of->fields.data());
    made.is_not = is_not;
    made.is_mask = by->info.flags;
    const auto names = std::ranges::find_if(enums_, [&](const auto& each) {
        return each.second.enum_names.data() == by->info.enum_names.data();
    });
    for (const std::string_view value : comma_parts(line.word(at++))) {
        const std::size_t before = made.numbers.size();
        if (colon < said.size() && names != enums_.end()) {
            const auto place = static_cast<std::size_t>(definition_number(said.substr(colon + 1)).value_or(1)) - 1;
            for (std::size_t i = 0; i < names->second.enum_names.size(); ++i) {
                const std::vector<std::string_view>& kinds = names->second.kinds[i];
                if (place < kinds.size() && kinds[place] == value) {
                    made.numbers.push_back(names->second.enum_names[i].value);
                }
            }
        } else if (const std::optional<std::int64_t> number = definition_number(value)) {
            made.numbers.push_back(*number);
        } else if (const EnumName* const word = by->enum_names.find(value)) {
            made.numbers.push_back(word->value);
        }
        if (made.numbers.size() == before) {
            make_error(line, fmt::format("no value \"{}\" of {}", value, said),
                       "expected numbers or words with commas");
            return false;
        }
    }
    std::ranges::sort(made.numbers);
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
        make_error(line, fmt::format("counts {}", tag.value_or("")),
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
                make_error(line, fmt::format("{} {}", word, line.tokens[at - 1].text), "no line before begins so");
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
                make_error(
                    line, fmt::format("file \"{}\"", pattern),
                    "expected a field of the subrecord itself, and a path with * for its text: file \"meshes/*\"");
                return std::nullopt;
            }
            current_->named_files.push_back({type.fields(), pattern});
        } else if (word == "min" || word == "max") {
            const std::optional<std::int64_t> number = definition_number(next());
            if (!number) {
                make_error(line, fmt::format("{} without a number", word), "expected a number");
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
        } else if (word == "counts") {
            if (!counts(type, line, at, wire)) {
                return std::nullopt;
            }
        } else if (word == "if" || word == "unless" || word == "or") {
            const bool is_alternative = word == "or";
            if (is_alternative && line.word(at) != "if" && line.word(at) != "unless") {
                make_error(line, "or", "expected or if, or unless");
                return std::nullopt;
            }
            at += is_alternative ? 1 : 0;
            if (!condition(type, line, at, prefix, is_alternative, presence)) {
                return std::nullopt;
            }
        } else {
            make_error(
                line, fmt::format("\"{}\"", line.tokens[at - 1].text),
                "expected enum, flags, unit, doc, refers, file, min, max, hex, boolean, key, always, frame, default, "
                "unused, unknown, missing, counts, if, unless or or");
            return std::nullopt;
        }
    }
    if (wire.ops == &describing::leaf_ops<FormId> || wire.ops == &describing::leaf_ops<FormOrNumber>) {
        info.refers_to = Target::form;
    }
    return presence;
}

}  // namespace redforge::tes
