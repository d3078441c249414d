// Values of fields and bytes, of one record or of all records of a list.
#include <span>

#include <fmt/format.h>

#include "call.hpp"
#include "core/xml/xml_writer.hpp"
#include "edit/operation/set_parts.hpp"
#include "edit/patch/edits.hpp"
#include "edit/path/numbers.hpp"
#include "edit/path/text_search.hpp"
#include "memory.hpp"
#include "reach.hpp"

namespace redforge::capi {
namespace {

Failure not_one(std::string_view path, std::size_t count)
{
    return Error{.code = ErrorCode::mismatch,
                 .message = fmt::format("the path selects {} values", count),
                 .field = std::string(path),
                 .hint = "select one value"};
}

/// Returns true if the matches are the fields of one composite, such as x, y and z of `position`.
bool are_parts(const std::vector<edit::Match>& matches)
{
    return std::ranges::all_of(matches, [&](const edit::Match& match) {
        return match.kind == edit::Match::Kind::field && match.node == matches.front().node;
    });
}

CallResult<std::string> text_at(const Place& place, std::string_view path)
{
    if (path.empty()) {
        TextSink sink;
        XmlWriter(sink, nullptr, place.edited().context()).fragment(element_of(place), place.record);
        return sink.str();
    }
    if (const FieldView field = place.record.find_field(path)) {
        return field.text();
    }
    const CallResult<std::vector<edit::Match>> matches = matches_at(place, path);
    if (!matches) {
        return failure_of(matches);
    }
    if (matches->size() == 1) {
        return edit::match_text(matches->front(), place.edited().context());
    }
    if (!are_parts(*matches)) {
        return make_failure(not_one(path, matches->size()));
    }
    std::string text;
    for (const edit::Match& match : *matches) {
        if (match.field.info().kind != Role::reserved) {  // skip the fields that set_matches() skips
            text += (text.empty() ? "" : ",") + match.field.text();
        }
    }
    return text;
}

/// Returns the single field that a path matches.
CallResult<FieldView> field_at(const Place& place, std::string_view path)
{
    if (const FieldView field = place.record.find_field(path)) {
        return field;
    }
    const CallResult<std::vector<edit::Match>> matches = matches_at(place, path);
    if (!matches) {
        return failure_of(matches);
    }
    if (matches->size() != 1) {
        return make_failure(not_one(path, matches->size()));
    }
    const edit::Match& match = matches->front();
    if (match.kind != edit::Match::Kind::field) {
        return make_failure(Error{.code = ErrorCode::unsupported,
                                  .message = "this is not a number",
                                  .field = match.path,
                                  .hint = "read it as text"});
    }
    return match.field;
}

template <class Number>
CallStatus read_number(rf_node node, const char* path, Number* value, Result<Number> (*read)(const FieldView&))
{
    if (const CallStatus given = needs({{path, "path"}, {value, "value"}}); !given) {
        return given;
    }
    return with_node(node, [&](const Place& place) -> CallStatus {
        const CallResult<FieldView> field = field_at(place, path);
        if (!field) {
            return failure_of(field);
        }
        const Result<Number> number = read(*field);
        if (!number) {
            Error error = number.error();
            error.field = edit::path_below(edit::path_text(place.edited().root(), place.node), path);
            return make_failure(std::move(error));
        }
        *value = *number;
        return {};
    });
}

/// Returns the blob or byte range that a path matches.
CallResult<edit::Match> bytes_at(const Place& place, std::string_view path)
{
    CallResult<std::vector<edit::Match>> matches = matches_at(place, path);
    if (!matches) {
        return failure_of(matches);
    }
    if (matches->size() != 1) {
        return make_failure(not_one(path, matches->size()));
    }
    if (matches->front().kind != edit::Match::Kind::blob) {
        return make_failure(Error{.code = ErrorCode::unsupported,
                                  .message = "these are not bytes",
                                  .field = matches->front().path,
                                  .hint = "rf_kind_of() returns the kind of the member"});
    }
    return std::move(matches->front());
}

/// Records a change as a step with the name of a path: "Set objects[3].position.x".
CallStatus change(const Place& place, std::string_view path, const std::function<Status(edit::Recorder&)>& make)
{
    // A transaction has its name already, and formatting a path costs more than most edits.
    const std::string name = place.edited().in_transaction()
                                 ? std::string()
                                 : "Set " + edit::path_below(edit::path_text(place.edited().root(), place.node), path);
    const Status status = place.edited().change(name, make);
    return status ? CallStatus() : CallStatus(failure_of(status));
}

/// Sets every field that a path matches, by `set(recorder, node, field)`.
template <class Set>
CallStatus set_fields(rf_node node, const char* path, Set set)
{
    if (const CallStatus given = needs({{path, "path"}}); !given) {
        return given;
    }
    return with_node(node, [&](const Place& place) -> CallStatus {
        if (const FieldEntry* const field = place.record.table().find_field(path)) {
            const edit::NodePath at = place.node;
            return change(place, path, [&](edit::Recorder& recorder) { return set(recorder, at, *field); });
        }
        const CallResult<std::vector<edit::Match>> matches = matches_at(place, path);
        if (!matches) {
            return failure_of(matches);
        }
        return change(place, path, [&](edit::Recorder& recorder) -> Status {
            for (const edit::Match& match : *matches) {
                if (match.kind != edit::Match::Kind::field) {
                    return fail({.code = ErrorCode::unsupported,
                                 .message = "this is not a number",
                                 .field = match.path,
                                 .hint = "set it as text"});
                }
                if (Status status = set(recorder, match.node, *match.field.entry); !status) {
                    return status;
                }
            }
            return {};
        });
    });
}

/// Fails for a text field, which would accept a number as digits.
Status require_number(const edit::Recorder& recorder, const edit::NodePath& node, const FieldEntry& field)
{
    if (field.ops->type.kind == ValueKind::integer || field.ops->type.kind == ValueKind::real) {
        return {};
    }
    return fail({.code = ErrorCode::unsupported,
                 .message = "the field holds text, not a number",
                 .field = edit::path_below(edit::path_text(recorder.root(), node), field.name),
                 .hint = "set it as text"});
}

CallStatus require_size(const edit::ListPlace& list, std::size_t count)
{
    const std::size_t size = list.list.size();
    return size == count
               ? CallStatus()
               : CallStatus(make_failure(Error{.code = ErrorCode::mismatch,
                                               .message = fmt::format("{} values for {} records", count, size),
                                               .field = list.path,
                                               .hint = "call rf_count() for the number of records"}));
}

template <class Number>
CallStatus read_column(rf_node from, const char* list, const char* field, Number* values, std::size_t count)
{
    if (const CallStatus given = needs({{list, "list"}, {field, "field"}}); !given) {
        return given;
    }
    if (const CallStatus given = count == 0 ? CallStatus() : needs({{values, "values"}}); !given) {
        return given;
    }
    return with_node(from, [&](const Place& place) -> CallStatus {
        const CallResult<edit::ListPlace> found = list_at(place, list);
        const CallStatus fits = found ? require_size(*found, count) : CallStatus(failure_of(found));
        if (!fits) {
            return fits;
        }
        std::vector<Number> read(count);  // keep `values` unchanged if a value is not a number
        if (const Status status = edit::read_numbers(*found, field, std::span(read)); !status) {
            return failure_of(status);
        }
        std::ranges::copy(read, values);
        return {};
    });
}

template <class Number>
CallStatus set_column(rf_node from, const char* list, const char* field, const Number* values, std::size_t count)
{
    if (const CallStatus given = needs({{list, "list"}, {field, "field"}}); !given) {
        return given;
    }
    if (const CallStatus given = count == 0 ? CallStatus() : needs({{values, "values"}}); !given) {
        return given;
    }
    return with_node(from, [&](const Place& place) -> CallStatus {
        const CallResult<edit::ListPlace> found = list_at(place, list);
        if (!found) {
            return failure_of(found);
        }
        return change(place, fmt::format("{}[*].{}", list, field), [&](edit::Recorder& recorder) {
            return edit::set_numbers(recorder, *found, field, std::span(values, count));
        });
    });
}

}  // namespace
}  // namespace redforge::capi

