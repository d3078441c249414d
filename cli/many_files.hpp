// Verbs that take many files: which they are, and working on them on all cores with the results in their order.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "edit/document.hpp"
#include "edit/verify.hpp"
#include "verb.hpp"

namespace redforge::cli {

/// The files and folders of a command line, and what stands behind them.
struct Inputs {
    std::vector<edit::Candidate> files;
    bool many{};                         ///< more than one may have been meant: results say whose they are
    std::vector<std::string> words;      ///< paths and values
    std::vector<std::string> folders{};  ///< those that were searched
};

/// The files that FILE names; with --recursive what is in folders too.
[[nodiscard]] Inputs inputs_of(const Arguments& arguments, std::string_view positional = "FILE");
/// The same where words of `behind` follow: the first word is a file, and so are those after it that are there on the
/// disk; the last word never is.
[[nodiscard]] Inputs inputs_of(const Arguments& arguments, std::string_view positional, std::string_view behind);

/// Calls `work` for each input with the name to write to: OUT for one; for several their own names with another
/// extension, in the folder OUT. The worst of what came of them.
[[nodiscard]] Exit
for_each_output(const Arguments& arguments, const Inputs& inputs, const std::string& out, std::string_view extension,
                const std::function<Exit(const std::string& input, const std::string& output)>& work);

/// That two inputs would be written to one place.
[[nodiscard]] Error same_place(std::string_view first, std::string_view second, std::string_view output);

/// Lists the files that a word of the command line stands for, as edit::find_files() does. In a searched folder it skips
/// pipes, sockets and devices and prints their names; those with the name of a game's file remain, because they are errors.
[[nodiscard]] std::vector<edit::Candidate> find_files(const std::string& word);

/// Allows pipes for words of the command line. Rejects them for files that were found in a folder, because opening one can
/// block forever.
[[nodiscard]] Pipes pipes_for(const Arguments& arguments, const std::string& path);

/// Whether a file that was found in a folder is none of ours, and to be passed over.
[[nodiscard]] bool is_foreign(const edit::Candidate& candidate, const Error& error);

/// Reads a document to be looked at; --verbose tells it.
[[nodiscard]] Result<edit::Loaded> load(const std::string& path, Pipes pipes, const LoadContext& context = {},
                                        edit::RawParts raw_parts = edit::RawParts::skip);
/// The same with the names for scripts that --game and --soup-def give.
[[nodiscard]] Result<edit::Loaded> load(const std::string& path, const Arguments& arguments);

/// The number of threads of --jobs, or that of the cores. Errors: usage.
[[nodiscard]] Result<std::size_t> jobs_of(const Arguments& arguments);

/// Says on a terminal how far work on many files is, from its first second on.
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

/// Calls `work` for the numbers below `count` on some threads, and `done` in their order as soon as they are ready.
/// Ends early when the program is to stop.
void run_in_order(std::size_t count, std::size_t jobs, const std::function<void(std::size_t)>& work,
                  const std::function<void(std::size_t)>& done);

}  // namespace redforge::cli
