// Saves a map and its PVO as one step.
#include "edit/map/map_visibility.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "core/text/letter_case.hpp"
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

/// Returns the bytes of a PVO with the new numbers of the map's static objects. Errors: those of reading and writing a
/// PVO.
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

Error visibility_io_error(const fs::path& path, const std::error_code& why)
{
    return {.code = ErrorCode::io,
            .message = fmt::format("cannot search for the map's PVO: {}", why.message()),
            .file = path.string(),
            .hint = "nothing was changed"};
}

/// Writes a map where no map file is. Returns nullopt, without writing, if there is no PVO either.
std::optional<Result<Written>> save_new_map(const SharedBytes& bytes, const fs::path& path, const WriteOptions& options)
{
    std::error_code ignored;
    if (path.has_parent_path() && !fs::is_directory(path.parent_path(), ignored)) {
        return std::nullopt;
    }
    const Result<std::optional<fs::path>> pvo = find_visibility_checked(path);
    if (!pvo) {
        return fail(pvo.error());
    }
    if (!*pvo) {
        return std::nullopt;
    }
    Result<Written> written = write_file(path, bytes.pieces(), options);
    if (written) {
        written->notes.push_back(
            fmt::format("{0} is not updated, because there was no {1} to compare with; if the static objects of the "
                        "map that {0} was "
                        "made for differ, restore that map first, or make a new PVO with \"pvo build\"",
                        (*pvo)->filename().string(), path.filename().string()));
    }
    return written;
}

}  // namespace

Result<std::optional<fs::path>> find_visibility_checked(const fs::path& map)
{
    const fs::path folder = map.has_parent_path() ? map.parent_path() : fs::path(".");
    const std::string wanted = map.stem().string() + ".PVO";
    std::error_code error;
    for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
         entry.increment(error)) {
        if (!equals_ignore_case(entry->path().filename().string(), wanted)) {
            continue;
        }
        std::error_code unknown;
        if (entry->is_regular_file(unknown)) {
            return map.parent_path() / entry->path().filename();
        }
        if (unknown) {
            return fail(visibility_io_error(entry->path(), unknown));
        }
    }
    return error ? fail(visibility_io_error(folder, error)) : Result<std::optional<fs::path>>(std::nullopt);
}

std::optional<fs::path> find_visibility(const fs::path& map)
{
    return find_visibility_checked(map).value_or(std::nullopt);
}

std::optional<Result<Written>> save_with_visibility(const Document& document, const SharedBytes& bytes,
                                                    const fs::path& path, const WriteOptions& options)
{
    const auto* const map = get_if<rgm::Map>(document);
    if (map == nullptr || path == "-") {
        return std::nullopt;
    }
    std::error_code ignored;
    const fs::file_type type = fs::status(path, ignored).type();
    if (type == fs::file_type::not_found) {
        return save_new_map(bytes, path, options);
    }
    if (options.overwrite == Overwrite::reject) {
        return std::nullopt;
    }
    if (type != fs::file_type::regular) {
        return type == fs::file_type::none || type == fs::file_type::unknown
                   ? std::optional<Result<Written>>(fail(visibility_io_error(path, ignored)))
                   : std::nullopt;
    }
    const Result<std::optional<fs::path>> found = find_visibility_checked(path);
    if (!found) {
        return fail(found.error());
    }
    const std::optional<fs::path>& beside = *found;
    if (!beside) {
        return std::nullopt;
    }
    const Result<Bytes> old = read_file(path);
    if (!old) {
        return fail(old.error());
    }
    const Result<rgm::Map> before = rgm::read_map(*old);
    if (!before) {
        return std::nullopt;
    }
    const rgm::StaticsChange change = rgm::compare_statics(before->statics.records, map->statics.records);
    if (change.is_none()) {
        return std::nullopt;
    }
    const Result<Bytes> visibility = read_file(*beside);
    if (!visibility) {
        return fail(visibility.error());
    }
    const Result<Bytes> made = followed(*visibility, change);
    const std::string pvo_name = beside->filename().string();
    if (!made) {
        Result<Written> written = write_file(path, bytes.pieces(), options);
        if (written) {
            Error error = made.error();
            error.file.clear();
            written->notes.push_back(fmt::format("{} does not follow the map: {}", pvo_name, describe(error)));
        }
        return written;
    }
    FileSnapshot expected;
    expected.files.emplace(pvo_name, fingerprint_of(ByteView(*visibility)));
    expected.files.emplace("", options.expected != nullptr && options.expected->files.contains("")
                                   ? options.expected->files.at("")
                                   : fingerprint_of(ByteView(*old)));
    WriteOptions both = options;
    both.expected = &expected;
    both.side_files.push_back({pvo_name, {ByteView(*made)}});
    Result<Written> written = write_file(fs::canonical(path, ignored), bytes.pieces(), both);
    if (written) {
        written->notes.push_back(fmt::format("{} follows the map: {}", pvo_name, to_description(change)));
    }
    return written;
}

Result<std::vector<std::string>> problems_of_visibility(const rgm::Map& map, const fs::path& path)
{
    const Result<std::optional<fs::path>> found = find_visibility_checked(path);
    if (!found || !*found) {
        return found ? Result<std::vector<std::string>>(std::vector<std::string>{}) : fail(found.error());
    }
    const std::optional<fs::path>& beside = *found;
    const Result<Bytes> bytes = read_file(*beside);
    const Result<rgm::Visibility> visibility = bytes ? rgm::read_visibility(*bytes) : fail(bytes.error());
    if (!visibility) {
        Error error = visibility.error();
        error.file = beside->string();
        return fail(std::move(error));
    }
    std::vector<std::string> problems =
        rgm::visibility_problems(*visibility, map.statics.records.size(), map.objects.records.size());
    std::ranges::move(rgm::misplaced_statics(*visibility, map.statics.records), std::back_inserter(problems));
    return problems;
}

}  // namespace redforge::edit
