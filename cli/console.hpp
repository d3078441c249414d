// What the verbs share: printing, errors, and the choice of where and how to write.
#pragma once

#include <atomic>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "core/error.hpp"
#include "core/files.hpp"
#include "edit/document.hpp"
#include "verb.hpp"

namespace redforge::cli {

/// Set by Ctrl+C and SIGTERM; writing stops at it and leaves nothing behind.
[[nodiscard]] const std::atomic<bool>& cancelled();

/// Data, to standard output; on a terminal without its control characters.
void print(std::string_view text);
/// Begins what --json prints: one object, with the errors that are told from here on.
void begin_json(std::string_view verb);
/// Adds to it: arrays of a name that is there grow.
void print_json(const nlohmann::json& value);
/// Prints it.
void end_json();
/// Everything else, to standard error; nothing after --quiet.
void print_message(std::string_view text);
/// While it lives, what this thread says is kept in `lines` instead of printed, so that files which are worked on side by
/// side print theirs in order.
class KeptLines {
public:
    explicit KeptLines(std::vector<std::string>& lines);
    KeptLines(const KeptLines&) = delete;
    KeptLines& operator=(const KeptLines&) = delete;
    ~KeptLines();
};
/// Prints lines that were kept.
void say_kept(const std::vector<std::string>& lines);
/// Prints a message if --verbose is given.
void print_verbose(std::string_view text);
/// Takes --quiet and --verbose.
void take_verbosity(const Arguments& arguments);
/// The exit code that an error means: that nothing was found is no trouble.
[[nodiscard]] Exit exit_of(const Error& error);
/// An error, to standard error, as "redforge: WHERE: WHAT".
Exit print_error(const Error& error);
/// Adds an error to what --json prints, without a word on standard error.
void add_json_error(const Error& error);
Exit print_usage_error(std::string_view message, std::string_view hint);

/// Whether standard error is a terminal that takes colour (NO_COLOR and TERM=dumb are respected).
[[nodiscard]] bool colour_wanted();
/// Whether --quiet was given.
[[nodiscard]] bool is_quiet();

/// "3 of 120 files" in the last line of a terminal, until anything else is printed; nothing elsewhere and after --quiet.
void show_progress(std::size_t done, std::size_t total);
/// The same for other words: "42 %".
void show_progress(std::string_view words);
void clear_progress();

/// Refuses --json beside a document on standard output. Errors: usage.
[[nodiscard]] Status check_json_output(const Arguments& arguments, std::string_view out);

/// Where an edited document goes: --output or --in-place; a usage error when neither or both are given.
struct Destination {
    std::filesystem::path path;
    edit::Storage storage{};
    WriteOptions options;
};
[[nodiscard]] Result<Destination> destination(const Arguments& arguments, const edit::Loaded& loaded,
                                              const std::filesystem::path& input);

/// How a document is stored at a path: as text when it ends in .xml, as the game's file when it has such an extension,
/// else as `otherwise`.
[[nodiscard]] edit::Storage storage_for(const std::filesystem::path& path, const edit::Document& document,
                                        edit::Storage otherwise);

/// "a Redguard map" and so on, for messages.
[[nodiscard]] std::string_view storage_description(edit::Storage storage);

/// A number from 0, and nothing else.
[[nodiscard]] std::optional<std::size_t> whole_number(std::string_view text);

/// "1 face", "2 faces"; "2 vertices" where `words` says how many are called.
[[nodiscard]] std::string plural(std::size_t count, std::string_view word, std::string_view words = {});

}  // namespace redforge::cli
