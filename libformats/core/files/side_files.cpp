// Side files of a document in its folder form: names and text.
#include "core/files/side_files.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/bytes/fingerprint.hpp"
#include "core/bytes/hex.hpp"
#include "core/text/letter_case.hpp"
#include "core/text/words.hpp"

namespace redforge {
namespace {

/// Returns true for device names that Windows reserves with any extension.
bool is_device_name(std::string_view stem)
{
    static constexpr std::array<std::string_view, 4> devices{"CON", "PRN", "AUX", "NUL"};
    const std::string name = upper(stem);
    const bool numbered = name.size() == 4 && (name.starts_with("COM") || name.starts_with("LPT")) && is_digit(name[3]);
    return numbered || std::ranges::find(devices, name) != devices.end();
}

bool is_plain_letter(char c)
{
    return is_letter(c) || is_digit(c) || c == '-';
}

/// Returns a stem that is valid on every file system. A long stem is cut and ends with a hash of the whole, so that
/// stems with a common beginning stay different, and a record always gets the same name.
std::string file_stem(std::string_view stem)
{
    constexpr std::size_t max_length = 120;
    constexpr std::size_t kept = max_length - 11;
    std::string name(stem.substr(0, stem.size() > max_length ? kept : max_length));
    std::ranges::replace_if(
        name, [](char c) { return !is_plain_letter(c); }, '_');
    if (stem.size() > max_length) {
        const std::uint64_t number = fingerprint_of(std::as_bytes(std::span(stem))).first >> 24U;
        return name + fmt::format("-{:010x}", number);
    }
    if (name.empty()) {
        name = "unnamed";
    }
    return is_device_name(name) ? name + "_" : name;
}

}  // namespace

const SideCodec* SideCodecs::find(std::string_view extension) const
{
    const auto found = std::ranges::find(codecs, extension, &SideCodec::extension);
    return found == codecs.end() ? nullptr : &*found;
}

std::string SideFiles::new_path(std::string_view folder, std::string_view stem, std::string_view extension)
{
    std::string path(folder == "." ? "" : folder);
    path += path.empty() ? "" : "/";
    if (const std::size_t slash = stem.find('/'); folder == "." && slash != std::string_view::npos) {
        path += file_stem(stem.substr(0, slash)) + "/";
        stem.remove_prefix(slash + 1);
    }
    path += file_stem(stem);
    const std::size_t base = path.size();
    path += extension;
    const auto [first, is_new] = taken_.insert(upper(path));
    for (bool is_taken = !is_new; is_taken; is_taken = !taken_.insert(upper(path)).second) {
        path.resize(base);
        path += fmt::format(".{}{}", ++numbers_.try_emplace(*first, 1).first->second, extension);
    }
    return path;
}

std::string SideFiles::add(std::string_view folder, std::string_view stem, std::string_view extension, std::string text)
{
    files_.push_back({new_path(folder, stem, extension), std::move(text), {}});
    return files_.back().path;
}

std::string SideFiles::add(std::string_view folder, std::string_view stem, std::string_view extension,
                           SharedBytes bytes)
{
    files_.push_back({new_path(folder, stem, extension), {}, std::move(bytes)});
    return files_.back().path;
}

bool is_safe_side_path(std::string_view path)
{
    if (path.empty() || path.find_first_of(std::string_view("\\:\0", 3)) != std::string_view::npos) {
        return false;
    }
    for (std::size_t at = 0; at <= path.size();) {
        const std::size_t end = std::min(path.find('/', at), path.size());
        const std::string_view step = path.substr(at, end - at);
        if (step.empty() || step == "." || step == "..") {
            return false;
        }
        at = end + 1;
    }
    return true;
}

std::string bytes_to_side_text(ByteView bytes)
{
    std::string text = "; compiled script, 32 bytes a line\n";
    for (std::size_t at = 0; at < bytes.size(); at += hex_bytes_per_line) {
        append_hex(text, bytes.subspan(at, std::min(hex_bytes_per_line, bytes.size() - at)));
        text += '\n';
    }
    return text;
}

Result<Bytes> side_text_to_bytes(std::string_view text)
{
    Bytes bytes;
    std::uint32_t line = 1;
    for (std::size_t at = 0; at < text.size(); ++line) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view content = text.substr(at, end - at);
        if (!content.starts_with(';') && !parse_hex(content, bytes)) {
            return fail({.code = ErrorCode::malformed,
                         .message = "a line that is not bytes",
                         .line = line,
                         .column = 1,
                         .hint = "write pairs of hexadecimal digits; a comment line begins with ;"});
        }
        at = end + 1;
    }
    return bytes;
}

}  // namespace redforge
