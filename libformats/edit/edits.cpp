// Changes to a document: single operations.
#include "edit/edits.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/hex.hpp"
#include "edit/edit_steps.hpp"
#include "edit/set_parts.hpp"

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

}  // namespace

Result<EditLine> set_value(Recorder& recorder, const Match& match, std::string_view value)
{
    EditLine line{"set", match.path, match_text(match), ""};
    if (match.kind == Match::Kind::blob) {
        Bytes bytes;
        if (!parse_hex(value, bytes)) {
            return fail({.code = ErrorCode::malformed,
                         .message = "a value that is not bytes",
                         .field = match.path,
                         .hint = "expected pairs of hexadecimal digits"});
        }
        recorder.set_bytes(match.node, *match.child, std::move(bytes));
    } else if (match.kind == Match::Kind::field) {
        const Result<std::string> plain = plain_value(*match.field.entry, match.path, value);
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
                     .hint = fmt::format("name one of its fields: {}", fmt::join(match.record.table().names(), ", "))});
    }
    line.after = match_text(match);
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
                    std::optional<std::size_t> expect)
{
    Recorder recorder(document);
    return finished(recorder, set(recorder, path, value, expect));
}

Result<EditLog> remove(Document& document, std::string_view path, std::optional<std::size_t> expect)
{
    Recorder recorder(document);
    return finished(recorder, remove(recorder, path, expect));
}

Result<EditLog> apply(Document& document, const XmlDocument& edits, const SideFileReader& files)
{
    Recorder recorder(document);
    return finished(recorder, apply(recorder, edits, files));
}

}  // namespace redforge::edit
