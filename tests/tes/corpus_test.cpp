// Real plugins, if REDFORGE_CORPUS names a folder of them: both laws, and no raw bytes for known layouts.
#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>

#include "core/files/files.hpp"
#include "tes/plugin/plugin_queries.hpp"
#include "tes/plugin/record.hpp"
#include "tes/plugin_builder.hpp"
#include "tes/plugin_laws.hpp"

using namespace redforge;
using namespace redforge::tes;

TEST_CASE("corpus: real plugins obey law 1, and all their scripts are decoded", "[tes]")
{
    const char* folder = std::getenv("REDFORGE_CORPUS");
    if (folder == nullptr) {
        return;
    }
    std::size_t files = 0;
    std::size_t scripts = 0;
    std::size_t properties = 0;
    for (const std::string_view name : {"oblivion-plugins", "skyrim-plugins"}) {
        for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(folder) / name)) {
            const Result<Bytes> bytes = read_file(entry.path());
            REQUIRE(bytes);
            INFO(entry.path());
            CHECK(redforge::tes::test::law_violation(*bytes) == "");
            RawFallbacks kept;
            const Result<Plugin> plugin = read_plugin(*bytes, &kept);
            REQUIRE(plugin);
            for (const RawFallback& part : kept) {
                CHECK(part.place.find("VMAD") == std::string::npos);
                CHECK(part.place.find("SCPT") == std::string::npos);
            }
            ++files;
            const RecordCounts counts = count_records(*plugin);
            scripts += counts.scripts;
            properties += counts.with_properties;
        }
    }
    WARN(files << " plugins, " << scripts << " SCPT, " << properties << " VMAD decoded");
    CHECK(scripts > 0);
    CHECK(properties > 0);
}
