// Maps and their visibility in the history of git.
#include "cli/files/git_maps.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "cli/files/git.hpp"
#include "cli/files/output.hpp"
#include "cli/line/console.hpp"
#include "core/text/letter_case.hpp"
#include "rgm/visibility_edit.hpp"

namespace redforge::cli {
namespace {

namespace fs = std::filesystem;

/// Maximum number of commits that are searched for the map of a visibility.
constexpr std::size_t max_commits = 300;

std::string first_word(std::string text)
{
    text.erase(std::min(text.find_first_of(" \r\n"), text.size()));
    return text;
}

/// Returns true if a parent folder contains .git. Avoids a slow call of git outside of a repository.
Result<bool> is_in_work_tree(const fs::path& folder)
{
    std::error_code error;
    fs::path at = fs::absolute(folder, error).lexically_normal();
    while (!error && !fs::exists(at / ".git", error)) {
        const fs::path parent = at.parent_path();
        if (parent == at) {
            return false;
        }
        at = parent;
    }
    return !error ? Result<bool>(true)
                  : fail({.code = ErrorCode::io,
                          .message = fmt::format("cannot search for a git repository: {}", error.message()),
                          .file = folder.string()});
}

/// A visibility and its map in a repository.
class MapHistory {
public:
    /// `path`: of the visibility in the repository.
    MapHistory(fs::path folder, std::string path) : folder_(std::move(folder)), path_(std::move(path))
    {
        const fs::path wanted = fs::path(path_).replace_extension(".RGM");
        const std::string parent = wanted.has_parent_path() ? wanted.parent_path().generic_string() + "/" : "";
        std::vector<std::string> words{"ls-tree", "-z", "--name-only", "--full-tree", "HEAD"};
        if (!parent.empty()) {
            words.push_back(parent);
        }
        std::string names = git_output(folder_, std::move(words)).value_or("");
        std::ranges::replace(names, '\0', '\n');
        for (const std::string& name : split_text(names, '\n')) {
            if (equals_ignore_case(name, wanted.generic_string())) {
                map_ = name;
            }
        }
    }
    [[nodiscard]] bool has_map() const { return !map_.empty(); }

    /// Returns the commits that gave the visibility this content: their parents have another. A commit that only keeps
    /// it, such as a merge, does not prove that it fits the map.
    [[nodiscard]] std::vector<std::string> commits_that_made(const std::string& blob) const
    {
        std::vector<std::string> commits = commits_with(blob);
        std::erase_if(commits, [&](const std::string& commit) {
            const auto parents = git_output(folder_, {"log", "-1", "--format=%P", commit});
            std::string words = parents.value_or("");
            std::ranges::replace(words, ' ', '\n');
            return std::ranges::any_of(split_text(words, '\n'), [&](const std::string& parent) {
                return !parent.empty() && blob_in(parent, path_) == blob;
            });
        });
        return commits;
    }

    /// Returns the commits in which the visibility has this content, the newest first; those of a merge that is under
    /// way come before all others.
    [[nodiscard]] std::vector<std::string> commits_with(const std::string& blob) const
    {
        std::vector<std::string> candidates;
        for (const char* const name : {"HEAD", "MERGE_HEAD", "CHERRY_PICK_HEAD", "REBASE_HEAD", "REVERT_HEAD"}) {
            if (const auto id = git_output(folder_, {"rev-parse", "-q", "--verify", name})) {
                candidates.push_back(first_word(*id));
            }
        }
        const auto log = git_output(folder_, {"log", "--all", "--full-history", "--format=%H",
                                              fmt::format("-n{}", max_commits), "--", ":/" + path_, ":/" + map_});
        std::ranges::copy(split_text(log.value_or(""), '\n'), std::back_inserter(candidates));
        std::vector<std::string> found;
        for (const std::string& commit : candidates) {
            const bool has_it = blob_in(commit, path_) == blob;
            if (has_it && std::ranges::find(found, commit) == found.end()) {
                found.push_back(commit);
            }
        }
        return found;
    }