using namespace redforge;        // NOLINT(*build-using-namespace*): the functions below have names of C
using namespace redforge::capi;  // NOLINT(*build-using-namespace*)

rf_status rf_get_text(rf_node node, const char* path, char** text, size_t* size)
{
    return guarded([&]() -> CallStatus {
        if (const CallStatus given = needs({{path, "path"}, {text, "text"}}); !given) {
            return given;
        }
        return with_node(node, [&](const Place& place) -> CallStatus {
            const CallResult<std::string> found = text_at(place, path);
            if (!found) {
                return failure_of(found);
            }
            *text = allocate_copy(*found);
            if (size != nullptr) {
                *size = found->size();
            }
            return {};
        });
    });
}

rf_status rf_get_integer(rf_node node, const char* path, int64_t* value)
{
    return guarded([&] { return read_number(node, path, value, &edit::integer_of); });
}

rf_status rf_get_real(rf_node node, const char* path, double* value)
{
    return guarded([&] { return read_number(node, path, value, &edit::real_of); });
}

rf_status rf_get_bytes(rf_node node, const char* path, void** bytes, size_t* size)
{
    return guarded([&]() -> CallStatus {
        if (const CallStatus given = needs({{path, "path"}, {bytes, "bytes"}, {size, "size"}}); !given) {
            return given;
        }
        return with_node(node, [&](const Place& place) -> CallStatus {
            const CallResult<edit::Match> match = bytes_at(place, path);
            if (!match) {
                return failure_of(match);
            }
            const Bytes content = match->child->kind == ChildEntry::Kind::byte_range
                                      ? match->record.byte_range(*match->child).joined()
                                      : match->record.blob(*match->child);
            *bytes = allocate_copy(as_text(content));
            *size = content.size();
            return {};
        });
    });
}

