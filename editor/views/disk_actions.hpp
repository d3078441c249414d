// The file on the disk: what another program changed in it, merging that, and what differs.
#pragma once

#include "edit/document.hpp"
#include "editor/views/window_part.hpp"

namespace redforge::editor {

enum class ExternalChangeChoice : std::uint8_t;
struct Differences;

class DiskActions : public WindowPart {
public:
    using WindowPart::WindowPart;

    /// Shows what saving would change on the disk.
    void show_changes();
    /// Shows in what another file differs.
    void compare_with_file();

    /// Asks what to do when the file was changed or removed by another program since it was read; where nothing was
    /// changed here, it is read again at once.
    void check_disk();
    [[nodiscard]] ExternalChangeChoice ask_of_disk(const Result<edit::Loaded>& theirs, bool saving);
    bool reload(edit::Loaded theirs);
    bool merge(edit::Loaded theirs);

private:
    /// Shows them, and goes to the record that a person chooses there.
    void show_difference(Differences differences);
};

}  // namespace redforge::editor
