// Results of the program for the sample files, by checksums: the printed and written data must not change.
//
// tests/cli/checksums has a table for each kind of file: file patterns, commands, and a row for each file with the
// checksum (cksum) of what each command prints and writes to $out. REDFORGE_UPDATE=1 rewrites the rows. To analyse a
// changed row, run its command with the program of the last commit and with the current one.
#include <cstdlib>

#include <catch2/catch.hpp>

#include "program.hpp"
#include "support/approved.hpp"
#include "support/sanitized.hpp"
#include "support/source_folder.hpp"

using namespace redforge::test;

namespace {

/// Returns the header lines of a table: comments, "files PATTERN…", and "$ COMMAND", where $f is the file and $out an
/// output path.
std::string head_of(const std::string& table)
{
    return table.substr(0, table.find("samples "));
}

/// Returns the present rows: "samples CHECKSUM" for all files of the folder, and "FILE CHECKSUM…" for the output of
/// each command.
std::string current_rows(const std::string& head, const std::filesystem::path& samples)
{
    const std::size_t files = head.find("\nfiles ") + 7;
    const TemporaryFolder folder;
    std::string script = "echo samples $(find . -type f | sort | xargs cksum | cksum | cut -d' ' -f1); export out='" +
                         folder.path().string() + "/out'; for f in " +
                         head.substr(files, head.find('\n', files) - files) + "; do echo $f";
    for (const std::string& command : commands_of(head)) {
        script += " $( { " + command + "; } 2>&1 | sed \"s|$out|OUT|g\" | cksum | cut -d' ' -f1)";
    }
    return run_shell(samples, script + "; done").output;
}

std::string line_of_samples(const std::string& table)
{
    const std::size_t begin = table.find("samples ");
    return begin == std::string::npos ? "" : table.substr(begin, table.find('\n', begin) - begin);
}

void compare(const std::string& name, const char* variable)
{
    const char* const samples = std::getenv(variable);
    if (samples == nullptr || *samples == '\0') {
        WARN("skipped: " << variable << " names no folder of sample files");
        return;
    }
    if (sanitized || !has_shell()) {  // takes minutes with sanitizers, and other tests read the same files
        return;
    }
    const std::filesystem::path path = source_folder() / "tests/cli/checksums" / name;
    const std::string table = read_whole(path);
    const std::string today = head_of(table) + current_rows(head_of(table), samples);
    if (line_of_samples(today) != line_of_samples(table) && std::getenv("REDFORGE_UPDATE") == nullptr) {
        WARN("skipped: " << samples << " holds other files than those that " << name << " was made of");
        return;
    }
    check_approved(path, today);
}

}  // namespace

TEST_CASE("checksums: output for the sample maps is unchanged", "[cli]")
{
    compare("maps.txt", "REDFORGE_SAMPLES");
}

TEST_CASE("checksums: output for the sample models is unchanged", "[cli]")
{
    compare("models.txt", "REDFORGE_SAMPLES");
}

TEST_CASE("checksums: output for the sample banks is unchanged", "[cli]")
{
    compare("art.txt", "REDFORGE_SAMPLES");
}

TEST_CASE("checksums: output for real plugins and saves is unchanged", "[cli]")
{
    compare("plugins.txt", "REDFORGE_CORPUS");
}
