// The clipboard, implemented with wxClipboard.
#include "editor/views/panes/clipboard.hpp"

#include <wx/clipbrd.h>
#include <wx/dataobj.h>

#include "editor/views/frame/text.hpp"

namespace redforge::editor {
namespace {

wxDataFormat record_format()
{
    return wxDataFormat("application/x-redforge-records");
}

}  // namespace

bool set_clipboard(const std::string& text, const std::string& records)
{
    if (!wxTheClipboard->Open()) {
        return false;
    }
    auto* const data = new wxDataObjectComposite;
    if (!records.empty()) {
        auto* const own = new wxCustomDataObject(record_format());
        own->SetData(records.size(), records.data());
        data->Add(own);
    }
    data->Add(new wxTextDataObject(to_wx(text)), true);
    const bool set = wxTheClipboard->SetData(data);
    wxTheClipboard->Flush();
    wxTheClipboard->Close();
    return set;
}

std::string clipboard_text()
{
    wxTextDataObject text;
    bool there = false;
    if (wxTheClipboard->Open()) {
        there = wxTheClipboard->GetData(text);
        wxTheClipboard->Close();
    }
    return there ? from_wx(text.GetText()) : std::string{};
}

std::string clipboard_records()
{
    wxCustomDataObject own(record_format());
    bool there = false;
    if (wxTheClipboard->Open()) {
        there = wxTheClipboard->IsSupported(record_format()) && wxTheClipboard->GetData(own);
        wxTheClipboard->Close();
    }
    return there ? std::string(static_cast<const char*>(own.GetData()), own.GetSize()) : clipboard_text();
}

}  // namespace redforge::editor
