// Checks of documents: one registry of what may be wrong with one, which the command line, the window and docs/checks.md
// take from here. A check looks and says; what it finds may come with a fix.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "edit/document.hpp"
#include "edit/path.hpp"
#include "edit/recorder.hpp"
#include "rgm/map.hpp"
#include "scene/game_folder.hpp"

namespace redforge::soup {
class Names;
}

namespace redforge::tes {
class DataFolder;
}

namespace redforge::check {

enum class Severity : std::uint8_t {
    error,    ///< the game refuses it, or does something else than the document says
    warning,  ///< it is hardly what was meant
    note,     ///< worth knowing; right in some documents
};
[[nodiscard]] std::string_view severity_name(Severity severity);

struct Check;
class PluginSurvey;
struct ScriptSurvey;

/// Changes that mend a finding. They name places of the document as it was when it was checked.
using Fix = std::function<Status(edit::Recorder&)>;

/// One place where something may be wrong.
struct Finding {
    const Check* check{};
    edit::NodePath node{};  ///< the record; the root for what is about the document
    std::string member{};   ///< the field, list or blob of the record; empty: the record itself
    std::string message{};  ///< a sentence without its full stop: "actor KEY01 is not in this map"
    Fix fix{};              ///< empty where no one answer is right
    bool reorders{};        ///< the fix gives records of a list other places
    std::uint32_t line{};   ///< 1-based, in the source of a script that `member` leads to; 0: none

    /// "objects[12].script_name"; empty for the document.
    [[nodiscard]] std::string path(const RecordHandle& root) const;
};

/// What stands around a document; each part may be missing, and then checks that need it are left out.
struct CheckContext {
    std::filesystem::path file{};     ///< where the document lies; empty when not known
    const scene::GameFolder* game{};  ///< the game's files
    const soup::Names* names{};       ///< functions, items and dialogue of the game
    const tes::DataFolder* data{};    ///< the masters of a plugin
    /// Returns the user's source of an actor's script, with included files. Empty, or null for an actor without a source: the
    /// script is disassembled.
    std::function<std::optional<std::string>(const edit::NodePath& actor)> source{};
};

/// A document as checks see it, and where they put what they find.
class Report {
public:
    Report(const edit::Document& document, const CheckContext& around);

    [[nodiscard]] const RecordHandle& root() const { return root_; }
    [[nodiscard]] const CheckContext& around() const { return around_; }
    /// Null when the document is no map.
    [[nodiscard]] const rgm::Map* map() const { return map_; }

    void add(Finding finding);

    std::vector<Finding> findings{};
    const Check* check{};  ///< the one that looks at the moment

private:
    RecordHandle root_;
    const CheckContext& around_;
    const rgm::Map* map_{};

public:
    std::shared_ptr<PluginSurvey> plugin{};   ///< what the checks of plugins have seen together
    std::shared_ptr<ScriptSurvey> scripts{};  ///< the same of the scripts of a map
};

/// A row of the registry.
struct Check {
    std::string_view id;  ///< stays the same for ever: scripts and ignore lists name it
    Severity severity{};
    std::string_view title;    ///< what is wrong, in a few words: "Two records with one id"
    std::string_view doc;      ///< why it matters and what to do, in sentences
    std::string_view root;     ///< the root element of the documents that it looks at: "map"; empty: all
    std::string_view needs{};  ///< what it needs besides the document: "the game's folder"; empty: nothing
    void (*run)(Report& report){};
};

/// So many findings of a check in one file are shown at first.
inline constexpr std::size_t first_findings = 20;

/// All checks, in the order in which they look.
[[nodiscard]] std::span<const Check> checks();
/// Null: there is none of that id.
[[nodiscard]] const Check* find_check(std::string_view id);

/// Which checks are to look: all, or only those of `only`, without those of `but`.
struct Selection {
    std::vector<std::string> only{};
    std::vector<std::string> but{};

    [[nodiscard]] bool has(const Check& check) const;
};

/// What the checks find, in the order of the registry, and of each in the document's order.
[[nodiscard]] std::vector<Finding> run(const edit::Document& document, const CheckContext& around,
                                       const Selection& selection = {});

/// Makes the fixes of findings, which must be of the document as it is now. Errors: those of the edits.
[[nodiscard]] Status fix(edit::Recorder& recorder, std::span<const Finding> findings);

/// docs/checks.md: the registry as a page.
[[nodiscard]] std::string checks_page();

// The checks of the registry, by what they look at.
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
void find_unknown_models(Report& report);
void find_unknown_textures(Report& report);
void find_unknown_palette(Report& report);
void find_unknown_terrain(Report& report);
void find_unknown_labels(Report& report);
void find_unknown_sounds(Report& report);
void find_visibility_mismatch(Report& report);
void find_unknown_item_texts(Report& report);
void find_unknown_files(Report& report);
void find_duplicate_settings(Report& report);
void find_in_scripts(Report& report);
void find_in_plugin(Report& report);
void find_changes_twice(Report& report);
void find_unlisted_plugins(Report& report);

}  // namespace redforge::check
