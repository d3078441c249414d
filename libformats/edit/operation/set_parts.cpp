// Sets fields from user notations: several parts at once, degrees, names of textures.
#include "edit/operation/set_parts.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "edit/path/notation.hpp"

namespace redforge::edit {
namespace {

/// Returns true if the path names the composite of the field, such as `position` for position.x.
bool names_composite(const Match& match, std::string_view path)
{
    if (match.kind != Match::Kind::field) {
        return false;
    }
    const std::string_view field = match.field.name();
    const std::size_t dot = field.rfind('.');
    return dot != std::string_view::npos && path.ends_with(field.substr(0, dot));
}

/// Splits a value into the values of its parts: "1,2,3", "+=0,0,100", or the name of an image.
std::vector<std::string> values_of_parts(std::string_view value)
{
    if (const auto texture = texture_numbers(value)) {
        return {texture->begin(), texture->end()};
    }
    const std::size_t sign = value.size() > 1 && value[1] == '=' ? 2 : 0;
    std::vector<std::string> values;
    for (std::string_view left = value.substr(sign);;) {
        const std::size_t comma = std::min(left.find(','), left.size());
        std::string_view part = left.substr(0, comma);
        part.remove_prefix(std::min(part.find_first_not_of(' '), part.size()));
        values.push_back(fmt::format("{}{}", value.substr(0, sign), part.substr(0, part.find_last_not_of(' ') + 1)));
        if (comma == left.size()) {
            return values;
        }
        left.remove_prefix(comma + 1);
    }
}

}  // namespace

Result<EditLog> set_matches(Recorder& recorder, const std::vector<Match>& matches, std::string_view path,
                            std::string_view value)
{
    EditLog log;
    for (std::size_t i = 0; i < matches.size();) {
        if (!names_composite(matches[i], path)) {
            Result<EditLine> line = set_value(recorder, matches[i++], value);
            if (!line) {
                return fail(line.error());
            }
            log.push_back(std::move(*line));
            continue;
        }
        std::vector<const Match*> parts;  // without fields that the game does not read, such as padding
        std::string names;
        const NodePath& node = matches[i].node;
        for (; i < matches.size() && matches[i].node == node; ++i) {
            if (matches[i].field.info().kind != Role::reserved) {
                parts.push_back(&matches[i]);
                names += (names.empty() ? "" : ", ") + matches[i].field.name();
            }
        }
        const std::vector<std::string> values = values_of_parts(value);
        if (values.size() != parts.size()) {
            return fail({.code = ErrorCode::usage,
                         .message = fmt::format("{} value{} for {} fields", values.size(),
                                                values.size() == 1 ? "" : "s", parts.size()),
                         .field = std::string(path),
                         .hint = fmt::format("give {} with commas between them, for {}", parts.size(), names)});
        }
        for (std::size_t k = 0; k < parts.size(); ++k) {
            Result<EditLine> line = set_value(recorder, *parts[k], values[k]);
            if (!line) {
                return fail(line.error());
            }
            log.push_back(std::move(*line));
        }
    }
    return log;
}

Result<std::string> plain_value(const FieldEntry& field, const std::string& path, std::string_view value)
{
    const bool has_sign = !value.empty() && std::string_view("+*/").find(value.front()) != std::string_view::npos;
    const std::size_t sign = value.size() > 1 && value[1] == '=' ? 2 : has_sign ? 1 : 0;
    if (const std::optional<std::string> plain = plain_number(field, value.substr(sign))) {
        return fmt::format("{}{}", value.substr(0, sign), *plain);
    }
    const auto texture = field.info.refers_to == Target::texture_bank ? texture_numbers(value) : std::nullopt;
    const std::size_t dot = path.rfind('.');
    if (texture && dot != std::string::npos) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("{} is image {} of bank {}, and this field is only the bank", value,
                                            (*texture)[1], (*texture)[0]),
                     .field = path,
                     .hint = field.name.find('.') == std::string::npos
                                 ? fmt::format("the bank is {}", (*texture)[0])
                                 : fmt::format("{}={} sets both", path.substr(0, dot), value)});
    }
    return std::string(value);
}

