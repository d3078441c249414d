// Fuzz target: any bytes as the source of an Oblivion script, alone and with any bytes as its code; the code as source
// and as text.
#include <algorithm>
#include <span>

#include "obscript/code_frame.hpp"
#include "obscript/code_text.hpp"
#include "obscript/decompile.hpp"
#include "obscript/named_code.hpp"
#include "obscript/old_record.hpp"
#include "two_laws.hpp"

using namespace redforge;

namespace {

void check(const obscript::Compiled& compiled)
{
    for (const obscript::Message& message : compiled.messages) {
        fuzz::require(!message.error.message.empty() && message.error.line != 0 && message.error.column != 0);
    }
    if (compiled.failed()) {
        return;
    }
    // Valid code has complete statements and refers only to entries of the list.
    ByteView rest;
    const auto statements = obscript::split_statements(compiled.code, rest);
    fuzz::require(rest.empty());
    for (const obscript::Statement& statement : statements) {
        fuzz::require(!statement.prefix || (*statement.prefix > 0 && *statement.prefix <= compiled.references.size()));
    }
}

/// Checks that decompiled code compiles to the same code, also with names.
void check_code(ByteView code, const std::vector<obscript::ReferenceEntry>& references)
{
    const std::vector<obscript::LocalVariable> variables{{1, "item", obscript::VariableType::real},
                                                         {2, "count", obscript::VariableType::integer}};
    const obscript::CompiledScript script{.name = {},
                                          .kind = obscript::ScriptKind::result,
                                          .code = code,
                                          .variables = variables,
                                          .references = references,
                                          .last_variable = 2};
    if (const Result<obscript::Decompiled> made = obscript::decompile(script, {})) {
        obscript::NamedEnvironment names(made->names);
        const obscript::Compiled again = obscript::compile(made->source, names,
                                                           {.kind = script.kind,
                                                            .old_variables = variables,
                                                            .last_variable = script.last_variable,
                                                            .text_escapes = made->names.text_escapes});
        fuzz::require(!again.failed() && as_text(again.code) == as_text(code));
    } else {
        fuzz::require(!made.error().message.empty());
    }
    const std::string head =
        "; f1 = item\n; i2 = count\n; r1 = 00000014 player\n; r2 = f1\n; r3 = 00000800 Hour global\n"
        "; player.stage = integer 21\n";
    const std::string statements = obscript::to_statements(code, true, CodePage::cp1252);
    const Result<Bytes> bytes =
        obscript::from_named_statements(head + obscript::with_names(head, statements), CodePage::cp1252);
    fuzz::require(bytes && as_text(*bytes) == as_text(code));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    if (size == 0) {
        return 0;
    }
    const ByteView bytes = std::as_bytes(std::span(data, size));
    const std::string_view source = as_text(bytes);
    obscript::EmptyEnvironment nothing;
    const obscript::CompileOptions result{.kind = obscript::ScriptKind::result};
    // The bytes after the first NUL are the old compiled code.
    const std::size_t end = source.find('\0');
    const ByteView code = bytes.subspan(std::min(end, bytes.size() - 1) + 1);
    const std::vector<obscript::ReferenceEntry> references{{false, 0x14, {}}, {true, 1, {}}, {false, 0x800, {}}};
    // The bytes choose one of the variants, so that many inputs cover all.
    const std::uint32_t way = (fuzz::number_of(bytes) >> 16U) % (end == std::string_view::npos ? 2 : 4);
    if (way == 3) {
        check_code(code, references);
    } else if (way == 2) {
        obscript::OldRecord old(code, references);
        check(obscript::compile(source, old, result));
    } else {
        check(obscript::compile(source, nothing, way == 1 ? result : obscript::CompileOptions{}));
    }
    return 0;
}
