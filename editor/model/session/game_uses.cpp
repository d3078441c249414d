// Finds the uses of a name in the files of a game.
#include "editor/model/session/game_uses.hpp"

#include <algorithm>
#include <charconv>
#include <set>

#include <fmt/format.h>

#include "core/files/files.hpp"
#include "core/text/code_page.hpp"
#include "core/text/letter_case.hpp"
#include "edit/document/document.hpp"
#include "edit/map/map_of.hpp"
#include "edit/operation/references.hpp"
#include "editor/model/text/display_name.hpp"
#include "rgm/actor.hpp"
#include "rgm/animation.hpp"
#include "rgm/map.hpp"
#include "rgm/script_source.hpp"
#include "soup/disassemble/disassemble.hpp"
#include "soup/disassemble/meanings.hpp"

namespace redforge::editor {
namespace {

namespace fs = std::filesystem;

/// Argument type and number by which scripts refer to the name.
struct ScriptName {
    soup::ArgumentType meaning{};
    std::uint32_t number{};
};

std::optional<ScriptName> wanted(const UsedName& name)
{
    if (name.target == Target::dialogue) {
        const std::optional<std::uint32_t> label = soup::number_of_label(name.name);
        return label ? std::optional(ScriptName{soup::ArgumentType::dialogue, *label}) : std::nullopt;
    }
    std::uint32_t number = 0;
    const char* const end = name.name.data() + name.name.size();
    const auto [stop, failed] = std::from_chars(name.name.data(), end, number);
    return name.target == Target::sound && failed == std::errc{} && stop == end
               ? std::optional(ScriptName{soup::ArgumentType::sound, number})
               : std::nullopt;
}

/// Returns the listing indices of the statements that use the number with its argument type.
std::vector<std::size_t> statements_with(const soup::Listing& listing, const ScriptName& script_name,
                                         const soup::Names& names)
{
    std::vector<std::size_t> found;
    soup::each_number(listing, &names, [&](std::size_t statement, soup::ArgumentType meaning, std::uint32_t number) {
        if (meaning == script_name.meaning && number == script_name.number &&
            (found.empty() || found.back() != statement)) {
            found.push_back(statement);
        }
    });
    return found;
}

/// Returns a line of a text (1-based) without its indentation.
std::string_view line_of(std::string_view text, std::uint32_t number)
{
    for (std::uint32_t line = 1; line < number; ++line) {
        text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
    }
    text = text.substr(0, text.find('\n'));
    return text.substr(std::min(text.find_first_not_of(" \t"), text.size()));
}

/// Searches the files of a game one by one.
class Finder {
public:
    Finder(const UsedName& name, const ScriptName& script_name, const soup::Names* names)
        : name_(name), script_name_(script_name), names_(names)
    {
    }

    void look_into_map(const fs::path& file)
    {
        const Result<edit::Loaded> loaded = edit::load(file);
        const rgm::Map* const map = loaded ? edit::map_of(loaded->document) : nullptr;
        if (map == nullptr) {
            return;
        }
        for (std::size_t i = 0; i < map->actors.records.size(); ++i) {
            const rgm::Actor& actor = map->actors.records[i];
            Use at;
            at.where = file.filename().string() + " " + encode_text(actor.header.script_name.view());
            at.file = file;
            at.path = fmt::format("actors[{}]", i);
            if (script_name_.meaning == soup::ArgumentType::sound) {
                add_animations(actor, at);
            }
            if (names_ != nullptr) {
                add_lines(actor, at);
            }
        }
    }

    void look_into_settings(const fs::path& file)
    {
        const Result<edit::Loaded> loaded = edit::load(file);
        if (!loaded) {
            return;
        }
        for (const edit::Match& match : edit::find_references(loaded->document.root(), std::nullopt, name_.name)) {
            const FieldView key = match.record.find_field("name");
            Use& use = uses_.emplace_back();
            use.where = file.filename().string();
            use.what = key ? key.text() : full_label(*match.field.entry);
            use.text = display_text(match.field);
            use.file = file;
            use.path = match.path.substr(0, match.path.rfind('.'));
        }
    }

    std::vector<Use> take() { return std::move(uses_); }

private:
    void add_animations(const rgm::Actor& actor, const Use& at)
    {
        for (const rgm::AnimationGroup& group : actor.groups) {
            const bool plays = std::ranges::any_of(group.commands, [&](const rgm::Command& command) {
                return command.kind().name == "PlaySound" && std::cmp_equal(command.parameter(0), script_name_.number);
            });
            if (plays) {
                const soup::Constant* const known =
                    names_ == nullptr ? nullptr : names_->named(soup::ArgumentType::animation, group.group_index);
                Use& use = uses_.emplace_back(at);
                use.what = "Animation group";
                use.text = known == nullptr ? std::to_string(group.group_index)
                                            : fmt::format("{} {}", group.group_index, known->name);
            }
        }
    }

    void add_lines(const rgm::Actor& actor, const Use& at)
    {
        if (statements_with(soup::decode(actor.script), script_name_, *names_).empty()) {
            return;
        }
        const soup::Source source = soup::disassemble(rgm::script_of(actor), names_, {.proof = soup::Proof::none});
        for (const std::size_t s : statements_with(source.listing, script_name_, *names_)) {
            const std::uint32_t line = source.listing.statements[s].line;
            Use& use = uses_.emplace_back(at);
            use.what = fmt::format("Line {}", line);
            use.text = line_of(source.text, line);
            use.line.emplace();
            use.line->script = encode_text(actor.header.script_name.view());
            use.line->line = line;
            use.line->text = use.text;
        }
    }

    const UsedName& name_;
    ScriptName script_name_;
    const soup::Names* names_;
    std::vector<Use> uses_;
};

/// Returns the map files of a game, sorted by name.
std::set<fs::path> maps_of(const fs::path& game)
{
    std::set<fs::path> maps;
    std::error_code failed;
    for (fs::directory_iterator entry(find_entry(game, "MAPS"), failed); !failed && entry != fs::directory_iterator();
         entry.increment(failed)) {
        if (equals_ignore_case(entry->path().extension().string(), ".RGM")) {
            maps.insert(entry->path());
        }
    }
    return maps;
}

}  // namespace

bool is_used_by_game(const UsedName& name)
{
    return wanted(name).has_value();
}

std::vector<Use> uses_in_game(const UsedName& name, const fs::path& game, const soup::Names* names)
{
    const std::optional<ScriptName> script_name = wanted(name);
    if (!script_name || game.empty()) {
        return {};
    }
    Finder finder(name, *script_name, names);
    const fs::path items =
        script_name->meaning == soup::ArgumentType::dialogue ? find_entry(game, "ITEM.INI") : fs::path{};
    if (!items.empty()) {
        finder.look_into_settings(items);
    }
    for (const fs::path& map : maps_of(game)) {
        finder.look_into_map(map);
    }
    return finder.take();
}

}  // namespace redforge::editor
