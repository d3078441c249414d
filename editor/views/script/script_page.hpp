// The script pane: coloured text and its problems. Returns typed text as an edit of the record.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <wx/button.h>
#include <wx/choice.h>
#include <wx/listctrl.h>
#include <wx/panel.h>
#include <wx/stattext.h>
#include <wx/stc/stc.h>
#include <wx/textctrl.h>
#include <wx/timer.h>

#include "editor/model/session/uses.hpp"
#include "editor/model/text/script_debug.hpp"
#include "editor/model/text/script_page.hpp"

namespace redforge::editor {

class ScriptPage : public wxPanel {
public:
    explicit ScriptPage(wxWindow* parent);
    ScriptPage(const ScriptPage&) = delete;
    ScriptPage& operator=(const ScriptPage&) = delete;
    ~ScriptPage() override;

    std::function<void()> on_leave;                             ///< called when the pane loses the focus after an edit
    std::function<void()> on_typed;                             ///< called after an edit, to keep the text as a draft
    std::function<void(const NodeRef&)> on_go;                  ///< called when the user goes to a record
    std::function<void(const std::string& message)> on_status;  ///< for the status bar
    std::function<void(const std::string& words)> on_search;    ///< called to search in all scripts
    std::function<void()> on_apply;
    std::function<void()> on_discard;

    /// Shows the script of the selection, or its draft; empty if `session` is null. Typed text stays while the script
    /// is the same.
    void show(const Session* session, const NodeRefs& selected);
    /// Returns the edited text if it differs from the document.
    [[nodiscard]] std::optional<PendingEdit> typed() const;
    [[nodiscard]] bool typing() const { return place_ && text_->GetModify(); }
    /// Returns true if the text changed since it was rejected.
    [[nodiscard]] bool has_new_text() const { return typing() && content() != rejected_; }
    /// Marks the typed text as applied to the document.
    void applied();
    /// Shows why the text cannot be applied. Keeps it as a draft.
    void reject(const std::string& reason);
    /// Discards the edited text, after the session discarded its draft.
    void cancel_edit();
    /// Replaces another actor name in the text by the actor's present name.
    void use_new_name();

    /// Sets the key in Apply's tooltip. An empty key removes it.
    void show_apply_key(const std::string& key);
    [[nodiscard]] std::string apply_tooltip() const;
    /// Returns true if a key pressed in this pane is for its text.
    [[nodiscard]] bool handles_key(int key, int modifiers) const;
    [[nodiscard]] bool has_focus() const;
    /// Undoes or redoes typing. Returns false if there is none since the script was shown.
    bool undo_typing();
    bool redo_typing();
    /// Escape: closes an open list or search. Returns false if none was open.
    bool close_popup();

    void complete();
    void update_completions();
    void go_to_definition();
    /// Returns the target of the word at the cursor: an actor of the map, else the word itself.
    [[nodiscard]] std::optional<UsedName> name_at_cursor() const;
    void go_to_problem(int step);
    /// Applies the fix of a listed problem, if it has one.
    void fix_problem(std::size_t row);
    /// Sets or removes a breakpoint in the line of the cursor.
    void toggle_breakpoint();
    /// Runs the script to the next breakpoint; step() runs one statement. The first call starts the run.
    void run_to_breakpoint();
    void step();
    void stop_run();
    [[nodiscard]] bool running() const { return debug_.has_value(); }
    [[nodiscard]] const std::optional<ScriptDebug>& debug() const { return debug_; }
    /// Selects a range of the text.
    void go_to(const TextRange& range);
    /// Goes to a position without a selection, which the next typed letter would replace.
    void place_cursor(std::size_t position);
    void open_find(bool in_all);
    void find_next(int step);

    [[nodiscard]] const std::optional<ScriptPlace>& place() const { return place_; }
    [[nodiscard]] const WrittenScripts& written() const { return written_; }
    /// Keeps the text of a script that was set elsewhere, with its comments, which a map does not store.
    void remember(const Session& session, const ScriptPlace& place, std::string text)
    {
        written_.remember(session, place, std::move(text));
    }
    [[nodiscard]] wxStyledTextCtrl& text() { return *text_; }
    [[nodiscard]] const std::vector<ScriptProblem>& problems() const { return problems_; }
    /// Returns the reason why the text was not applied; empty if it was.
    [[nodiscard]] std::string reason() const;

private:
    static constexpr int breakpoint_marker = 0;
    static constexpr int line_marker = 1;  ///< background of the line that runs next
    static constexpr int arrow_marker = 2;
    static constexpr int breakpoint_margin = 1;

    void make_text();
    void make_find_bar();
    void set_colours();
    void choose(const ScriptPlace& place);
    void show_text(const std::string& text);
    void show_nothing(const std::string& words);
    void on_char_added(wxStyledTextEvent& event);
    void on_text_key(wxKeyEvent& event);
    void on_hover(wxStyledTextEvent& event);
    void follow_link(std::size_t at);
    void indent(int line);
    [[nodiscard]] const std::vector<std::string>& objects();
    /// Updates the colours and blocks of the text.
    void analyse();
    void make_run_panel();
    bool begin_run();
    void show_run();
    [[nodiscard]] std::set<std::uint32_t> breakpoints() const;
    void check();
    void show_problems();
    void show_title();
    void show_reason(const std::string& reason);
    void show_description();
    void show_call_tip();
    [[nodiscard]] std::string content() const;

    const Session* session_{};
    std::vector<ScriptPlace> places_;
    std::optional<ScriptPlace> place_;
    std::optional<soup::Script> previous_;
    int completed_from_{};                             ///< start of the word that the open list completes
    std::optional<std::vector<std::string>> objects_;  ///< suggested names, loaded when the user types
    WrittenScripts written_;
    ScriptText analysed_;
    std::vector<ScriptProblem> problems_;
    wxStaticText* title_{};
    wxStaticText* reason_{};
    wxChoice* which_{};
    wxButton* apply_{};
    wxButton* new_name_{};  ///< shown if the text names another actor
    wxButton* discard_{};
    wxStyledTextCtrl* text_{};
    wxPanel* find_bar_{};
    wxTextCtrl* find_words_{};
    bool find_in_all_{};
    wxListView* list_{};
    wxPanel* run_panel_{};  ///< shown during a run, like the values next to the text
    wxStaticText* run_state_{};
    wxListView* values_{};
    std::optional<ScriptDebug> debug_;
    wxTimer check_later_;
    wxTimer keep_later_;       ///< runs from the first key, to keep text that is typed without a pause
    std::string rejected_;     ///< the text that could not be applied
    std::string not_applied_;  ///< the reason; empty if nothing was rejected
    std::string differs_;      ///< difference between the compiled code and the document's source; empty if none
};

}  // namespace redforge::editor
