// Masters in a game's Data folder.
#include "tes/form/data_folder.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "core/bytes/mapped_file.hpp"
#include "core/files/files.hpp"
#include "core/platform/places.hpp"
#include "core/text/code_page.hpp"
#include "core/text/letter_case.hpp"
#include "project/project.hpp"
#include "tes/archive/game_files.hpp"
#include "tes/form/form_id_allocator.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/plugin/plugin_queries.hpp"
#include "tes/plugin/record_walk.hpp"

namespace redforge::tes {
namespace {

namespace fs = std::filesystem;

/// Returns the Data folders of installed games. Searches once.
const std::vector<fs::path>& installed_data_folders()
{
    static const std::vector<fs::path> found = [] {
        std::vector<fs::path> folders;
        for (const fs::path& place : platform::game_install_folders()) {
            for (const std::string_view game :
                 {"", "Oblivion", "Skyrim Special Edition", "Skyrim", "Skyrim Anniversary Edition", "Nehrim"}) {
                const fs::path data = place / game / "Data";
                std::error_code ignored;
                const bool has_master = fs::is_regular_file(data / "Oblivion.esm", ignored) ||
                                        fs::is_regular_file(data / "Skyrim.esm", ignored) ||
                                        fs::is_regular_file(data / "Nehrim.esm", ignored);
                if (has_master) {
                    folders.push_back(data);
                }
            }
        }
        return folders;
    }();
    return found;
}

}  // namespace

MasterFile::MasterFile(std::unique_ptr<Plugin> plugin)
    : plugin_(std::move(plugin)), masters_(static_cast<std::uint32_t>(masters_of(*plugin_).size()))
{
}

MasterFile::~MasterFile() = default;

Result<std::unique_ptr<MasterFile>> MasterFile::open(const fs::path& path)
{
    const Result<SharedBytes> bytes = map_file(path);
    if (!bytes) {
        return fail(bytes.error());
    }
    Result<Plugin> plugin = read_plugin(*bytes);
    if (!plugin) {
        Error error = plugin.error();
        error.file = path.string();
        return fail(std::move(error));
    }
    return std::unique_ptr<MasterFile>(new MasterFile(std::make_unique<Plugin>(std::move(*plugin))));
}

const std::vector<MasterFile::Head>& MasterFile::heads() const
{
    std::call_once(found_, [this] {
        for_each_record(*plugin_, [this](const RecordHead& head) {
            heads_.push_back(
                {head.form_id.value, static_cast<std::uint32_t>(head.frame.all.size()), head.frame.all.data()});
        });
        std::ranges::stable_sort(heads_, {}, &Head::form_id);
    });
    return heads_;
}

const MasterFile::Head* MasterFile::head(FormId form_id) const
{
    const auto found = std::ranges::lower_bound(heads(), form_id.value, {}, &Head::form_id);
    return found == heads().end() || found->form_id != form_id.value ? nullptr : &*found;
}

std::optional<MasterFile::Form> MasterFile::form(FormId form_id) const
{
    const Head* const found = head(form_id);
    if (found == nullptr) {
        return std::nullopt;
    }
    const Frame frame{{found->begin, found->size}};
    return Form{std::string(frame.type()), frame.all};
}

std::string MasterFile::editor_id(FormId form_id) const
{
    const Head* const found = head(form_id);
    if (found == nullptr) {
        return {};
    }
    const Frame frame{{found->begin, found->size}};
    return RecordHead{frame.type(), form_id, nullptr, frame, plugin_->header_size}.editor_id();
}

const std::map<std::string, std::pair<std::string, std::uint32_t>>& MasterFile::names() const
{
    std::call_once(named_, [this] {
        for_each_record(*plugin_, [this](const RecordHead& head) {
            if (std::string id = head.form_id.value >> 24U < masters_ ? "" : head.editor_id(); !id.empty()) {
                const std::string key = lower(id);
                const std::uint32_t number = head.form_id.value & number_bits;
                const auto [first, is_new] = names_.try_emplace(key, std::move(id), number);
                if (!is_new && first->second.second != number) {
                    repeated_names_.emplace(key, number);
                }
            }
        });
    });
    return names_;
}

std::optional<std::uint32_t> MasterFile::find(std::string_view editor_id) const
{
    const auto found = names().find(lower(editor_id));
    return found == names().end() ? std::nullopt : std::optional(found->second.second);
}

std::vector<std::uint32_t> MasterFile::find_all(std::string_view editor_id) const
{
    std::vector<std::uint32_t> all;
    if (const std::optional<std::uint32_t> first = find(editor_id)) {
        all.push_back(*first);
        const auto [begin, end] = repeated_names_.equal_range(lower(editor_id));
        std::transform(begin, end, std::back_inserter(all), [](const auto& each) { return each.second; });
    }
    return all;
}

std::vector<std::string_view> MasterFile::editor_ids() const
{
    std::vector<std::string_view> ids;
    for (const auto& [key, record] : names()) {
        ids.push_back(record.first);
    }
    return ids;
}

DataFolder::DataFolder(std::vector<fs::path> folders) : folders_(std::move(folders))
{
}

DataFolder::~DataFolder() = default;

const MasterFile* DataFolder::master(std::string_view name) const
{
    const std::lock_guard lock(mutex_);
    const auto [place, is_new] = files_.try_emplace(lower(name));
    if (!is_new) {
        return place->second.get();
    }
    const std::string file_name = encode_text(name, CodePage::cp1252);
    for (const fs::path& folder : folders_) {
        const bool is_plain = fs::path(file_name).filename() == file_name;  // rejects names that leave the folder
        const fs::path path = is_plain ? find_entry(folder, file_name) : fs::path();
        if (path.empty()) {
            continue;
        }
        Result<std::unique_ptr<MasterFile>> file = MasterFile::open(path);
        if (file) {
            place->second = std::move(*file);
        } else {
            problems_.push_back(describe(file.error()));
        }
        break;
    }
    return place->second.get();
}

const GameFiles& DataFolder::game_files(const fs::path& plugin_folder) const
{
    const std::lock_guard lock(lists_mutex_);
    std::unique_ptr<const GameFiles>& list = lists_[plugin_folder];
    if (list == nullptr) {
        std::vector<fs::path> folders = folders_;
        std::error_code ignored;
        const auto is_plugin_folder = [&](const fs::path& folder) {
            return fs::equivalent(folder, plugin_folder, ignored);
        };
        if (!plugin_folder.empty() && std::ranges::none_of(folders, is_plugin_folder)) {
            folders.push_back(plugin_folder);
        }
        list = std::make_unique<GameFiles>(std::move(folders));
    }
    return *list;
}

std::vector<std::string> DataFolder::problems() const
{
    const std::lock_guard lock(mutex_);
    return problems_;
}

std::vector<std::string> masters_between(const DataFolder& data, const std::string& plugin, std::string_view on)
{
    std::map<std::string, std::string> users{{lower(plugin), {}}};  // each plugin found, and the one that needs it
    std::vector<std::string> found{plugin};
    for (std::size_t i = 0; i < found.size(); ++i) {
        const MasterFile* const file = data.master(found[i]);
        for (const std::string_view master :
             file == nullptr ? std::vector<std::string_view>{} : masters_of(file->plugin())) {
            if (equals_ignore_case(master, on)) {
                std::vector<std::string> chain{std::string(on)};
                for (std::string each = found[i]; !each.empty(); each = users.at(lower(each))) {
                    chain.insert(chain.begin(), each);
                }
                return chain;
            }
            if (users.emplace(lower(master), found[i]).second) {
                found.emplace_back(master);
            }
        }
    }
    return {};
}

std::vector<fs::path> data_folders_around(const fs::path& file)
{
    if (const auto settings = project::valid_settings_around(file); settings && settings->data) {
        return {*settings->data};
    }
    std::vector<fs::path> folders;
    std::error_code failed;
    const fs::path whole = fs::absolute(file, failed).lexically_normal();
    if (!failed && file != "-") {
        folders.push_back(whole.parent_path());
        if (const fs::path above = folders.back().parent_path(); above.has_relative_path()) {
            folders.push_back(above);
        }
    }
    std::ranges::copy(installed_data_folders(), std::back_inserter(folders));
    return folders;
}

std::function<const DataFolder*()> data_around(const fs::path& file)
{
    struct LazyFolder {
        std::once_flag once;
        std::unique_ptr<const DataFolder> folder;
    };
    return [lazy = std::make_shared<LazyFolder>(), file] {
        std::call_once(lazy->once, [&] { lazy->folder = std::make_unique<DataFolder>(data_folders_around(file)); });
        return lazy->folder.get();
    };
}

std::function<const DataFolder*()> data_in(const fs::path& folder)
{
    return [kept = std::make_shared<const DataFolder>(std::vector{folder})] { return kept.get(); };
}

}  // namespace redforge::tes
