// Logs failed assertions of wxWidgets.
#include "editor/views/frame/assert_log.hpp"

#include <cstdio>
#include <set>
#include <string>

#include <fmt/format.h>
#include <wx/debug.h>

#include "editor/views/frame/text.hpp"
#include "editor/views/frame/window_log.hpp"

namespace redforge::editor {
namespace {

void write_down(const wxString& file, int line, const wxString& function, const wxString& condition,
                const wxString& message)
{
    static std::set<std::string> known;
    const std::string words =
        fmt::format("{}:{}: {}: {} {}", from_wx(file), line, from_wx(function), from_wx(condition), from_wx(message));
    if (known.insert(words).second) {
        log_window("assertion", words);
        fmt::print(stderr, "redforge-editor: assertion of wxWidgets: {}\n", words);
    }
}

}  // namespace

void log_assertions()
{
    wxSetAssertHandler(write_down);
}

}  // namespace redforge::editor
