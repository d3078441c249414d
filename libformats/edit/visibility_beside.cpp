// Maps and their visibility, saved as one step.
#include "edit/visibility_beside.hpp"

#include <fmt/format.h>

#include "core/letter_case.hpp"
#include "rgm/object.hpp"
#include "rgm/scene_records.hpp"
#include "rgm/visibility_edit.hpp"

namespace redforge::edit {
namespace {

namespace fs = std::filesystem;

std::string to_description(const rgm::StaticsChange& change)
{
    const std::size_t removed = change.before + change.added.size() - change.after;
    if (removed == 0 && change.added.empty()) {
        return "statics in another order";
    }
    std::string words = removed == 0 ? std::string() : fmt::format("{} removed", removed);
    if (!change.added.empty()) {
        words += fmt::format("{}{} added, visible from everywhere", words.empty() ? "" : ", ", change.added.size());
    }
    return words;
}

/// The visibility with the numbers that the map's statics have after a change, as bytes.
Result<Bytes> followed(ByteView bytes, const rgm::StaticsChange& change)
{
    Result<rgm::Visibility> visibility = rgm::read_visibility(bytes);
    if (!visibility) {
        return fail(visibility.error());
    }
    if (const Status status = rgm::follow_statics(*visibility, change); !status) {
        return fail(status.error());
    }
    return rgm::write_visibility(*visibility);
}

}  // namespace

std::optional<fs::path> find_visibility(const fs::path& map)
{
    const fs::path folder = map.has_parent_path() ? map.parent_path() : fs::path(".");
    const std::string wanted = map.stem().string() + ".PVO";
    std::error_code error;
    for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
         entry.increment(error)) {
        if (equals_ignore_case(entry->path().filename().string(), wanted) && entry->is_regular_file(error)) {
            return map.parent_path() / entry->path().filename();
        }
    }
    return std::nullopt;
}

std::optional<Result<Written>> save_with_visibility(const Document& document, const fs::path& path,
                                                    const WriteOptions& options)
{
    const auto* const map = get_if<rgm::Map>(document);
    std::error_code ignored;
    if (map == nullptr || path == "-" || !fs::is_regular_file(path, ignored) ||
        options.overwrite == Overwrite::reject) {
        return std::nullopt;
    }
    const std::optional<fs::path> beside = find_visibility(path);
    const Result<Bytes> old = beside ? read_file(path) : fail({.message = "no visibility"});
    const Result<rgm::Map> before = old ? rgm::read_map(*old) : fail(old.error());
    if (!before) {
        return std::nullopt;
    }
    const rgm::StaticsChange change = rgm::compare_statics(before->statics.records, map->statics.records);
    if (change.is_none()) {
        return std::nullopt;
    }
    const Result<Bytes> visibility = read_file(*beside);
    const Result<Bytes> made = visibility ? followed(*visibility, change) : fail(visibility.error());
    const Result<Bytes> bytes = Document(document).write();
    if (!bytes) {
        return fail(bytes.error());
    }
    const std::string pvo_name = beside->filename().string();
    if (!made) {
        Result<Written> written = write_file(path, *bytes, options);
        if (written) {
            Error error = made.error();
            error.file.clear();
            written->notes.push_back(fmt::format("{} does not follow the map: {}", pvo_name, describe(error)));
        }
        return written;
    }
    const fs::path real = fs::canonical(path, ignored);
    const std::string name = real.filename().string();
    WriteOptions both = options;
    FileSnapshot expected;
    expected.files.emplace(pvo_name, fingerprint_of(ByteView(*visibility)));
    if (options.expected != nullptr && options.expected->files.contains("")) {
        expected.files.emplace(name, options.expected->files.at(""));
    } else {
        expected.files.emplace(name, fingerprint_of(ByteView(*old)));
    }
    both.expected = &expected;
    const std::vector<FolderFile> files{{name, {ByteView(*bytes)}}, {pvo_name, {ByteView(*made)}}};
    Result<Written> written = write_files(real.parent_path(), files, both);
    if (written) {
        FileSnapshot seen;
        seen.files.emplace("", fingerprint_of(ByteView(*bytes)));
        written->seen = std::move(seen);
        written->notes.push_back(fmt::format("{} follows the map: {}", pvo_name, to_description(change)));
    }
    return written;
}

Result<std::vector<std::string>> problems_of_visibility(const rgm::Map& map, const fs::path& path)
{
    const std::optional<fs::path> beside = find_visibility(path);
    if (!beside) {
        return std::vector<std::string>{};
    }
    const Result<Bytes> bytes = read_file(*beside);
    const Result<rgm::Visibility> visibility = bytes ? rgm::read_visibility(*bytes) : fail(bytes.error());
    if (!visibility) {
        Error error = visibility.error();
        error.file = beside->string();
        return fail(std::move(error));
    }
    return rgm::visibility_problems(*visibility, map.statics.records.size(), map.objects.records.size());
}

}  // namespace redforge::edit
