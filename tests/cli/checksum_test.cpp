// What the program makes of the sample files, by checksums: whatever it prints or writes of them stays as it is.
//
// tests/cli/checksums has a table for each kind of file: patterns of files, commands, and a row for each file with the
// checksum (cksum) of what each command prints and writes to $out. REDFORGE_UPDATE=1 writes the rows anew. To see
// behind a row that differs, run its command by the program of the last commit and by that of today.
#include <cstdlib>
#include <fstream>
#include <sstream>

#include <catch2/catch.hpp>

#include "program.hpp"
#include "support/sanitized.hpp"

using namespace redforge::test;

namespace {

/// A table in parts.
struct Table {
    std::string head;                   ///< comments, "files PATTERN…" and "$ COMMAND" lines, as they stand
    std::string patterns;               ///< of files, in the folder of the samples
    std::vector<std::string> commands;  ///< with $f for the file and $out for a name to write to
    std::string folder;                 ///< the checksum of all samples that the rows were made of
    std::vector<std::string> rows;
};

Table read_table(const std::filesystem::path& path)
{
    Table table;
    std::ifstream lines(path);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("samples ")) {
            table.folder = line;
        } else if (line.starts_with("#") || line.starts_with("files ") || line.starts_with("$ ") || line.empty()) {
            table.head += line + "\n";
            table.patterns += line.starts_with("files ") ? line.substr(5) : "";
        } else {
            table.rows.push_back(line);
        }
    }
    table.commands = commands_of(table.head);
    return table;
}

/// The lines "samples CHECKSUM" and "FILE CHECKSUM…" as they are today.
std::string rows_of_today(const Table& table, const std::filesystem::path& samples)
{
    const TemporaryFolder folder;
    std::string script = "echo samples $(find . -type f | sort | xargs cksum | cksum | cut -d' ' -f1); export out='" +
                         folder.path().string() + "/out'; for f in" + table.patterns + "; do echo $f";
    for (const std::string& command : table.commands) {
        script += " $( { " + command + "; } 2>&1 | sed \"s|$out|OUT|g\" | cksum | cut -d' ' -f1)";
    }
    return run_shell(samples, script + "; done").output;
}

void compare(const std::string& name, const char* variable)
{
    const char* const samples = std::getenv(variable);
    if (samples == nullptr || *samples == '\0') {
        WARN("skipped: " << variable << " names no folder of sample files");
        return;
    }
    if (sanitized || !has_shell()) {  // sanitizers take minutes for it, and other tests read the same files
        return;
    }
    const std::filesystem::path path = std::filesystem::path(REDFORGE_SOURCE) / "tests/cli/checksums" / name;
    const Table table = read_table(path);
    const std::string today = rows_of_today(table, samples);
    if (std::getenv("REDFORGE_UPDATE") != nullptr) {
        std::ofstream(path, std::ios::binary) << table.head << today;
        return;
    }
    std::istringstream lines(today);
    std::string folder;
    std::getline(lines, folder);
    if (folder != table.folder) {
        WARN("skipped: " << samples << " holds other files than those that " << name << " was made of");
        return;
    }
    std::size_t row = 0;
    for (std::string line; std::getline(lines, line); ++row) {
        REQUIRE(row < table.rows.size());
        CHECK(line == table.rows[row]);
    }
    CHECK(row == table.rows.size());
}

}  // namespace

TEST_CASE("Texts, reports, scripts and scenes of the sample maps have the checksums of their table", "[cli]")
{
    compare("maps.txt", "REDFORGE_SAMPLES");
}

TEST_CASE("Texts, reports and meshes of the sample models have the checksums of their table", "[cli]")
{
    compare("models.txt", "REDFORGE_SAMPLES");
}

TEST_CASE("Texts, reports and pictures of the sample banks have the checksums of their table", "[cli]")
{
    compare("art.txt", "REDFORGE_SAMPLES");
}

TEST_CASE("Texts, reports and scripts of real plugins and saves have the checksums of their table", "[cli]")
{
    compare("plugins.txt", "REDFORGE_CORPUS");
}
