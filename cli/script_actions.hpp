// The actions of `script`, one or a few a file.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "script_files.hpp"

namespace redforge::cli {

/// What was asked for, with the names to show it.
struct ScriptWish {
    const Arguments& arguments;
    std::span<const std::string> files;  ///< with the words that stand before them
    const LoadContext& context;
};

// script_show.cpp
Exit script_list(const ScriptWish& wish);
Exit script_show(const ScriptWish& wish);
// script_check.cpp
Exit script_check(const ScriptWish& wish);
// script_text.cpp
Exit script_assemble(const ScriptWish& wish);
Exit script_disassemble(const ScriptWish& wish);
Exit script_format(const ScriptWish& wish);
Exit script_import(const ScriptWish& wish);
// script_search.cpp
Exit script_grep(const ScriptWish& wish);
Exit script_xref(const ScriptWish& wish);
// script_run.cpp
Exit script_run(const ScriptWish& wish);

[[nodiscard]] inline Exit ended(bool failed)
{
    return failed ? Exit::trouble : Exit::fine;
}

/// "1 word", "2 words".
[[nodiscard]] std::string plural(std::size_t count, std::string_view word);

}  // namespace redforge::cli
