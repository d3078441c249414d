// What the bytes of scripts are said as in text: sources as their lines, compiled code as statements.
#include <fmt/format.h>

#include "core/record_type.hpp"
#include "core/side_files.hpp"
#include "core/text_lines.hpp"
#include "obscript/code_text.hpp"
#include "tes/side_text.hpp"

namespace redforge::tes {
namespace {

Bytes& blob_of(const RecordHandle& record, std::string_view name)
{
    return record.blob(*record.table().find_child(name));
}

LineEnd line_end_of(const FieldView& field)
{
    return field.entry->ops->get_integer(field.value) == 1 ? LineEnd::lf : LineEnd::crlf;
}

std::string write_source(const RecordHandle& record, const LoadContext& /*context*/)
{
    return to_lines(as_text(blob_of(record, "source")), line_end_of(record.find_field("line_end")), record.page);
}

Status read_source(std::string_view text, const std::string& file, const RecordHandle& record,
                   const LoadContext& /*context*/)
{
    const Result<std::string> bytes = from_lines(text, line_end_of(record.find_field("line_end")), record.page);
    if (!bytes) {
        Error error = bytes.error();
        error.file = file;
        return fail(std::move(error));
    }
    const ByteView content = as_bytes(*bytes);
    blob_of(record, "source").assign(content.begin(), content.end());
    return {};
}

/// Comments that say what the letters and numbers of the statements stand for.
std::string legend(const RecordHandle& record)
{
    std::string text;
    const ListView variables = record.find_list("variables");
    for (std::size_t i = 0; i < variables.size(); ++i) {
        const RecordHandle variable = variables.at(i);
        const bool integer = variable.find_field("type").text() == "integer";
        text += fmt::format("; {}{} = {}\n", integer ? 'i' : 'f', variable.find_field("index").text(),
                            variable.find_field("name").text());
    }
    const ListView references = record.find_list("references");
    for (std::size_t i = 0; i < references.size(); ++i) {
        const RecordHandle reference = references.at(i);
        const FieldView form = reference.find_field("form_id");
        text += fmt::format("; r{} = {}\n", i + 1,
                            form ? form.text() : fmt::format("f{}", reference.find_field("variable").text()));
    }
    return text;
}

bool has_named_commands(const RecordHandle& record)
{
    const FieldView commands = record.find_field("commands");
    return commands.entry->ops->get_integer(commands.value) == 0;
}

std::string write_code(const RecordHandle& record, const LoadContext& /*context*/)
{
    return legend(record) +
           obscript::to_statements(blob_of(record, "compiled"), has_named_commands(record), record.page);
}

Status read_code(std::string_view text, const std::string& file, const RecordHandle& record,
                 const LoadContext& /*context*/)
{
    Result<Bytes> bytes = obscript::from_statements(text, record.page);
    if (!bytes) {
        Error error = bytes.error();
        error.file = file;
        return fail(std::move(error));
    }
    blob_of(record, "compiled") = std::move(*bytes);
    return {};
}

}  // namespace

const SideCodec source_codec{.extension = ".txt", .covers = {}, .write = &write_source, .read = &read_source};
const SideCodec code_codec{.extension = ".txt", .covers = {}, .write = &write_code, .read = &read_code};

}  // namespace redforge::tes
