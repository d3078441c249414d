// Formats conflicts of a merge or a patch for the verbs.
#include "cli/report/conflicts.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "edit/merge/line_merge.hpp"

namespace redforge::cli {

std::string conflict_text(const std::string& file, const edit::Conflict& conflict)
{
    std::string text = fmt::format("{}: {}", file, edit::conflict_line(conflict));
    for (const std::string& line : edit::split_lines(conflict.source)) {
        text += "\n  " + line;
    }
    return text;
}

nlohmann::json conflict_json(const edit::Conflict& conflict)
{
    nlohmann::json json{{"path", conflict.path},
                        {"label", conflict.label},
                        {"field", conflict.field},
                        {"what", conflict.what}};
    if (!conflict.source.empty()) {
        json["source"] = conflict.source;
    }
    return json;
}

}  // namespace redforge::cli
