// Finds the files of an unpacked folder that cannot be read.
#include "cli/files/broken_parts.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "cli/script/plugin_scripts.hpp"
#include "cli/script/script_files.hpp"
#include "core/files/files.hpp"
#include "core/xml/xml_reader.hpp"
#include "edit/document/document.hpp"
#include "edit/document/document_folder.hpp"
#include "soup/assemble/assemble.hpp"

namespace redforge::cli {
namespace {

namespace fs = std::filesystem;

std::optional<Error> error_of_xml(const std::string& file)
{
    Result<std::string> text = read_text_file(file);
    if (!text) {
        return text.error();
    }
    const Result<XmlDocument> parsed = XmlDocument::parse(std::move(*text), file);
    if (!parsed) {
        return parsed.error();
    }
    const Status status = parsed->check();
    return status ? std::nullopt : std::optional(status.error());
}

std::optional<Error> error_of_soup(const std::string& file, const LoadContext& context)
{
    const Result<std::string> text = read_source(file);
    if (!text) {
        return text.error();
    }
    const soup::Assembly assembly = soup::assemble(*text, file, {.names = context.services.find<soup::Names>()});
    const auto found = std::ranges::find(assembly.diagnostics, soup::Severity::error, &soup::Diagnostic::severity);
    return found == assembly.diagnostics.end() ? std::nullopt : std::optional(found->error);
}

std::optional<Error> error_of_obscript(const std::string& file, const LoadContext& context)
{
    std::size_t scripts = 0;
    const Result<std::vector<soup::Diagnostic>> found = check_oblivion_scripts(file, context, {}, scripts);
    if (!found) {
        return found.error();
    }
    const auto error = std::ranges::find(*found, soup::Severity::error, &soup::Diagnostic::severity);
    return error == found->end() ? std::nullopt : std::optional(error->error);
}

std::optional<Error> error_of_part(const std::string& file, const LoadContext& context)
{
    const std::string extension = fs::path(file).extension().string();
    // Compiled code is in .txt files too, in another folder.
    const bool is_obscript = extension == ".txt" && fs::path(file).parent_path().filename() == "scripts";
    return extension == ".xml"                         ? error_of_xml(file)
           : extension == ".soup"                      ? error_of_soup(file, context)
           : is_obscript && has_oblivion_scripts(file) ? error_of_obscript(file, context)
                                                       : std::nullopt;
}

}  // namespace

std::vector<Error> broken_parts(const fs::path& path, const LoadContext& context, const Error& first)
{
    std::error_code ignored;
    const fs::path folder = fs::is_directory(path, ignored) ? path : path.parent_path();
    std::vector<Error> errors{first};
    const auto document = edit::find_folder_document(folder.empty() ? "." : folder);
    if (first.file == path.string() || !document || !*document || (folder != path && **document != path)) {
        return errors;
    }
    std::vector<std::string> files;
    for (fs::recursive_directory_iterator entry(folder, ignored), end; !ignored && entry != end;
         entry.increment(ignored)) {
        if (entry->is_regular_file(ignored)) {
            files.push_back(entry->path().string());
        }
    }
    std::ranges::sort(files);
    for (const std::string& file : files) {
        if (file == first.file) {
            continue;
        }
        if (std::optional<Error> error = error_of_part(file, context)) {
            if (error->file.empty()) {
                error->file = file;
            }
            errors.push_back(std::move(*error));
        }
    }
    return errors;
}

}  // namespace redforge::cli
