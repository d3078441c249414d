// Checks of documents. The command line, the editor and docs/checks.md share one registry of checks. A check reports
// findings. A finding may have a fix.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <typeindex>
#include <vector>

#include "core/error.hpp"
#include "core/services.hpp"
#include "edit/document/document.hpp"
#include "edit/operation/recorder.hpp"
#include "edit/path/path.hpp"

namespace redforge::scene {
struct GameFolder;
}

namespace redforge::check {

enum class Severity : std::uint8_t {
    error,    ///< the game rejects the file, or handles it differently than the document says
    warning,  ///< probably unintended
    note,     ///< worth knowing; correct in some documents
};
/// Returns "error", "warning" or "note".
[[nodiscard]] std::string_view severity_name(Severity severity);
/// Returns the severity with a name. Returns nullopt for other texts.
[[nodiscard]] std::optional<Severity> severity_named(std::string_view name);

struct Check;

/// Edits that fix a finding. Positions refer to the document at the time of the check.
using Fix = std::function<Status(edit::Recorder&)>;

/// A possible problem at one position of a document.
struct Finding {
    const Check* check{};
    edit::NodePath node{};  ///< the record; the root if the finding is about the whole document
    std::string member{};   ///< field, list or blob of the record; empty if the finding is about the record itself
    std::string message{};  ///< a sentence without its full stop: "no actor KEY01 is in this map"
    Fix fix{};              ///< empty if there is no single fix
    bool reorders{};        ///< true if the fix reorders a list
    std::uint32_t line{};   ///< 1-based line in the script source that `member` names; 0 if `member` is not a script
    std::optional<Severity> changed_severity{};  ///< from the rules of the project

    /// Returns the severity of the check, or that of the project's rule.
    [[nodiscard]] Severity severity() const;
    /// Returns the path of the finding, like "objects[12].script_name". Returns an empty text for the whole document.
    [[nodiscard]] std::string path(const RecordHandle& root) const;
};

/// Context of a document. Each member may be empty or null: checks that need it find nothing.
struct CheckContext {
    std::filesystem::path file{};     ///< path of the document; empty if it has no file
    const scene::GameFolder* game{};  ///< the game's files
    Services services{};  ///< names of the game (soup::Names), masters of a plugin (tes::DataFolder): see LoadContext
    bool is_from_text{};  ///< true if the document was read from a text; then it is also checked that it can be packed
    /// Returns the user's source of an actor's script, with included files, or nullopt if the actor has none. Without a
    /// source, or without this function, checks disassemble the script.
    std::function<std::optional<std::string>(const edit::NodePath& actor)> source{};
};

/// A document that is being checked, and its findings so far. The document and its context must outlive the report.
class Report {
public:
    Report(const edit::Document& document, const CheckContext& around);

    [[nodiscard]] const RecordHandle& root() const { return root_; }
    [[nodiscard]] const edit::Document& document() const { return document_; }
    [[nodiscard]] const CheckContext& around() const { return around_; }
    /// Returns the root record. Precondition: the document has the format that the check's row names.
    template <class T>
    [[nodiscard]] const T& root_as() const
    {
        return *edit::get_if<T>(document_);
    }

    /// Returns an object that several checks use, such as the decoded scripts of a map. The first call for a type makes
    /// it: `make` returns a std::shared_ptr<T>.
    template <class T, class Make>
    [[nodiscard]] T& shared(const Make& make)
    {
        std::shared_ptr<void>& object = shared_[std::type_index(typeid(T))];
        if (object == nullptr) {
            object = std::shared_ptr<T>(make());
        }
        return *static_cast<T*>(object.get());
    }

    /// Appends a finding of the current check.
    void add(Finding finding);

