// Reading and writing whole files and folders so that nothing on disk is ever half of something.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/bytes.hpp"
#include "core/error.hpp"

namespace redforge {

/// Content in several pieces, so that a long text kept in pieces need not be joined to be written.
using Chunks = std::span<const std::span<const std::byte>>;

/// More than any file of the three games; a mistaken path should not fill the memory.
inline constexpr std::uint64_t largest_read = std::uint64_t{1} << 30U;

/// Whether a path may lead to a pipe. One that the user named may (`<(...)` of a shell is one); one that was found in
/// a folder may not: whoever opens it waits for a writer that may never come.
enum class Pipes : std::uint8_t { refuse, allow };

/// Everything in a file or, for "-", standard input; `max_size` in bytes. Devices are refused before they are read.
/// Errors: io (cannot be opened or read, is a folder, a pipe or a device), unsupported (longer than `max_size`).
[[nodiscard]] Result<Bytes> read_file(const std::filesystem::path& path, std::uint64_t max_size = largest_read,
                                      Pipes pipes = Pipes::refuse);

/// The same bytes as a string; no decoding, no change of line ends.
[[nodiscard]] Result<std::string> read_text_file(const std::filesystem::path& path,
                                                 std::uint64_t max_size = largest_read, Pipes pipes = Pipes::refuse);

/// What to do when the output is there already.
enum class Overwrite : std::uint8_t { refuse, allow };

struct WriteOptions {
    Overwrite overwrite{Overwrite::refuse};
    bool backup{false};                        ///< keep what is replaced as NAME.YYYYMMDD-HHMMSS.bak, local time
    const std::atomic<bool>* cancel{nullptr};  ///< looked at before every MiB and before the exchange
    /// Asked when the disk has all and before the file gets its name; its refusal leaves everything as it was. May be
    /// asked again. For a single file only.
    const std::function<Status()>* confirm{nullptr};
};

struct Written {
    /// Where the replaced content is kept, when a backup was asked for and something was replaced.
    /// An earlier backup when the newest one holds the same bytes already.
    std::optional<std::filesystem::path> backup{};
};

/// Makes `content` the content of `path`, or leaves everything as it was.
///
/// The bytes go to a file without a name in the same folder, reach the disk, are read back and compared, and only
/// then get the name. At any moment, even if the process is killed, the name leads to the whole old or the whole new
/// content, and nothing else is left in the folder. File systems without nameless files get a hidden file
/// instead; what a kill leaves of it is removed by the next write to that folder.
///
/// A symbolic link stays and what it leads to is replaced. Permissions, extended attributes and, where allowed, the
/// owner of a replaced file are kept; a new file follows the umask. "-" is standard output; pipes and character
/// devices are written to as they are.
///
/// Errors: exists (there already and not to be overwritten; also when another program made it meanwhile),
/// io (the system refused), mismatch (the disk gave back other bytes), cancelled.
/// A caller that may meet a limit on file size or a closed pipe ignores SIGXFSZ and SIGPIPE to get the error.
[[nodiscard]] Result<Written> write_file(const std::filesystem::path& path, Chunks content,
                                         const WriteOptions& options = {});
[[nodiscard]] Result<Written> write_file(const std::filesystem::path& path, std::span<const std::byte> content,
                                         const WriteOptions& options = {});

/// One file of a folder to be written; `content` is only looked at.
struct FolderFile {
    std::filesystem::path relative;  ///< e.g. "scripts/DOOR.soup"; plain names below the folder, no ".."
    std::vector<std::span<const std::byte>> content;
};

/// Which names in a folder an earlier write of the same kind can have made, e.g. "map.xml", "scripts/*.soup".
/// As in a shell: '*' and '?' stay within one name and do not match a leading dot.
using Patterns = std::span<const std::string_view>;

/// Makes `files` the whole content of the folder `path`, or leaves everything as it was.
///
/// The new folder is exchanged for the old one in one step, so the name leads to the whole old or the whole new
/// folder at any moment. An existing folder is replaced only with Overwrite::allow and only when everything in it
/// matches `ours`; an empty one is always filled. Each of `files` must match `ours` too. A file that
/// somebody adds to the old folder during the exchange is kept in a NAME.YYYYMMDD-HHMMSS.bak folder.
///
/// Errors: as write_file; exists also names the first file that is not ours; malformed (a name in `files` is not
/// a plain name below the folder, occurs twice, or does not match `ours`).
[[nodiscard]] Result<Written> write_folder(const std::filesystem::path& path, std::span<const FolderFile> files,
                                           Patterns ours, const WriteOptions& options = {});

}  // namespace redforge
