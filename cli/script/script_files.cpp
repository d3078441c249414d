// Finds scripts.
#include "cli/script/script_files.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cli/files/finish.hpp"
#include "cli/files/game.hpp"
#include "cli/files/many_files.hpp"
#include "cli/line/console.hpp"
#include "cli/script/plugin_scripts.hpp"
#include "cli/script/script_mistakes.hpp"
#include "core/text/code_page.hpp"
#include "core/text/letter_case.hpp"
#include "edit/document/document.hpp"
#include "edit/document/verify.hpp"
#include "edit/path/conditions.hpp"
#include "rgm/map.hpp"
#include "rgm/script_source.hpp"
#include "soup/assemble/assemble.hpp"

namespace redforge::cli {
namespace {

namespace fs = std::filesystem;

const Format& map_format()
{
    return *edit::find_format(rgm::Map::root);
}

bool is_loose(const fs::path& path)
{
    std::error_code ignored;
    return equals_ignore_case(path.extension().string(), ".soup") && !fs::is_directory(path, ignored);
}

void add_loose(const std::string& file, const LoadContext& context, std::vector<FoundScript>& found, bool& failed,
               const std::function<void(const Error&)>& on_error)
{
    Result<std::string> text = read_source(file);
    if (!text) {
        on_error(text.error());
        failed = true;
        return;
    }
    soup::Assembly assembly =
        soup::assemble(*text, file, {.names = context.services.find<soup::Names>(), .previous = nullptr});
    if (!assembly.script) {
        for (const soup::Diagnostic& diagnostic : assembly.diagnostics) {
            print_message(soup::show(diagnostic));
        }
        failed = true;
        return;
    }
    if (const auto* const mistakes = context.services.find<soup::MistakeReport>()) {
        mistakes->report(soup::only_errors(std::move(assembly.diagnostics)), file, assembly.script->name);
    }
    std::string actor = encode_text(assembly.script->name);
    if (actor.empty()) {
        actor = fs::path(file).stem().string();
    }
    const bool hex = soup::is_hex_source(*text);
    if (hex) {
        assembly.script->name = decode_text(actor).value_or("");  // a hex source does not contain the actor's name
    }
    FoundScript script{file, std::move(actor), std::move(*assembly.script), {}};
    if (!hex) {
        script.own_text = read_text_file(file).value_or(*text);
        script.whole_text = std::move(*text);
    }
    found.push_back(std::move(script));
}

/// Returns the scripts of an unpacked map, each with the user's text.
Status add_folder(const fs::path& folder, const rgm::Map& map, std::vector<FoundScript>& found)
{
    const Result<std::vector<ActorSource>> sources = actors_with_sources(folder / map_document_name());
    if (!sources) {
        return fail(sources.error());
    }
    std::vector<soup::Script> scripts = rgm::scripts_of(map);
    const auto objects = std::make_shared<const soup::ObjectNames>(rgm::all_object_names(map));
    for (std::size_t i = 0; i < scripts.size() && i < sources->size(); ++i) {
        FoundScript script{folder.string(),
                           encode_text(scripts[i].name),
                           std::move(scripts[i]),
                           {},
                           objects,
                           {},
                           rgm::initial_variables(map.actors.records[i])};
        if (const std::string& path = (*sources)[i].path; !path.empty()) {
            script.file = (folder / path).string();
            Result<std::string> text = read_source(script.file);
            if (!text) {
                return fail(text.error());
            }
            if (!soup::is_hex_source(*text)) {
                script.own_text = read_text_file(script.file).value_or(*text);
                script.whole_text = std::move(*text);
            }
        }
        found.push_back(std::move(script));
    }
    return {};
}

/// Returns true if a file that was found in a folder can have scripts.
bool may_have_scripts(const edit::Candidate& candidate)
{
    std::error_code ignored;
    const std::string extension = candidate.path.extension().string();
    return !candidate.found || fs::is_directory(candidate.path, ignored) ||
           edit::is_extension_of(map_format(), extension) || is_loose(candidate.path);
}

}  // namespace

std::string map_document_name()
{
    return edit::folder_document_name(map_format());
}

Result<std::vector<ActorSource>> actors_with_sources(const fs::path& document)
{
    Result<std::string> text = read_text_file(document);
    if (!text) {
        return fail(text.error());
    }
    // Read the path of each actor's source as its code.
    Result<edit::Document> read =
        edit::read_text(std::move(*text), document.string(), [](const std::string& path) -> Result<std::string> {
            return bytes_to_side_text(as_bytes(path));
        });
    if (!read) {
        return fail(read.error());
    }
    std::vector<ActorSource> actors;
    if (rgm::Map* map = edit::get_if<rgm::Map>(*read)) {
        for (std::shared_ptr<const rgm::Actor>& actor :
             rgm::actors_of(std::make_shared<const rgm::Map>(std::move(*map)))) {
            std::string path(as_text(rgm::script_of(*actor).code));
            path = path.ends_with(".soup") ? path : std::string{};  // otherwise the code is in the XML itself
            actors.push_back({std::move(path), std::move(actor)});
        }
    }
    return actors;
}

std::vector<FoundScript> find_scripts(const Arguments& arguments, std::span<const std::string> files,
                                      const LoadContext& context, bool& failed, Mistakes mistakes,
                                      const std::function<void(const Error&)>& on_error, const TakeSources& take)
{
    std::vector<FoundScript> found = find_all_scripts(files, context, failed, mistakes, on_error, take);
    if (const auto pattern = arguments.option("actor")) {
        std::erase_if(found, [&](const FoundScript& each) { return !edit::matches_pattern(each.actor, *pattern); });
    }
    return found;
}

std::vector<FoundScript> find_all_scripts(std::span<const std::string> files, const LoadContext& given, bool& failed,
                                          Mistakes mistakes, const std::function<void(const Error&)>& on_error,
                                          const TakeSources& take)
{
    std::vector<FoundScript> found;
    struct Selection {
        edit::Candidate candidate;
        std::string_view name;  ///< name on the command line
    };
    std::vector<Selection> wanted;
    for (const std::string& name : files) {
        for (edit::Candidate& candidate : cli::find_files(name)) {
            wanted.push_back({std::move(candidate), name});
        }
    }
    Progress progress(wanted.size());
    std::size_t done = 0;
    for (const auto& [candidate, name] : wanted) {
        progress.at(done++);
        if (!may_have_scripts(candidate)) {
            continue;
        }
        const std::string file = candidate.path.string();
        std::error_code none;
        const bool has_sources = is_loose(candidate.path) || fs::is_directory(candidate.path, none);
        if (take && candidate.found && has_sources && take(candidate.path)) {
            continue;
        }
        ScriptMistakes collected;
        const LoadContext context = mistakes == Mistakes::print_message ? collected.with_collector(given) : given;
        if (is_loose(candidate.path)) {
            add_loose(file, context, found, failed, on_error);
            collected.print({}, nullptr, "");
            continue;
        }
        const Result<edit::Loaded> loaded = load(file, candidate.found ? Pipes::reject : Pipes::allow, context);
        const rgm::Map* map = loaded ? edit::get_if<rgm::Map>(loaded->document) : nullptr;
        if (map != nullptr) {
            collected.print(loaded->document, nullptr, file);
        }
        if (map != nullptr && loaded->storage == edit::Storage::folder) {
            const bool is_folder = fs::is_directory(candidate.path);
            const Status status = add_folder(is_folder ? candidate.path : candidate.path.parent_path(), *map, found);
            failed = failed || !status;
            if (!status) {
                on_error(status.error());
            }
        } else if (map != nullptr) {
            const auto objects = std::make_shared<const soup::ObjectNames>(rgm::all_object_names(*map));
            for (const rgm::Actor& actor : map->actors.records) {
                soup::Script script = rgm::script_of(actor);
                std::string actor_name = encode_text(script.name);
                found.push_back(
                    {file, std::move(actor_name), std::move(script), {}, objects, {}, rgm::initial_variables(actor)});
            }
        } else if (!loaded) {
            Error error = in_file(loaded.error(), file);
            if (std::error_code ignored; !fs::exists(candidate.path, ignored) && soup::is_word(name)) {
                error.hint = fmt::format("if it is an actor, use --actor {}", name);
            }
            on_error(error);
            failed = true;
        } else if (!candidate.found) {
            on_error({.code = ErrorCode::unsupported,
                      .message = "has no scripts",
                      .file = file,
                      .hint = has_oblivion_scripts(file)
                                  ? "script show, check and decompile take plugins; this one takes maps and .soup files"
                                  : "give maps, unpacked maps, or .soup files"});
            failed = true;
        }
    }
    return found;
}

Result<std::string> read_source(const fs::path& file)
{
    Result<std::string> text = read_text_file(file);
    if (!text || !soup::has_includes(*text)) {
        return text;
    }
    return soup::with_includes(*text, file.string(),
                               [&](const std::string& name) { return read_text_file(file.parent_path() / name); });
}

Result<std::vector<std::string>> sources_in(const std::string& name)
{
    if (fs::path(name).extension() == ".soup") {
        return std::vector{name};
    }
    std::vector<std::string> sources;
    for (const fs::path& folder : {fs::path(name) / "scripts", fs::path(name)}) {
        std::error_code error;
        for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
             entry.increment(error)) {
            if (entry->path().extension() == ".soup") {
                sources.push_back(entry->path().string());
            }
        }
        if (error && error != std::errc::no_such_file_or_directory && error != std::errc::not_a_directory) {
            return fail({.code = ErrorCode::io,
                         .message = fmt::format("cannot list this folder: {}", error.message()),
                         .file = folder.string()});
        }
    }
    std::ranges::sort(sources);
    return sources;
}

