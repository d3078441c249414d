// Writes file content, syncs it, reads it back and compares.
#include <algorithm>

#include <fmt/format.h>

#include "core/files/files_parts.hpp"
#include "core/progress.hpp"

namespace redforge::files {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t step_size = std::size_t{1} << 20U;     // bytes between two checks of the cancel flag
constexpr std::size_t block_size = std::size_t{256} << 10U;  // stays in the cache for its comparison
constexpr std::size_t min_files_to_sync_together = 9;        // fewer files are synced one by one

}  // namespace

Error system_error(const fs::path& file, std::string_view doing, std::error_code why)
{
    return {.code = ErrorCode::io,
            .message = fmt::format("cannot {}: {}", doing, why.message()),
            .file = file.string(),
            .hint = std::string(platform::hint_for(why))};
}

Error changed_error(const fs::path& file, std::string_view what)
{
    return {.code = ErrorCode::changed,
            .message = fmt::format("{} by another program after it was read here", what),
            .file = file.string(),
            .hint = "read it again and repeat the change, or save under another name; nothing was changed"};
}

bool is_cancelled(const std::atomic<bool>* cancel)
{
    return cancel != nullptr && cancel->load(std::memory_order_relaxed);
}

Status write_all(const Handle& file, Chunks content, const std::atomic<bool>* cancel, const fs::path& shown)
{
    constexpr std::size_t max_pieces = 64;
    std::vector<ByteView> next;
    for (std::size_t piece = 0, offset = 0; piece < content.size();) {
        if (is_cancelled(cancel)) {
            return fail(cancelled_error());
        }
        next.clear();
        std::size_t left = step_size;
        for (std::size_t i = piece, at = offset; i < content.size() && left > 0 && next.size() < max_pieces; ++i) {
            const ByteView part = content[i].subspan(at);
            at = 0;
            if (!part.empty()) {
                next.push_back(part.first(std::min(left, part.size())));
                left -= next.back().size();
            }
        }
        const auto written = next.empty() ? std::size_t{0} : platform::write(file, next);
        if (!written) {
            return fail(system_error(shown, "write", written.error()));
        }
        std::ranges::for_each(next, platform::release);  // keep at most one step of a mapped file in memory
        for (offset += *written; piece < content.size() && offset >= content[piece].size(); ++piece) {
            offset -= content[piece].size();
        }
    }
    return {};
}

Fingerprint fingerprint_of_content(Chunks content)
{
    Fingerprinter all;
    for (ByteView rest : content) {
        while (!rest.empty()) {
            const ByteView part = rest.first(std::min(step_size, rest.size()));
            all.add(part);
            platform::release(part);
            rest = rest.subspan(part.size());
        }
    }
    return all.result();
}

Status read_all(const Handle& file, std::string_view doing, const fs::path& shown,
                const std::function<Status(ByteView block)>& take)
{
    std::vector<std::byte> block(block_size);
    for (std::uint64_t offset = 0;;) {
        const auto got = platform::read_at(file, offset, block);
        if (!got || *got == 0) {
            return got ? Status{} : fail(system_error(shown, doing, got.error()));
        }
        if (Status taken = take(ByteView(block).first(*got)); !taken) {
            return taken;
        }
        offset += *got;
    }
}

Result<Fingerprint> fingerprint_of_file(const Handle& file, const fs::path& shown)
{
    Fingerprinter all;
    const auto add = [&all](ByteView block) { return all.add(block), Status{}; };
    return read_all(file, "read the present content", shown, add).map([&all] { return all.result(); });
}

Status fill(const Handle& made, const NewFile& file, bool store, const std::atomic<bool>* cancel,
            std::vector<std::string>& notes)
{
    // Copy the attributes before the content is written, so that the content is never less private than the old file.
    if (file.old_folder != nullptr) {
        const auto old = open_below(*file.old_folder, file.old_name, platform::Access::look);
        const auto lost = old ? platform::copy_attributes(made, *old) : tl::unexpected(old.error());
        const auto info = lost ? platform::look(*old) : tl::unexpected(lost.error());
        if (!info) {
            return fail(system_error(file.shown, "check the existing file", info.error()));
        }
        for (const std::string& each : *lost) {
            notes.push_back(file.note_prefix + each);
        }
        if (info->has_other_names) {
            notes.push_back(file.note_prefix +
                            "it had another name, a hard link, which still leads to the old content");
        }
    }
    if (Status written = write_all(made, file.content, cancel, file.shown); !written) {
        return written;
    }
    const std::error_code error = store ? platform::store(made) : std::error_code{};
    return error ? fail(system_error(file.shown, "store on the disk", error)) : Status{};
}

