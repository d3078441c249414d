// Temporary folders, file access without the tested code, and short results of writes.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/files/files.hpp"

namespace redforge::test {

inline const WriteOptions replacing{.overwrite = Overwrite::allow};
inline const WriteOptions with_backup{.overwrite = Overwrite::allow, .backup = true};

namespace fs = std::filesystem;

/// A temporary folder for one test, accessible for every user. The destructor removes it.
class TempFolder {
public:
    TempFolder()
    {
        std::string form = (fs::temp_directory_path() / "redforge-test-XXXXXX").string();
        if (mkdtemp(form.data()) == nullptr) {
            throw std::runtime_error("no temporary folder");
        }
        path_ = form;
        fs::permissions(path_, fs::perms(0755));
    }
    TempFolder(const TempFolder&) = delete;
    TempFolder& operator=(const TempFolder&) = delete;
    ~TempFolder()
    {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    [[nodiscard]] const fs::path& path() const { return path_; }
    [[nodiscard]] fs::path operator/(const fs::path& name) const { return path_ / name; }

private:
    fs::path path_;
};

/// Reads a file without the tested code.
inline std::string content_of(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline void put(const fs::path& path, const std::string& content)
{
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
}

/// Returns all names below a folder, including hidden ones, sorted.
inline std::vector<std::string> names_below(const fs::path& folder)
{
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        names.push_back(entry.path().lexically_relative(folder).generic_string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

/// Returns the names directly in a folder, sorted.
inline std::vector<std::string> names_in(const fs::path& folder)
{
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) {
        names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

inline std::vector<std::string> hidden_below(const fs::path& folder)
{
    std::vector<std::string> names = names_below(folder);
    std::erase_if(names, [](const std::string& name) { return name.find(".redforge-") == std::string::npos; });
    return names;
}

/// Returns the result of a write as a short text: "written", or "CODE: description".
template <class T>
std::string outcome(const Result<T>& result)
{
    return result ? "written" : fmt::format("{}: {}", code_name(result.error().code), describe(result.error()));
}

}  // namespace redforge::test
