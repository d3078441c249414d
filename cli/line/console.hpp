// Shared functions of the verbs: printing, errors, and the choice of output.
#pragma once

#include <atomic>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "cli/line/verb.hpp"
#include "core/error.hpp"
#include "core/files/files.hpp"
#include "edit/document/document.hpp"

namespace redforge::cli {

/// Returns the flag that Ctrl+C and SIGTERM set. Writing stops then and leaves no files.
[[nodiscard]] const std::atomic<bool>& cancelled();

/// Prints data to standard output. On a terminal, control characters are escaped.
void print(std::string_view text);
/// Begins the output of --json: one object, which also collects the errors reported from then on.
void begin_json(std::string_view verb);
/// Adds members to the output of --json. An existing array is extended.
void print_json(const nlohmann::json& value);
/// Prints the output of --json.
void end_json();
/// Prints a message to standard error. Does nothing after --quiet.
void print_message(std::string_view text);
/// While it exists, messages of this thread are stored in `lines` instead of printed, so that files that are processed
/// in parallel print their messages in order.
class KeptLines {
public:
    explicit KeptLines(std::vector<std::string>& lines);
    KeptLines(const KeptLines&) = delete;
    KeptLines& operator=(const KeptLines&) = delete;
    ~KeptLines();
};
/// Prints stored lines.
void print_stored_lines(const std::vector<std::string>& lines);
/// Prints a message if --verbose is given.
void print_verbose(std::string_view text);
/// Sets the effect of --quiet and --verbose.
void take_verbosity(const Arguments& arguments);
/// Returns the exit code for an error: `finding` for not_found, else `failure`.
[[nodiscard]] Exit exit_of(const Error& error);
/// Prints an error to standard error: "redforge: WHERE: WHAT".
Exit print_error(const Error& error);
/// Adds an error to the output of --json, without printing it to standard error.
void add_json_error(const Error& error);
Exit print_usage_error(std::string_view message, std::string_view hint);

/// Returns true if standard error is a terminal that supports colour (respects NO_COLOR and TERM=dumb).
[[nodiscard]] bool colour_wanted();
/// Returns true after --quiet.
[[nodiscard]] bool is_quiet();

/// Shows "3 of 120 files" in the last line of a terminal, until anything else is printed. Does nothing after --quiet,
/// or without a terminal.
void show_progress(std::size_t done, std::size_t total);
/// Same as above, for another text: "42 %".
void show_progress(std::string_view words);
void clear_progress();

/// Fails if both --json and a document go to standard output. Errors: usage.
[[nodiscard]] Status check_json_output(const Arguments& arguments, std::string_view out);

/// Output of an edited document: --output or --in-place. destination() fails with usage if neither or both are given.
struct Destination {
    std::filesystem::path path;
    edit::Storage storage{};
    WriteOptions options;
};
[[nodiscard]] Result<Destination> destination(const Arguments& arguments, const edit::Loaded& loaded,
                                              const std::filesystem::path& input);

/// Returns the form of a document at a path: text for .xml, a game file for an extension of the format, else
/// `otherwise`.
[[nodiscard]] edit::Storage storage_for(const std::filesystem::path& path, const edit::Document& document,
                                        edit::Storage otherwise);

/// Returns the name of a stored form for messages: "file", "XML" or "unpacked folder".
[[nodiscard]] std::string_view storage_description(edit::Storage storage);

/// Parses a number that is not negative. Returns nullopt for other texts.
[[nodiscard]] std::optional<std::size_t> whole_number(std::string_view text);

}  // namespace redforge::cli
