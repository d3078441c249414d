// `schema`, `completion` and `man`: descriptions of documents and of the program.
#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/files/output.hpp"
#include "cli/line/console.hpp"
#include "cli/line/options.hpp"
#include "cli/line/pages.hpp"
#include "cli/line/verb.hpp"
#include "config/ini.hpp"
#include "config/known_keys.hpp"
#include "core/xml/python_stub.hpp"
#include "core/xml/schema.hpp"
#include "edit/patch/edit_kinds.hpp"
#include "edit/path/path_names.hpp"
#include "edit/path/path_values.hpp"
#include "edit/path/text_search.hpp"

namespace redforge::cli {
namespace {

Exit print_or_write(const Arguments& arguments, const std::string& text, const std::optional<std::string>& out)
{
    if (!out) {
        print(text);
        return Exit::success;
    }
    const Result<Written> written = write_output(arguments, *out, content_description(as_bytes(text)), as_bytes(text));
    return written ? Exit::success : print_error(written.error());
}

}  // namespace

/// Returns the arguments of `schema`, separated by spaces: the root elements of all formats, and edits.
static const std::string& schema_names()
{
    static const std::string words = [] {
        std::vector<std::string_view> roots;
        std::ranges::transform(edit::formats(), std::back_inserter(roots), &Format::root);
        roots.emplace_back("edits");
        return fmt::to_string(fmt::join(roots, " "));
    }();
    return words;
}

static Exit run_schema(const Arguments& arguments)
{
    const std::string name = arguments.first("NAME");
    std::vector<std::string_view> names;
    for (const Format& format : edit::formats()) {
        names.push_back(format.root());
    }
    names.push_back("edits");
    if (arguments.has("python")) {
        if (!name.empty()) {
            return print_usage_error("schema: --python with a name",
                                     "it prints all documents at once; leave the name out");
        }
        return print_or_write(arguments, python_stub(edit::formats()), arguments.option("output"));
    }
    if (name.empty()) {
        if (arguments.has("reference") || arguments.has("output") || arguments.has("force")) {
            return print_usage_error("schema: no NAME given", fmt::format("there are: {}", fmt::join(names, ", ")));
        }
        print(fmt::format("{}\n", fmt::join(names, "\n")));
        return Exit::success;
    }
    if (name == "edits" && !arguments.has("reference")) {
        return print_or_write(arguments, edit::edits_xsd(), arguments.option("output"));
    }
    const Format* format = edit::find_format(name);
    if (format == nullptr && name == "edits") {
        return print_usage_error("edits have no reference page", "see redforge man edits");
    }
    if (format == nullptr) {
        // Short names are near to all others: one changed letter is a misspelling, two are another word.
        const std::vector<std::size_t> near = nearest_places(name, names, max_misspelling(name));
        const std::string_view guess = near.empty() ? std::string_view{} : names[near.front()];
        return print_usage_error(fmt::format("no document \"{}\"", name),
                                 guess.empty() ? fmt::format("there are: {}", fmt::join(names, ", "))
                                               : fmt::format("did you mean {}?", guess));
    }
    const SchemaElement root = edit::schema_of(*format);
    const std::string keys = root.name == config::Ini::root ? config::known_keys_reference() : std::string();
    return print_or_write(arguments, arguments.has("reference") ? to_reference_page(root) + keys : to_xsd(root),
                          arguments.option("output"));
}

/// Prints the completions of a field path.
void print_paths(const edit::Loaded& loaded, const std::string& begun)
{
    for (const std::string& path : edit::path_words(loaded.document.format().root_type(), begun)) {
        print(path + "\n");
    }
    for (const std::string& path : edit::value_words(loaded.document.root(), begun)) {
        print(path + "\n");
    }
    for (const std::string& name : edit::text_names(loaded.document.format().root_type(),
                                                    {loaded.document.format().side_codecs, loaded.context})) {
        if (!begun.empty() && name.starts_with(begun)) {
            print(name + ":\n");
        }
    }
}

/// Prints the actors of a map whose names begin with `begun`.
void print_actors(const edit::Loaded& loaded, const std::string& begun)
{
    constexpr std::string_view list = "actors[";
    for (const std::string& word : edit::value_words(loaded.document.root(), std::string(list) + begun)) {
        print(word.substr(list.size(), word.size() - list.size() - 1) + "\n");
    }
}

/// Prints completions from a file, for shells. Prints no errors of the file.
Exit complete_from_file(const std::string& kind, std::span<const std::string> words)
{
    if (words.empty() || words.size() > 2) {
        return print_usage_error(fmt::format("completion {}: expected a file and the beginning of a word", kind),
                                 fmt::format("redforge completion {} ISLAND.RGM {}", kind,
                                             kind == "paths" ? "objects[0].pos" : "DOO"));
    }
    const Result<edit::Loaded> loaded = edit::load(words.front(), Pipes::reject);
    if (!loaded) {
        return Exit::finding;
    }
    const std::string begun = words.size() > 1 ? words.back() : std::string();
    kind == "paths" ? print_paths(*loaded, begun) : print_actors(*loaded, begun);
    return Exit::success;
}

static Exit run_completion(const Arguments& arguments)
{
    if (const std::string kind = arguments.first("SHELL"); kind == "paths" || kind == "actors") {
        return complete_from_file(kind, arguments.all("WORD"));
    }
    if (!arguments.all("WORD").empty()) {
        return print_usage_error("completion: expected one word", "the name of a shell: bash, zsh or fish");
    }
    const std::optional<std::string> script = completion(arguments.first("SHELL"));
    if (!script) {
        return print_usage_error(fmt::format("no completion for \"{}\"", arguments.first("SHELL")),
                                 "there is: bash, zsh, fish");
    }
    print(*script);
    return Exit::success;
}

namespace {

/// Returns the actions of a verb, separated by spaces. Returns an empty text if it has none.
std::string choices_of(const Verb& verb)
{
    return verb.positionals.empty() ? std::string() : std::string(verb.positionals.front().choices);
}

}  // namespace

static Exit run_man(const Arguments& arguments)
{
    const std::string name = arguments.first("VERB");
    if (!name.empty() && arguments.has("all")) {
        return print_usage_error("man: both VERB and --all", "--all writes the pages of all verbs");
    }
    if (const Page* const page = find_page(name)) {
        print(page_text(*page));
        return Exit::success;
    }
    const Verb* const verb = name.empty() ? nullptr : find_verb(name);
    if (!name.empty() && verb == nullptr) {
        return Exit::failure;
    }
    if (const std::string action = arguments.first("ACTION"); !action.empty()) {
        const std::string choices = choices_of(*verb);
        if (fmt::format(" {} ", choices).find(fmt::format(" {} ", action)) == std::string::npos) {
            return print_usage_error(fmt::format("man: {} has no action \"{}\"", verb->name, action),
                                     choices.empty() ? fmt::format("redforge man {}", verb->name)
                                                     : fmt::format("there are: {}", choices));
        }
    }
    const std::optional<std::string> folder = arguments.option("all");
    if (!folder) {
        print(man_page(verb));
        return Exit::success;
    }
    std::map<std::string, std::string> texts{{"redforge.1", man_page(nullptr)}};
    for (const Verb& each : verbs()) {
        texts.emplace(fmt::format("redforge-{}.1", each.name), man_page(&each));
    }
    for (const Page& each : pages()) {
        texts.emplace(fmt::format("redforge-{}.{}", each.name, each.section), page_text(each));
    }
    std::vector<FolderFile> files;
    FolderRules rules{.others = FolderRules::Others::stay};
    for (const auto& [file, text] : texts) {
        files.push_back({file, {as_bytes(text)}});
        rules.previous.push_back(file);
    }
    const Result<Written> written =
        write_folder(*folder, files, rules, {.overwrite = Overwrite::allow, .cancel = &cancelled()});
    return written ? Exit::success : print_error(written.error());
}

Verb schema_verb()
{
    return {
        .name = "schema",
        .summary = "print the schema of a document",
        .description =
            "Prints the XML Schema of a text form. With --reference, prints a page that lists every field. Without "
            "NAME, "
            "lists the names. --python prints the records of all documents as classes, for the Python package.",
        .examples = {{"redforge schema map > map.xsd", "for xmllint --schema map.xsd"},
                     {"redforge schema map --reference", "every field with its meaning"}},
        .positionals = {{"NAME", "a root element, e.g. map", 0, 1, schema_names()}},
        .options = {{"--reference", "", "", "the reference page, in Markdown"},
                    {"--python", "", "", "Python classes with docstrings (.pyi), for editors and type checkers"},
                    options::output,
                    options::force},
        .exclusive = {"reference python"},
        .run = run_schema,
    };
}

Verb completion_verb()
{
    return {
        .name = "completion",
        .summary = "print a completion script",
        .description =
            "Prints a script that completes verbs, options, files, field paths, names of records and actors, "
            "and ids of checks in a shell. The script calls `redforge completion paths FILE WORD` and "
            "`redforge completion actors MAP WORD`.",
        .examples = {{"redforge completion bash > ~/.local/share/bash-completion/completions/redforge", "for bash"},
                     {"redforge completion zsh > ~/.zfunc/_redforge", "for zsh, where fpath has ~/.zfunc"},
                     {"redforge completion fish > ~/.config/fish/completions/redforge.fish", "for fish"}},
        .positionals = {{"SHELL", "bash, zsh or fish; or paths or actors", 1, 1, "bash zsh fish"},
                        {"WORD", "paths, actors: a file and the beginning of a path or name in it", 0, 2, {}}},
        .run = run_completion,
    };
}

Verb man_verb()
{
    return {
        .name = "man",
        .summary = "print a man page",
        .description =
            "Prints the man page of a verb, or of the program, as roff text. --all writes all pages into a folder.",
        .examples = {{"redforge man verify | man -l -", "read one"},
                     {"redforge man paths | man -l -", "how values and records are named"}},
        .positionals = {{"VERB", "a verb, paths or edits; none for the program's own page", 0, 1, {}},
                        {"ACTION", "an action of the verb: the page of the verb describes it", 0, 1, {}, true}},
        .options = {{"--all", "", "FOLDER", "write all pages there"}},
        .run = run_man,
    };
}

}  // namespace redforge::cli