    [[nodiscard]] std::optional<edit::Document> map_in(const std::string& commit) const
    {
        const std::string blob = blob_in(commit, map_);
        const Result<std::string> content =
            blob.empty() ? std::string() : git_output(folder_, {"cat-file", "blob", blob});
        if (!content || content->empty()) {
            return std::nullopt;
        }
        const ByteView bytes = as_bytes(*content);
        Result<edit::Document> document = edit::read_binary(Bytes(bytes.begin(), bytes.end()));
        const bool is_map = document && edit::get_if<rgm::Map>(*document) != nullptr;
        return is_map ? std::optional(std::move(*document)) : std::nullopt;
    }

    /// Returns the map of the newest commit in which the visibility has the content of a file.
    [[nodiscard]] std::optional<edit::Document> map_of(const std::string& file) const
    {
        const auto blob = git_output(folder_, {"hash-object", "--no-filters", "--", fs::absolute(file).string()});
        for (const std::string& commit : blob ? commits_with(first_word(*blob)) : std::vector<std::string>{}) {
            if (auto map = map_in(commit)) {
                return map;
            }
        }
        return std::nullopt;
    }

private:
    /// Returns the id of a file's content in a commit; empty if the commit has no such file.
    [[nodiscard]] std::string blob_in(const std::string& commit, const std::string& path) const
    {
        // "100644 blob ID<tab>PATH"
        const std::string line = git_output(folder_, {"ls-tree", "--full-tree", commit, "--", path}).value_or("");
        const std::size_t begin = line.find(" blob ");
        const std::size_t end = line.find('\t');
        return begin == std::string::npos || end < begin ? std::string() : line.substr(begin + 6, end - begin - 6);
    }

    fs::path folder_;
    std::string path_;
    std::string map_;  ///< path of the map with the repository's letter case; empty if there is no map
};

rgm::StaticsChange change_of(const rgm::Map& from, const rgm::Map& to)
{
    return rgm::compare_statics(from.statics.records, to.statics.records);
}

const rgm::Map& as_map(const edit::Document& document)
{
    return *edit::get_if<rgm::Map>(document);
}

/// Counts entries of the leaves that differ in two files of one octree.
std::size_t count_differing(const rgm::Visibility& a, const rgm::Visibility& b)
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < std::min(a.leaves.size(), b.leaves.size()); ++i) {
        std::vector<std::uint32_t> first = rgm::objects_of(a, a.leaves[i]);
        std::vector<std::uint32_t> second = rgm::objects_of(b, b.leaves[i]);
        std::ranges::sort(first);
        std::ranges::sort(second);
        std::vector<std::uint32_t> different;
        std::ranges::set_symmetric_difference(first, second, std::back_inserter(different));
        count += different.size();
    }
    return count;
}

}  // namespace

Result<std::optional<LateVisibility>> compare_with_history(const rgm::Map& map, const fs::path& visibility)
{
    const fs::path folder = visibility.has_parent_path() ? visibility.parent_path() : fs::path(".");
    const Result<bool> is_tracked = is_in_work_tree(folder);
    if (!is_tracked || !*is_tracked) {
        return is_tracked ? Result<std::optional<LateVisibility>>(std::nullopt) : fail(is_tracked.error());
    }
    const auto path = git_output(folder, {"ls-files", "--full-name", "--", visibility.filename().string()});
    const Result<std::string> blob =
        path && !path->empty()
            ? git_output(folder, {"hash-object", "--no-filters", "--", visibility.filename().string()})
            : std::string();
    if (!blob || blob->empty()) {
        return std::nullopt;
    }
    const MapHistory history(folder, first_line(*path));
    if (!history.has_map()) {
        return std::nullopt;
    }
    std::optional<rgm::StaticsChange> newest;
    for (const std::string& commit : history.commits_that_made(first_word(*blob))) {
        const auto old = history.map_in(commit);
        if (!old) {
            continue;
        }
        rgm::StaticsChange change = change_of(as_map(*old), map);
        if (change.is_none()) {
            return std::nullopt;
        }
        if (!newest) {
            newest = std::move(change);
        }
    }
    if (!newest) {
        return std::nullopt;
    }
    const Result<Bytes> bytes = read_file(visibility);
    const Result<rgm::Visibility> file = bytes ? rgm::read_visibility(*bytes) : fail(bytes.error());
    if (!file) {
        return fail(file.error());
    }
    LateVisibility late{{}, *file};
    if (const Status followed = rgm::follow_statics(late.right, *newest); !followed) {
        return fail(followed.error());
    }
    late.problem =
        fmt::format("git has it with an earlier map of {} statics, and the map has {} now: {} entries are wrong; "
                    "redforge pvo follow corrects them",
                    newest->before, newest->after, count_differing(*file, late.right));
    return late;
}

