// Reads glTF files, and writes several files as one step.
#include "cli/model/model_files.hpp"

#include <fmt/format.h>

#include "cli/line/console.hpp"
#include "core/files/files.hpp"
#include "edit/document/document.hpp"
#include "exchange/gltf/gltf_file.hpp"

namespace redforge::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t max_list = std::uint64_t{16} << 20U;  // limit of an .mtl file

/// Returns the text of an .mtl that export wrote. Returns an empty text for other files and if the file is missing.
std::string own_materials(const fs::path& path)
{
    const Result<std::string> text = read_text_file(path, max_list);
    return text && text->starts_with(exchange::obj_mark) ? *text : std::string();
}

/// Fails if a side file of another program would be replaced. A picture is ours if an .mtl of ours names it.
Status check_side_files(const fs::path& folder, std::span<const exchange::SideFile> beside)
{
    std::string materials;
    for (const exchange::SideFile& file : beside) {
        materials += file.name.ends_with(".mtl") ? own_materials(folder / file.name) : std::string();
    }
    for (const exchange::SideFile& file : beside) {
        std::error_code ignored;
        const bool ours = file.name.ends_with(".mtl")
                              ? !materials.empty()
                              : materials.find("map_Kd " + file.name + "\n") != std::string::npos;
        if (!ours && fs::exists(folder / file.name, ignored)) {
            return fail({.code = ErrorCode::exists,
                         .message = "already exists, and no export made it",
                         .file = (folder / file.name).string(),
                         .hint = "move it away, or choose another name with -o; nothing was changed"});
        }
    }
    return {};
}

}  // namespace

Result<Bytes> read_glb_file(const std::string& input)
{
    Result<Bytes> bytes = read_file(input, max_read, Pipes::allow);
    if (!bytes || !exchange::is_text_gltf(*bytes)) {
        return bytes;
    }
    const SideFileReader beside = edit::side_files_beside(input);
    const auto read_side_file = [&](const std::string& path) -> Result<Bytes> {
        if (!beside) {
            return fail({.code = ErrorCode::usage,
                         .message = fmt::format("needs the file {} in its folder", path),
                         .hint = "name the .gltf, or save the scene as .glb"});
        }
        const Result<std::string> content = beside(path);
        if (!content) {
            return fail(content.error());
        }
        const ByteView view = as_bytes(*content);
        return Bytes(view.begin(), view.end());
    };
    return exchange::pack_gltf(*bytes, read_side_file);
}

Status write_with_side_files(const fs::path& out, ByteView content, std::span<const exchange::SideFile> beside)
{
    const fs::path folder = out.parent_path();
    if (const Status free = check_side_files(folder, beside); !free) {
        return free;
    }
    const WriteOptions options{.overwrite = Overwrite::allow, .cancel = &cancelled()};
    if (beside.empty()) {
        const Result<Written> written = write_file(out, content, options);
        return written ? Status{} : fail(written.error());
    }
    std::vector<FolderFile> files{{out.filename(), {content}}};
    for (const exchange::SideFile& file : beside) {
        files.push_back({file.name, {ByteView(file.content)}});
    }
    const Result<Written> written = write_files(folder, files, options);
    return written ? Status{} : fail(written.error());
}

}  // namespace redforge::cli
