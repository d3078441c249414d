// Errors of the X server, which end a program unless somebody waits for them.
#pragma once

namespace redforge::editor {

/// As long as it lives, an error of the X server is noted and the program goes on. Does nothing where GTK has no X.
class XErrorTrap {
public:
    XErrorTrap();
    XErrorTrap(const XErrorTrap&) = delete;
    XErrorTrap& operator=(const XErrorTrap&) = delete;
    ~XErrorTrap();

    /// Waits for what was asked of the server. Whether any of it was an error; ends the trap.
    [[nodiscard]] bool failed();

private:
    bool set_{};
};

}  // namespace redforge::editor
