// Script sources in the folder form of a map.
#include "rgm/script_source.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/load_context.hpp"
#include "core/text/code_page.hpp"
#include "core/text/letter_case.hpp"
#include "rgm/actor.hpp"
#include "rgm/map.hpp"
#include "rgm/parts.hpp"
#include "soup/assemble/assemble.hpp"
#include "soup/assemble/include.hpp"
#include "soup/assemble/lexer.hpp"
#include "soup/assemble/source_outline.hpp"
#include "soup/disassemble/disassemble.hpp"

namespace redforge::rgm {
namespace {

constexpr std::array<std::string_view, 3> covered{"script_pc", "hooks", "strings"};
/// Used if strings have their own offsets in RAST, because a source has no offsets.
constexpr std::array<std::string_view, 2> covered_without_strings{"script_pc", "hooks"};

const Actor& actor_of(const RecordHandle& record)
{
    return *static_cast<const Actor*>(record.record);
}

bool has_places(const Actor& actor)
{
    return std::ranges::any_of(actor.strings,
                               [](const ActorString& string) { return string.offset.stored.has_value(); });
}

std::string in_quotes(std::string_view text)
{
    return fmt::format("\"{}\"", encode_text(text));
}

}  // namespace

namespace {

Status disagree(std::string_view file, std::string message, std::string hint)
{
    return fail({.code = ErrorCode::mismatch,
                 .message = std::move(message),
                 .file = std::string(file),
                 .line = 1,
                 .column = 1,
                 .hint = std::move(hint)});
}

Status is_of(const Actor& actor, const soup::Script& script, std::string_view file)
{
    const std::string_view name = actor.header.script_name.view();
    return script.name == name ? Status{}
                               : disagree(file,
                                          fmt::format("the source of an actor {}, but the actor's script_name is {}",
                                                      in_quotes(script.name), in_quotes(name)),
                                          "give both the same name");
}

}  // namespace

Status agrees(const Actor& actor, const soup::Script& script, std::string_view file)
{
    const std::string_view name = actor.header.script_name.view();
    if (Status status = is_of(actor, script, file); !status) {
        return status;
    }
    if (!actor.hooks.empty() || actor.header.script_pc != 0) {
        return disagree(file,
                        fmt::format("a source, but also {} in the XML of actor {}",
                                    actor.hooks.empty() ? "script_pc" : "hooks", in_quotes(name)),
                        "they are in the source; remove them from the XML");
    }
    for (std::size_t i = 0; i < actor.strings.size(); ++i) {
        if (i >= script.strings.size() || script.strings[i] != actor.strings[i].value.bytes) {
            return disagree(
                file,
                fmt::format("string {} of actor {} is {} in the XML, and {} in the source", i, in_quotes(name),
                            in_quotes(actor.strings[i].value.bytes),
                            i < script.strings.size() ? in_quotes(script.strings[i]) : "not there"),
                "the XML has only the positions of strings in RAST; edit both, or remove the strings from the XML");
        }
    }
    return {};
}

namespace {

/// Most sources declare all their names. The game's names are loaded only for other names, and to report mistakes.
soup::Assembly assemble(std::string_view text, std::string_view file, const soup::Script* previous,
                        const LoadContext& context, soup::Checks checks = soup::Checks::none)
{
    const auto with = [&](const soup::Names* names) {
        return soup::assemble(text, file, {.names = names, .previous = previous, .checks = checks});
    };
    soup::Assembly assembly = with(checks == soup::Checks::none ? nullptr : context.services.find<soup::Names>());
    if (!assembly.script && checks == soup::Checks::none) {
        if (const soup::Names* names = context.services.find<soup::Names>()) {
            assembly = with(names);
        }
    }
    return assembly;
}

std::string write_source(const RecordHandle& record, const LoadContext& context)
{
    return soup::disassemble(script_of(actor_of(record)), context.services.find<soup::Names>(),
                             {.mistakes = true, .proof = soup::Proof::unusual})
        .text;
}

/// `fits`: checks that the script can belong to the actor.
Status read_source(std::string_view text, const std::string& file, const RecordHandle& record,
                   const LoadContext& context, Status (*fits)(const Actor&, const soup::Script&, std::string_view))
{
    Actor& actor = *static_cast<Actor*>(record.record);
    if (soup::is_hex_source(text)) {
        Result<Bytes> bytes = side_text_to_bytes(text);
        if (!bytes) {
            return fail(std::move(bytes.error()));
        }
        actor.script = std::move(*bytes);
        return {};
    }
    const soup::Script previous = script_of(actor);
    const auto* const mistakes = context.services.find<soup::MistakeReport>();
    soup::Assembly assembly =
        assemble(text, file, &previous, context, mistakes != nullptr ? soup::Checks::mistakes : soup::Checks::none);
    if (!assembly.script) {
        return fail(soup::first_error(assembly));
    }
    if (mistakes != nullptr) {
        mistakes->report(soup::only_errors(std::move(assembly.diagnostics)), file, assembly.script->name);
    }
    if (Status status = fits(actor, *assembly.script, file); !status) {
        return status;
    }
    set_script(actor, *assembly.script);
    return {};
}

Result<std::string> plain_source(std::string_view text, const LoadContext& context)
{
    if (soup::is_hex_source(text)) {
        return side_text_to_bytes(text).map([](const Bytes& bytes) { return bytes_to_side_text(bytes); });
    }
    const soup::Assembly assembly = assemble(text, "", nullptr, context);
    if (!assembly.script) {
        return fail(soup::first_error(assembly));
    }
    // Without comments about mistakes, because the text alone does not give the number of the actor's variables.
    return soup::disassemble(*assembly.script, context.services.find<soup::Names>(), {.proof = soup::Proof::unusual})
        .text;
}

std::vector<std::string> comments_of(std::string_view text)
{
    soup::Diagnostics ignored(text, "");
    std::vector<std::string> comments;
    for (const soup::Token& comment : soup::read_tokens(text, ignored).comments) {
        std::string_view words = text.substr(comment.at, comment.length);
        words = words.substr(0, words.find(soup::warn_comment));
        words = words.substr(0, words.find_last_not_of(' ') + 1);
        if (!words.empty()) {
            comments.emplace_back(words);
        }
    }
    return comments;
}

}  // namespace

soup::Script script_of(const Actor& actor)
{
    soup::Script script;
    script.name = actor.header.script_name.view();
    script.code = actor.script;
    for (const ActorString& string : actor.strings) {
        script.strings.push_back(string.value.bytes);
    }
    for (const Hook& hook : actor.hooks) {
        script.hooks.push_back({hook.offset, hook.secondary});
    }
    script.start = actor.header.script_pc;
    script.variables = static_cast<std::uint32_t>(variable_count(actor));
    return script;
}

soup::Script script_at(const Map& map, std::size_t actor)
{
    return script_of(map.actors.records[actor]);
}

std::vector<soup::Script> scripts_of(const Map& map)
{
    std::vector<soup::Script> scripts;
    for (const Actor& actor : map.actors.records) {
        scripts.push_back(script_of(actor));
    }
    return scripts;
}

std::vector<std::shared_ptr<const Actor>> actors_of(const std::shared_ptr<const Map>& map)
{
    std::vector<std::shared_ptr<const Actor>> actors;
    for (const Actor& actor : map->actors.records) {
        actors.emplace_back(map, &actor);
    }
    return actors;
}

std::vector<std::int32_t> initial_variables(const Actor& actor)
{
    std::vector<std::int32_t> values;
    for (const Variable& variable : actor.variables) {
        values.push_back(variable.instances.empty() ? variable.value : variable.instances.front());
    }
    return values;
}

std::size_t actor_count(const Map& map)
{
    return map.actors.records.size();
}

std::optional<std::size_t> find_actor(const Map& map, std::string_view name)
{
    const auto& actors = map.actors.records;
    const auto found = std::ranges::find_if(actors, [&](const Actor& actor) {
        return equals_ignore_case(actor.header.script_name.view(), name);
    });
    return found == actors.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - actors.begin()));
}