soup::Source source_of(const FoundScript& found, const LoadContext& context, bool plain)
{
    soup::Source source =
        soup::disassemble(found.script, context.services.find<soup::Names>(),
                          {.mistakes = found.objects != nullptr, .proof = soup::Proof::none, .structured = !plain});
    if (found.own_text.empty() || plain) {
        return source;
    }
    const soup::Assembly own = soup::assemble(found.whole_text, found.file,
                                              {.names = context.services.find<soup::Names>(),
                                               .previous = nullptr,
                                               .checks = soup::Checks::none});
    for (soup::Statement& statement : source.listing.statements) {
        const auto place = std::ranges::lower_bound(own.places, statement.offset, {}, &soup::SourcePlace::offset);
        statement.line = place != own.places.end() && place->offset == statement.offset ? place->line : 0;
    }
    source.text = found.own_text;
    return source;
}

std::vector<std::string_view> lines_of(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

Status compiles_to_same(const std::string& file, const SourceText& before, const SourceText& after,
                        const soup::Names* names)
{
    const auto packed = [&](const SourceText& source) -> Result<soup::Script> {
        const Result<std::string> whole = soup::with_includes(source.text, file, source.beside);
        if (!whole) {
            return fail(whole.error());
        }
        soup::Assembly assembly =
            soup::assemble(*whole, file, {.names = names, .previous = nullptr, .checks = soup::Checks::none});
        return assembly.script ? Result<soup::Script>(std::move(*assembly.script)) : fail(soup::first_error(assembly));
    };
    const Result<soup::Script> was = packed(before);
    const Result<soup::Script> is = packed(after);
    if (!was) {
        return fail(was.error());
    }
    if (!is || *is != *was) {
        return fail({.code = ErrorCode::mismatch,
                     .message = is ? "the source packs to a different script" : is.error().message,
                     .file = file,
                     .hint = "the new name is already used, or is not valid"});
    }
    return {};
}

}  // namespace redforge::cli
