// Reports mistakes in script sources.
#include "cli/script/script_mistakes.hpp"

#include <filesystem>
#include <mutex>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/line/console.hpp"
#include "core/text/code_page.hpp"
#include "core/text/counts.hpp"
#include "core/text/display_text.hpp"
#include "edit/map/map_of.hpp"
#include "rgm/script_source.hpp"
#include "soup/assemble/diagnostic.hpp"

namespace redforge::cli {

struct ScriptMistakes::Found {
    struct Source {
        std::string file;
        std::string actor;
        std::vector<soup::Diagnostic> mistakes;
    };
    std::mutex mutex;
    std::vector<Source> sources;
};

ScriptMistakes::ScriptMistakes() : found_(std::make_unique<Found>())
{
}
ScriptMistakes::~ScriptMistakes() = default;

LoadContext ScriptMistakes::with_collector(LoadContext context)
{
    const auto report = [found = found_.get()](std::vector<soup::Diagnostic> mistakes, const std::string& file,
                                               std::string_view actor) {
        const std::lock_guard lock(found->mutex);
        std::erase_if(found->sources,
                      [&](const Found::Source& each) { return each.file == file && each.actor == actor; });
        if (!mistakes.empty()) {
            found->sources.push_back({file, std::string(actor), std::move(mistakes)});
        }
    };
    context.services.set(std::make_shared<const soup::MistakeReport>(soup::MistakeReport{report}));
    return context;
}

void ScriptMistakes::print(const edit::Document& document, const rgm::Map* before, const std::string& file) const
{
    constexpr std::size_t max_mistakes = 20;
    const rgm::Map* const now = edit::map_of(document);
    const auto is_new = [&](const std::string& actor) {
        if (now == nullptr) {
            return true;
        }
        const auto here = rgm::find_actor(*now, actor);
        const auto there = before != nullptr ? rgm::find_actor(*before, actor) : std::nullopt;
        return here && !(there && rgm::script_at(*now, *here) == rgm::script_at(*before, *there));
    };
    std::error_code ignored;
    const std::filesystem::path path(file);
    const std::filesystem::path folder = std::filesystem::is_directory(path, ignored) ? path : path.parent_path();
    std::size_t count = 0;
    for (const Found::Source& source : found_->sources) {
        if (!is_new(source.actor)) {
            continue;
        }
        for (const soup::Diagnostic& mistake : source.mistakes) {
            if (++count > max_mistakes) {
                continue;
            }
            soup::Diagnostic shown = mistake;
            shown.severity = soup::Severity::warning;  // a warning, because the script can still be packed
            shown.error.file = shown.error.file.empty()
                                   ? fmt::format("{}:{}", shown_text(file), encode_text(source.actor))
                                   : shown_text((folder / shown.error.file).string());
            print_message(soup::show(shown));
        }
    }
    if (count > max_mistakes) {
        print_message(fmt::format("{}: {} in scripts; script check lists them", shown_text(file),
                                  plural(count - max_mistakes, "more mistake")));
    }
}

}  // namespace redforge::cli
