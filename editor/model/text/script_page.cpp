// Scripts of maps and plugins as texts.
#include "editor/model/text/script_page.hpp"

#include <algorithm>
#include <charconv>
#include <memory>
#include <set>

#include <fmt/format.h>

#include "core/files/side_files.hpp"
#include "core/text/code_page.hpp"
#include "core/text/letter_case.hpp"
#include "core/text/words.hpp"
#include "edit/path/path.hpp"
#include "editor/model/text/form_name.hpp"
#include "lsp/language.hpp"
#include "rgm/find_object.hpp"
#include "rgm/map.hpp"
#include "rgm/script_source.hpp"
#include "soup/assemble/assemble.hpp"
#include "soup/disassemble/disassemble.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/plugin/record_walk.hpp"
#include "tes/script/script.hpp"
#include "tes/script/script_check.hpp"
#include "tes/script/script_head.hpp"

namespace redforge::editor {
namespace {

constexpr std::string_view soup_extension = ".soup";
constexpr std::string_view compiled_field = "compiled";

const rgm::Map* map_of(const Session& session)
{
    return edit::get_if<rgm::Map>(session.document());
}

std::optional<ScriptLanguage> language_of(const RecordHandle& record, const ChildEntry& child)
{
    if (!child.is_bytes()) {
        return std::nullopt;
    }
    if (is_map_script(record, child.name)) {
        return ScriptLanguage::soup;
    }
    if (child.blob.codec == nullptr) {
        return std::nullopt;
    }
    return child.name == compiled_field ? ScriptLanguage::statements : ScriptLanguage::source;
}

/// Returns the scripts of a record, without those of its children.
std::vector<ScriptPlace> own_scripts(const RecordHandle& record, const edit::NodePath& node)
{
    std::vector<ScriptPlace> places;
    for (const ChildEntry& child : record.table().children) {
        if (const auto language = language_of(record, child)) {
            ScriptPlace& place = places.emplace_back();
            place.record.node = node;
            place.field = child.name;
            place.language = *language;
        }
    }
    return places;
}

/// Appends the scripts of a record and of its descendants.
void collect(const RecordHandle& record, edit::NodePath& node, std::vector<ScriptPlace>& places)
{
    const std::vector<ScriptPlace> own = own_scripts(record, node);
    places.insert(places.end(), own.begin(), own.end());
    const FieldTable& table = record.table();
    for (const ChildEntry& child : table.children) {
        if (child.kind != ChildEntry::Kind::list) {
            continue;
        }
        const ListView list = record.list(child);
        for (std::size_t i = 0; i < list.size(); ++i) {
            node.push_back({table.number_of(child), static_cast<std::uint32_t>(i)});
            collect(list.at(i), node, places);
            node.pop_back();
        }
    }
}

/// Appends the scripts of the subrecords of a plugin record, without those of its child records.
void collect_subrecords(const RecordHandle& record, edit::NodePath& node, std::vector<ScriptPlace>& places)
{
    const ListView list = record.find_list("subrecords");
    for (std::size_t i = 0; list && i < list.size(); ++i) {
        node.push_back({record.table().number_of(*list.child), static_cast<std::uint32_t>(i)});
        collect(list.at(i), node, places);
        node.pop_back();
    }
}

NodeRef actor_node(const Session& session, std::size_t index)
{
    return session.find(fmt::format("actors[{}]", index)).value();
}

std::optional<NodeRef> actor_named(const Session& session, std::string_view name)
{
    const std::optional<std::size_t> found = rgm::find_actor(*map_of(session), name);
    return found ? std::optional(actor_node(session, *found)) : std::nullopt;
}

const rgm::Actor* actor_at(const Session& session, const ScriptPlace& place)
{
    const std::optional<NodeInfo> info = session.find(place.record);
    return info && info->record && is_map_script(info->record, place.field)
               ? static_cast<const rgm::Actor*>(info->record.record)
               : nullptr;
}

void set_list(edit::Recorder& recorder, const edit::NodePath& node, const ChildEntry& child, const ListView& from,
              const ListView& to)
{
    const std::size_t both = std::min(from.size(), to.size());
    const std::uint32_t number = edit::record_at(recorder.root(), node).table().number_of(child);
    for (std::size_t i = 0; i < both; ++i) {
        edit::NodePath item = node;
        item.push_back({number, static_cast<std::uint32_t>(i)});
        for (const FieldEntry& field : from.at(i).table().fields) {
            const void* const value = to.at(i).field(field).value;
            if (!field.same(from.at(i).field(field).value, value)) {
                recorder.set(item, field, edit::LeafValue(*field.ops, value));
            }
        }
    }
    std::vector<std::size_t> places;
    if (from.size() > both) {
        for (std::size_t i = both; i < from.size(); ++i) {
            places.push_back(i);
        }
        recorder.erase(node, child, std::move(places));
    } else if (to.size() > both) {
        edit::DetachedRecords records(child);
        for (std::size_t i = both; i < to.size(); ++i) {
            places.push_back(i);
            records.append_copy(to, i);
        }
        recorder.insert(node, child, std::move(places), std::move(records));
    }
}

}  // namespace

bool is_map_script(const RecordHandle& record, std::string_view blob)
{
    const ChildEntry* const child = record.table().find_child(blob);
    return child != nullptr && child->kind == ChildEntry::Kind::blob && child->blob.extension == soup_extension;
}

Completions suggestions_for(const ScriptText& text, std::size_t at, std::span<const std::string> objects)
{
    if (text.language() != ScriptLanguage::source) {
        return script::completions_at(text, at, objects);
    }
    const std::unique_ptr<lsp::OpenText> open = lsp::open_obscript(text.text(), true, objects, text.commands());
    lsp::Suggestions found = open->suggestions(at);
    Completions words{found.begin, {}};
    for (lsp::Suggestion& each : found.words) {
        words.words.push_back(std::move(each.word));
    }
    return words;
}

std::optional<CallTip> parameters_for(const ScriptText& text, std::size_t at)
{
    if (text.language() != ScriptLanguage::source) {
        return script::call_tip_at(text, at);
    }
    const std::unique_ptr<lsp::OpenText> open = lsp::open_obscript(text.text(), true, {}, text.commands());
    const std::optional<lsp::Signature> found = open->signature(at);
    if (!found) {
        return std::nullopt;
    }
    const bool has_active = found->active < found->parameters.size();
    return CallTip{found->text, has_active ? found->parameters[found->active] : TextRange{}, at};
}

std::string explanation_for(const ScriptText& text, std::size_t at)
{
    if (text.language() != ScriptLanguage::source) {
        const std::optional<ScriptLink> link = link_at(text, at);
        return link ? link->words : std::string();
    }
    const std::unique_ptr<lsp::OpenText> open = lsp::open_obscript(text.text(), true, {}, text.commands());
    const std::optional<lsp::Hover> found = open->hover(at);
    std::string words = found ? found->markdown : std::string();
    for (std::size_t mark = words.find("```\n"); mark != std::string::npos; mark = words.find("```\n")) {
        words.erase(mark, 4);
    }
    return words;
}

Status set_map_script(edit::Recorder& recorder, const edit::NodePath& node, std::string_view source,
                      const soup::Names* names)
{
    const RecordHandle record = edit::record_at(recorder.root(), node);
    const soup::Script before = rgm::script_of(*static_cast<const rgm::Actor*>(record.record));
    const soup::Assembly assembly =
        soup::assemble(source, "", {.names = names, .previous = &before, .checks = soup::Checks::none});
    if (!assembly.script) {
        Error error = soup::first_error(assembly);
        error.field = edit::path_text(recorder.root(), node) + ".script";
        return fail(std::move(error));
    }
    if (assembly.script->name != before.name) {
        return fail({.code = ErrorCode::mismatch,
                     .message = other_name_message(encode_text(assembly.script->name), encode_text(before.name)),
                     .line = 1,
                     .column = 1});
    }
    const std::shared_ptr<void> after = record.type->make();
    record.type->copy(after.get(), record.record);
    rgm::set_script(*static_cast<rgm::Actor*>(after.get()), *assembly.script);
    const RecordHandle changed{after.get(), record.type, record.page};
    const FieldTable& table = record.table();
    const ChildEntry& code = *table.find_child("script");
    recorder.set_bytes(node, code, changed.blob(code));
    const FieldEntry& start = *table.find_field("script_pc");
    if (!start.same(record.field(start).value, changed.field(start).value)) {
        recorder.set(node, start, edit::LeafValue(*start.ops, changed.field(start).value));
    }
    for (const std::string_view name : {"strings", "hooks"}) {
        const ChildEntry& child = *table.find_child(name);
        set_list(recorder, node, child, record.list(child), changed.list(child));
    }
    return {};
}

std::vector<ScriptPlace> scripts_at(const Session& session, const NodeRef& ref)
{
    edit::NodePath node = ref.node;
    for (;; node.pop_back()) {
        const std::optional<NodeInfo> info = session.find({node, {}});
        if (!info || !info->record) {
            return {};
        }
        if (std::vector<ScriptPlace> own = own_scripts(info->record, node); !own.empty()) {
            return own;
        }
        const FieldView actor = info->record.find_field("script_name");
        if (actor && actor.info().refers_to == Target::actor && map_of(session) != nullptr) {
            const std::optional<NodeRef> found = actor_named(session, actor.text());
            return found ? scripts_at(session, *found) : std::vector<ScriptPlace>{};
        }
        if (info->is_record() && is_form(info->record) &&
            map_of(session) == nullptr) {  // scripts in subrecords, such as those of a quest's stages
            std::vector<ScriptPlace> inside;
            collect_subrecords(info->record, node, inside);
            return inside;
        }
        if (node.empty()) {
            return {};
        }
    }
}

bool can_have_scripts(const Session& session)
{
    return map_of(session) != nullptr || edit::get_if<tes::Plugin>(session.document()) != nullptr;
}

std::vector<ScriptPlace> all_scripts(const Session& session)
{
    std::vector<ScriptPlace> places;
    if (const rgm::Map* const map = map_of(session)) {
        for (std::size_t i = 0; i < rgm::actor_count(*map); ++i) {
            places.push_back({actor_node(session, i), "script", ScriptLanguage::soup});
        }
    } else if (can_have_scripts(session)) {
        // Decode only records with scripts: a plugin can have a million others.
        tes::find_records(
            *edit::get_if<tes::Plugin>(session.document()),
            [](const tes::RecordHead& head) { return head.type == "SCPT" || head.has("SCHR"); },
            [&](tes::Record& /*record*/, const edit::NodePath& steps) {
                edit::NodePath node = steps;
                collect_subrecords(edit::record_at(session.root(), node), node, places);
                return true;
            });
        std::erase_if(places, [](const ScriptPlace& place) { return place.language != ScriptLanguage::source; });
    }
    return places;
}

std::string script_name(const Session& session, const ScriptPlace& place)
{
    NodeRef ref = place.record;
    std::string name = session.called({ref});
    if (place.language != ScriptLanguage::soup && ref.node.size() > 1) {  // a script in a subrecord of a plugin
        const NodeRef record{{ref.node.begin(), ref.node.end() - 1}, {}};
        const std::optional<NodeInfo> info = session.find(record);
        const bool is_whole = info && info->record && info->record.find_field("type").text() == "SCPT";
        name = session.called({record}) + (is_whole ? "" : fmt::format(" {}", ref.node.back().index));
    }
    return name;
}

std::string script_text(const Session& session, const ScriptPlace& place)
{
    const std::optional<NodeInfo> info = session.find(place.record);
    if (!info || !info->record) {
        return {};
    }
    if (const rgm::Actor* const actor = actor_at(session, place)) {
        return soup::disassemble(rgm::script_of(*actor), session.names(), {.names = false, .mistakes = true}).text;
    }
    const ChildEntry* const child = info->record.table().find_child(place.field);
    return child == nullptr || child->blob.codec == nullptr ? std::string{}
                                                            : child->blob.codec->write(info->record, {});
}

std::string code_difference(const Session& session, const ScriptPlace& place)
{
    const std::optional<NodeInfo> info = session.find(place.record);
    if (place.language != ScriptLanguage::source || !info || !info->record ||
        info->record.type->element != tes::Script::element) {
        return {};
    }
    tes::Script& body = *static_cast<tes::Script*>(info->record.record);
    return body.source.empty() ? std::string() : tes::check_script({{}, {}, tes::kind_of(body), &body}).reason;
}

std::optional<soup::Script> previous_script(const Session& session, const ScriptPlace& place)
{
    const rgm::Actor* const actor = actor_at(session, place);
    return actor == nullptr ? std::nullopt : std::optional(rgm::script_of(*actor));
}

std::vector<std::int32_t> values_of_actor(const Session& session, const ScriptPlace& place)
{
    const rgm::Actor* const actor = actor_at(session, place);
    return actor == nullptr ? std::vector<std::int32_t>{} : rgm::initial_variables(*actor);
}

void WrittenScripts::remember(const Session& session, const ScriptPlace& place, std::string text)
{
    std::optional<soup::Script> script = previous_script(session, place);
    if (!script) {
        return;  // other documents store the source text itself
    }
    std::erase_if(written_, [&](const Written& each) { return each.script == *script; });
    written_.push_back({std::move(*script), std::move(text)});
}

std::string WrittenScripts::text(const Session& session, const ScriptPlace& place) const
{
    std::optional<soup::Script> script = previous_script(session, place);
    if (!script) {
        return script_text(session, place);
    }
    auto same = std::ranges::find(written_, *script, &Written::script);
    if (same != written_.end()) {
        return same->text;
    }
    // Keep the comments if only the actor's name changed.
    const std::string name = script->name;
    same = std::ranges::find_if(written_, [&](const Written& each) {
        script->name = each.script.name;
        return each.script == *script;
    });
    script->name = name;
    const auto other =
        same == written_.end() ? std::nullopt : ScriptText(same->text, place.language, nullptr).other_name(*script);
    if (!other) {
        return script_text(session, place);
    }
    std::string text = same->text;
    return text.replace(other->range.begin, other->range.end - other->range.begin, other->replacement);
}

std::string shown_script(const Session& session, const ScriptPlace& place, const WrittenScripts& written)
{
    const Draft* const draft = session.draft(place.record, place.field);
    return draft == nullptr ? written.text(session, place) : draft->text;
}

std::vector<std::string> object_names(const Session& session)
{
    std::set<std::string> names;
    if (const rgm::Map* const map = map_of(session)) {
        for (const std::string_view name : rgm::object_names(*map)) {
            if (soup::is_usable_name(name)) {
                names.emplace(name);
            }
        }
    }
    if (edit::get_if<tes::Plugin>(session.document()) != nullptr) {
        names.merge(editor_ids(session));
    }
    return {names.begin(), names.end()};
}

std::optional<std::vector<std::string>> all_object_names(const Session& session)
{
    const rgm::Map* const map = map_of(session);
    return map == nullptr ? std::nullopt : std::optional(rgm::all_object_names(*map));
}

NodeRefs find_named_objects(const Session& session, const ScriptPlace& place, std::string_view text)
{
    const rgm::Map* const map = map_of(session);
    const rgm::Actor* const own = actor_at(session, place);
    NodeRefs reached;
    if (map == nullptr || own == nullptr) {
        return reached;
    }
    std::set<std::string> words;
    std::string word;
    bool comment = false;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        const char c = i < text.size() ? text[i] : '\n';
        comment = c != '\n' && (comment || text.substr(i, 2) == "//");
        if (!comment && is_word_letter(c)) {
            word += to_upper(c);
        } else if (!word.empty()) {
            words.insert(std::exchange(word, {}));
        }
    }
    words.erase("ME");
    for (const std::string& name : rgm::all_object_names(*map)) {
        if (!words.contains(upper(name)) || equals_ignore_case(name, rgm::script_of(*own).name)) {
            continue;
        }
        ScriptLink link;
        link.kind = ScriptLink::Kind::object;
        link.name = name;
        const auto node = node_of(session, place, link);
        if (node && std::ranges::find(reached, *node) == reached.end()) {
            reached.push_back(*node);
        }
    }
    return reached;
}