std::string warn_about_visibility(const edit::Document& base, const edit::Document& ours, const edit::Document& theirs,
                                  const std::string& name)
{
    const auto* const from = edit::get_if<rgm::Map>(base);
    if (from == nullptr || !is_in_work_tree(".").value_or(false) || change_of(*from, as_map(ours)).is_none() ||
        change_of(*from, as_map(theirs)).is_none()) {
        return {};
    }
    const std::string path = fs::path(name).replace_extension(".PVO").generic_string();
    const bool is_there =
        git_output({}, {"ls-tree", "--full-tree", "HEAD", "--", path}).value_or("").find(" blob ") != std::string::npos;
    return is_there
               ? fmt::format("both sides change the statics; git merges {} only if both changed it in different ways; "
                             "run redforge pvo check {} to see if it fits",
                             path, name)
               : std::string();
}

std::optional<Exit> merge_visibility(const Arguments& arguments, const std::array<std::string, 3>& paths,
                                     const std::string& name, const std::string& out, edit::MergeFavor prefer)
{
    if (!equals_ignore_case(fs::path(name).extension().string(), ".PVO") || !is_in_work_tree(".").value_or(false)) {
        return std::nullopt;
    }
    const MapHistory history({}, name);
    std::array<std::optional<edit::Document>, 3> maps;
    std::array<Result<rgm::Visibility>, 3> files{fail({}), fail({}), fail({})};
    for (std::size_t i = 0; i < maps.size(); ++i) {
        const Result<Bytes> bytes = read_file(paths[i]);
        files[i] = bytes ? rgm::read_visibility(*bytes) : fail(bytes.error());
        maps[i] = files[i] && history.has_map() ? history.map_of(paths[i]) : std::nullopt;
        if (!maps[i]) {
            return std::nullopt;
        }
    }
    const edit::Merge merged = edit::merge(*maps[0], *maps[1], *maps[2], prefer);
    if (merged.error) {
        return std::nullopt;
    }
    // If a side only adapted the PVO to its map, its PVO equals the base's PVO adapted to that map.
    const auto followed = [&](std::size_t side, const rgm::Map& map) -> Result<rgm::Visibility> {
        rgm::Visibility made = *files[side];
        const rgm::StaticsChange change = change_of(as_map(*maps[side]), map);
        const Status status = change.is_none() ? Status{} : rgm::follow_statics(made, change);
        return status ? Result<rgm::Visibility>(std::move(made)) : fail(status.error());
    };
    const auto is_new = [&](std::size_t side) {
        const Result<rgm::Visibility> expected = followed(0, as_map(*maps[side]));
        const Result<Bytes> expected_bytes = expected ? rgm::write_visibility(*expected) : fail(expected.error());
        const Result<Bytes> bytes = rgm::write_visibility(*files[side]);
        return !expected_bytes || !bytes || *expected_bytes != *bytes;
    };
    const bool both_new = is_new(1) && is_new(2);
    const std::size_t side = is_new(2) && (!both_new || prefer == edit::MergeFavor::theirs) ? 2 : 1;
    const Result<rgm::Visibility> made = followed(side, as_map(merged.document));
    const Result<Bytes> bytes = made ? rgm::write_visibility(*made) : fail(made.error());
    if (!bytes) {
        return print_error({.code = bytes.error().code, .message = bytes.error().message, .file = name});
    }
    const Result<Written> written =
        out == "-" ? Result<Written>(Written{}) : write_output(arguments, out, "a Redguard visibility", *bytes);
    if (!written) {
        return print_error(written.error());
    }
    if (out == "-") {
        print(as_text(*bytes));
    }
    if (!merged.conflicts.empty() && prefer == edit::MergeFavor::none) {
        print_message(fmt::format("{}: its map has conflicts; resolve them, then run redforge pvo follow", name));
        return Exit::finding;
    }
    if (both_new && prefer == edit::MergeFavor::none) {
        print_message(
            fmt::format("{}: both sides built a new PVO; ours is kept, with the statics of the merged map; make a "
                        "new one with redforge pvo build",
                        name));
        return Exit::finding;
    }
    return Exit::success;
}

}  // namespace redforge::cli
