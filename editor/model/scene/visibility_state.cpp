// Formats and parses hidden and locked records as text for the settings.
#include "editor/model/scene/visibility_state.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "editor/model/scene/scene_records.hpp"
#include "editor/model/text/unused_keys.hpp"

namespace redforge::editor {
namespace {

constexpr std::string_view hidden_word = "hidden";
constexpr std::string_view locked_word = "locked";
constexpr std::string_view hidden_kinds_word = "hidden_kinds";
constexpr std::string_view locked_kinds_word = "locked_kinds";

std::optional<std::int64_t> key_of(const RecordHandle& record)
{
    const FieldEntry* const key = record ? number_key(record.table()) : nullptr;
    return key == nullptr ? std::nullopt : key->ops->get_integer(record.field(*key).value);
}

void add_records(std::string& text, std::string_view word, const RecordHandle& root, const NodeRefs& refs)
{
    if (refs.empty()) {
        return;
    }
    text += word;
    for (const NodeRef& ref : refs) {
        if (const RecordHandle record = ref.list ? RecordHandle{} : edit::find_record(root, ref.node)) {
            const std::optional<std::int64_t> key = key_of(record);
            text += " " + path_of(root, ref) + (key ? fmt::format(":{}", *key) : "");
        }
    }
    text += '\n';
}

void add_kinds(std::string& text, std::string_view word, const std::set<scene::Kind>& kinds)
{
    if (kinds.empty()) {
        return;
    }
    text += word;
    for (const scene::Kind kind : kinds) {
        text += fmt::format(" {}", scene::kind_name(kind));
    }
    text += '\n';
}

/// Removes and returns the text before the first `end`; the rest stays in `text`.
std::string_view next(std::string_view& text, char end)
{
    const std::size_t at = std::min(text.find(end), text.size());
    const std::string_view found = text.substr(0, at);
    text.remove_prefix(std::min(at + 1, text.size()));
    return found;
}

/// Returns the record at a path if its key matches, else the record of the list with this key.
std::optional<NodeRef> record_of(const RecordHandle& root, std::string_view words)
{
    const std::string_view path = next(words, ':');
    std::int64_t key{};
    const bool keyed = std::from_chars(words.data(), words.data() + words.size(), key).ec == std::errc{};
    const Result<NodeRef> there = parse_path(root, path);
    const bool is_drawn = there && !there->list && scene_record(root, *there);
    const RecordHandle record = is_drawn ? edit::find_record(root, there->node) : RecordHandle{};
    if (record && (!keyed || key_of(record) == key)) {
        return *there;
    }
    const Result<NodeRef> list = parse_path(root, path.substr(0, path.find('[')));
    const std::optional<NodeInfo> info = keyed && list ? find_node(root, *list) : std::nullopt;
    for (const NodeRef& ref : info ? nodes_below(*info) : NodeRefs{}) {
        if (scene_record(root, ref) && key_of(edit::find_record(root, ref.node)) == key) {
            return ref;
        }
    }
    return std::nullopt;
}

std::optional<scene::Kind> kind_named(std::string_view name)
{
    for (const scene::Kind kind : {scene::Kind::object, scene::Kind::static_object, scene::Kind::rope,
                                   scene::Kind::flat, scene::Kind::light, scene::Kind::marker, scene::Kind::terrain}) {
        if (scene::kind_name(kind) == name) {
            return kind;
        }
    }
    return std::nullopt;
}

}  // namespace

bool VisibilityState::is_hidden_or_locked(const RecordHandle& root, const NodeRef& ref) const
{
    if (std::ranges::find(hidden, ref) != hidden.end() || std::ranges::find(locked, ref) != locked.end()) {
        return true;
    }
    const std::optional<scene::RecordRef> record = scene_record(root, ref);
    return record && (hidden_kinds.contains(record->first) || locked_kinds.contains(record->first));
}

std::string format_visibility_state(const RecordHandle& root, const VisibilityState& hiding)
{
    std::string text;
    add_records(text, hidden_word, root, hiding.hidden);
    add_records(text, locked_word, root, hiding.locked);
    add_kinds(text, hidden_kinds_word, hiding.hidden_kinds);
    add_kinds(text, locked_kinds_word, hiding.locked_kinds);
    return text;
}

VisibilityState parse_visibility_state(const RecordHandle& root, std::string_view text)
{
    VisibilityState hiding;
    while (!text.empty()) {
        std::string_view line = next(text, '\n');
        const std::string_view word = next(line, ' ');
        while (!line.empty()) {
            const std::string_view entry = next(line, ' ');
            if (word == hidden_word || word == locked_word) {
                if (const std::optional<NodeRef> ref = record_of(root, entry)) {
                    (word == hidden_word ? hiding.hidden : hiding.locked).push_back(*ref);
                }
            } else if (const std::optional<scene::Kind> kind = kind_named(entry)) {
                if (word == hidden_kinds_word || word == locked_kinds_word) {
                    (word == hidden_kinds_word ? hiding.hidden_kinds : hiding.locked_kinds).insert(*kind);
                }
            }
        }
    }
    return hiding;
}

}  // namespace redforge::editor
