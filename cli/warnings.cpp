// Changes that are made as they were asked for, and that may not be what was meant.
#include "warnings.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "console.hpp"
#include "core/letter_case.hpp"

namespace redforge::cli {
namespace {

/// Beyond this many changes nobody reads notes on each.
constexpr std::size_t most_changes = 200;

/// The field that a change has set, if it set one.
std::optional<edit::Match> changed_field(const edit::Document& document, const std::string& path)
{
    Result<std::vector<edit::Match>> matches = edit::resolve(document.root(), path);
    const bool is_field = matches && matches->size() == 1 && matches->front().kind == edit::Match::Kind::field;
    return is_field ? std::optional(std::move(matches->front())) : std::nullopt;
}

bool has_actor(const edit::Document& document, std::string_view name)
{
    const Result<std::vector<edit::Match>> names = edit::resolve(document.root(), "actors[*].script_name");
    return !names ||
           std::ranges::any_of(*names, [&](const edit::Match& each) { return same_letters(each.field.text(), name); });
}

/// Another record of the list with the same id.
std::string twin_of(const edit::Document& document, const edit::Match& id)
{
    const std::string record = id.path.substr(0, id.path.rfind('.'));
    const std::size_t bracket = record.rfind('[');
    if (bracket == std::string::npos || id.field.text() == "0") {
        return {};
    }
    const std::string query = fmt::format("{}[id={}]", record.substr(0, bracket), id.field.text());
    const Result<std::vector<edit::Match>> same = edit::resolve(document.root(), query);
    for (std::size_t i = 0; same && i < same->size(); ++i) {
        if ((*same)[i].path != record) {
            return (*same)[i].path;
        }
    }
    return {};
}

std::string warning_about(const edit::Document& document, const edit::Match& field)
{
    const std::string text = field.field.text();
    const FieldInfo& info = field.field.info();
    if (info.refers_to == Target::actor && !text.empty() && !has_actor(document, text)) {
        return fmt::format("no actor {} is in this map", text);
    }
    if (field.field.name() == "id") {
        const std::string twin = twin_of(document, field);
        return twin.empty() ? "" : fmt::format("{} has id {} too", twin, text);
    }
    if (field.field.name() == "count" && info.kind == Role::derived && !text.empty()) {
        const ListView list = field.record.find_list("");
        std::size_t count = 0;
        std::from_chars(text.data(), text.data() + text.size(), count);
        if (list && count < list.size()) {
            return fmt::format("the game will see {} of {} records", count, list.size());
        }
    }
    return {};
}

/// The compiled code beside a script's source that was set alone: the game runs the code, which only the game's own
/// editor makes of a source.
bool leaves_code(const edit::Document& document, const edit::EditLog& changes, const std::string& path)
{
    constexpr std::string_view source = ".source";
    if (!path.ends_with(source)) {
        return false;
    }
    const std::string code = path.substr(0, path.size() - source.size()) + ".compiled";
    const Result<std::vector<edit::Match>> there = edit::resolve(document.root(), code);
    return there && there->size() == 1 && there->front().kind == edit::Match::Kind::blob &&
           !there->front().record.blob(*there->front().child).empty() &&
           std::ranges::find(changes, code, &edit::EditLine::path) == changes.end();
}

}  // namespace

void print_warnings(const edit::Document& document, const std::string& file, const edit::EditLog& changes)
{
    if (changes.size() > most_changes) {
        return;
    }
    for (const edit::EditLine& change : changes) {
        if (change.verb == "set" && leaves_code(document, changes, change.path)) {
            say(fmt::format(
                "{}: note: {}: the compiled code stays as it is, and the game runs that; compile the script in "
                "the game's editor",
                file, change.path));
        }
        std::string path = change.verb == "duplicate" ? change.after : change.path;
        if (change.verb == "add" || change.verb == "duplicate") {
            path += ".id";
        }
        const std::optional<edit::Match> field = changed_field(document, path);
        const std::string words = field ? warning_about(document, *field) : "";
        if (!words.empty()) {
            say(fmt::format("{}: note: {}: {}", file, field->path, words));
        }
    }
}

}  // namespace redforge::cli
