// What a program asks of the system about itself: its words, its terminal, signals, other programs. One source a system.
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

/// Returns the command line arguments in UTF-8, without the program's name.
[[nodiscard]] std::vector<std::string> command_description(int count, char** words);

/// The files that a word with * or ? stands for, sorted, where shells leave wildcards to programs; one that stands for none is
/// itself. Elsewhere every word is itself.
[[nodiscard]] std::vector<std::string> expanded(const std::string& word);

/// The file of the program that runs.
[[nodiscard]] std::filesystem::path program_path();
/// The folders in which a shell looks for programs.
[[nodiscard]] std::vector<std::filesystem::path> program_folders();

enum class Stream : std::uint8_t { output, error };

[[nodiscard]] bool is_terminal(Stream stream);
/// Returns true if it is a terminal that supports colours and clearing.
[[nodiscard]] bool is_capable_terminal(Stream stream);
/// Call after a write to standard output has failed. Returns true if the reader has closed it.
[[nodiscard]] bool reader_is_gone();
/// The status of a program that such a pipe ended, as the shell has it: 128 + SIGPIPE.
inline constexpr int ended_by_closed_pipe = 141;

/// For programs without a window; call it before starting threads. Handles Ctrl+C and termination requests
/// (cancelled()), and turns a file size limit into an error. A closed pipe ends the program silently. If work does not
/// stop shortly after a request, the program is ended: work that does not check the flag, or waits for a pipe. An
/// interrupted write leaves the old file whole. Standard streams are binary; terminals display UTF-8.
void take_signals();
/// Set by Ctrl+C and requests to end; writing stops at it and leaves nothing behind.
[[nodiscard]] const std::atomic<bool>& cancelled();
/// Ends the program as the signal that stopped it would have; returns when there was none.
void end_if_stopped();

struct ProcessResult {
    int status{};
    std::string output;  ///< standard output
};

/// Runs a program that is found like a shell's, with the first word as its name, and waits for it.
[[nodiscard]] tl::expected<ProcessResult, std::error_code> run(const std::vector<std::string>& words);

}  // namespace redforge::platform
