// Verbs that accept many files: finds the files, and processes them in parallel with ordered output.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/line/verb.hpp"
#include "edit/document/document.hpp"
#include "edit/document/verify.hpp"

namespace redforge::cli {

/// The files and folders of a command line, and the words after them.
struct Inputs {
    std::vector<edit::Candidate> files;
    bool many{};                         ///< there can be several files, so results name their file
    std::vector<std::string> words;      ///< paths and values
    std::vector<std::string> folders{};  ///< searched folders
};

/// Returns the files that FILE names; with --recursive, also the files in folders.
[[nodiscard]] Inputs inputs_of(const Arguments& arguments, std::string_view positional = "FILE");
/// Same as above, for a positional followed by words of the positional `more_words`: the first word is a file, and so
/// are the next ones that exist on the disk. The last word is never a file.
[[nodiscard]] Inputs inputs_of(const Arguments& arguments, std::string_view positional, std::string_view more_words);

/// Calls `work` for each input and its output path: OUT for a single input; for several, their names with another
/// extension in the folder OUT. Returns the worst exit code.
[[nodiscard]] Exit
for_each_output(const Arguments& arguments, const Inputs& inputs, const std::string& out, std::string_view extension,
                const std::function<Exit(const std::string& input, const std::string& output)>& work);

/// Returns the error for two inputs with one output path.
[[nodiscard]] Error same_place(std::string_view first, std::string_view second, std::string_view output);

/// Lists the files that a word of the command line stands for, as edit::find_files() does. Prints the links to folders
/// that it skips.
[[nodiscard]] std::vector<edit::Candidate> find_all_files(const std::string& word);
/// Same as above. In a searched folder it also skips pipes, sockets and devices and prints their names; those with the
/// name of a game's file remain, because they are errors.
[[nodiscard]] std::vector<edit::Candidate> find_files(const std::string& word);

/// Allows pipes for words of the command line. Rejects them for files that were found in a folder, because opening one
/// can block forever.
[[nodiscard]] Pipes pipes_for(const Arguments& arguments, const std::string& path);

/// Returns true if loading a file failed because its format is not supported, and the file was only found in a folder.
[[nodiscard]] bool should_skip(const edit::Candidate& candidate, const Error& error);

/// Loads a document for reading only. Prints its name with --verbose.
[[nodiscard]] Result<edit::Loaded> load(const std::string& path, Pipes pipes, const LoadContext& context = {},
                                        edit::RawParts raw_parts = edit::RawParts::skip);
/// Same as above, with the names for scripts from --game and --soup-def.
[[nodiscard]] Result<edit::Loaded> load(const std::string& path, const Arguments& arguments);

/// Returns the number of threads: from --jobs, or the number of cores. Errors: usage.
[[nodiscard]] Result<std::size_t> jobs_of(const Arguments& arguments);

/// Shows the progress of work on many files on a terminal, after the first second.
class Progress {
public:
    explicit Progress(std::size_t total);
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    ~Progress();

    void at(std::size_t done);

private:
    std::size_t total_;
    std::chrono::steady_clock::time_point next_;
};

/// Calls `work` for the numbers below `count` on several threads, and `done` in ascending order as soon as they are
/// ready. Ends early if the program is cancelled.
void run_in_order(std::size_t count, std::size_t jobs, const std::function<void(std::size_t)>& work,
                  const std::function<void(std::size_t)>& done);

}  // namespace redforge::cli
