// The files of a folder form in memory, with ownership of their content.
#include "edit/document/folder_content.hpp"

#include <map>
#include <memory>

namespace redforge::edit {

void FolderContent::add(std::filesystem::path relative, SharedBytes content)
{
    files_.push_back({std::move(relative), {content.pieces().begin(), content.pieces().end()}});
    contents_.push_back(std::move(content));
}

void FolderContent::add(std::filesystem::path relative, TextSink text)
{
    const auto owner = std::make_shared<const TextSink>(std::move(text));
    SharedBytes content;
    for (const ByteView chunk : owner->chunks()) {
        content.append(owner, chunk);
    }
    add(std::move(relative), std::move(content));
}

void FolderContent::add(const SideFile& file)
{
    if (file.bytes.empty()) {
        add(file.path, file.text);
    } else {
        add(file.path, file.bytes);
    }
}

SideFileReader FolderContent::reader() const
{
    // Shared: XmlReader copies its reader for each record that has a document of its own.
    const auto by_name = std::make_shared<std::map<std::string, const FolderFile*>>();
    for (const FolderFile& file : files_) {
        by_name->emplace(file.relative.generic_string(), &file);
    }
    return [by_name](const std::string& path) -> Result<std::string> {
        const auto found = by_name->find(path);
        if (found == by_name->end()) {
            return fail({.code = ErrorCode::io, .message = "no such file", .file = path});
        }
        std::string text;
        for (const ByteView piece : found->second->content) {
            text += as_text(piece);
        }
        return text;
    };
}

}  // namespace redforge::edit
