// Edits of a document: single ones, and edit lists as one step.
#include "edit/patch/edits.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/bytes/hex.hpp"
#include "core/files/side_files.hpp"
#include "edit/document/recognise.hpp"
#include "edit/hooks.hpp"
#include "edit/operation/history.hpp"
#include "edit/operation/references.hpp"
#include "edit/operation/rotation.hpp"
#include "edit/operation/set_parts.hpp"
#include "edit/patch/edit_steps.hpp"
#include "edit/patch/source_text.hpp"
#include "edit/path/notation.hpp"
#include "edit/path/selector_index.hpp"

namespace redforge::edit {
namespace {

/// Runs edits on a document as one step. On an error, the recorder reverts them.
Result<EditLog> finished(Recorder& recorder, Result<EditLog> log)
{
    return log ? finish(recorder, std::move(*log)) : log;
}

/// Returns the text of a field or blob at a path.
std::string text_at(const Recorder& recorder, const NodePath& node, const Operation& operation)
{
    const RecordHandle record = record_at(recorder.root(), node);
    Match match;
    match.node = node;
    match.record = record;
    if (operation.kind == Operation::Kind::set) {
        match.kind = Match::Kind::field;
        match.field = record.field(record.table().fields[operation.member]);
    } else {
        match.kind = Match::Kind::blob;
        match.child = &record.table().children[operation.member];
    }
    return match_text(match, recorder.context());
}

/// Returns the log line of an operation that has been applied, and is therefore the inverse operation now.
EditLine line_of_consequence(const Recorder& recorder, const NodePath& node, Operation& operation)
{
    const RecordHandle record = record_at(recorder.root(), node);
    EditLine line;
    line.path = path_text(recorder.root(), node);
    line.is_consequence = true;
    if (operation.kind == Operation::Kind::set) {
        const FieldEntry& field = record.table().fields[operation.member];
        line.verb = "set";
        line.path = path_below(line.path, field.name);
        line.before = FieldView{&field, operation.value.get(), record.page}.text();
        line.after = text_at(recorder, node, operation);
        return line;
    }
    const ChildEntry& child = record.table().children[operation.member];
    line.path = path_below(line.path, child.name);
    if (operation.kind == Operation::Kind::set_bytes) {
        line.verb = "set";
        line.after = text_at(recorder, node, operation);
        return line;
    }
    // The operation is inverse: an erase operation means that records were inserted.
    line.verb = operation.kind == Operation::Kind::erase    ? "add"
                : operation.kind == Operation::Kind::insert ? "remove"
                                                            : "move";
    line.path += fmt::format("[{}]", fmt::join(operation.places, ","));
    return line;
}

/// Sets a blob from its source, and the fields that the source determines.
Status set_source_and_fields(Recorder& recorder, const Match& match, std::string_view text, bool exact)
{
    const std::shared_ptr<void> copy = match.record.type->make();
    match.record.type->copy(copy.get(), match.record.record);
    const RecordHandle changed{copy.get(), match.record.type, match.record.page};
    if (const Status status = set_source(changed, *match.child, text, recorder.context()); !status) {
        Error error = status.error();
        error.field = match.path;
        return fail(std::move(error));
    }
    if (exact) {
        recorder.set_bytes(match.node, *match.child, std::move(changed.blob(*match.child)));
    } else {
        recorder.change(match.node, changed);
    }
    return {};
}

/// Returns the value to assign: +100 is the number 100, as -100 is -100; only += and the like are relative. An earlier
/// version treated +100 as relative, so a note explains it.
Result<std::string_view> without_sign(const Match& match, std::string_view value, std::string& note)
{
    const ValueKind kind = match.field.type().kind;
    const bool is_number = (kind == ValueKind::integer || kind == ValueKind::real) && value.size() > 1 &&
                           value[1] != '=' && Adjustment::parse(number_of_degrees(value).value_or(value));
    if (!is_number) {
        return value;
    }
    if (value.front() == '+') {
        note = fmt::format("{} is a value; to add to the present one, write +={}", value, value.substr(1));
        return value.substr(1);
    }
    return fail({.code = ErrorCode::out_of_range,
                 .message = fmt::format("value \"{}\"", value),
                 .field = match.path,
                 .hint = fmt::format("to change the present number, write {}={}", value.front(), value.substr(1))});
}

}  // namespace

Result<std::string> number_of_name(Recorder& recorder, const FieldEntry& field, std::string_view value)
{
    const FormatHooks& hooks = hooks_of(recorder.root());
    const bool is_name = field.info.refers_to == Target::form && !value.empty() &&
                         hooks.is_reference_number != nullptr && !hooks.is_reference_number(field, value);
    const ReferenceNames* const names = is_name ? recorder.names() : nullptr;
    return names == nullptr ? std::string(value) : names->number(value);
}

Result<EditLog> finish(Recorder& recorder, EditLog log)
{
    Result<Transaction> made = recorder.finish({});
    if (!made) {
        return fail(std::move(made.error()));
    }
    if (const std::optional<std::string> note = recorder.warn_about_references(); note && !log.empty()) {
        std::string& last = log.back().note;
        last += (last.empty() ? "" : "; ") + *note;
    }
    if (std::ranges::none_of(made->operations, &Operation::is_consequence)) {
        return log;
    }
    const Changes changes = changes_of(*made);
    std::vector<std::size_t> moving;  // the changes that give records other positions
    for (std::size_t i = 0; i < changes.size(); ++i) {
        if (changes[i].kind != Operation::Kind::set && changes[i].kind != Operation::Kind::set_bytes) {
            moving.push_back(i);
        }
    }
    for (std::size_t i = 0; i < changes.size(); ++i) {
        NodePath node = changes[i].node;
        const auto stays = [&](std::size_t later) { return follow(node, changes[later]); };
        if (made->operations[i].is_consequence &&
            std::all_of(std::ranges::upper_bound(moving, i), moving.end(), stays)) {
            log.push_back(line_of_consequence(recorder, node, made->operations[i]));
        }
    }
    return log;
}

namespace {

/// Returns the field or blob at a path, or nullopt if the path selects something else.
std::optional<Match> value_at(const Document& document, const std::string& path, SelectorIndex& index)
{
    Result<std::vector<Match>> matches = resolve(document.root(), path, &index);
    const bool is_value = matches && matches->size() == 1 &&
                          (matches->front().kind == Match::Kind::field || matches->front().kind == Match::Kind::blob);
    return is_value ? std::optional(std::move(matches->front())) : std::nullopt;
}

/// Returns true if a file stores a derived field: another value of the field gives bytes that read back with that
/// value, or are rejected.
bool is_stored(Document document, const std::string& path, const std::string& value)
{
    const std::string other = value == "0" ? "1" : "0";
    if (!set(document, path, other)) {
        return true;
    }
    const Result<SharedBytes> bytes = document.encode();
    Document again(document.format());
    if (!bytes || !document.format().read(SharedBytes(bytes->joined()), again.data(), nullptr)) {
        return true;
    }
    SelectorIndex index;
    const std::optional<Match> read = value_at(again, path, index);
    return !read || read->field.text() == other;
}

/// Returns true if the file of a document has a value in a derived field.
bool is_computed_as(Document document, const std::string& path, const std::string& value)
{
    SelectorIndex index;
    const bool is_decoded = value_at(document, path, index).has_value();
    if (!is_decoded || document.format().fill_computed == nullptr ||
        !document.format().fill_computed(document.data())) {
        return false;
    }
    const std::optional<Match> read = value_at(document, path, index);
    return read && read->field.text() == value;
}

/// Returns true if two values are equal, or a derived field has no stored value because the file has the computed one.
bool has_same_value(const Match& edited, const Match& read)
{
    if (edited.kind != read.kind || edited.child != read.child) {
        return false;
    }
    if (edited.kind == Match::Kind::field) {
        return edited.field.info().kind == Role::derived || edited.field.text() == read.field.text();
    }
    // A file can store a byte range in another form: the samples of a WAV without its other chunks.
    return edited.child->kind == ChildEntry::Kind::byte_range
               ? edited.record.byte_range(*edited.child).empty() == read.record.byte_range(*read.child).empty()
               : edited.record.blob(*edited.child) == read.record.blob(*read.child);
}

/// A line of a log that set a derived value which is computed anyway.
struct RedundantValue {
    std::size_t line{};
    Match match;
};

/// Returns the redundant lines of a log. Empty if the document cannot be encoded.
std::vector<RedundantValue> find_redundant_values(const Document& document, const EditLog& log)
{
    SelectorIndex index;
    std::vector<RedundantValue> values;
    // After an edit that moves records, paths of other lines can name other records.
    const bool keeps_paths = std::ranges::all_of(log, [](const EditLine& line) { return line.verb == "set"; });
    for (std::size_t i = 0; keeps_paths && i < log.size(); ++i) {
        const bool is_new = log[i].before != log[i].after && !log[i].after.empty() && !log[i].is_consequence;
        std::optional<Match> match = is_new ? value_at(document, log[i].path, index) : std::nullopt;
        if (match && match->kind == Match::Kind::field && match->field.type().derived && !match->field.text().empty()) {
            values.push_back({i, std::move(*match)});
        }
    }
    if (values.empty()) {
        return values;
    }
    const Result<SharedBytes> bytes = document.encode();
    Document again(document.format());
    if (!bytes || !document.format().read(SharedBytes(bytes->joined()), again.data(), nullptr)) {
        return {};
    }
    SelectorIndex read_index;
    std::erase_if(values, [&](const RedundantValue& value) {
        const std::string path = log[value.line].path;
        const std::string stored = value.match.field.text();
        const std::optional<Match> read = value_at(again, path, read_index);
        const bool is_computed = read && read->kind == Match::Kind::field && read->field.text().empty();
        // A file without a place for the value also reads back without it, and encode_edited() reports that.
        return !is_computed || (!is_computed_as(again, path, stored) && !is_stored(document, path, stored));
    });
    return values;
}

/// Returns the lines of recorded changes that set derived fields. Empty if a change moved records, or set nothing else.
EditLog log_of_derived(const Recorder& recorder)
{
    EditLog log;
    for (const Operation& operation : recorder.made().operations) {
        if (operation.kind != Operation::Kind::set && operation.kind != Operation::Kind::set_bytes) {
            return {};
        }
        if (operation.kind == Operation::Kind::set_bytes || operation.is_consequence) {
            continue;
        }
        const FieldEntry& field = record_at(recorder.root(), operation.node).table().fields[operation.member];
        if (field.ops->type.derived || field.info.kind == Role::derived) {
            Operation copy = operation;
            log.push_back(line_of_consequence(recorder, copy.node, copy));
            log.back().is_consequence = false;
        }
    }
    return log;
}

}  // namespace

void clear_redundant_values(Document& document, EditLog& log)
{
    const std::vector<RedundantValue> values = find_redundant_values(document, log);
    for (auto value = values.rbegin(); value != values.rend(); ++value) {
        if (!value->match.field.set("")) {
            continue;
        }
        EditLine& line = log[value->line];
        line.after.clear();
        if (line.before.empty()) {
            log.erase(log.begin() + static_cast<std::ptrdiff_t>(value->line));
        }
    }
}

Status settle_derived_values(Recorder& recorder, const Document& document)
{
    EditLog log = log_of_derived(recorder);
    if (log.empty() || !document.encode()) {
        return {};
    }
    const std::vector<RedundantValue> values = find_redundant_values(document, log);
    const auto had_none = [&](const RedundantValue& value) { return log[value.line].before.empty(); };
    if (!values.empty() && values.size() == recorder.made().operations.size() &&
        std::ranges::all_of(values, had_none)) {
        recorder.revert();
        return {};
    }
    for (const RedundantValue& value : values) {
        if (Status status = recorder.set(value.match.node, *value.match.field.entry, std::string_view()); !status) {
            return status;
        }
        log[value.line].after.clear();
    }
    const Result<SharedBytes> bytes = encode_edited(document, log, "-");
    return bytes ? Status() : fail(bytes.error());
}

Result<SharedBytes> encode_edited(const Document& document, const EditLog& log, const std::filesystem::path& name)
{
    const std::string first = log.empty() ? std::string() : log.front().path;
    Result<SharedBytes> bytes = document.encode();
    if (!bytes) {
        return bytes;
    }
    const auto with_field = [&](Error error) {
        error.field = error.field.empty() ? first : error.field;
        return fail(std::move(error));
    };
    if (const Status recognised = check_recognised(document, *bytes, name); !recognised) {
        return with_field(recognised.error());
    }
    if (std::ranges::none_of(log, [](const EditLine& line) { return line.verb == "set"; })) {
        return bytes;
    }
    const SharedBytes whole = bytes->pieces().size() > 1 ? SharedBytes(bytes->joined()) : *bytes;
    Document again(document.format());
    if (const Status read = document.format().read(whole, again.data(), nullptr); !read) {
        return with_field(read.error());
    }
    if (document.non_default_page()) {
        again.use_page(*document.non_default_page());
    }
    SelectorIndex edited_index;
    SelectorIndex read_index;
    // Only if no record moved, a path still names the record that the edit set.
    const bool keeps_paths = std::ranges::all_of(log, [](const EditLine& line) { return line.verb == "set"; });
    for (std::size_t i = 0; i < log.size(); ++i) {
        const EditLine& line = log[i];
        const std::optional<Match> edited =
            line.verb == "set" ? value_at(document, line.path, edited_index) : std::nullopt;
        const std::optional<Match> read = edited ? value_at(again, line.path, read_index) : std::nullopt;
        const bool is_lost = edited && (!read || !has_same_value(*edited, *read));
        if (is_lost) {
            return fail({.code = ErrorCode::mismatch,
                         .message = "the file would not have the value that was set",
                         .field = line.path,
                         .hint = "nothing was written; the file cannot store it"});
        }
        if (!edited || edited->kind != Match::Kind::field || edited->field.info().kind != Role::derived) {
            continue;
        }
        const std::string value = edited->field.text();
        const bool is_last =
            std::none_of(log.begin() + static_cast<std::ptrdiff_t>(i) + 1, log.end(),
                         [&](const EditLine& later) { return !later.is_consequence && later.path == line.path; });
        const bool is_reset = keeps_paths && is_last && !line.is_consequence && value.empty() && !line.after.empty();
        const bool is_ignored = value != read->field.text() && !is_stored(document, line.path, value);
        if ((is_reset && !is_computed_as(again, line.path, line.after)) ||
            (is_ignored && !is_computed_as(again, line.path, value))) {
            return fail({.code = ErrorCode::mismatch,
                         .message = "the file would not have the value that was set",
                         .field = line.path,
                         .hint = "nothing was written; the file computes this value, or cannot store it"});
        }
    }
    return bytes;
}

Result<EditLine> set_value(Recorder& recorder, const Match& match, std::string_view value, bool exact)
{
    EditLine line{"set", match.path, match_text(match, recorder.context()), ""};
    if (match.kind == Match::Kind::blob && match.child->blob.codec != nullptr) {
        if (const Status status = set_source_and_fields(recorder, match, value, exact); !status) {
            return fail(status.error());
        }
    } else if (match.kind == Match::Kind::blob) {
        Bytes bytes;
        if (!parse_hex(value, bytes)) {
            return fail({.code = ErrorCode::malformed,
                         .message = "a value that is not bytes",
                         .field = match.path,
                         .hint = "expected pairs of hexadecimal digits"});
        }
        if (match.child->kind == ChildEntry::Kind::byte_range) {
            recorder.set_byte_range(match.node, *match.child, SharedBytes(std::move(bytes)));
        } else {
            recorder.set_bytes(match.node, *match.child, std::move(bytes));
        }
    } else if (match.kind == Match::Kind::field) {
        const Result<std::string_view> assigned = without_sign(match, value, line.note);
        if (!assigned) {
            return fail(assigned.error());
        }
        const Result<std::string> named = number_of_name(recorder, *match.field.entry, *assigned);
        if (!named) {
            Error error = named.error();
            error.field = match.path;
            return fail(std::move(error));
        }
        value = *named;
        const Result<std::optional<std::string>> matrix =
            is_matrix(*match.field.entry) ? matrix_text(match.field, value) : std::optional<std::string>{};
        if (!matrix) {
            Error error = matrix.error();
            error.field = match.path;
            return fail(std::move(error));
        }
        const Result<std::string> plain = *matrix ? **matrix : plain_value(*match.field.entry, match.path, value);
        if (!plain) {
            return fail(plain.error());
        }
        if (const Status status = recorder.set(match.node, *match.field.entry, *plain); !status) {
            return fail(status.error());
        }
    } else {
        return fail(not_a_value(match));
    }
    line.after = match_text(match, recorder.context());
    return line;
}

Result<EditLog> set(Recorder& recorder, std::string_view path, std::string_view value,
                    std::optional<std::size_t> expect)
{
    const auto matches = resolve_expected(recorder.root(), path, expect);
    if (!matches) {
        return fail(matches.error());
    }
    return set_matches(recorder, *matches, path, value);
}

Result<EditLog> remove(Recorder& recorder, std::string_view path, std::optional<std::size_t> expect)
{
    const auto matches = resolve_expected(recorder.root(), path, expect);
    if (!matches) {
        return fail(matches.error());
    }
    for (const Match& match : *matches) {
        if (Status status = require_record(match); !status) {
            return fail(status.error());
        }
    }
    return remove_matches(recorder, *matches);
}

Result<EditLog> set(Document& document, std::string_view path, std::string_view value,
                    std::optional<std::size_t> expect, const LoadContext& context)
{
    Recorder recorder(document, context);
    return finished(recorder, set(recorder, path, value, expect));
}

Result<EditLog> remove(Document& document, std::string_view path, std::optional<std::size_t> expect)
{
    Recorder recorder(document);
    return finished(recorder, remove(recorder, path, expect));
}

Result<EditLog> apply(Document& document, const XmlDocument& edits, const SideFileReader& files,
                      const LoadContext& context)
{
    Recorder recorder(document, context);
    return finished(recorder, apply(recorder, edits, files));
}

}  // namespace redforge::edit