std::vector<std::string_view> object_names(const Map& map)
{
    std::vector<std::string_view> names;
    for (const Actor& actor : map.actors.records) {
        names.push_back(actor.name_space ? std::string_view(actor.name_space->value.bytes)
                                         : actor.header.script_name.view());
    }
    return names;
}

void add_object_names(const Actor& actor, std::vector<std::string>& names)
{
    names.emplace_back(actor.header.script_name.view());
    if (actor.name_space) {
        names.push_back(actor.name_space->value.bytes);
    }
}

std::vector<std::string> all_object_names(const Map& map)
{
    std::vector<std::string> names;
    for (const Actor& actor : map.actors.records) {
        add_object_names(actor, names);
    }
    return names;
}

std::string_view actor_with_name_space(const Map& map, std::string_view name)
{
    const auto& actors = map.actors.records;
    const auto found = std::ranges::find_if(actors, [&](const Actor& actor) {
        return actor.name_space && equals_ignore_case(actor.name_space->value.bytes, name);
    });
    return found == actors.end() ? name : found->header.script_name.view();
}

void set_script(Actor& actor, const soup::Script& script)
{
    actor.script = script.code;
    actor.header.script_pc = script.start;
    actor.strings.resize(script.strings.size());
    for (std::size_t i = 0; i < script.strings.size(); ++i) {
        if (actor.strings[i].value.bytes != script.strings[i]) {
            actor.strings[i] = {{script.strings[i]}, {}};
        }
    }
    actor.hooks.clear();
    for (const soup::Hook& hook : script.hooks) {
        actor.hooks.push_back({hook.offset, hook.upper});
    }
}

const SideCodec script_codec{
    .extension = ".soup",
    .covers =
        [](const RecordHandle& record) {
            return has_places(actor_of(record)) ? std::span<const std::string_view>(covered_without_strings)
                                                : std::span<const std::string_view>(covered);
        },
    .write = &write_source,
    .read = [](std::string_view text, const std::string& file, const RecordHandle& record,
               const LoadContext& context) { return read_source(text, file, record, context, &agrees); },
    .replace = [](std::string_view text, const std::string& file, const RecordHandle& record,
                  const LoadContext& context) { return read_source(text, file, record, context, &is_of); },
    .plain = &plain_source,
    .comments = &comments_of,
    .expand = [](std::string text, const std::string& path, const SideFileReader& files) -> Result<std::string> {
        if (!soup::has_includes(text)) {
            return text;
        }
        const std::string folder = path.substr(0, path.rfind('/') + 1);  // npos + 1 == 0: no folder
        return soup::with_includes(text, path, [&](const std::string& name) { return files(folder + name); });
    },
    .outline = &soup::source_outline,
    .is_bytes = &soup::is_hex_source,
};

}  // namespace redforge::rgm