std::optional<NodeRef> node_of(const Session& session, const ScriptPlace& place, const ScriptLink& link)
{
    const rgm::Map* const map = map_of(session);
    const rgm::Actor* const own = actor_at(session, place);
    if (map == nullptr || own == nullptr) {
        return std::nullopt;
    }
    const auto inside = [&](std::string_view list, std::size_t index) -> std::optional<NodeRef> {
        const auto ref = session.find(fmt::format("{}.{}[{}]", session.path_of(place.record), list, index));
        return ref ? std::optional(*ref) : std::nullopt;
    };
    if (link.kind == ScriptLink::Kind::variable) {
        std::size_t number{};
        std::from_chars(link.name.data(), link.name.data() + link.name.size(), number);
        return inside("variables", number);
    }
    if (link.kind != ScriptLink::Kind::object && link.kind != ScriptLink::Kind::string) {
        return std::nullopt;
    }
    // An object is named by its actor's name space, or by the actor's own name; records of the map come first.
    const soup::Script script = rgm::script_of(*own);
    std::string_view wanted = rgm::actor_with_name_space(*map, link.name);
    if (equals_ignore_case(wanted, "Me")) {
        wanted = script.name;
    }
    if (const std::optional<std::size_t> object = rgm::first_object_of(map->objects, wanted)) {
        return session.find(fmt::format("objects[{}]", *object)).value();
    }
    if (const std::optional<NodeRef> actor = actor_named(session, wanted)) {
        return actor;
    }
    for (std::size_t i = 0; i < script.strings.size(); ++i) {
        if (encode_text(script.strings[i]) == link.name) {
            return inside("strings", i);
        }
    }
    return std::nullopt;
}

