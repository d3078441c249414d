// Finds the game folder.
#include "cli/files/game.hpp"

#include <mutex>
#include <set>

#include <fmt/format.h>

#include "cli/files/finish.hpp"
#include "cli/line/console.hpp"
#include "core/files/files.hpp"
#include "core/platform/process.hpp"
#include "core/text/code_page.hpp"
#include "core/text/letter_case.hpp"
#include "edit/plugin/master_lists.hpp"
#include "obscript/user_commands.hpp"
#include "project/project.hpp"
#include "scene/installed_game.hpp"
#include "soup/names/name_files.hpp"
#include "tes/form/data_folder.hpp"
#include "tes/form/load_order.hpp"
#include "tes/form/plugin_file.hpp"
#include "tes/plugin/plugin.hpp"

namespace redforge::cli {

namespace fs = std::filesystem;

namespace {

/// Returns the default game folder for files outside of one: $REDFORGE_GAME, else the installed game. Empty if there is
/// none.
fs::path default_game_folder()
{
    const auto named = platform::environment("REDFORGE_GAME");
    return named ? fs::path(*named) : scene::installed_game();
}

/// Prints a message unless it was printed before. Thread-safe.
void print_once(const std::string& message)
{
    static std::mutex mutex;
    static std::set<std::string> printed;
    const std::scoped_lock lock(mutex);
    if (printed.insert(message).second) {
        print_message(message);
    }
}

/// Returns a context with the names for scripts of Redguard.
Result<LoadContext> soup_context(const Arguments& arguments, const std::string& input)
{
    const auto print_note = [](const std::string& problem) { print_message("note: " + problem); };
    const auto game = arguments.option("game");
    std::error_code ignored;
    if (game && !fs::is_directory(*game, ignored)) {
        return fail({.code = ErrorCode::io, .message = "no such folder", .file = *game});
    }
    const auto definitions = arguments.option("soup-def");
    if (!definitions) {
        return game ? soup::context_of(*game, print_note)
                    : soup::context_around(input, print_note, default_game_folder());
    }
    LoadContext context;
    const fs::path around = soup::game_folder_around(input);
    context.game_folder = game ? fs::path(*game) : around.empty() ? default_game_folder() : around;
    context.definitions = *definitions;
    Result<soup::FoundNames> names = soup::load_names(context.game_folder, context.definitions);
    if (!names) {
        return fail(names.error());
    }
    report(names->problems);
    context.services.set(std::move(names->names));
    return context;
}

}  // namespace

std::optional<fs::path> game_root(const Arguments& arguments, const std::string& input)
{
    if (const auto named = arguments.option("game")) {
        return *named;
    }
    if (auto around = scene::game_folder_of(input)) {
        return around;
    }
    // Settings are directly in the game folder.
    std::error_code failed;
    if (fs::path folder = fs::absolute(input, failed).parent_path(); !failed && scene::is_game_folder(folder)) {
        return folder;
    }
    const fs::path standard = default_game_folder();
    return standard.empty() ? std::nullopt : std::optional(standard);
}

Result<std::optional<scene::GameFolder>> game_of(const Arguments& arguments, const std::string& input)
{
    print_missing_project_folders(arguments, input);
    const auto root = game_root(arguments, input);
    if (!root) {
        return std::nullopt;
    }
    Result<scene::GameFolder> found = scene::index_game_folder(*root);
    if (!found) {
        if (arguments.has("game")) {
            return fail(found.error());
        }
        print_once("note: " + describe(found.error()));
        return std::nullopt;
    }
    report(found->problems);
    return std::optional(std::move(*found));
}

Result<LoadContext> names_context(const Arguments& arguments, const std::string& input)
{
    print_missing_project_folders(arguments, input);
    Result<LoadContext> context = soup_context(arguments, input);
    const auto data = arguments.option("data");
    std::error_code ignored;
    if (data && !fs::is_directory(*data, ignored)) {
        return fail({.code = ErrorCode::io, .message = "no such folder", .file = *data});
    }
    if (context && data) {
        context->services.set(tes::data_in(*data));
    }
    if (context) {
        Result<std::shared_ptr<const obscript::UserCommands>> table = named_commands(arguments);
        if (!table) {
            return fail(table.error());
        }
        context->services.set(*table ? std::move(*table) : obscript::commands_around(input));
        print_table_problems(context->services.find<obscript::UserCommands>());
    }
    if (const auto encoding = arguments.option("encoding"); context && encoding) {
        const Result<CodePage> page = page_named(*encoding);
        if (!page) {
            return fail(page.error());
        }
        context->page = *page;
    }
    return context;
}

std::string probable_plugin_name(const fs::path& path, const edit::Document& document)
{
    constexpr std::uint32_t master_flag = 0x1;
    const std::string name = tes::plugin_file_name(path);
    const tes::Plugin* const plugin = edit::plugin_of(document.root());
    const bool is_master = plugin != nullptr && (plugin->header.flags & master_flag) != 0;
    return tes::is_plugin_name(name) ? name : name + (is_master ? ".esm" : ".esp");
}

Result<std::string> plugin_name(const Arguments& arguments, std::string_view option, const fs::path& path)
{
    const std::optional<std::string> given = arguments.option(option);
    if (!given) {
        return tes::plugin_file_name(path);
    }
    Result<std::string> bytes = decode_text(*given, CodePage::cp1252);
    if (bytes && (!tes::is_plugin_name(*bytes) || fs::path(*given).filename() != *given)) {
        return fail({.code = ErrorCode::usage,
                     .message = fmt::format("--{}: \"{}\" is not the file name of a plugin", option, *given),
                     .hint = "give a name that ends with .esm, .esp or .esl"});
    }
    return bytes;
}

void print_missing_project_folders(const Arguments& arguments, const std::string& input)
{
    const auto settings = project::valid_settings_around(input);
    if (settings == nullptr) {
        return;
    }
    for (const auto& [name, folder] : {std::pair("game", &settings->game), std::pair("data", &settings->data)}) {
        std::error_code ignored;
        if (*folder && !arguments.has(name) && !fs::is_directory(**folder, ignored)) {
            print_once(fmt::format("note: {}: the folder of \"{}\" does not exist: {}", settings->file.string(), name,
                                   (*folder)->string()));
        }
    }
}

void print_table_problems(const obscript::UserCommands* table)
{
    if (table != nullptr && !table->problem().empty()) {
        print_once("note: " + table->problem());  // a problem names its file
    }
}

Result<std::shared_ptr<const obscript::UserCommands>> named_commands(const Arguments& arguments)
{
    const auto file = arguments.option("commands");
    if (!file) {
        return nullptr;
    }
    const Result<std::string> text = read_text_file(*file);
    auto table = text ? obscript::UserCommands::read(*text)
                      : Result<std::shared_ptr<const obscript::UserCommands>>(fail(text.error()));
    return table ? table : fail(in_file(table.error(), *file));
}

void report(const std::vector<std::string>& problems)
{
    constexpr std::size_t max_problems = 10;
    for (std::size_t i = 0; i < problems.size() && i < max_problems; ++i) {
        print_message("note: " + problems[i]);
    }
    if (problems.size() > max_problems) {
        print_message(fmt::format("note: and {} more like these", problems.size() - max_problems));
    }
}

}  // namespace redforge::cli
