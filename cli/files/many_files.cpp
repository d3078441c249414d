// Verbs that accept many files: finds the files, and processes them in parallel with ordered output.
#include "cli/files/many_files.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>
#include <set>
#include <system_error>
#include <thread>

#include <fmt/format.h>

#include "cli/files/game.hpp"
#include "cli/files/output.hpp"
#include "cli/line/console.hpp"
#include "cli/report/json.hpp"
#include "core/text/counts.hpp"
#include "core/text/display_text.hpp"

namespace redforge::cli {
namespace {

namespace fs = std::filesystem;

void add_file(const Arguments& arguments, Inputs& inputs, const std::string& word)
{
    std::error_code ignored;
    if (arguments.has("recursive") && fs::is_directory(word, ignored)) {
        std::ranges::move(find_files(word), std::back_inserter(inputs.files));
        inputs.folders.push_back(word);
        inputs.many = true;
    } else {
        inputs.files.push_back({word, false});
    }
}

/// Removes files that were found before, by another name or in another folder, if the verb changes them: each file is
/// changed once.
void remove_repeated(const Arguments& arguments, Inputs& inputs)
{
    if (!arguments.has("in-place") || inputs.files.size() < 2) {
        return;
    }
    std::set<fs::path> seen;
    std::erase_if(inputs.files, [&](const edit::Candidate& file) {
        std::error_code failed;
        const fs::path real = fs::canonical(file.path, failed);
        return !failed && !seen.insert(real).second;
    });
}

}  // namespace

Inputs inputs_of(const Arguments& arguments, std::string_view positional)
{
    Inputs inputs;
    for (const std::string& word : arguments.all(positional)) {
        add_file(arguments, inputs, word);
    }
    inputs.many = inputs.many || arguments.all(positional).size() > 1;
    remove_repeated(arguments, inputs);
    return inputs;
}

Inputs inputs_of(const Arguments& arguments, std::string_view positional, std::string_view more_words)
{
    Inputs inputs;
    std::vector<std::string> words(arguments.all(positional).begin(), arguments.all(positional).end());
    std::ranges::copy(arguments.all(more_words), std::back_inserter(words));
    std::size_t named = 1;
    std::error_code ignored;
    while (named + 1 < words.size() && (words[named] == "-" || fs::exists(words[named], ignored))) {
        ++named;
    }
    for (std::size_t i = 0; i < words.size(); ++i) {
        i < named ? add_file(arguments, inputs, words[i]) : inputs.words.push_back(words[i]);
    }
    inputs.many = inputs.many || named > 1;
    remove_repeated(arguments, inputs);
    return inputs;
}

Exit for_each_output(const Arguments& arguments, const Inputs& inputs, const std::string& out,
                     std::string_view extension,
                     const std::function<Exit(const std::string& input, const std::string& output)>& work)
{
    const auto work_and_report = [&](const std::string& input, const std::string& output) {
        const Exit exit = work(input, output);
        if (exit == Exit::success && arguments.has("json")) {
            print_json({{"files", nlohmann::json::array({output_json(input, output)})}});
        }
        return exit;
    };
    if (!inputs.many) {
        return work_and_report(inputs.files.front().path.string(), out);
    }
    std::error_code error;
    if (!out.ends_with('/') && !fs::is_directory(out, error)) {
        return print_usage_error(fmt::format("cannot write several files to {}: not a folder", out),
                                 fmt::format("to make one, use -o {}/", out));
    }
    fs::create_directories(out, error);
    if (error) {
        return print_error({.code = ErrorCode::io,
                            .message = fmt::format("cannot make the folder: {}", error.message()),
                            .file = out});
    }
    std::map<fs::path, fs::path> taken;
    for (const edit::Candidate& file : inputs.files) {
        const auto [other, is_new] = taken.emplace(file.path.stem(), file.path);
        if (!is_new) {
            return print_error(
                same_place(other->second.string(), file.path.string(), other->first.string() + std::string(extension)));
        }
    }
    Exit worst = Exit::success;
    Progress progress(taken.size());
    std::size_t done = 0;
    for (const auto& [stem, path] : taken) {
        if (cancelled()) {
            break;
        }
        worst =
            std::max(worst, work_and_report(path.string(), (fs::path(out) / stem).string() + std::string(extension)));
        progress.at(++done);
    }
    return worst;
}

Error same_place(std::string_view first, std::string_view second, std::string_view output)
{
    return {.code = ErrorCode::usage,
            .message = fmt::format("{} and {} would both be written to {}", first, second, output),
            .hint = "convert them one at a time, each with -o NAME"};
}

std::vector<edit::Candidate> find_all_files(const std::string& word)
{
    std::vector<fs::path> links;
    std::vector<edit::Candidate> files = edit::find_files(word, &links);
    for (const fs::path& link : links) {
        print_message(
            fmt::format("{}: skipped: a link to a folder; name it as well to include it", shown_text(link.string())));
    }
    return files;
}

std::vector<edit::Candidate> find_files(const std::string& word)
{
    std::vector<edit::Candidate> files = find_all_files(word);
    std::erase_if(files, [](const edit::Candidate& file) {
        std::error_code ignored;
        const bool skipped = file.found && fs::is_other(file.path, ignored) && !edit::has_game_name(file.path);
        if (skipped) {
            print_message(
                fmt::format("{}: skipped: a pipe, a socket or a device, not a file", shown_text(file.path.string())));
        }
        return skipped;
    });
    return files;
}

Pipes pipes_for(const Arguments& arguments, const std::string& path)
{
    const bool is_named = std::ranges::any_of(arguments.positionals, [&](const auto& positional) {
        return std::ranges::find(positional.second, path) != positional.second.end();
    });
    return is_named ? Pipes::allow : Pipes::reject;
}

bool should_skip(const edit::Candidate& candidate, const Error& error)
{
    return candidate.found && error.code == ErrorCode::unsupported;
}

Result<edit::Loaded> load(const std::string& path, Pipes pipes, const LoadContext& context, edit::RawParts raw_parts)
{
    Result<edit::Loaded> loaded = edit::load(path, pipes, context, edit::Purpose::look, raw_parts);
    if (loaded) {
        print_interrupted_write(path, *loaded);
        print_verbose(fmt::format("{}: {} ({}), {} bytes", path, loaded->document.format().name,
                                  storage_description(loaded->storage), grouped(loaded->size)));
    }
    return loaded;
}

Result<edit::Loaded> load(const std::string& path, const Arguments& arguments)
{
    const Result<LoadContext> context = names_context(arguments, path);
    return context ? load(path, pipes_for(arguments, path), *context) : fail(context.error());
}

Result<std::size_t> jobs_of(const Arguments& arguments)
{
    const std::optional<std::string> text = arguments.option("jobs");
    const std::optional<std::size_t> jobs = text ? whole_number(*text) : std::nullopt;
    if (text && (!jobs || *jobs == 0)) {
        return fail({.code = ErrorCode::usage,
                     .message = fmt::format("--jobs {}", *text),
                     .hint = "a number from 1; default: the number of cores"});
    }
    return jobs.value_or(std::max(1U, std::thread::hardware_concurrency()));
}

Progress::Progress(std::size_t total) : total_(total), next_(std::chrono::steady_clock::now() + std::chrono::seconds(1))
{
}

Progress::~Progress()
{
    clear_progress();
}

void Progress::at(std::size_t done)
{
    const auto now = std::chrono::steady_clock::now();
    if (total_ > 1 && now >= next_) {
        show_progress(done, total_);
        next_ = now + std::chrono::milliseconds(100);
    }
}

void run_in_order(std::size_t count, std::size_t jobs, const std::function<void(std::size_t)>& work,
                  const std::function<void(std::size_t)>& done)
{
    Progress progress(count);
    if (std::min(jobs, count) <= 1) {
        for (std::size_t i = 0; i < count && !cancelled(); ++i) {
            work(i);
            done(i);
            progress.at(i + 1);
        }
        return;
    }
    std::vector<char> is_ready(count);
    std::vector<std::vector<std::string>> lines(count);
    std::atomic<std::size_t> next{0};
    std::size_t finished = 0;
    std::mutex mutex;
    std::condition_variable ready;
    const auto run = [&] {
        for (std::size_t i = next++; i < count && !cancelled(); i = next++) {
            {
                const KeptLines keeping(lines[i]);
                work(i);
            }
            const std::lock_guard lock(mutex);
            is_ready[i] = 1;
            ++finished;
            ready.notify_one();
        }
        const std::lock_guard lock(mutex);
        ready.notify_one();
    };
    std::vector<std::jthread> workers;
    try {
        for (std::size_t i = 0; i < std::min(jobs, count); ++i) {
            workers.emplace_back(run);
        }
    } catch (const std::system_error&) {
        if (workers.empty()) {  // no thread could be created
            run();
        }
    }
    for (std::size_t i = 0; i < count; ++i) {
        std::unique_lock lock(mutex);
        while (!ready.wait_for(lock, std::chrono::milliseconds(100), [&] { return is_ready[i] != 0 || cancelled(); })) {
            progress.at(finished);
        }
        progress.at(finished);
        if (is_ready[i] == 0) {
            return;
        }
        lock.unlock();
        print_stored_lines(lines[i]);
        lines[i] = {};
        done(i);
    }
}

}  // namespace redforge::cli