    std::vector<Finding> findings{};
    const Check* check{};  ///< the check that is running

private:
    const edit::Document& document_;
    RecordHandle root_;
    const CheckContext& around_;
    std::map<std::type_index, std::shared_ptr<void>> shared_;
};

/// A row of the registry.
struct Check {
    std::string_view id;  ///< never changes: build scripts and ignore lists contain it
    Severity severity{};
    std::string_view title;    ///< the problem, as a noun phrase: "A value outside its range"
    std::string_view doc;      ///< explanation and advice, in sentences
    std::string_view root;     ///< root element of the documents that it checks, like "map"; empty if it checks all
    std::string_view needs{};  ///< required context, like "the game's folder"; empty if the document is enough
    void (*run)(Report& report){};
};

inline Severity Finding::severity() const
{
    return changed_severity.value_or(check->severity);
}

/// Maximum number of findings of one check in one file that are printed by default.
inline constexpr std::size_t max_listed_findings = 20;

/// Returns all checks, in the order in which they run.
[[nodiscard]] std::span<const Check> checks();
/// Returns the check with an id. Returns null if no check has this id.
[[nodiscard]] const Check* find_check(std::string_view id);

/// Ids of the checks to run.
struct Selection {
    std::vector<std::string> only{};      ///< empty to run all checks
    std::vector<std::string> excluded{};  ///< checks to skip

    /// Returns true if the check is selected.
    [[nodiscard]] bool has(const Check& check) const;
};

/// Runs the selected checks. Returns their findings in the order of the registry.
[[nodiscard]] std::vector<Finding> run(const edit::Document& document, const CheckContext& around,
                                       const Selection& selection = {});

/// Applies the fixes of the findings that have one. The document must not have changed since it was checked. Errors:
/// the first error of an edit.
[[nodiscard]] Status fix(edit::Recorder& recorder, std::span<const Finding> findings);

/// Returns docs/checks.md: the registry as a Markdown page.
[[nodiscard]] std::string checks_page();

// The functions of the registry. Each appends its findings to the report.
void find_damage(Report& report);
void find_duplicate_keys(Report& report);
void find_values_out_of_range(Report& report);
void find_unknown_actors(Report& report);
void find_raw_parts(Report& report);
void find_twins(Report& report);
void find_invalid_rotations(Report& report);
void find_records_outside(Report& report);
void find_buried_records(Report& report);
void find_size_rows(Report& report);
void find_size_sums(Report& report);
void find_dangling_routes(Report& report);
void find_wrong_costs(Report& report);
void find_actor_order(Report& report);
void find_missing_player(Report& report);
void find_actors_without_objects(Report& report);
void find_unused_strings(Report& report);
void find_animation_numbers(Report& report);
void find_animation_flow(Report& report);
void find_animation_frames(Report& report);
void find_animation_targets(Report& report);
void find_animation_delays(Report& report);
void find_missing_script_groups(Report& report);
void find_missing_locations(Report& report);
void find_unusable_markers(Report& report);
void find_divisions_by_zero(Report& report);
void find_too_many_models(Report& report);
void find_crowded_cells(Report& report);
void find_old_models(Report& report);
void find_old_segments(Report& report);
void find_unknown_models(Report& report);
void find_unknown_textures(Report& report);
void find_unknown_palette(Report& report);
void find_unknown_terrain(Report& report);
void find_unknown_sky(Report& report);
void find_unknown_labels(Report& report);
void find_silent_labels(Report& report);
void find_lost_subtitle_slots(Report& report);
void find_unknown_sounds(Report& report);
void find_visibility_mismatch(Report& report);
void find_unknown_item_texts(Report& report);
void find_unknown_files(Report& report);
void find_duplicate_settings(Report& report);
void find_unknown_settings(Report& report);
void find_unknown_sections(Report& report);
void find_invalid_settings(Report& report);
void find_in_scripts(Report& report);
void find_in_plugin(Report& report);
void find_wrong_cell_offsets(Report& report);
void find_changes_twice(Report& report);
void find_unlisted_plugins(Report& report);

}  // namespace redforge::check
