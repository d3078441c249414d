// Places in a document that a person can select: finding them, naming them.
#include "editor/model/place.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "editor/model/words.hpp"

namespace redforge::editor {
namespace {

constexpr std::size_t longest_content = 46;  // characters; a row is one line

std::string join(std::string_view path, std::string_view name)
{
    return path.empty() ? std::string(name) : fmt::format("{}.{}", path, name);
}

/// A record of a list. The records of a section carry the section's own path: `objects[3]`.
Place record_place(const ListView& list, std::size_t index, std::string_view path, std::string_view title)
{
    Place place;
    place.kind = Place::Kind::record;
    place.path = list.ops->single ? std::string(path) : fmt::format("{}[{}]", path, index);
    place.title = title;
    place.record = list.ops->at(list.list, index);
    place.holder = list;
    place.index = index;
    return place;
}

Place section_place(const GroupView& group, std::string path)
{
    Place place;
    place.kind = Place::Kind::section;
    place.path = std::move(path);
    place.title = words_of(group.name, group.info.label);
    place.doc = group.info.doc;
    place.record = group.record;
    const RecordView view = group.record.view();
    if (const ListView* list = view.find_list("")) {
        place.members = *list;
    }
    return place;
}

Place list_place(const ListView& list, std::string path)
{
    if (list.ops->single && list.ops->size(list.list) == 1) {
        Place place = record_place(list, 0, path, words_of(list.name, list.info.label));
        place.doc = list.info.doc;
        return place;
    }
    Place place;
    place.kind = Place::Kind::list;
    place.path = std::move(path);
    place.title = words_of(list.name, list.info.label);
    place.doc = list.info.doc;
    place.members = list;
    return place;
}

Place document_place(RecordHandle root)
{
    Place place;
    place.kind = Place::Kind::document;
    place.record = root;
    return place;
}

Result<Place> locate_record(RecordHandle root, std::string_view path)
{
    const std::size_t open = path.rfind('[');
    const std::string_view number = path.substr(std::min(open, path.size() - 1) + 1);
    std::size_t index{};
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), index);
    if (open == std::string_view::npos || error != std::errc{} || end != number.data() + number.size() - 1) {
        return fail({.code = ErrorCode::usage,
                     .message = "not a place in the document",
                     .field = std::string(path),
                     .hint = "a place is like objects[3] or actors[0].strings"});
    }
    const Result<Place> above = locate(root, path.substr(0, open));
    if (!above) {
        return above;
    }
    const std::size_t size = above->members ? above->members->ops->size(above->members->list) : 0;
    if (index >= size) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("there is no record {}", index),
                     .field = std::string(path),
                     .hint = size == 0 ? "there are none" : fmt::format("they are numbered 0 to {}", size - 1)});
    }
    return record_place(*above->members, index, above->path, above->title);
}

bool says_something(const FieldView& field)
{
    return field.info.kind == Role::plain && !field.ops->type.derived;
}

/// The field that a record goes by: its first text that is not empty, else its first number.
const FieldView* naming_field(const RecordView& view)
{
    const FieldView* first = nullptr;
    for (const FieldView& field : view.fields) {
        if (!says_something(field)) {
            continue;
        }
        if (field.ops->type.kind == ValueKind::text && !field.text().empty()) {
            return &field;
        }
        first = first == nullptr ? &field : first;
    }
    return first;
}

/// The first few values that say something, without the one that the record's name says already.
std::string values_of(const RecordView& view, const FieldView* name)
{
    std::string content;
    for (const FieldView& field : view.fields) {
        const ValueKind kind = field.ops->type.kind;
        if (&field == name || !says_something(field) || kind == ValueKind::numbers || kind == ValueKind::bytes) {
            continue;
        }
        const std::string text = field.text();
        if (text.empty() || text == "0") {
            continue;
        }
        const std::string part = fmt::format("{}{} {}", content.empty() ? "" : ", ", full_label(field), text);
        if (content.size() + part.size() > longest_content) {
            break;
        }
        content += part;
    }
    return content;
}

}  // namespace

Result<Place> locate(RecordHandle root, std::string_view path)
{
    if (path.empty()) {
        return document_place(root);
    }
    if (path.ends_with(']')) {
        return locate_record(root, path);
    }
    const Result<Place> above = locate(root, path_above(path));
    if (!above) {
        return above;
    }
    const std::size_t dot = path.rfind('.');
    const std::string_view name = dot == std::string_view::npos ? path : path.substr(dot + 1);
    const RecordView view = above->record ? above->record.view() : RecordView{};
    if (const GroupView* group = view.find_group(name)) {
        return section_place(*group, std::string(path));
    }
    if (const ListView* list = name.empty() ? nullptr : view.find_list(name)) {
        return list_place(*list, std::string(path));
    }
    const std::vector<std::string> names = view.names();
    const std::string_view guess = nearest(name, names);
    return fail({.code = ErrorCode::unknown_name,
                 .message = fmt::format("there is no section or list \"{}\"", name),
                 .field = std::string(path),
                 .hint = guess.empty() ? std::string{} : fmt::format("did you mean {}?", guess)});
}

std::vector<Place> below(const Place& place)
{
    std::vector<Place> places;
    if (place.members) {
        const std::size_t size = place.members->ops->size(place.members->list);
        for (std::size_t i = 0; i < size; ++i) {
            places.push_back(record_place(*place.members, i, place.path, place.title));
        }
    }
    if (!place.record) {
        return places;
    }
    const RecordView view = place.record.view();
    for (const GroupView& group : view.groups) {
        places.push_back(section_place(group, join(place.path, group.name)));
    }
    for (const ListView& list : view.lists) {
        if (!list.name.empty()) {
            places.push_back(list_place(list, join(place.path, list.name)));
        }
    }
    return places;
}

bool may_hold_places(const Place& place)
{
    if (place.kind == Place::Kind::list) {
        return place.members->ops->size(place.members->list) > 0;
    }
    const RecordView view = place.record.view();
    return !view.groups.empty() || std::ranges::any_of(view.lists, [](const ListView& list) {
        return !list.name.empty() || list.ops->size(list.list) > 0;
    });
}

std::string_view path_above(std::string_view path)
{
    const std::size_t open = path.ends_with(']') ? path.rfind('[') : path.rfind('.');
    return path.substr(0, open == std::string_view::npos ? 0 : open);
}

std::string name_of(const Place& place)
{
    if (place.kind == Place::Kind::document) {
        return "Document";
    }
    if (place.kind != Place::Kind::record || place.holder->ops->single) {
        return place.title;
    }
    const RecordView view = place.record.view();
    const FieldView* field = naming_field(view);
    if (field == nullptr) {
        return fmt::format("{}", place.index);
    }
    const std::string text = field->text();
    return field->ops->type.kind == ValueKind::text && !text.empty()
               ? fmt::format("{} {}", place.index, text)
               : fmt::format("{} {} {}", place.index, full_label(*field), text);
}

std::string content_of(const Place& place)
{
    if (place.members) {
        const std::size_t size = place.members->ops->size(place.members->list);
        const bool single = place.members->ops->single;
        return single ? "none" : fmt::format("{} {}", size, size == 1 ? "record" : "records");
    }
    if (place.kind != Place::Kind::record) {
        return {};
    }
    const RecordView view = place.record.view();
    return values_of(view, place.holder->ops->single ? nullptr : naming_field(view));
}

}  // namespace redforge::editor
