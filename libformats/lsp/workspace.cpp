// Searches the folders of a workspace for scripts.
#include "lsp/workspace.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

#include <fmt/format.h>

#include "core/files/files.hpp"
#include "core/text/letter_case.hpp"
#include "core/text/words.hpp"
#include "lsp/answers.hpp"

namespace redforge::lsp {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view file_scheme = "file://";

/// Returns true if a file can be a script by its name and size.
bool can_be_script(const fs::directory_entry& entry)
{
    constexpr std::uintmax_t max_script = std::uintmax_t{4} << 20U;  // bytes; larger texts are not scripts
    constexpr std::array<std::string_view, 3> extensions{".soup", ".obscript", ".txt"};
    const std::string extension = lower(entry.path().extension().string());
    std::error_code failed;
    return std::ranges::find(extensions, extension) != extensions.end() && entry.is_regular_file(failed) &&
           entry.file_size(failed) <= max_script && !failed;
}

}  // namespace

std::string path_of_uri(std::string_view uri)
{
    if (!uri.starts_with(file_scheme)) {
        return {};
    }
    uri.remove_prefix(file_scheme.size());
    std::string path;
    for (std::size_t i = 0; i < uri.size(); ++i) {
        unsigned value{};
        if (uri[i] == '%' && i + 2 < uri.size() &&
            std::from_chars(uri.data() + i + 1, uri.data() + i + 3, value, 16).ptr == uri.data() + i + 3) {
            path += static_cast<char>(value);
            i += 2;
        } else {
            path += uri[i];
        }
    }
    const bool has_drive = path.size() > 2 && path[0] == '/' && path[2] == ':';  // file:///C:/...
    return has_drive ? path.substr(1) : path;
}

std::string uri_of_path(const fs::path& path)
{
    const std::string text = path.generic_string();
    std::string uri(file_scheme);
    uri += text.starts_with('/') ? "" : "/";
    for (const char letter : text) {
        const bool is_plain =
            is_word_letter(letter) || std::string_view("/.-~:").find(letter) != std::string_view::npos;
        uri += is_plain ? std::string(1, letter) : fmt::format("%{:02X}", static_cast<unsigned char>(letter));
    }
    return uri;
}

const Workspace::File* Workspace::read(const fs::directory_entry& entry)
{
    std::error_code failed;
    const fs::file_time_type time = entry.last_write_time(failed);
    const std::uintmax_t size = entry.file_size(failed);
    File& file = files_[entry.path()];
    if (failed || file.time != time || file.size != size || file.text.size() != size) {
        Result<std::string> text = read_text_file(entry.path());
        file.open.reset();  // it refers to the old text
        file.time = time;
        file.size = size;
        file.text = text ? std::move(*text) : std::string();
        file.open = open_text(entry.path().string(), file.text);
    }
    return file.open == nullptr ? nullptr : &file;
}

void Workspace::add_symbols(std::string_view query, const std::set<fs::path>& open, nlohmann::json& found)
{
    for (const fs::path& folder : folders) {
        std::error_code failed;
        fs::recursive_directory_iterator each(folder, fs::directory_options::skip_permission_denied, failed);
        for (; !failed && each != fs::recursive_directory_iterator(); each.increment(failed)) {
            if (each->path().filename().string().starts_with('.')) {
                each.disable_recursion_pending();
                continue;
            }
            if (!can_be_script(*each) || open.contains(each->path())) {
                continue;
            }
            if (const File* const file = read(*each)) {
                const Lines lines(file->text);
                const std::string uri = uri_of_path(each->path());
                for (nlohmann::json& symbol : matching_symbols({*file->open, lines, uri}, query)) {
                    found.push_back(std::move(symbol));
                }
            }
        }
    }
}

}  // namespace redforge::lsp
