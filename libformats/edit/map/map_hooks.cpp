// Hooks of Redguard maps for generic editing.
#include "edit/map/map_hooks.hpp"

#include <utility>

#include "edit/map/map_indices.hpp"
#include "edit/map/map_of.hpp"
#include "edit/map/map_visibility.hpp"
#include "edit/script/script_references.hpp"

namespace redforge::edit {
namespace {

std::vector<std::string> visibility_problems(const Document& document, const std::filesystem::path& path)
{
    Result<std::vector<std::string>> problems = problems_of_visibility(*map_of(document), path);
    return problems ? std::move(*problems) : std::vector{describe(problems.error())};
}

}  // namespace

FormatHooks map_hooks()
{
    return {.find_more_references = &find_in_map_scripts,
            .is_list_in_scripts = &is_list_in_map_scripts,
            .lists_in_scripts = &lists_in_map_scripts,
            .renumber_scripts = &renumber_map_scripts,
            .separate_additions = &with_separate_variables,
            .save_with_others = &save_with_visibility,
            .dependent_problems = &visibility_problems};
}

}  // namespace redforge::edit
