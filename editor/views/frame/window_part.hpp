// Base of the window's parts: the window, its open document, and messages to the user.
#pragma once

#include <string>

#include "core/error.hpp"
#include "editor/model/text/node_ref.hpp"

namespace redforge::editor {

class MainFrame;
class Session;
struct Dialogs;

/// Actions of one subject and their state. The window owns its parts; each can access the others.
class WindowPart {
public:
    explicit WindowPart(MainFrame& frame) : frame_(&frame) {}
    WindowPart(const WindowPart&) = delete;
    WindowPart& operator=(const WindowPart&) = delete;
    virtual ~WindowPart() = default;

protected:
    [[nodiscard]] MainFrame& frame() const { return *frame_; }
    /// Returns another part of the window. Defined with the window class.
    template <class Part>
    [[nodiscard]] Part& part() const;
    /// Returns null if no document is open.
    [[nodiscard]] Session* session() const;
    [[nodiscard]] const Dialogs& dialogs() const;
    [[nodiscard]] bool is_map() const;
    [[nodiscard]] bool has_view() const;
    [[nodiscard]] bool has_selection() const;
    [[nodiscard]] bool commit() const;
    void select_nodes(const NodeRefs& refs) const;
    /// Selects records that the user chose in a list or by a name, and moves the view to them if they are not visible.
    void go_to_nodes(const NodeRefs& refs) const;
    void show_status(const std::string& message) const;
    void show_notice(const std::string& message) const;
    void report(const char* doing, const Error& error) const;

private:
    MainFrame* frame_;
};

}  // namespace redforge::editor
