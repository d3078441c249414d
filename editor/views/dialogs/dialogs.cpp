// Dialogs that ask the user.
#include <algorithm>
#include <chrono>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <wx/button.h>
#include <wx/choicdlg.h>
#include <wx/dirdlg.h>
#include <wx/filedlg.h>
#include <wx/msgdlg.h>
#include <wx/sizer.h>
#include <wx/stattext.h>
#include <wx/textdlg.h>
#include <wx/utils.h>

#include "core/text/counts.hpp"
#include "core/text/letter_case.hpp"
#include "editor/model/rows/browser_items.hpp"
#include "editor/model/session/mod_project.hpp"
#include "editor/views/actions/shortcuts.hpp"
#include "editor/views/dialogs/array_dialog.hpp"
#include "editor/views/dialogs/difference_dialog.hpp"
#include "editor/views/dialogs/merge_dialog.hpp"
#include "editor/views/dialogs/number_dialog.hpp"
#include "editor/views/dialogs/rename_dialog.hpp"
#include "editor/views/dialogs/replace_dialog.hpp"
#include "editor/views/dialogs/settings.hpp"
#include "editor/views/frame/frame.hpp"
#include "editor/views/frame/text.hpp"

namespace redforge::editor {
namespace {

/// Flags of a dialog whose default button is Cancel. On Windows, wxCANCEL_DEFAULT is the sign bit of a `long`.
constexpr long cautious = static_cast<long>(wxOK | wxCANCEL | wxCANCEL_DEFAULT | wxICON_WARNING);

/// Returns a filter for file dialogs: "Redguard map (*.RGM)|*.RGM;*.rgm|...". The game's files have names in upper or
/// lower case.
wxString patterns_of(const Format& format)
{
    const wxString extension = to_wx(format.extension);
    wxString patterns;
    for (const std::string& name : edit::file_patterns(format)) {
        const wxString pattern = to_wx(name);
        patterns += wxString::Format("%s%s;%s", patterns.empty() ? "" : ";", pattern.Upper(), pattern.Lower());
    }
    return wxString::Format("%s (*%s)|%s", to_wx(format.name), extension, patterns);
}

wxString picture_patterns(bool gif)
{
    return gif ? "PNG (*.png)|*.png;*.PNG|GIF, all frames (*.gif)|*.gif;*.GIF" : "PNG (*.png)|*.png;*.PNG";
}

constexpr const char* prefab_patterns = "Prefab (*.prefab)|*.prefab";

/// Returns the folder of the last prefab, or of the last file.
wxString folder_of_prefabs()
{
    const std::filesystem::path folder = prefab_folder();
    return to_wx((folder.empty() ? last_folder().value_or("") : folder).string());
}

/// Returns the chosen path with the extension of the chosen filter. `extensions`: one for each filter.
std::filesystem::path with_extension(const wxFileDialog& dialog, std::initializer_list<const char*> extensions)
{
    std::filesystem::path path = to_path(dialog.GetPath());
    const std::string given = path.extension().string();
    if (std::ranges::none_of(extensions, [&](const char* each) { return equals_ignore_case(given, each); })) {
        const auto chosen = static_cast<std::size_t>(std::max(dialog.GetFilterIndex(), 0));
        path += extensions.begin()[std::min(chosen, extensions.size() - 1)];
    }
    return path;
}

/// Formats the age of a time: "3 minutes ago"
std::string format_age(std::chrono::system_clock::time_point when)
{
    const auto minutes =
        std::chrono::duration_cast<std::chrono::minutes>(std::chrono::system_clock::now() - when).count();
    const auto ago = [](auto number, std::string_view unit) {
        return counted(static_cast<std::size_t>(number), unit) + " ago";
    };
    return minutes < 1         ? "less than a minute ago"
           : minutes < 60      ? ago(minutes, "minute")
           : minutes < 24 * 60 ? ago(minutes / 60, "hour")
                               : ago(minutes / (24 * 60), "day");
}

/// Formats the time of the last unsaved change, and the names of the last few changes.
std::string steps_of(const Unsaved& unsaved)
{
    constexpr std::size_t most = 8;
    const std::size_t first = unsaved.steps.size() > most ? unsaved.steps.size() - most : 0;
    std::string text = fmt::format("Last change: {}\n\n", format_age(unsaved.last));
    text += first == 0 ? "" : fmt::format("{}, then:\n", counted(first, "earlier change"));
    for (std::size_t i = first; i < unsaved.steps.size(); ++i) {
        text += unsaved.steps[i] + "\n";
    }
    for (const std::string& draft : unsaved.drafts) {
        text += fmt::format("Script text of {}, not applied\n", draft);
    }
    return text;
}

UnsavedAnswer warn_about_lost_changes(wxWindow& parent, const Unsaved& unsaved)
{
    const std::string file = unsaved.base.path.filename().string();
    wxMessageDialog dialog(&parent,
                           to_wx(fmt::format("Unsaved changes{}{} cannot be recovered: {}.", file.empty() ? "" : " to ",
                                             file, unsaved.obstacle)),
                           "Redforge", cautious);
    dialog.SetExtendedMessage(
        to_wx(fmt::format("{}\n{}\nThe journal of these changes is\n{}", unsaved.base.path.string(), steps_of(unsaved),
                          unsaved.journal.string())));
    dialog.SetOKCancelLabels("&Discard", "&Keep");
    return dialog.ShowModal() == wxID_OK ? UnsavedAnswer::discard : UnsavedAnswer::later;
}

ExternalChangeChoice show_external_change_dialog(wxWindow& parent, const OutsideQuestion& question)
{
    const wxString words = to_wx(fmt::format("{} was changed by another program.", question.name));
    if (!question.unreadable.empty()) {
        wxMessageDialog dialog(&parent, words, "Redforge", cautious);
        dialog.SetExtendedMessage(to_wx(
            fmt::format("Its present content cannot be read: {}\n\nSave yours over it? A backup of the other is kept.",
                        question.unreadable)));
        dialog.SetOKCancelLabels("&Keep Mine", "&Cancel");
        return dialog.ShowModal() == wxID_OK ? ExternalChangeChoice::keep_mine : ExternalChangeChoice::later;
    }
    // A message dialog has too few buttons for these answers.
    wxDialog dialog(&parent, wxID_ANY, "Redforge");
    auto* const column = new wxBoxSizer(wxVERTICAL);
    auto* const heading = new wxStaticText(&dialog, wxID_ANY, words);
    heading->SetFont(heading->GetFont().Bold());
    column->Add(heading, wxSizerFlags().Border(wxALL, dialog.FromDIP(12)));
    column->Add(
        new wxStaticText(&dialog, wxID_ANY,
                         to_wx(fmt::format("There are changes here that are not saved.\n\n"
                                           "Merge combines both, and asks for a side if both changed the same value.\n"
                                           "Reload reads theirs; Undo brings yours back.\n"
                                           "Keep Mine {}; a backup of theirs is kept.",
                                           question.saving ? "saves yours over theirs"
                                                           : "leaves yours as they are, and saving replaces theirs"))),
        wxSizerFlags().Border(wxLEFT | wxRIGHT | wxBOTTOM, dialog.FromDIP(12)));
    auto* const row = new wxBoxSizer(wxHORIZONTAL);
    ExternalChangeChoice answer = ExternalChangeChoice::later;
    const auto add = [&](const wxString& label, ExternalChangeChoice meaning, int id) {
        auto* const button = new wxButton(&dialog, id, label);
        button->Bind(wxEVT_BUTTON, [&dialog, &answer, meaning](wxCommandEvent&) {
            answer = meaning;
            dialog.EndModal(wxID_OK);
        });
        row->Add(button, wxSizerFlags().Border(wxALL, dialog.FromDIP(4)));
        return button;
    };
    add("&Merge", ExternalChangeChoice::merge, wxID_ANY);
    add("&Reload", ExternalChangeChoice::reload, wxID_ANY);
    add("&Keep Mine", ExternalChangeChoice::keep_mine, wxID_ANY);
    add("Show &Differences", ExternalChangeChoice::difference, wxID_ANY);
    add(question.saving ? "&Cancel" : "&Later", ExternalChangeChoice::later, wxID_CANCEL)->SetFocus();
    column->Add(row, wxSizerFlags().Right().Border(wxALL, dialog.FromDIP(6)));
    dialog.SetSizerAndFit(column);
    dialog.SetEscapeId(wxID_CANCEL);
    dialog.CentreOnParent();
    dialog.ShowModal();
    return answer;
}

}  // namespace

Dialogs real_dialogs()
{
    Dialogs dialogs;
    dialogs.ask_open_path = [](wxWindow& parent) -> std::optional<std::filesystem::path> {
        wxString known = "*.xml";
        wxString patterns;
        for (const Format& format : edit::formats()) {
            patterns += "|" + patterns_of(format);
            known += ";" + patterns.AfterLast('|');
        }
        const std::filesystem::path folder = last_folder().value_or(std::filesystem::path{});
        wxFileDialog dialog(&parent, "Open", to_wx(folder.string()), "",
                            "Files that Redforge reads|" + known + patterns + "|XML (*.xml)|*.xml|All files|*",
                            wxFD_OPEN | wxFD_FILE_MUST_EXIST);
        return dialog.ShowModal() == wxID_OK ? std::optional(to_path(dialog.GetPath())) : std::nullopt;
    };
    dialogs.ask_new_map_path = [](wxWindow& parent,
                                  const std::filesystem::path& folder) -> std::optional<std::filesystem::path> {
        const std::filesystem::path begin = folder.empty() ? last_folder().value_or("") : folder;
        wxFileDialog dialog(&parent, "New Map", to_wx(begin.string()), "NEW.RGM", "Redguard map (*.RGM)|*.RGM;*.rgm",
                            wxFD_SAVE | wxFD_OVERWRITE_PROMPT);
        return dialog.ShowModal() == wxID_OK ? std::optional(with_extension(dialog, {".RGM"})) : std::nullopt;
    };
    dialogs.ask_save_path = [](wxWindow& parent, const Session& session) -> std::optional<std::filesystem::path> {
        wxFileDialog dialog(&parent, "Save As", to_wx(session.path().parent_path().string()),
                            to_wx(session.path().filename().string()),
                            patterns_of(session.format()) + "|XML (*.xml)|*.xml", wxFD_SAVE | wxFD_OVERWRITE_PROMPT);
        return dialog.ShowModal() == wxID_OK ? std::optional(to_path(dialog.GetPath())) : std::nullopt;
    };
    dialogs.ask_save_changes = [](wxWindow& parent, const std::string& name, const std::vector<std::string>& drafts) {
        wxMessageDialog dialog(&parent, to_wx(fmt::format("Save the changes to {}?", name)), "Redforge",
                               wxYES_NO | wxCANCEL | wxICON_QUESTION);
        dialog.SetExtendedMessage(to_wx(
            drafts.empty() ? "Without saving they are lost."
                           : fmt::format("Without saving they are lost, and so is the script text of {}, which is not "
                                         "applied.",
                                         fmt::join(drafts, ", "))));
        dialog.SetYesNoCancelLabels("&Save", "&Discard", "&Cancel");
        const int answer = dialog.ShowModal();
        return answer == wxID_YES ? SaveChoice::save : answer == wxID_NO ? SaveChoice::discard : SaveChoice::cancel;
    };
    dialogs.ask_keep_drafts = [](wxWindow& parent, const std::vector<std::string>& drafts) {
        wxMessageDialog dialog(&parent,
                               to_wx(fmt::format("Keep the script text of {} for the next time?",
                                                 fmt::join(drafts, ", "))),
                               "Redforge", wxYES_NO | wxCANCEL | wxICON_QUESTION);
        dialog.SetExtendedMessage("It is not applied, so it is not in the file. Kept text is offered when the file is "
                                  "opened again.");
        dialog.SetYesNoCancelLabels("&Keep", "&Discard", "&Cancel");
        const int answer = dialog.ShowModal();
        return answer == wxID_YES ? DraftAnswer::keep : answer == wxID_NO ? DraftAnswer::discard : DraftAnswer::cancel;
    };
    dialogs.which_game_folder = [](wxWindow& parent, const std::filesystem::path& folder,
                                   const std::string& problem) -> std::optional<std::filesystem::path> {
        if (!problem.empty() &&
            wxMessageBox(to_wx(problem), "Folder of the Game", wxOK | wxCANCEL | wxICON_WARNING, &parent) != wxOK) {
            return std::nullopt;
        }
        wxDirDialog dialog(&parent, "Folder of the Game", to_wx(folder.string()),
                           wxDD_DEFAULT_STYLE | wxDD_DIR_MUST_EXIST);
        return dialog.ShowModal() == wxID_OK ? std::optional(to_path(dialog.GetPath())) : std::nullopt;
    };
    dialogs.which_mod = [](wxWindow& parent) -> std::optional<std::filesystem::path> {
        const std::filesystem::path folder = last_folder().value_or(std::filesystem::path{});
        wxDirDialog dialog(&parent, "Open Mod: the folder with mod.xml", to_wx(folder.string()),
                           wxDD_DEFAULT_STYLE | wxDD_DIR_MUST_EXIST);
        return dialog.ShowModal() == wxID_OK ? std::optional(to_path(dialog.GetPath())) : std::nullopt;
    };
    dialogs.start_program = [](const GameStarter& starter) {
        std::vector<const char*> words;
        std::ranges::transform(starter.command, std::back_inserter(words), &std::string::c_str);
        words.push_back(nullptr);
        wxExecuteEnv environment;
        environment.cwd = to_wx(starter.folder.string());
        return wxExecute(words.data(), wxEXEC_ASYNC, nullptr, &environment) != 0;
    };
    dialogs.which_sound = [](wxWindow& parent, const std::string& name) -> std::optional<std::filesystem::path> {
        const std::filesystem::path folder = last_folder().value_or(std::filesystem::path{});
        wxFileDialog dialog(&parent, to_wx("Replace " + name), to_wx(folder.string()), "",
                            "Sound (*.wav)|*.wav;*.WAV|All files|*", wxFD_OPEN | wxFD_FILE_MUST_EXIST);
        return dialog.ShowModal() == wxID_OK ? std::optional(to_path(dialog.GetPath())) : std::nullopt;
    };
    dialogs.ask_disk_change = show_external_change_dialog;
    dialogs.show_difference = [](wxWindow& parent, Differences differences) {
        DifferenceDialog dialog(&parent, std::move(differences));
        return dialog.ShowModal() == wxID_OK ? dialog.path() : std::nullopt;
    };
    dialogs.ask_conflict_sides =
        [](wxWindow& parent, const std::string& name,
           const std::vector<edit::Conflict>& conflicts) -> std::optional<std::vector<edit::MergeFavor>> {
        MergeDialog dialog(&parent, name, conflicts);
        return dialog.ShowModal() == wxID_OK ? std::optional(dialog.sides()) : std::nullopt;
    };
    dialogs.ask_compare_path = [](wxWindow& parent) -> std::optional<std::filesystem::path> {
        const std::filesystem::path folder = last_folder().value_or(std::filesystem::path{});
        wxFileDialog dialog(&parent, "Compare With", to_wx(folder.string()), "", "All files|*",
                            wxFD_OPEN | wxFD_FILE_MUST_EXIST);
        return dialog.ShowModal() == wxID_OK ? std::optional(to_path(dialog.GetPath())) : std::nullopt;
    };
    dialogs.ask_unsaved_steps = [](wxWindow& parent, const Unsaved& unsaved) {
        if (!unsaved.obstacle.empty()) {
            return warn_about_lost_changes(parent, unsaved);
        }
        wxMessageDialog dialog(&parent,
                               to_wx(fmt::format("Recover unsaved changes to {}?",
                                                 unsaved.base.path.filename().string())),
                               "Redforge", wxYES_NO | wxCANCEL | wxICON_QUESTION);
        dialog.SetExtendedMessage(to_wx(unsaved.base.path.string() + "\n" + steps_of(unsaved)));
        dialog.SetYesNoCancelLabels("&Recover", "&Discard", "&Later");
        const int answer = dialog.ShowModal();
        return answer == wxID_YES  ? UnsavedAnswer::recover
               : answer == wxID_NO ? UnsavedAnswer::discard
                                   : UnsavedAnswer::later;
    };
    dialogs.ask_reopen = [](wxWindow& parent, const std::vector<std::filesystem::path>& files) {
        wxMessageDialog dialog(&parent,
                               to_wx(files.size() == 1
                                         ? fmt::format("Open {} again?", files.front().filename().string())
                                         : fmt::format("Open {} files again?", files.size())),
                               "Redforge", wxYES_NO | wxICON_QUESTION);
        std::string names;
        for (const std::filesystem::path& file : files) {
            names += file.string() + "\n";
        }
        dialog.SetExtendedMessage(to_wx("Open, and without unsaved changes, when the window ended:\n" + names));
        dialog.SetYesNoLabels("&Open", "&Do Not Open");
        return dialog.ShowModal() == wxID_YES;
    };
    dialogs.which_keys = [](wxWindow& parent, const KeyMap& keys) -> std::optional<KeyMap> {
        Shortcuts dialog(&parent, keys);
        return dialog.ShowModal() == wxID_OK ? std::optional(dialog.keys()) : std::nullopt;
    };
    dialogs.new_name = [](wxWindow& parent, const RenameQuestion& question) -> std::optional<std::string> {
        RenameDialog dialog(&parent, question);
        return dialog.ShowModal() == wxID_OK ? std::optional(dialog.name()) : std::nullopt;
    };
    dialogs.ask_replace = [](wxWindow& parent, const ReplaceQuestion& question) -> std::optional<ReplaceWords> {
        ReplaceDialog dialog(&parent, question);
        return dialog.ShowModal() == wxID_OK ? std::optional(dialog.words()) : std::nullopt;
    };
    dialogs.where_to_export = [](wxWindow& parent, const PictureQuestion& question) {
        wxFileDialog dialog(&parent, "Export Picture", to_wx(last_folder().value_or("").string()),
                            to_wx(question.name + (question.frames ? ".gif" : ".png")), picture_patterns(question.gif),
                            wxFD_SAVE | wxFD_OVERWRITE_PROMPT);
        dialog.SetFilterIndex(question.frames ? 1 : 0);
        return dialog.ShowModal() == wxID_OK ? std::optional(with_extension(dialog, {".png", ".gif"})) : std::nullopt;
    };
    dialogs.where_to_export_sound = [](wxWindow& parent, const std::string& name) {
        wxFileDialog dialog(&parent, "Export Sound", to_wx(last_folder().value_or("").string()), to_wx(name) + ".wav",
                            "WAV files (*.wav)|*.wav", wxFD_SAVE | wxFD_OVERWRITE_PROMPT);
        return dialog.ShowModal() == wxID_OK ? std::optional(with_extension(dialog, {".wav"})) : std::nullopt;
    };
    dialogs.where_to_save_prefab = [](wxWindow& parent,
                                      const std::string& name) -> std::optional<std::filesystem::path> {
        wxFileDialog dialog(&parent, "Save Prefab", folder_of_prefabs(), to_wx(name) + prefab_extension,
                            prefab_patterns, wxFD_SAVE | wxFD_OVERWRITE_PROMPT);
        return dialog.ShowModal() == wxID_OK ? std::optional(with_extension(dialog, {prefab_extension})) : std::nullopt;
    };
    dialogs.which_prefab = [](wxWindow& parent) -> std::optional<std::filesystem::path> {
        wxFileDialog dialog(&parent, "Place Prefab", folder_of_prefabs(), "", prefab_patterns,
                            wxFD_OPEN | wxFD_FILE_MUST_EXIST);
        return dialog.ShowModal() == wxID_OK ? std::optional(to_path(dialog.GetPath())) : std::nullopt;
    };
    dialogs.which_picture_folder = [](wxWindow& parent) -> std::optional<std::filesystem::path> {
        wxDirDialog dialog(&parent, "Folder for the Pictures", to_wx(last_folder().value_or("").string()));
        return dialog.ShowModal() == wxID_OK ? std::optional(to_path(dialog.GetPath())) : std::nullopt;
    };
    dialogs.which_picture = [](wxWindow& parent,
                               const PictureQuestion& question) -> std::optional<std::filesystem::path> {
        wxFileDialog dialog(&parent, to_wx("Replace " + question.name), to_wx(last_folder().value_or("").string()), "",
                            picture_patterns(question.gif), wxFD_OPEN | wxFD_FILE_MUST_EXIST);
        return dialog.ShowModal() == wxID_OK ? std::optional(to_path(dialog.GetPath())) : std::nullopt;
    };
    dialogs.which_pictures = [](wxWindow& parent) {
        wxFileDialog dialog(&parent, "Import Pictures", to_wx(last_folder().value_or("").string()), "",
                            picture_patterns(false), wxFD_OPEN | wxFD_FILE_MUST_EXIST | wxFD_MULTIPLE);
        std::vector<std::filesystem::path> files;
        if (dialog.ShowModal() == wxID_OK) {
            wxArrayString paths;
            dialog.GetPaths(paths);
            std::ranges::transform(paths, std::back_inserter(files), to_path);
        }
        return files;
    };
    dialogs.which_plugins = [](wxWindow& parent) {
        wxFileDialog dialog(&parent, "Plugin Conflicts: choose plugins, or a load order",
                            to_wx(last_folder().value_or("").string()), "",
                            "Plugins and load orders|*.esp;*.esm;*.esl;*.ESP;*.ESM;*.ESL;*.txt|All files|*",
                            wxFD_OPEN | wxFD_FILE_MUST_EXIST | wxFD_MULTIPLE);
        std::vector<std::filesystem::path> files;
        if (dialog.ShowModal() == wxID_OK) {
            wxArrayString paths;
            dialog.GetPaths(paths);
            std::ranges::transform(paths, std::back_inserter(files), to_path);
        }
        return files;
    };
    dialogs.which_array = [](wxWindow& parent, const ArrayCopies& initial) -> std::optional<ArrayCopies> {
        ArrayDialog dialog(&parent, initial);
        return dialog.ShowModal() == wxID_OK ? std::optional(dialog.copies()) : std::nullopt;
    };
    dialogs.which_scatter = [](wxWindow& parent, const ScatterCopies& initial) -> std::optional<ScatterCopies> {
        ScatterDialog dialog(&parent, initial);
        return dialog.ShowModal() == wxID_OK ? std::optional(dialog.order()) : std::nullopt;
    };
    dialogs.which_walk_fill = [](wxWindow& parent, const WalkFill& initial,
                                 const std::string& note) -> std::optional<WalkFill> {
        WalkFillDialog dialog(&parent, initial, note);
        return dialog.ShowModal() == wxID_OK ? std::optional(dialog.order()) : std::nullopt;
    };
    dialogs.reason_to_ignore = [](wxWindow& parent, const Problem& problem) -> std::optional<std::string> {
        wxTextEntryDialog dialog(&parent,
                                 to_wx(fmt::format("{}: {}\n\nThe reason is stored in a file next to the document.",
                                                   problem.where, problem.what)),
                                 "Ignore a Problem");
        return dialog.ShowModal() == wxID_OK ? std::optional(from_wx(dialog.GetValue())) : std::nullopt;
    };
    dialogs.layer_name = [](wxWindow& parent, const char* title,
                            const std::string& name) -> std::optional<std::string> {
        wxTextEntryDialog dialog(&parent, "Name of the layer. Layers are stored in a file next to the map.", title,
                                 to_wx(name));
        const bool given = dialog.ShowModal() == wxID_OK && !dialog.GetValue().Trim(true).Trim(false).empty();
        return given ? std::optional(from_wx(dialog.GetValue().Trim(true).Trim(false))) : std::nullopt;
    };
    dialogs.which_layer = [](wxWindow& parent, const std::vector<std::string>& layers) -> std::optional<std::string> {
        wxArrayString names;
        for (const std::string& layer : layers) {
            names.Add(to_wx(layer));
        }
        wxSingleChoiceDialog dialog(&parent, "Layer for the selection", "Move to Layer", names);
        return dialog.ShowModal() == wxID_OK ? std::optional(layers[static_cast<std::size_t>(dialog.GetSelection())])
                                             : std::nullopt;
    };
    return dialogs;
}

}  // namespace redforge::editor
