// The texts of a localised plugin as they stand in files beside it: what people see beside their numbers.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace redforge::tes {

class DataFolder;

/// They are read when the first is asked for; from any thread.
class StringTexts {
public:
    /// Files of strings of a plugin called `stem`, without its extension, in folders or in a folder `Strings` in one.
    StringTexts(std::vector<std::filesystem::path> folders, std::string stem)
        : folders_(std::move(folders)), stem_(std::move(stem))
    {
    }

    /// The English text of a number, else that of the first language that is there. Empty: no file has it.
    [[nodiscard]] std::string text(std::uint32_t id) const;
    /// Returns true if a file has a text of this number.
    [[nodiscard]] bool has(std::uint32_t id) const;
    /// Returns true if no file of strings was found. A file may have no texts.
    [[nodiscard]] bool has_no_files() const;

private:
    void read() const;

    std::vector<std::filesystem::path> folders_;
    std::string stem_;
    mutable std::once_flag read_;
    mutable std::unordered_map<std::uint32_t, std::string> texts_;
    mutable bool has_files_{};
};

/// LoadContext::find_strings for a plugin or its unpacked folder: files around it, and in the folders of `find_data`.
[[nodiscard]] std::function<const StringTexts*()> strings_around(const std::filesystem::path& plugin,
                                                                 const std::function<const DataFolder*()>& find_data);

}  // namespace redforge::tes
