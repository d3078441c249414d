// Changes of the file by other programs: detection, merging, comparison.
#pragma once

#include "edit/document/document.hpp"
#include "editor/views/frame/window_part.hpp"

namespace redforge::editor {

enum class ExternalChangeChoice : std::uint8_t;
struct Differences;

class DiskActions : public WindowPart {
public:
    using WindowPart::WindowPart;

    /// Shows the changes that saving would make.
    void show_changes();
    /// Shows the differences from another file.
    void compare_with_file();

    /// Asks what to do if another program changed or removed the file since it was read. Without local changes it
    /// reloads immediately.
    void check_disk();
    [[nodiscard]] ExternalChangeChoice ask_external_change(const Result<edit::Loaded>& theirs, bool saving);
    bool reload(edit::Loaded theirs);
    bool merge(edit::Loaded theirs);

private:
    /// Shows differences, and goes to the record that the user chooses.
    void show_difference(Differences differences);
};

}  // namespace redforge::editor
