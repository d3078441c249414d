// Writes changed sources together: the sources of an unpacked folder in one step, with the engine that writes folders.
#include "cli/files/source_writer.hpp"

#include <map>

#include <fmt/format.h>

#include "cli/files/output.hpp"
#include "cli/line/console.hpp"
#include "edit/document/document_folder.hpp"

namespace redforge::cli {

void SourceWriter::add(std::string file, std::string_view before, std::string text, std::string what)
{
    sources_.push_back({std::move(file), std::string(before), std::move(text), std::move(what)});
}

void SourceWriter::write(const std::function<void(const Error&)>& on_error)
{
    std::map<std::filesystem::path, std::vector<const Source*>> by_folder;
    std::vector<const Source*> alone;
    for (const Source& source : sources_) {
        const auto place = edit::find_place(source.file);
        if (!place) {
            on_error(place.error());
            return clear();
        }
        if (*place) {
            by_folder[source.file.parent_path()].push_back(&source);
        } else {
            alone.push_back(&source);
        }
    }
    for (const Source* const source : alone) {
        write_together({&source, 1}, false, on_error);
    }
    for (const auto& [folder, sources] : by_folder) {
        write_together(sources, true, on_error);
    }
    clear();
}

void SourceWriter::write_together(std::span<const Source* const> sources, bool in_folder,
                                  const std::function<void(const Error&)>& on_error) const
{
    const Source& first = *sources.front();
    const std::filesystem::path folder = first.file.has_parent_path() ? first.file.parent_path() : ".";
    const bool alone = !in_folder;
    FileSnapshot seen;
    std::vector<FolderFile> files;
    for (const Source* const source : sources) {
        const std::string name = source->file.filename().string();
        files.push_back({name, {as_bytes(source->text)}});
        seen.files.emplace(alone ? "" : name, fingerprint_of(as_bytes(source->before)));
    }
    const WriteOptions options{.overwrite = Overwrite::allow,
                               .backup = !arguments_.has("no-backup"),
                               .cancel = &cancelled(),
                               .expected = &seen};
    const Result<Written> written =
        alone ? write_file(first.file, as_bytes(first.text), options) : edit::write_in_folder(folder, files, options);
    if (!written) {
        return on_error(written.error());
    }
    for (const Source* const source : sources) {
        print_message(fmt::format("{}: {}{}", source->file.string(), source->what, backup_description(*written)));
    }
    print_write_notes(alone ? first.file : folder, *written);
}

}  // namespace redforge::cli
