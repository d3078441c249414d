// Saying mistakes in scripts of a map that packs all the same.
#include "script_mistakes.hpp"

#include <filesystem>
#include <mutex>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "console.hpp"
#include "core/code_page.hpp"
#include "core/shown_text.hpp"
#include "edit/map_of.hpp"
#include "rgm/script_source.hpp"
#include "soup/diagnostic.hpp"

namespace redforge::cli {

struct ScriptMistakes::Found {
    struct Entry {
        std::string actor;
        soup::Diagnostic diagnostic;
    };
    std::mutex mutex;
    std::vector<Entry> entries;
};

ScriptMistakes::ScriptMistakes() : found_(std::make_unique<Found>())
{
}
ScriptMistakes::~ScriptMistakes() = default;

LoadContext ScriptMistakes::listening(LoadContext context)
{
    context.tell_mistake = [found = found_.get()](const soup::Diagnostic& diagnostic, std::string_view actor) {
        const std::lock_guard lock(found->mutex);
        found->entries.push_back({std::string(actor), diagnostic});
    };
    return context;
}

void ScriptMistakes::say(const edit::Document& document, const edit::Document* before, const std::string& file) const
{
    constexpr std::size_t most = 20;
    const rgm::Map* const now = edit::map_of(document);
    const rgm::Map* const old = before != nullptr ? edit::map_of(*before) : nullptr;
    const auto is_old = [&](const std::string& actor) {
        const auto here = now != nullptr ? rgm::find_actor(*now, actor) : std::nullopt;
        const auto there = old != nullptr ? rgm::find_actor(*old, actor) : std::nullopt;
        return here && there && rgm::script_at(*now, *here) == rgm::script_at(*old, *there);
    };
    std::error_code ignored;
    const std::filesystem::path path(file);
    const std::filesystem::path folder = std::filesystem::is_directory(path, ignored) ? path : path.parent_path();
    std::size_t count = 0;
    for (const auto& [actor, diagnostic] : found_->entries) {
        if (is_old(actor)) {
            continue;
        }
        if (++count <= most) {
            soup::Diagnostic shown = diagnostic;
            shown.severity = soup::Severity::warning;  // it packs
            shown.error.file = shown.error.file.empty() ? fmt::format("{}:{}", shown_text(file), encode_text(actor))
                                                        : shown_text((folder / shown.error.file).string());
            cli::say(soup::show(shown));
        }
    }
    if (count > most) {
        cli::say(
            fmt::format("{}: {} more mistakes in scripts; script check lists them", shown_text(file), count - most));
    }
}

}  // namespace redforge::cli
