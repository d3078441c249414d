// `review`: shows in a browser what changed between two revisions of a git repository.
#include <algorithm>
#include <filesystem>
#include <random>
#include <set>

#include <fmt/format.h>

#include "cli/files/git.hpp"
#include "cli/files/project.hpp"
#include "cli/line/console.hpp"
#include "cli/line/options.hpp"
#include "cli/line/verb.hpp"
#include "cli/verbs/diff.hpp"
#include "core/files/files.hpp"
#include "core/text/counts.hpp"
#include "edit/document/document.hpp"

namespace redforge::cli {

namespace fs = std::filesystem;

namespace {

constexpr const char* standard_page = "review.html";

/// The two sides of a review.
struct Revisions {
    std::string before;  ///< id of a commit
    std::string after;
};

/// Returns the id of the commit that a name stands for. Errors: usage.
Result<std::string> commit_of(const std::string& name)
{
    const Result<platform::ProcessResult> found =
        run_git({}, {"rev-parse", "--verify", "--quiet", "--end-of-options", name + "^{commit}"},
                platform::ErrorOutput::discard);
    if (!found || found->status == 0) {
        return found ? Result<std::string>(first_line(found->output)) : fail(found.error());
    }
    return fail({.code = ErrorCode::usage,
                 .message = fmt::format("review: git knows no revision \"{}\"", name),
                 .hint = "git log --oneline lists revisions; a branch that was not fetched is origin/NAME"});
}

/// Parses BEFORE..AFTER; BEFORE...AFTER compares with their common ancestor, and a single name means NAME..HEAD.
Result<Revisions> parse_revisions(const std::string& range)
{
    const std::size_t dots = range.find("..");
    const bool is_from_ancestor = dots != std::string::npos && range.substr(dots).starts_with("...");
    const auto or_head = [](std::string name) { return name.empty() ? "HEAD" : std::move(name); };
    const std::string first = or_head(range.substr(0, dots));
    const std::string second =
        dots == std::string::npos ? "HEAD" : or_head(range.substr(dots + (is_from_ancestor ? 3 : 2)));
    Result<std::string> before = commit_of(first);
    Result<std::string> after = before ? commit_of(second) : fail(before.error());
    if (!after) {
        return fail(after.error());
    }
    if (is_from_ancestor) {
        const Result<std::string> ancestor = git_output({}, {"merge-base", *before, *after});
        if (!ancestor) {
            return fail(
                {.code = ErrorCode::usage,
                 .message = fmt::format("review: {} and {} have no common ancestor in this clone", first, second),
                 .hint = "a shallow clone lacks it: git fetch --unshallow"});
        }
        before = first_line(*ancestor);
    }
    return Revisions{std::move(*before), std::move(*after)};
}

using Names = std::set<std::string>;

Result<Names> files_in(const fs::path& top, const std::string& commit)
{
    return git_output(top, {"ls-tree", "-r", "-z", "--name-only", "--full-tree", commit})
        .transform([](const std::string& text) {
            std::vector<std::string> names = split_text(text, '\0');
            return Names(std::make_move_iterator(names.begin()), std::make_move_iterator(names.end()));
        });
}

/// Returns the folder of the unpacked document that a file belongs to, with "/" at its end. Empty if the file is in
/// none.
std::string document_folder(const std::string& file, const Names& before, const Names& after)
{
    for (std::size_t slash = file.rfind('/'); slash != std::string::npos && slash > 0;
         slash = file.rfind('/', slash - 1)) {
        const std::string folder = file.substr(0, slash + 1);
        for (const Format& format : edit::formats()) {
            const std::string document = folder + edit::folder_document_name(format);
            if (before.contains(document) || after.contains(document)) {
                return folder;
            }
        }
    }
    return {};
}

/// Two temporary folders with the files of the revisions. Each is a work tree of the repository, so that git
/// converts line ends and runs filters as in any checkout.
class CheckedOut {
public:
    explicit CheckedOut(fs::path top) : top_(std::move(top)) {}
    CheckedOut(const CheckedOut&) = delete;
    CheckedOut& operator=(const CheckedOut&) = delete;
    ~CheckedOut()
    {
        for (const fs::path& each : made_) {
            static_cast<void>(run_git(top_, {"worktree", "remove", "--force", each.string()}));
        }
        std::error_code ignored;  // the folder is temporary
        fs::remove_all(folder_, ignored);
    }

