// Guided tour for new users: tasks, and checks of their completion.
#pragma once

#include <cstddef>
#include <string>

#include "editor/model/session/session.hpp"
#include "rgm/map.hpp"

namespace redforge::editor {

inline constexpr std::size_t tour_steps = 5;

/// Returns the task of a step; for `tour_steps` the closing text.
[[nodiscard]] std::string tour_text(std::size_t step);
/// Returns true if the task of a step was done. `before`: the map at the beginning of the step.
[[nodiscard]] bool is_tour_step_done(std::size_t step, const Session& session, const rgm::Map& before);

}  // namespace redforge::editor
