// Two small unpacked maps for tests of folder writing.
#pragma once

#include <algorithm>
#include <array>

#include "core/files/files.hpp"
#include "file_faults.hpp"

namespace redforge::test {

/// Rules with all files of these maps as previous files; other files are rejected.
inline const FolderRules ours{.previous = {"map.xml", "scripts/DOOR.soup", "scripts/GUARD.soup", "scripts/WITCH.soup"}};
/// Rules that keep other files.
inline const FolderRules beside_others{.previous = ours.previous, .others = FolderRules::Others::stay};

using Names = std::vector<std::string>;

/// Two maps that share a script. Each also has its own script.
inline std::vector<FolderFile> first_map()
{
    return {{"map.xml", {as_bytes("<map"), as_bytes(" one/>")}},
            {"scripts/DOOR.soup", {as_bytes("door one")}},
            {"scripts/GUARD.soup", {as_bytes("guard")}}};
}
inline std::vector<FolderFile> second_map()
{
    return {{"scripts/WITCH.soup", {as_bytes("witch")}},
            {"map.xml", {as_bytes("<map two/>")}},
            {"scripts/DOOR.soup", {as_bytes("door two")}}};
}

inline const Names first_names{"map.xml", "scripts", "scripts/DOOR.soup", "scripts/GUARD.soup"};
inline const Names second_names{"map.xml", "scripts", "scripts/DOOR.soup", "scripts/WITCH.soup"};

/// Returns all names below a folder, except temporary files of an interrupted write.
inline Names names_without_temporaries(const fs::path& path)
{
    Names names = names_below(path);
    std::erase_if(names, [](const std::string& name) { return name.find(".redforge-next-") != std::string::npos; });
    return names;
}

inline bool is_first(const fs::path& path)
{
    return names_without_temporaries(path) == first_names && content_of(path / "map.xml") == "<map one/>" &&
           content_of(path / "scripts/DOOR.soup") == "door one" && content_of(path / "scripts/GUARD.soup") == "guard";
}
inline bool is_second(const fs::path& path)
{
    return names_without_temporaries(path) == second_names && content_of(path / "map.xml") == "<map two/>" &&
           content_of(path / "scripts/DOOR.soup") == "door two" && content_of(path / "scripts/WITCH.soup") == "witch";
}

inline Result<Written> write_first(const fs::path& path, const WriteOptions& options = {})
{
    return write_folder(path, first_map(), ours, options);
}
inline Result<Written> write_second(const fs::path& path, const WriteOptions& options = {})
{
    return write_folder(path, second_map(), ours, options);
}

}  // namespace redforge::test
