// Access of the window's parts to the window.
#include "editor/views/frame/window_part.hpp"

#include "editor/views/frame/frame.hpp"
#include "editor/views/scene/scene_pane.hpp"

namespace redforge::editor {

Session* WindowPart::session() const
{
    return frame_->session();
}

const Dialogs& WindowPart::dialogs() const
{
    return frame_->dialogs();
}

bool WindowPart::is_map() const
{
    return frame_->is_map();
}

bool WindowPart::has_view() const
{
    return frame_->has_view();
}

bool WindowPart::has_selection() const
{
    return frame_->has_selection();
}

bool WindowPart::commit() const
{
    return frame_->commit();
}

void WindowPart::select_nodes(const NodeRefs& refs) const
{
    frame_->select_nodes(refs);
}

void WindowPart::go_to_nodes(const NodeRefs& refs) const
{
    select_nodes(refs);
    frame_->scene().reveal_selected();
}

void WindowPart::show_status(const std::string& message) const
{
    frame_->show_status(message);
}

void WindowPart::show_notice(const std::string& message) const
{
    frame_->show_notice(message);
}

void WindowPart::report(const char* doing, const Error& error) const
{
    frame_->report(doing, error);
}

}  // namespace redforge::editor
