// Fuzz target: any bytes as the source of a script of Oblivion, alone and beside any bytes as its code.
#include <span>

#include "obscript/code_frame.hpp"
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
    // Good code is whole statements, and names no reference that the list does not have.
    ByteView rest;
    const auto statements = obscript::split_statements(compiled.code, rest);
    fuzz::require(rest.empty());
    for (const obscript::Statement& statement : statements) {
        fuzz::require(!statement.prefix || (*statement.prefix > 0 && *statement.prefix <= compiled.references.size()));
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const ByteView bytes = std::as_bytes(std::span(data, size));
    const std::string_view source = as_text(bytes);
    obscript::EmptyEnvironment nothing;
    check(obscript::compile(source, nothing));
    obscript::CompileOptions result;
    result.kind = obscript::ScriptKind::result;
    check(obscript::compile(source, nothing, result));
    // What stands behind the first NUL is the code compiled before.
    const std::size_t end = source.find('\0');
    if (end != std::string_view::npos) {
        const std::vector<obscript::ReferenceEntry> references{{false, 0x14, {}}, {true, 1, {}}, {false, 0x800, {}}};
        obscript::OldRecord old(bytes.subspan(end + 1), references);
        check(obscript::compile(source, old, result));
    }
    return 0;
}