std::vector<ScriptHit> search_scripts(const Session& session, std::string_view words, const WrittenScripts& written)
{
    std::vector<ScriptHit> hits;
    if (words.empty()) {
        return hits;
    }
    const std::string wanted = [&] {
        std::string lower(words);
        std::ranges::transform(lower, lower.begin(), to_lower);
        return lower;
    }();
    for (const ScriptPlace& place : all_scripts(session)) {
        const std::string text = shown_script(session, place, written);
        std::string lower = text;
        std::ranges::transform(lower, lower.begin(), to_lower);
        std::uint32_t line = 1;
        std::size_t counted = 0;
        for (std::size_t at = lower.find(wanted); at != std::string::npos && hits.size() < max_script_hits;) {
            line += static_cast<std::uint32_t>(std::count(text.begin() + static_cast<std::ptrdiff_t>(counted),
                                                          text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
            counted = at;
            const std::size_t begin = text.rfind('\n', at) == std::string::npos ? 0 : text.rfind('\n', at) + 1;
            const std::size_t end = std::min(text.find('\n', at), text.size());
            const std::size_t first = std::min(text.find_first_not_of(" \t", begin), end);
            hits.push_back(
                {place, script_name(session, place), line, {at, at + words.size()}, text.substr(first, end - first)});
            at = lower.find(wanted, end);
        }
    }
    return hits;
}

}  // namespace redforge::editor
