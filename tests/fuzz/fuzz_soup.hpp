// Shared by the fuzz targets of scripts: a script from any bytes, and two sets of names.
#pragma once

#include <algorithm>
#include <span>
#include <string>

#include "soup/assemble/assemble.hpp"
#include "soup/disassemble/disassemble.hpp"
#include "soup/names/definitions.hpp"
#include "two_laws.hpp"

namespace redforge::fuzz {

/// Returns a script. The first bytes define the start, hooks and strings; the rest is the code.
inline soup::Script script_of(ByteView bytes)
{
    soup::Script script;
    script.name = "FUZZ";
    const auto take = [&]() -> unsigned {
        if (bytes.empty()) {
            return 0;
        }
        const auto value = static_cast<unsigned>(bytes[0]);
        bytes = bytes.subspan(1);
        return value;
    };
    script.start = take();
    for (unsigned i = take() % 4; i > 0; --i) {
        script.hooks.push_back({static_cast<std::uint16_t>(take()), static_cast<std::uint16_t>(take() % 2)});
    }
    for (unsigned i = take() % 4; i > 0; --i) {
        std::string& text = script.strings.emplace_back();
        for (unsigned left = take() % 8; left > 0; --left) {
            text += static_cast<char>(take());
        }
    }
    script.code.assign(bytes.begin(), bytes.end());
    return script;
}

inline const soup::Names& names()
{
    static const soup::Names known(
        soup::read_definitions(as_bytes("[functions]\r\ntask RTX parms 1\r\nfunction AddItem parms 1\r\n"
                                        "function ActiveItem parms 0\r\nmultitask Light parms 2\r\n[refs]\r\nangle\r\n"
                                        "angle\r\nspeed\r\n[flags]\r\nBOOL Won 0\r\nBOOL end 0\r\nNUMBER Gold 0\r\n"))
            .value());
    return known;
}

/// Returns true if there are only warnings. Mistakes with a comment are warnings.
inline bool has_no_errors(const soup::Assembly& assembly)
{
    return std::ranges::none_of(assembly.diagnostics,
                                [](const soup::Diagnostic& each) { return each.severity == soup::Severity::error; });
}

inline const soup::Names& other_names()
{
    static const soup::Names known(
        soup::read_definitions(
            as_bytes("[functions]\r\nfunction AddItem parms 2\r\ntask Light parms 1\r\ntask RTX parms "
                     "3\r\n[refs]\r\nspeed\r\nangle\r\n[flags]\r\nBOOL Gold 0\r\nBOOL Won 0\r\n"))
            .value());
    return known;
}

}  // namespace redforge::fuzz
