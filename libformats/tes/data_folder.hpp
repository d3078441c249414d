// Masters as they stand in a game's Data folder: what their records are called, read when it is asked for.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/bytes.hpp"
#include "core/error.hpp"
#include "tes/form_id.hpp"
#include "tes/plugin_fwd.hpp"

namespace redforge::tes {

/// A plugin that others name as their master. Its file stays mapped; where its records are is looked for when the first is asked
/// for, and their names when one is asked for by its name; from any thread.
class MasterFile {
public:
    /// Errors: those of map_file() and read_plugin().
    [[nodiscard]] static Result<std::unique_ptr<MasterFile>> open(const std::filesystem::path& path);
    MasterFile(const MasterFile&) = delete;
    MasterFile& operator=(const MasterFile&) = delete;
    ~MasterFile();

    /// One of its records, or one of its masters' that it changes.
    struct Form {
        std::string type;
        ByteView bytes;  ///< of the whole record, in the file
    };
    /// By a FormID as this file has it. Nothing: there is no such record.
    [[nodiscard]] std::optional<Form> form(FormId form_id) const;
    /// The editor id of that record, bytes of the file; empty: it has none.
    [[nodiscard]] std::string editor_id(FormId form_id) const;
    /// The number of the record of its own with an editor id, in letters of either case.
    [[nodiscard]] std::optional<std::uint32_t> find(std::string_view editor_id) const;
    /// Editor ids of all its own records.
    [[nodiscard]] std::vector<std::string_view> editor_ids() const;

    [[nodiscard]] const Plugin& plugin() const { return *plugin_; }
    /// The FormID in this file of a form of its own that another plugin names.
    [[nodiscard]] FormId own(FormId form) const { return masters_ << 24U | (form.value & 0xFFFFFFU); }

private:
    explicit MasterFile(std::unique_ptr<Plugin> plugin);
    struct Head {
        std::uint32_t form_id;
        std::uint32_t size;
        const std::byte* begin;
    };
    [[nodiscard]] const std::vector<Head>& heads() const;
    [[nodiscard]] const Head* head(FormId form_id) const;
    [[nodiscard]] const std::map<std::string, std::pair<std::string, std::uint32_t>>& names() const;

    std::unique_ptr<Plugin> plugin_;
    std::uint32_t masters_;
    mutable std::once_flag found_;
    mutable std::vector<Head> heads_;  ///< of all records, by FormIDs
    mutable std::once_flag named_;
    mutable std::map<std::string, std::pair<std::string, std::uint32_t>> names_;  ///< by editor ids in lower case
};

/// Folders in which plugins are looked for by their names, in letters of either case.
class DataFolder {
public:
    /// The first that has a file counts.
    explicit DataFolder(std::vector<std::filesystem::path> folders) : folders_(std::move(folders)) {}

    /// Null: none has it, or it is no plugin. `name`: as in a list of masters, bytes of code page 1252.
    [[nodiscard]] const MasterFile* master(std::string_view name) const;
    [[nodiscard]] const std::vector<std::filesystem::path>& folders() const { return folders_; }
    /// Files of that name that could not be read, and why.
    [[nodiscard]] std::vector<std::string> problems() const;

private:
    std::vector<std::filesystem::path> folders_;
    mutable std::mutex mutex_;
    mutable std::map<std::string, std::unique_ptr<MasterFile>> files_;  ///< by names in lower case; null: not there
    mutable std::vector<std::string> problems_;
};

/// The folders to look in for the masters of a file: its own, the one above (of an unpacked folder), and Data folders of games that
/// are installed in the usual places (core/platform/places.hpp).
[[nodiscard]] std::vector<std::filesystem::path> data_folders_around(const std::filesystem::path& file);

/// LoadContext::find_data for a file: the folders around it, looked for when it is first called.
[[nodiscard]] std::function<const DataFolder*()> data_around(const std::filesystem::path& file);
/// The same for one folder that a person named.
[[nodiscard]] std::function<const DataFolder*()> data_in(const std::filesystem::path& folder);

}  // namespace redforge::tes
