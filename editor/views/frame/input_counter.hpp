// Counter of user input: keys and buttons.
#pragma once

#include <cstddef>

#include <wx/event.h>
#include <wx/eventfilter.h>

namespace redforge::editor {

class InputCounter : public wxEventFilter {
public:
    InputCounter() { wxEvtHandler::AddFilter(this); }
    InputCounter(const InputCounter&) = delete;
    InputCounter& operator=(const InputCounter&) = delete;
    ~InputCounter() override { wxEvtHandler::RemoveFilter(this); }

    int FilterEvent(wxEvent& event) override
    {
        const wxEventType kind = event.GetEventType();
        if (kind == wxEVT_KEY_DOWN || kind == wxEVT_LEFT_DOWN || kind == wxEVT_RIGHT_DOWN || kind == wxEVT_MENU) {
            ++count_;
        }
        return Event_Skip;
    }
    [[nodiscard]] std::size_t count() const { return count_; }

private:
    std::size_t count_{};
};

}  // namespace redforge::editor
