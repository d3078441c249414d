// Helpers for tests of the C library: owners of handles and memory, and results of calls.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <redforge.h>

namespace redforge::test {

/// Requires that a call succeeded.
inline void ok(rf_status status)
{
    if (status != RF_OK) {
        FAIL(rf_last_error()->text);
    }
}

inline std::string taken(char* text)
{
    std::string copy(text);
    ok(rf_free(text));
    return copy;
}

/// A document that the destructor closes.
struct Opened {
    rf_document document{};
    rf_node root{};

    explicit Opened(const char* format, bool example = true)
    {
        ok(rf_new(format, example ? 1 : 0, &document));
        ok(rf_root(document, &root));
    }
    explicit Opened(const std::filesystem::path& file)
    {
        ok(rf_open(file.string().c_str(), nullptr, &document));
        ok(rf_root(document, &root));
    }
    explicit Opened(rf_document made) : document(made) { ok(rf_root(document, &root)); }
    Opened(const Opened&) = delete;
    Opened& operator=(const Opened&) = delete;
    ~Opened() { static_cast<void>(rf_close(document)); }

    [[nodiscard]] rf_node find(const char* path) const
    {
        rf_node node{};
        ok(rf_find(root, path, &node));
        return node;
    }
    [[nodiscard]] std::string text(const char* path) const { return text_of(root, path); }
    [[nodiscard]] static std::string text_of(rf_node node, const char* path)
    {
        char* text{};
        ok(rf_get_text(node, path, &text, nullptr));
        return taken(text);
    }
    [[nodiscard]] std::int64_t integer(const char* path) const
    {
        std::int64_t value{};
        ok(rf_get_integer(root, path, &value));
        return value;
    }
    [[nodiscard]] std::size_t count(const char* list) const
    {
        std::size_t count{};
        ok(rf_count(root, list, &count));
        return count;
    }
    [[nodiscard]] std::string xml() const
    {
        void* bytes{};
        std::size_t size{};
        ok(rf_save_bytes(document, RF_FORM_XML, &bytes, &size));
        std::string text(static_cast<const char*>(bytes), size);
        ok(rf_free(bytes));
        return text;
    }
};

inline std::string path_of(rf_node node)
{
    char* path{};
    ok(rf_path(node, &path));
    return taken(path);
}

/// A folder that the destructor removes.
class Folder {
public:
    Folder()
    {
        static int number = 0;
        path_ = std::filesystem::temp_directory_path() /
                ("redforge-c-" + std::to_string(std::uintptr_t(this)) + "-" + std::to_string(number++));
        std::filesystem::create_directories(path_);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] std::filesystem::path operator/(const char* name) const { return path_ / name; }

private:
    std::filesystem::path path_;
};

/// Changes the working folder of the process. The destructor restores it.
class WorkingFolder {
public:
    explicit WorkingFolder(const std::filesystem::path& folder) : before_(std::filesystem::current_path())
    {
        std::filesystem::current_path(folder);
    }
    WorkingFolder(const WorkingFolder&) = delete;
    WorkingFolder& operator=(const WorkingFolder&) = delete;
    ~WorkingFolder()
    {
        std::error_code ignored;
        std::filesystem::current_path(before_, ignored);
    }

private:
    std::filesystem::path before_;
};

}  // namespace redforge::test
