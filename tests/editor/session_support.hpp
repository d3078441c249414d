// The sample map in a temporary file, for tests of a session.
#pragma once

#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/files/files.hpp"
#include "editor/model/session/session.hpp"
#include "rgm/map.hpp"
#include "support/values.hpp"

namespace redforge::test {

using editor::NodeRef;
using editor::NodeRefs;
using editor::Session;

/// A temporary folder with the sample map: seven objects; 4 and 5 are DOOR01 and 6 is GUARD01.
struct SampleFile {
    std::filesystem::path folder;
    std::filesystem::path path;
    Bytes bytes;

    SampleFile()
    {
        std::string name = (std::filesystem::temp_directory_path() / "redforge-session-XXXXXX").string();
        REQUIRE(mkdtemp(name.data()) != nullptr);
        folder = name;
        path = folder / "SAMPLE.RGM";
        bytes = rgm::write_map(rgm::sample_map()).value();
        REQUIRE(redforge::write_file(path, bytes).has_value());
    }
    SampleFile(const SampleFile&) = delete;
    SampleFile& operator=(const SampleFile&) = delete;
    ~SampleFile()
    {
        std::error_code ignored;
        std::filesystem::remove_all(folder, ignored);
    }
};

/// Copies a journal, or a folder of them, as a killed session leaves it. The library's own copying would not share it
/// with the session on Windows.
inline void copy_journal(const std::filesystem::path& from, const std::filesystem::path& to)
{
    if (std::filesystem::is_directory(from)) {
        std::filesystem::create_directories(to);
        for (const auto& entry : std::filesystem::directory_iterator(from)) {
            copy_journal(entry.path(), to / entry.path().filename());
        }
        return;
    }
    REQUIRE(write_file(to, read_file(from).value(), {.overwrite = Overwrite::allow}).has_value());
}

inline NodeRef at(const Session& session, std::string_view path)
{
    return session.find(path).value();
}

inline NodeRefs at(const Session& session, const std::vector<std::string>& paths)
{
    NodeRefs refs;
    for (const std::string& path : paths) {
        refs.push_back(at(session, path));
    }
    return refs;
}

}  // namespace redforge::test