    /// Makes the folder of one side with the files that exist in the revision. Errors: io.
    Result<fs::path> add(const std::string& name, const std::string& commit, const Names& wanted, const Names& present)
    {
        if (folder_.empty()) {
            std::error_code failed;
            std::random_device random;
            folder_ = fs::temp_directory_path(failed) / fmt::format("redforge-review-{:08x}{:08x}", random(), random());
            if (failed || !fs::create_directory(folder_, failed)) {
                return fail({.code = ErrorCode::io,
                             .message = fmt::format("cannot make a temporary folder: {}", failed.message()),
                             .file = folder_.string()});
            }
        }
        fs::path tree = folder_ / name;
        made_.push_back(tree);
        Result<std::string> made =
            git_output(top_, {"worktree", "add", "--quiet", "--no-checkout", "--detach", tree.string(), commit});
        std::string list;
        for (const std::string& each : wanted) {
            if (present.contains(each)) {
                list += each + '\0';
            }
        }
        if (!made || list.empty()) {
            return made ? Result<fs::path>(std::move(tree)) : fail(made.error());
        }
        const fs::path list_file = folder_ / (name + ".list");
        const Result<Written> written = write_file(list_file, as_bytes(list));
        made = written ? git_output(tree, {"checkout", "--quiet", commit, "--pathspec-file-nul",
                                           "--pathspec-from-file=" + list_file.string()})
                       : fail(written.error());
        return made ? Result<fs::path>(std::move(tree)) : fail(made.error());
    }

private:
    fs::path top_;
    fs::path folder_;
    std::vector<fs::path> made_;
};

/// Returns the arguments for diff: with the settings of the project, because the compared files are in other folders.
Result<Arguments> arguments_of_diff(const Arguments& arguments)
{
    Arguments of_diff = arguments;
    for (const char* const name : {"game", "data", "encoding", "commands", "definitions"}) {
        const Result<std::optional<std::string>> value = option_or_setting(arguments, name, name);
        if (!value) {
            return fail(value.error());
        }
        if (*value) {
            of_diff.options[name] = **value;
        }
    }
    of_diff.options["html"] = "1";
    if (!arguments.has("quiet")) {
        of_diff.options["summary"] = "1";
    }
    of_diff.options.try_emplace("output", standard_page);
    return of_diff;
}

Result<Exit> review(const Arguments& arguments)
{
    const std::string range = arguments.first("REVISIONS");
    const Result<std::string> top_text = git_output({}, {"rev-parse", "--show-toplevel"});
    const Result<Revisions> revisions = top_text ? parse_revisions(range) : fail(top_text.error());
    const Result<Arguments> of_diff = revisions ? arguments_of_diff(arguments) : fail(revisions.error());
    if (!of_diff) {
        return fail(of_diff.error());
    }
    const fs::path top = first_line(*top_text);
    std::vector<std::string> diff{"diff",           "--name-only", "-z", "--no-renames", revisions->before,
                                  revisions->after, "--"};
    std::ranges::copy(arguments.all("PATH"), std::back_inserter(diff));
    const Result<std::string> changed = git_output({}, diff);
    const Result<Names> before = changed ? files_in(top, revisions->before) : fail(changed.error());
    const Result<Names> after = before ? files_in(top, revisions->after) : fail(before.error());
    if (!after) {
        return fail(after.error());
    }
    Names wanted;
    Names folders;
    for (const std::string& file : split_text(*changed, '\0')) {
        wanted.insert(file);
        // A document is read as a whole.
        const std::string folder = document_folder(file, *before, *after);
        if (folder.empty() || !folders.insert(folder).second) {
            continue;
        }
        for (const Names* const names : {&*before, &*after}) {
            for (auto each = names->lower_bound(folder); each != names->end() && each->starts_with(folder); ++each) {
                wanted.insert(*each);
            }
        }
    }
    CheckedOut trees(top);
    const Result<fs::path> old_tree = trees.add("before", revisions->before, wanted, *before);
    const Result<fs::path> new_tree =
        old_tree ? trees.add("after", revisions->after, wanted, *after) : fail(old_tree.error());
    if (!new_tree) {
        return fail(new_tree.error());
    }
    const Exit exit = diff_folders(*of_diff, old_tree->string(), new_tree->string(), range);
    if (exit > Exit::finding) {
        return exit;
    }
    print_message(fmt::format("{} -> {}{}", range, *of_diff->option("output"),
                              exit == Exit::finding ? "" : " (no file of a known format differs)"));
    return Exit::success;
}

Exit run_review(const Arguments& arguments)
{
    const Result<Exit> exit = review(arguments);
    return exit ? *exit : print_error(exit.error());
}

}  // namespace

Verb review_verb()
{
    return {
        .name = "review",
        .summary = "make a page of the changes between two git revisions",
        .description =
            "Writes the page of diff --html for two revisions of the git repository around the current folder. "
            "BEFORE..AFTER compares two revisions, BEFORE...AFTER compares AFTER with the common ancestor of both, as "
            "merge requests do, and a single name is compared with HEAD. With PATH, only these files and folders. "
            "Changes that are not committed do not count. Prints the number of changes in each file. The exit status "
            "is "
            "0 if the page was written.",
        .examples = {{"redforge review HEAD~1..HEAD", "the last commit, in review.html"},
                     {"redforge review main...HEAD -o change.html", "what this branch changes"},
                     {"redforge review v1.0..v1.1 maps", "the changes of a folder between two releases"}},
        .positionals = {{"REVISIONS", "BEFORE..AFTER, BEFORE...AFTER or BEFORE", 1, 1, {}, true},
                        {"PATH", "only these files and folders", 0, 0, {}}},
        .options =
            option_list(Option{"--output", "-o", "OUT", "the page to write (default: review.html)"}, options::force,
                        Option{"--all", "", "",
                               "also show what editors update by themselves in plugins: the next free number, "
                               "counts, and version control stamps"},
                        options::names_of_game, options::text_of_plugin),
        .run = run_review,
    };
}

}  // namespace redforge::cli
