// Masters in a game's Data folder, and the names of their records, which are read on demand.
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

#include "core/bytes/bytes.hpp"
#include "core/error.hpp"
#include "tes/form/form_id.hpp"
#include "tes/plugin/plugin_fwd.hpp"

namespace redforge::tes {

class GameFiles;

/// A master of other plugins. The file stays mapped. The positions of its records are found at the first access, and
/// their names at the first search by name. Thread-safe.
class MasterFile {
public:
    /// Errors: those of map_file() and read_plugin().
    [[nodiscard]] static Result<std::unique_ptr<MasterFile>> open(const std::filesystem::path& path);
    MasterFile(const MasterFile&) = delete;
    MasterFile& operator=(const MasterFile&) = delete;
    ~MasterFile();

    /// A record of this file: a new one, or an override of a master's record.
    struct Form {
        std::string type;
        ByteView bytes;  ///< the complete record, a view of the file
    };
    /// Finds a record by its FormID in this file. Returns nullopt if there is none.
    [[nodiscard]] std::optional<Form> form(FormId form_id) const;
    /// Returns the editor ID of a record, in the bytes of the file. Returns an empty text if it has none.
    [[nodiscard]] std::string editor_id(FormId form_id) const;
    /// Returns the object id of its own record with an editor ID, ignoring case. Returns nullopt if there is none.
    [[nodiscard]] std::optional<std::uint32_t> find(std::string_view editor_id) const;
    /// Returns the object ids of all its own records with an editor ID, ignoring case, in file order.
    [[nodiscard]] std::vector<std::uint32_t> find_all(std::string_view editor_id) const;
    /// Returns the editor IDs of all its own records.
    [[nodiscard]] std::vector<std::string_view> editor_ids() const;

    [[nodiscard]] const Plugin& plugin() const { return *plugin_; }
    /// Converts the FormID of one of its own records from another plugin's numbering to this file's.
    [[nodiscard]] FormId to_own_numbering(FormId form) const { return masters_ << 24U | (form.value & 0xFFFFFFU); }

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
    mutable std::vector<Head> heads_;  ///< all records, sorted by FormID
    mutable std::once_flag named_;
    mutable std::map<std::string, std::pair<std::string, std::uint32_t>> names_;  ///< by editor ID in lower case
    mutable std::multimap<std::string, std::uint32_t> repeated_names_;            ///< later records with such an ID
};

/// Folders in which plugins are searched by name, ignoring case.
class DataFolder {
public:
    /// `folders`: in order of priority.
    explicit DataFolder(std::vector<std::filesystem::path> folders);
    DataFolder(const DataFolder&) = delete;
    DataFolder& operator=(const DataFolder&) = delete;
    ~DataFolder();

    /// Returns the plugin with a name as in a list of masters (code page 1252). Returns null if no folder has it, or if
    /// it cannot be read as a plugin. Valid as long as this object.
    [[nodiscard]] const MasterFile* master(std::string_view name) const;
    [[nodiscard]] const std::vector<std::filesystem::path>& folders() const { return folders_; }
    /// Returns the files of these folders and of another one, the folder of a plugin, with those in archives. Lists the
    /// archives at the first call. Valid as long as this object.
    [[nodiscard]] const GameFiles& game_files(const std::filesystem::path& plugin_folder) const;
    /// Returns the errors of plugins that could not be read.
    [[nodiscard]] std::vector<std::string> problems() const;

private:
    std::vector<std::filesystem::path> folders_;
    mutable std::mutex mutex_;
    mutable std::map<std::string, std::unique_ptr<MasterFile>>
        files_;  ///< by name in lower case; null if the file is missing
    mutable std::vector<std::string> problems_;
    mutable std::mutex lists_mutex_;
    mutable std::map<std::filesystem::path, std::unique_ptr<const GameFiles>> lists_;  ///< by folder of the plugin
};

/// Returns the plugins by which one plugin depends on another: itself, a master, a master of that one, up to `on`.
/// Returns an empty list if it does not depend on it, as far as `data` has the plugins. Names are bytes of code page
/// 1252.
[[nodiscard]] std::vector<std::string> masters_between(const DataFolder& data, const std::string& plugin,
                                                       std::string_view on);

/// Returns the folders to search for the masters of a file: the Data folder of the project, if redforge.toml names one.
/// Else its own folder, the parent (for an unpacked folder), and the Data folders of installed games
/// (core/platform/places.hpp).
[[nodiscard]] std::vector<std::filesystem::path> data_folders_around(const std::filesystem::path& file);

/// Returns a service of a LoadContext for a file. It searches the folders around the file at the first call.
[[nodiscard]] std::function<const DataFolder*()> data_around(const std::filesystem::path& file);
/// Returns a service of a LoadContext for the folder that the user named.
[[nodiscard]] std::function<const DataFolder*()> data_in(const std::filesystem::path& folder);

}  // namespace redforge::tes
