// Changes to a document: single operations.
#include "edit/edits.hpp"

#include "edit/master_lists.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/hex.hpp"
#include "core/side_files.hpp"
#include "edit/edit_steps.hpp"
#include "edit/notation.hpp"
#include "edit/references.hpp"
#include "edit/rotation.hpp"
#include "edit/set_parts.hpp"
#include "edit/source_text.hpp"

namespace redforge::edit {
namespace {

/// What a step on a document did; on an error the recorder takes it back when it goes.
Result<EditLog> finished(Recorder& recorder, Result<EditLog> log)
{
    if (log) {
        static_cast<void>(recorder.finish({}));
    }
    return log;
}

/// Sets a blob that is shown as text, and the fields that follow from the text.
Status set_said(Recorder& recorder, const Match& match, std::string_view text, bool exact)
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

/// The value that is assigned: +100 is the number 100, as -100 is -100; only += and the like change a number that is
/// there. (In the past a + alone added, which the note says.)
Result<std::string_view> without_sign(const Match& match, std::string_view value, std::string& note)
{
    const ValueKind kind = match.field.type().kind;
    const bool is_number = (kind == ValueKind::integer || kind == ValueKind::real) && value.size() > 1 &&
                           value[1] != '=' && Adjustment::parse(number_of_degrees(value).value_or(value));
    if (!is_number) {
        return value;
    }
    if (value.front() == '+') {
        note = fmt::format("{} is a value; to add to what is there, write +={}", value, value.substr(1));
        return value.substr(1);
    }
    return fail(
        {.code = ErrorCode::out_of_range,
         .message = fmt::format("value \"{}\"", value),
         .field = match.path,
         .hint = fmt::format("to change the number that is there, write {}={}", value.front(), value.substr(1))});
}

/// A form may be given by a name: what the field takes is its number.
Result<std::string> form_value(Recorder& recorder, const Match& match, std::string_view value)
{
    std::uint64_t number{};
    const bool is_named = match.field.info().refers_to == Target::form && !value.empty() &&
                          !(value.size() == 8 && parse_hex_number(value, number));
    const tes::FormNames* const names = is_named ? recorder.names_of_forms() : nullptr;
    if (names == nullptr) {
        return std::string(value);
    }
    const Result<tes::FormId> form = names->named(value);
    if (!form) {
        Error error = form.error();
        error.field = match.path;
        return fail(std::move(error));
    }
    return fmt::format("{:08X}", form->value);
}

}  // namespace

Result<EditLine> set_value(Recorder& recorder, const Match& match, std::string_view value, bool exact)
{
    EditLine line{"set", match.path, match_text(match, recorder.context()), ""};
    if (match.kind == Match::Kind::blob && match.child->blob.codec != nullptr) {
        if (const Status status = set_said(recorder, match, value, exact); !status) {
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
        const Result<std::string> named = form_value(recorder, match, *assigned);
        if (!named) {
            return fail(named.error());
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
        return fail({.code = ErrorCode::usage,
                     .message = "this is a record, not a value",
                     .field = match.path,
                     .hint = fmt::format("name one of its fields: {}", fmt::join(match.record.names(), ", "))});
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
    MasterFollower masters(recorder);
    Result<EditLog> log = set_matches(recorder, *matches, path, value);
    const Status followed = log ? masters.follow() : Status{};
    return followed ? std::move(log) : fail(followed.error());
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
    MasterFollower masters(recorder);
    Result<EditLog> log = remove_matches(recorder, *matches);
    const Status followed = log ? masters.follow() : Status{};
    return followed ? std::move(log) : fail(followed.error());
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
