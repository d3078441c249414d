// Builds a new folder file by file, so that its content need not be in memory at once.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "core/bytes/shared_bytes.hpp"
#include "core/error.hpp"
#include "core/files/files.hpp"

namespace redforge {

/// A new folder that is built in a hidden folder next to it, and renamed when it is complete. Collects some megabytes
/// of content before it writes them. The destructor removes an incomplete folder.
class FolderBuilder {
public:
    /// Returns nullopt if the folder exists. Errors: io; changed (options.expected is given: the folder was removed).
    [[nodiscard]] static Result<std::optional<FolderBuilder>> begin(const std::filesystem::path& path,
                                                                    const WriteOptions& options = {});
    FolderBuilder(FolderBuilder&&) noexcept;
    FolderBuilder& operator=(FolderBuilder&&) = delete;
    FolderBuilder(const FolderBuilder&) = delete;
    FolderBuilder& operator=(const FolderBuilder&) = delete;
    ~FolderBuilder();

    /// Adds a file, whose content must own its memory or be valid until finish(). Errors: those of write_folder().
    [[nodiscard]] Status add(const std::filesystem::path& relative, SharedBytes content);
    /// Puts the folder in place. Returns nullopt if another program created it meanwhile; nothing was changed then.
    /// Errors: those of write_folder().
    [[nodiscard]] Result<std::optional<Written>> finish();

private:
    struct State;
    explicit FolderBuilder(std::unique_ptr<State> state);

    std::unique_ptr<State> state_;
};

}  // namespace redforge
