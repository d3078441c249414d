// Shared functions of the verbs: printing, errors, and the choice of output.
#include "cli/line/console.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/files/output.hpp"
#include "cli/report/json.hpp"
#include "core/platform/process.hpp"
#include "core/text/display_text.hpp"
#include "core/text/letter_case.hpp"

namespace redforge::cli {
namespace {

bool only_errors = false;     // NOLINT(*non-const-global*): --quiet
bool is_verbose = false;            // NOLINT(*non-const-global*): --verbose
bool progress_shown = false;  // NOLINT(*non-const-global*): a line of progress is on the terminal

thread_local std::vector<std::string>* kept_lines = nullptr;  // NOLINT(*non-const-global*): of KeptLines

}  // namespace

const std::atomic<bool>& cancelled()
{
    return platform::cancelled();
}

namespace {

/// Returns the --json output that is printed when the verb ends. Returns nullptr without --json.
std::unique_ptr<nlohmann::json>& result()
{
    static std::unique_ptr<nlohmann::json> json;
    return json;
}

bool& has_result()
{
    static bool has = false;
    return has;
}

}  // namespace

void print(std::string_view text)
{
    static const bool is_terminal = platform::is_terminal(platform::Stream::output);
    const std::string shown = is_terminal ? shown_text(text, true) : std::string{};
    const std::string_view out = is_terminal ? std::string_view(shown) : text;
    clear_progress();
    std::fwrite(out.data(), 1, out.size(), stdout);
}

void print_json(const nlohmann::json& value)
{
    for (const auto& [key, part] : value.items()) {
        nlohmann::json& whole = (*result())[key];
        if (whole.is_array() && part.is_array()) {
            whole.insert(whole.end(), part.begin(), part.end());
        } else {
            whole = part;
        }
    }
    has_result() = true;
}

void begin_json(std::string_view verb)
{
    result() = std::make_unique<nlohmann::json>();
    (*result())["schema"] = 1;
    (*result())["verb"] = verb;
    (*result())["errors"] = nlohmann::json::array();
}

void end_json()
{
    if (result() != nullptr && (has_result() || !(*result())["errors"].empty())) {
        // Only file names can be invalid UTF-8, and the output has their bytes too.
        print(result()->dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
    }
}

void take_verbosity(const Arguments& arguments)
{
    only_errors = arguments.has("quiet");
    is_verbose = arguments.has("verbose");
}

namespace {

void print_always(std::string_view text)
{
    if (kept_lines != nullptr) {
        kept_lines->emplace_back(text);
        return;
    }
    clear_progress();
    std::fflush(stdout);  // keep the order if stdout and stderr share a target
    const std::string shown = shown_text(text, true) + "\n";
    std::fwrite(shown.data(), 1, shown.size(), stderr);
    std::fflush(stderr);  // Windows buffers it if it is not a terminal
}

}  // namespace

void print_message(std::string_view text)
{
    if (!only_errors) {
        print_always(text);
    }
}

KeptLines::KeptLines(std::vector<std::string>& lines)
{
    kept_lines = &lines;
}

KeptLines::~KeptLines()
{
    kept_lines = nullptr;
}

void print_stored_lines(const std::vector<std::string>& lines)
{
    std::ranges::for_each(lines, print_always);
}

void print_verbose(std::string_view text)
{
    if (is_verbose) {
        print_message(text);
    }
}

bool colour_wanted()
{
    return platform::is_capable_terminal(platform::Stream::error) && !platform::environment("NO_COLOR");
}

bool is_quiet()
{
    return only_errors;
}

void show_progress(std::size_t done, std::size_t total)
{
    show_progress(fmt::format("{} of {} files", done, total));
}

void show_progress(std::string_view words)
{
    static const bool wanted = platform::is_capable_terminal(platform::Stream::error) && !only_errors;
    if (wanted) {
        fmt::print(stderr, "\r{}\x1b[K", words);
        std::fflush(stderr);
        progress_shown = true;
    }
}

void clear_progress()
{
    if (std::exchange(progress_shown, false)) {
        fmt::print(stderr, "\r\x1b[K");
        std::fflush(stderr);
    }
}

Exit exit_of(const Error& error)
{
    return error.code == ErrorCode::not_found ? Exit::finding : Exit::failure;
}

Exit print_error(const Error& error)
{
    if (colour_wanted()) {
        clear_progress();
        std::fflush(stdout);
        fmt::print(stderr, "\x1b[31mredforge:\x1b[0m ");
        print_always(describe(error));
    } else {
        print_always(fmt::format("redforge: {}", describe(error)));
    }
    add_json_error(error);
    return exit_of(error);
}

void add_json_error(const Error& error)
{
    if (result() != nullptr) {
        (*result())["errors"].push_back(json_of(error));
    }
}

Exit print_usage_error(std::string_view message, std::string_view hint)
{
    return print_error({.code = ErrorCode::usage, .message = std::string(message), .hint = std::string(hint)});
}

Status check_json_output(const Arguments& arguments, std::string_view out)
{
    if (out == "-" && arguments.has("json") && !arguments.has("dry-run")) {
        return fail({.code = ErrorCode::usage,
                     .message = "both the file and the JSON to standard output",
                     .hint = "use -o FILE, or leave out --json"});
    }
    return {};
}

Result<Destination> destination(const Arguments& arguments, const edit::Loaded& loaded,
                                const std::filesystem::path& input)
{
    const std::optional<std::string> out = arguments.option("output");
    const bool in_place = arguments.has("in-place");
    if (out.has_value() == in_place && !arguments.has("dry-run")) {
        return fail({.code = ErrorCode::usage,
                     .message = in_place ? "-o and --in-place exclude each other" : "no output given",
                     .hint = "use -o FILE or --in-place"});
    }
    if (in_place && input == "-") {
        return fail(
            {.code = ErrorCode::usage, .message = "standard input cannot be changed in place", .hint = "use -o OUT"});
    }
    if (Status status = check_json_output(arguments, out.value_or("")); !status) {
        return fail(std::move(status.error()));
    }
    Destination result;
    result.path = out ? std::filesystem::path(*out) : input;
    result.storage = out ? storage_for(result.path, loaded.document, loaded.storage) : loaded.storage;
    std::error_code ignored;
    const bool is_file_of_folder = loaded.storage == edit::Storage::folder && result.storage == loaded.storage &&
                                   is_input(result.path, loaded, input) &&
                                   !std::filesystem::is_directory(result.path, ignored);
    if (is_file_of_folder) {  // the user named the map.xml of a folder
        if (input.filename() != edit::folder_document_name(loaded.document.format())) {
            return fail({.code = ErrorCode::usage,
                         .message = "is not the name of the folder's main text",
                         .file = input.string(),
                         .hint = fmt::format("use -o OUT, or call it {}",
                                             edit::folder_document_name(loaded.document.format()))});
        }
        result.path = input.has_parent_path() ? input.parent_path() : ".";
    }
    result.options = options_for(arguments, result.path, result.storage, loaded, input);
    return result;
}

edit::Storage storage_for(const std::filesystem::path& path, const edit::Document& document, edit::Storage otherwise)
{
    const std::string extension = lower(path.extension().string());
    if (extension == ".xml") {
        return edit::Storage::text;
    }
    if (edit::is_extension_of(document.format(), extension)) {
        return edit::Storage::binary;
    }
    return path == "-" && otherwise == edit::Storage::folder ? edit::Storage::text : otherwise;
}

std::string_view storage_description(edit::Storage storage)
{
    switch (storage) {
    case edit::Storage::binary: return "file";
    case edit::Storage::text: return "XML";
    case edit::Storage::folder: return "unpacked folder";
    }
    return "";
}

std::optional<std::size_t> whole_number(std::string_view text)
{
    std::size_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && stop == end && !text.empty() ? std::optional(number) : std::nullopt;
}

}  // namespace redforge::cli
