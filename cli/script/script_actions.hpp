// The actions of `script`. Each source file has one or a few of them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/script/script_files.hpp"

namespace redforge::cli {

/// A request of the user, with the names for scripts.
struct ScriptRequest {
    const Arguments& arguments;
    std::span<const std::string> files;  ///< with the words before them
    const LoadContext& context;
};

// script_show.cpp
Exit script_list(const ScriptRequest& request);
Exit script_show(const ScriptRequest& request);
// script_check.cpp
Exit script_check(const ScriptRequest& request);
// script_compile.cpp
Exit script_compile(const ScriptRequest& request);
Exit script_decompile(const ScriptRequest& request);
// script_text.cpp
Exit script_assemble(const ScriptRequest& request);
Exit script_disassemble(const ScriptRequest& request);
Exit script_format(const ScriptRequest& request);
Exit script_import(const ScriptRequest& request);
// script_search.cpp
Exit script_grep(const ScriptRequest& request);
Exit script_xref(const ScriptRequest& request);
// script_functions.cpp
Exit script_functions(const Arguments& arguments);
// script_run.cpp
Exit script_run(const ScriptRequest& request);
// script_share.cpp
Exit script_share(const ScriptRequest& request);
// script_test.cpp
Exit script_test(const ScriptRequest& request);

[[nodiscard]] inline Exit ended(bool failed)
{
    return failed ? Exit::failure : Exit::success;
}

}  // namespace redforge::cli