Status verify_written(const Handle& made, const NewFile& file, const std::atomic<bool>* cancel)
{
    std::size_t piece = 0;
    std::size_t at = 0;
    std::uint64_t offset = 0;
    const auto more_is_wanted = [&] {
        for (; piece < file.content.size() && at == file.content[piece].size(); at = 0) {
            ++piece;
        }
        return piece < file.content.size();
    };
    const auto differs = [&](std::string found) {
        return fail({.code = ErrorCode::mismatch,
                     .message = std::move(found),
                     .file = file.shown.string(),
                     .offset = offset,
                     .hint = "the disk may be failing; the old content is unchanged"});
    };
    const auto compare = [&](ByteView block) -> Status {
        if (is_cancelled(cancel)) {
            return fail(cancelled_error());
        }
        for (std::size_t size = 0; !block.empty(); at += size, block = block.subspan(size)) {
            if (!more_is_wanted()) {
                return differs("more bytes are read back than were written");
            }
            size = std::min(block.size(), file.content[piece].size() - at);
            const ByteView want = file.content[piece].subspan(at, size);
            const ByteView found = block.first(size);
            const std::size_t equal = same_bytes(want, found) ? size : first_difference(want, found);
            offset += equal;
            if (equal < size) {
                return differs(fmt::format("0x{:02X} was written, 0x{:02X} is read back",
                                           std::to_integer<unsigned>(want[equal]),
                                           std::to_integer<unsigned>(found[equal])));
            }
            platform::release(want);
        }
        return {};
    };
    return read_all(made, "read back the new content", file.shown, compare).and_then([&] {
        return more_is_wanted() ? differs("the new content is cut off when it is read back") : Status{};
    });
}

Status make_files(const Handle& folder, std::span<const NewFile> files, const std::atomic<bool>* cancel,
                  const fs::path& path, std::vector<std::string>& folders, std::vector<std::string>& notes)
{
    const bool all_at_once = files.size() >= min_files_to_sync_together;
    const auto each = [&](platform::Access access, std::string_view doing, const auto& work) -> Status {
        for (const NewFile& file : files) {
            const auto place = is_cancelled(cancel) ? fail(cancelled_error()) : walk(folder, file.at, path, &folders);
            if (!place) {
                return fail(place.error());
            }
            const auto opened = platform::open_file((*place)->folder, (*place)->name, access);
            if (Status done = opened ? work(*opened, file) : fail(system_error(file.shown, doing, opened.error()));
                !done) {
                return done;
            }
        }
        return {};
    };
    const auto fill_one = [&](const Handle& made, const NewFile& file) {
        return fill(made, file, !all_at_once, cancel, notes);
    };
    if (Status filled = each(platform::Access::create, "make this file", fill_one); !filled) {
        return filled;
    }
    if (const std::error_code error = all_at_once ? platform::sync_file_system(folder) : std::error_code{}) {
        return fail(system_error(path, "store on the disk", error));
    }
    return each(platform::Access::read, "open the new content", [&](const Handle& made, const NewFile& file) {
        platform::drop_cache(made);
        return verify_written(made, file, cancel);
    });
}

Status sync_folders(const Handle& folder, std::span<const std::string> inner, const fs::path& path)
{
    for (auto name = inner.rbegin(); name != inner.rend(); ++name) {
        const auto place = walk(folder, *name + "/.", path);
        if (!place) {
            return fail(place.error());
        }
        if (const std::error_code error = *place ? platform::sync_folder((*place)->folder) : std::error_code{}) {
            return fail(system_error(path, "store the new name on the disk", error));
        }
    }
    return {};
}

}  // namespace redforge::files