namespace {

/// Returns the fields NAME.x, NAME.y, ... of a type. Skips fields that the game does not read.
std::vector<const FieldEntry*> parts_of(const RecordType& type, std::string_view name)
{
    std::vector<const FieldEntry*> parts;
    const std::string beginning = fmt::format("{}.", name);
    for (const FieldEntry& field : type.tables.front().fields) {
        if (field.name.starts_with(beginning) && field.info.kind != Role::reserved) {
            parts.push_back(&field);
        }
    }
    return parts;
}

const FieldEntry* field_of(const RecordType& type, std::string_view name)
{
    for (const FieldTable& table : type.tables) {
        if (const FieldEntry* const field = table.find_field(name)) {
            return field;
        }
    }
    return nullptr;
}

/// Returns the type of the records in an element below a record of `type`: a group, a list, or an item of a list that
/// has no element of its own. Returns null if there is none.
const RecordType* type_inside(const RecordType& type, std::string_view element)
{
    for (const FieldTable& table : type.tables) {
        for (const ChildEntry& child : table.children) {
            const auto item = std::ranges::find(child.items, element, &ItemEntry::name);
            if (item != child.items.end()) {
                return &*item->type;
            }
            if (child.name == element && child.items.size() == 1) {
                return &*child.items.front().type;
            }
        }
    }
    return nullptr;
}

/// Replaces the attribute of a whole composite by the attributes of its parts.
Status split(pugi::xml_node node, const pugi::xml_attribute& whole, const std::vector<const FieldEntry*>& parts)
{
    const std::vector<std::string> values = values_of_parts(whole.value());
    if (values.size() != parts.size()) {
        std::string names;
        for (const FieldEntry* part : parts) {
            names += (names.empty() ? "" : ", ") + part->name;
        }
        return fail({.code = ErrorCode::usage,
                     .message = fmt::format("{}=\"{}\" has {} value{} for {} fields", whole.name(), whole.value(),
                                            values.size(), values.size() == 1 ? "" : "s", parts.size()),
                     .hint = fmt::format("give {} with commas between them, for {}", parts.size(), names)});
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const Result<std::string> value = plain_value(*parts[i], parts[i]->name, values[i]);
        if (!value) {
            return fail(value.error());
        }
        node.insert_attribute_before(parts[i]->name.c_str(), whole).set_value(value->c_str());
    }
    node.remove_attribute(whole);
    return {};
}

}  // namespace

Status write_plainly(pugi::xml_node node, const RecordType& type)
{
    for (pugi::xml_attribute next = node.first_attribute(); next;) {
        pugi::xml_attribute attribute = next;
        next = next.next_attribute();
        if (const FieldEntry* const field = field_of(type, attribute.name())) {
            const std::string_view text = attribute.value();
            const Result<std::string> value = plain_value(*field, field->name, text);
            if (!value) {
                return fail(value.error());
            }
            if (*value != text) {
                attribute.set_value(value->c_str());
            }
            continue;
        }
        const std::vector<const FieldEntry*> parts = parts_of(type, attribute.name());
        if (const Status status = parts.size() < 2 ? Status{} : split(node, attribute, parts); !status) {
            return status;
        }
    }
    for (const pugi::xml_node child : node.children()) {
        const RecordType* const inside = type_inside(type, child.name());
        if (inside == nullptr) {
            continue;
        }
        if (const Status status = write_plainly(child, *inside); !status) {
            return status;
        }
        // The element of a list has one for each record.
        for (const pugi::xml_node item : child.children()) {
            if (std::string_view(item.name()) != inside->element) {
                continue;
            }
            if (const Status status = write_plainly(item, *inside); !status) {
                return status;
            }
        }
    }
    return {};
}

}  // namespace redforge::edit
