// Codecs for the text forms of scripts: sources as lines, compiled code as statements.
#include <array>

#include <fmt/format.h>

#include "core/files/side_files.hpp"
#include "core/text/text_lines.hpp"
#include "obscript/code_text.hpp"
#include "obscript/named_code.hpp"
#include "tes/plugin/record.hpp"
#include "tes/script/script_compile.hpp"
#include "tes/script/script_head.hpp"
#include "tes/script/side_text.hpp"

namespace redforge::tes {
namespace {

Script& script_of(const RecordHandle& record)
{
    return *static_cast<Script*>(record.record);
}

LineEnd line_end_of(const Script& script)
{
    return script.line_end == 1 ? LineEnd::lf : LineEnd::crlf;
}

std::string write_source(const RecordHandle& record, const LoadContext& /*context*/)
{
    const Script& script = script_of(record);
    return to_lines(as_text(script.source), line_end_of(script), record.page);
}

Status read_source(std::string_view text, const std::string& file, const RecordHandle& record,
                   const LoadContext& /*context*/)
{
    Script& script = script_of(record);
    const Result<std::string> bytes = from_lines(text, line_end_of(script), record.page);
    if (!bytes) {
        Error error = bytes.error();
        error.file = file;
        return fail(std::move(error));
    }
    const ByteView content = as_bytes(*bytes);
    script.source.assign(content.begin(), content.end());
    script.source_file = file.ends_with(source_codec.extension) ? file : std::string();
    return {};
}

std::string write_code(const RecordHandle& record, const LoadContext& /*context*/)
{
    const Script& script = script_of(record);
    const std::string statements = obscript::to_statements(script.compiled, script.commands == 0, record.page);
    const std::string head = script_head(script, record.page, statements);
    return head + obscript::with_names(head, statements);
}

/// Parses the text of code. Also returns its head if the source differs from the head's fingerprint.
Status set_code(std::string_view text, Script& script, CodePage page)
{
    Result<Bytes> bytes = obscript::from_named_statements(text, page);
    if (!bytes) {
        return fail(std::move(bytes.error()));
    }
    std::optional<ScriptHead> head = read_script_head(text, page);
    script.compiled = std::move(*bytes);
    script.edited = nullptr;
    if (!head || script_fingerprint(script.source) == head->source) {
        return {};
    }
    if (script_fingerprint(script.compiled) != head->code) {
        return fail({.code = ErrorCode::mismatch,
                     .message = "the source and the compiled code were both edited",
                     .hint = "take one of them back; to keep this code with the new source, remove the first line"});
    }
    script.edited = std::make_shared<const ScriptHead>(std::move(*head));
    return {};
}

Status read_code(std::string_view text, const std::string& file, const RecordHandle& record,
                 const LoadContext& /*context*/)
{
    if (const Status status = set_code(text, script_of(record), record.page); !status) {
        Error error = status.error();
        error.file = file;
        return fail(std::move(error));
    }
    return {};
}

}  // namespace

namespace {

constexpr std::array<std::string_view, 7> made_of_source{"reference_count", "compiled_size", "last_variable", "empty",
                                                         "variables",       "references",    "compiled"};

}  // namespace

const SideCodec source_codec{.extension = ".txt",
                             .write = &write_source,
                             .read = &read_source,
                             .follow = &follow_source,
                             .join = &join_sources,
                             .joined = made_of_source};
const SideCodec code_codec{.extension = ".txt",
                           .write = &write_code,
                           .read = &read_code,
                           .compared = &without_fingerprints};

}  // namespace redforge::tes
