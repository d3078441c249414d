// Unpacks every document of the given folders on disk, as a folder and as one XML file, packs it, and compares the
// bytes.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "edit/document/document.hpp"
#include "edit/document/verify.hpp"

namespace {

namespace fs = std::filesystem;
using namespace redforge;

/// Returns an error message, or an empty text.
std::string check_form(const edit::Loaded& loaded, const Bytes& original, edit::Storage storage, const fs::path& text)
{
    const auto unpacked = edit::save(loaded.document, text, storage, {}, loaded.context);
    if (!unpacked) {
        return "cannot unpack: " + describe(unpacked.error());
    }
    const auto back = edit::load(text, Pipes::reject, loaded.context);
    if (!back) {
        return "cannot pack: " + describe(back.error());
    }
    const auto packed = back->document.write();
    if (!packed) {
        return "cannot pack: " + describe(packed.error());
    }
    return *packed == original ? "" : "unpacking and packing gives other bytes";
}

/// Checks both text forms of a file. Returns true if both give its bytes.
bool check_file(const fs::path& file, const fs::path& work)
{
    const auto original = read_file(file);
    const auto loaded = edit::load(file);
    if (!original || !loaded) {
        fmt::print("{}: {}\n", file.string(), describe(original ? loaded.error() : original.error()));
        return false;
    }
    bool good = true;
    for (const auto& [storage, name] :
         {std::pair{edit::Storage::folder, "folder"}, std::pair{edit::Storage::text, "file.xml"}}) {
        if (const std::string error = check_form(*loaded, *original, storage, work / name); !error.empty()) {
            fmt::print("{} as {}: {}\n", file.string(), name, error);
            good = false;
        }
        fs::remove_all(work / name);
    }
    return good;
}

}  // namespace

int main(int argc, char* argv[])
{
    std::size_t part = 0;
    std::size_t parts = 1;
    std::vector<std::string> folders;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        if ((word == "--part" || word == "--parts") && i + 1 < argc) {
            (word == "--part" ? part : parts) = std::strtoul(argv[++i], nullptr, 10);
        } else {
            folders.push_back(word);
        }
    }
    if (folders.empty() || parts == 0 || part >= parts) {
        fmt::print(stderr, "usage: redforge_round_trip [--part K --parts N] FOLDER...    (K from 0)\n");
        return 2;
    }
    std::string form = (fs::temp_directory_path() / "redforge-round-trip-XXXXXX").string();
    if (mkdtemp(form.data()) == nullptr) {
        std::perror("no temporary folder");
        return 2;
    }
    std::size_t checked = 0;
    std::size_t bad = 0;
    std::size_t number = 0;
    for (const std::string& folder : folders) {
        for (const edit::Candidate& file : edit::find_files(folder)) {
            const bool is_text = file.path.extension() == ".xml" || fs::is_directory(file.path);
            const auto begin = is_text ? Result<Bytes>(Bytes{}) : read_file(file.path);
            if (is_text || !begin || edit::recognise(*begin) == nullptr || number++ % parts != part) {
                continue;
            }
            ++checked;
            bad += check_file(file.path, form) ? std::size_t{0} : std::size_t{1};
        }
    }
    std::error_code ignored;
    fs::remove_all(form, ignored);
    fmt::print("{} files unpacked and packed as a folder and as one file; {} failed\n", checked, bad);
    return checked > 0 && bad == 0 ? 0 : 1;
}
