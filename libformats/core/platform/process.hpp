// System interface for processes: arguments, environment, terminal, signals, other programs. One source file for each
// system.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <tl/expected.hpp>

namespace redforge::platform {

/// Returns an environment variable in UTF-8; nullopt if it is missing or empty.
[[nodiscard]] std::optional<std::string> environment(const char* name);

/// Returns the command line arguments in UTF-8, without the program name. `words`: argv.
[[nodiscard]] std::vector<std::string> command_arguments(int count, char** words);

/// Expands a wildcard (* or ?) to the matching files, sorted, on systems whose shells do not (Windows). Returns the
/// word itself if nothing matches, and on other systems.
[[nodiscard]] std::vector<std::string> expanded(const std::string& word);

/// Returns the path of the running program.
[[nodiscard]] std::filesystem::path program_path();
/// Returns the folders in which a shell searches for programs.
[[nodiscard]] std::vector<std::filesystem::path> program_folders();

enum class Stream : std::uint8_t { output, error };

[[nodiscard]] bool is_terminal(Stream stream);
/// Returns true if it is a terminal that supports colours and clearing.
[[nodiscard]] bool is_capable_terminal(Stream stream);
/// Call after a write to standard output has failed. Returns true if the reader has closed it.
[[nodiscard]] bool reader_is_gone();
/// Exit status of a program that a closed pipe ended, as shells report it: 128 + SIGPIPE.
inline constexpr int ended_by_closed_pipe = 141;

/// Sets up a program without a window; call it before threads are started. Handles Ctrl+C and termination requests
/// (cancelled()), and turns a file size limit into an error. A closed pipe ends the program silently. If work does not
/// stop shortly after a request, the program is ended: work that does not check the flag, or waits for a pipe. An
/// interrupted write leaves the old file whole. Standard streams are binary; terminals display UTF-8.
void take_signals();
/// Returns the flag that Ctrl+C and termination requests set. Writing stops then and leaves no files.
[[nodiscard]] const std::atomic<bool>& cancelled();
/// Ends the program in the way of the signal that cancelled it. Returns if there was no signal.
void end_if_stopped();

struct ProcessResult {
    int status{};
    std::string output;  ///< standard output
};

enum class ErrorOutput : std::uint8_t { inherit, discard };

/// Runs a program, found like in a shell, and waits for it. The first word is its name.
[[nodiscard]] tl::expected<ProcessResult, std::error_code> run(const std::vector<std::string>& words,
                                                               ErrorOutput errors = ErrorOutput::inherit);

}  // namespace redforge::platform