rf_status rf_set_text(rf_node node, const char* path, const char* text, size_t* count)
{
    return guarded([&]() -> CallStatus {
        if (const CallStatus given = needs({{path, "path"}, {text, "text"}}); !given) {
            return given;
        }
        return with_node(node, [&](const Place& place) -> CallStatus {
            const CallResult<std::vector<edit::Match>> matches = matches_at(place, path);
            if (!matches) {
                return failure_of(matches);
            }
            std::size_t set = 0;
            const CallStatus outcome = change(place, path, [&](edit::Recorder& recorder) -> Status {
                const Result<edit::EditLog> log = edit::set_matches(recorder, *matches, path, text);
                set = log ? log->size() : 0;
                return log ? Status() : fail(log.error());
            });
            if (outcome && count != nullptr) {
                *count = set;
            }
            return outcome;
        });
    });
}

rf_status rf_set_integer(rf_node node, const char* path, int64_t value)
{
    return guarded([&] {
        return set_fields(node, path,
                          [&](edit::Recorder& recorder, const edit::NodePath& at, const FieldEntry& field) -> Status {
                              const Status number = require_number(recorder, at, field);
                              return number ? recorder.set_integer(at, field, value) : number;
                          });
    });
}

rf_status rf_set_real(rf_node node, const char* path, double value)
{
    return guarded([&] {
        return set_fields(node, path,
                          [&](edit::Recorder& recorder, const edit::NodePath& at, const FieldEntry& field) -> Status {
                              const Status number = require_number(recorder, at, field);
                              return number ? recorder.set_number(at, field, value) : number;
                          });
    });
}

rf_status rf_set_bytes(rf_node node, const char* path, const void* bytes, size_t size)
{
    return guarded([&]() -> CallStatus {
        if (const CallStatus given = needs({{path, "path"}}); !given) {
            return given;
        }
        if (const CallStatus given = size == 0 ? CallStatus() : needs({{bytes, "bytes"}}); !given) {
            return given;
        }
        return with_node(node, [&](const Place& place) -> CallStatus {
            const CallResult<edit::Match> match = bytes_at(place, path);
            if (!match) {
                return failure_of(match);
            }
            const ByteView view(static_cast<const std::byte*>(bytes), size);
            return change(place, path, [&](edit::Recorder& recorder) -> Status {
                Bytes content(view.begin(), view.end());
                if (match->child->kind == ChildEntry::Kind::byte_range) {
                    recorder.set_byte_range(match->node, *match->child, SharedBytes(std::move(content)));
                } else {
                    recorder.set_bytes(match->node, *match->child, std::move(content));
                }
                return {};
            });
        });
    });
}

rf_status rf_get_integers(rf_node from, const char* list, const char* field, int64_t* values, size_t count)
{
    return guarded([&] { return read_column(from, list, field, values, count); });
}

rf_status rf_get_reals(rf_node from, const char* list, const char* field, double* values, size_t count)
{
    return guarded([&] { return read_column(from, list, field, values, count); });
}

rf_status rf_set_integers(rf_node from, const char* list, const char* field, const int64_t* values, size_t count)
{
    return guarded([&] { return set_column(from, list, field, values, count); });
}

rf_status rf_set_reals(rf_node from, const char* list, const char* field, const double* values, size_t count)
{
    return guarded([&] { return set_column(from, list, field, values, count); });
}

rf_status rf_scripts(rf_document document, char*** paths, size_t* count)
{
    return guarded([&]() -> CallStatus {
        if (const CallStatus given = needs({{paths, "paths"}, {count, "count"}}); !given) {
            return given;
        }
        return with_document(document, [&](const OpenDocument& open) -> CallStatus {
            const Format& format = open.edited.document().format();
            const SideCodecs codecs{format.side_codecs, open.edited.context()};
            std::vector<std::string> found;
            for (const std::string& name : edit::text_names(format.root_type(), codecs)) {
                const auto matches = edit::find_in_texts(open.edited.root(), name + ":*", codecs);
                for (const edit::Match& match : matches.value_or(std::vector<edit::Match>{})) {
                    found.push_back(edit::path_below(match.path, name));
                }
            }
            *paths = allocate_copy(found);
            *count = found.size();
            return {};
        });
    });
}
