// The guided tour: opens the sample room, and goes to the next step when the user has done a task.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>

#include "editor/views/frame/window_part.hpp"
#include "rgm/map.hpp"

namespace redforge::editor {

class TourPane;

class TourActions : public WindowPart {
public:
    using WindowPart::WindowPart;

    /// Adds the pane.
    void connect();
    /// Makes the sample room, opens it and shows the first step.
    void start();
    /// Goes to the next step if the task of the present one was done.
    void check();
    void skip();
    void end();
    [[nodiscard]] bool active() const { return step_.has_value(); }
    [[nodiscard]] std::optional<std::size_t> step() const { return step_; }
    [[nodiscard]] TourPane& pane() const { return *pane_; }

private:
    void show_step();

    TourPane* pane_{};
    std::optional<std::size_t> step_;
    std::filesystem::path map_;
    rgm::Map before_;  ///< the map at the beginning of the step
};

}  // namespace redforge::editor
