// Where every verb that writes has to pass: what may be replaced, and how it is said what was done.
#include "output.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "console.hpp"
#include "core/mapped_file.hpp"

namespace redforge::cli {
namespace {

namespace fs = std::filesystem;

/// The name of an XML text's root element.
std::string_view root_of(std::string_view text)
{
    for (std::size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at + 1)) {
        const std::string_view rest = text.substr(at + 1);
        if (rest.starts_with("!--")) {
            at = std::min(text.find("-->", at), text.size() - 1);
        } else if (!rest.empty() && std::isalpha(static_cast<unsigned char>(rest.front())) != 0) {
            return rest.substr(0, rest.find_first_of(" \t\r\n/>"));
        }
    }
    return {};
}

Status refuse(const fs::path& out, std::string found, std::string_view wanted)
{
    return fail({.code = ErrorCode::exists,
                 .message = fmt::format("{}, not {}", found, wanted),
                 .file = out.string(),
                 .hint = "--force replaces it; nothing was changed"});
}

/// A folder is taken as it is: only one with nothing of another kind in it may get a document.
Status may_write_folder(const fs::path& out, const Format& format)
{
    std::error_code ignored;
    const std::string words = document_words(format, edit::Storage::folder);
    if (fs::is_regular_file(out / edit::folder_document_name(format), ignored)) {
        const Result<std::string> text = read_text_file(out / edit::folder_document_name(format));
        return !text || root_of(*text) == format.root() ? Status{} : refuse(out, "holds another map.xml", words);
    }
    for (const Format& other : edit::formats()) {
        if (fs::is_regular_file(out / edit::folder_document_name(other), ignored)) {
            return refuse(out, fmt::format("is {}", document_words(other, edit::Storage::folder)), words);
        }
    }
    for (const auto& entry : fs::directory_iterator(out, ignored)) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with('.')) {
            return refuse(out, fmt::format("is a folder with other files in it, such as {}", name), words);
        }
    }
    return {};
}

}  // namespace

std::string content_words(ByteView bytes)
{
    constexpr std::size_t looked_at = 4096;
    const std::string_view text = as_text(bytes);
    if (text.empty()) {
        return {};
    }
    if (const Format* format = edit::recognise(bytes)) {
        return document_words(*format, edit::Storage::binary);
    }
    if (text.starts_with("\x89PNG")) {
        return "a PNG";
    }
    if (text.starts_with("glTF")) {
        return "a .glb model";
    }
    if (edit::looks_like_text(bytes)) {
        const std::string_view root = root_of(text);
        const Format* format = edit::find_format(root);
        return format != nullptr     ? document_words(*format, edit::Storage::text)
               : root == "svg"       ? "an SVG drawing"
               : root == "xs:schema" ? "an XML schema"
                                     : "another XML text";
    }
    return text.substr(0, looked_at).find('\0') == std::string_view::npos ? "a text file" : "a file of no known kind";
}

std::string document_words(const Format& format, edit::Storage storage)
{
    const bool begins_with_vowel = std::string_view("AEIOU").find(format.name.front()) != std::string_view::npos;
    const std::string_view article = begins_with_vowel ? "an" : "a";
    switch (storage) {
    case edit::Storage::binary: return fmt::format("{} {}", article, format.name);
    case edit::Storage::text: return fmt::format("the text of {} {}", article, format.name);
    case edit::Storage::folder: return fmt::format("an unpacked {}", format.name);
    }
    return {};
}

Status may_replace(const Arguments& arguments, const fs::path& out, std::string_view words)
{
    std::error_code ignored;
    if (arguments.has("force") || out == "-" || !fs::is_regular_file(out, ignored)) {
        return {};
    }
    // Mapped: what a file is shows in its first bytes, and it may be large.
    const Result<SharedBytes> old = map_file(out);
    const std::string found = old ? content_words(old->view()) : "a file that cannot be read";
    return found.empty() || found == words ? Status{} : refuse(out, fmt::format("is {}", found), words);
}

Status may_replace(const Arguments& arguments, const fs::path& out, const Format& format, edit::Storage storage)
{
    if (storage != edit::Storage::folder) {
        return may_replace(arguments, out, document_words(format, storage));
    }
    std::error_code ignored;
    return arguments.has("force") || !fs::is_directory(out, ignored) ? Status{} : may_write_folder(out, format);
}

Result<Written> write_output(const Arguments& arguments, const fs::path& out, std::string_view words, ByteView content)
{
    return may_replace(arguments, out, words).and_then([&] {
        return write_file(out, content, {.overwrite = Overwrite::allow, .cancel = &cancelled()});
    });
}

bool is_input(const fs::path& out, const edit::Loaded& loaded, const fs::path& input)
{
    std::error_code ignored;
    if (out == "-" || input == "-") {
        return false;
    }
    const fs::path home = input.has_parent_path() ? input.parent_path() : fs::path(".");
    return fs::equivalent(out, input, ignored) ||
           (loaded.storage == edit::Storage::folder && fs::is_regular_file(input, ignored) &&
            fs::equivalent(out, home, ignored));
}

WriteOptions options_for(const Arguments& arguments, const fs::path& out, edit::Storage storage,
                         const edit::Loaded& loaded, const fs::path& input)
{
    const bool in_place = is_input(out, loaded, input);
    return {.overwrite = arguments.has("force") ? Overwrite::force : Overwrite::allow,
            .backup = (in_place || storage == edit::Storage::folder) && !arguments.has("no-backup"),
            .cancel = &cancelled(),
            .expected = in_place ? &loaded.seen : nullptr,
            .keep_same = in_place,
            .drop_comments = arguments.has("drop-comments")};
}

std::string backup_words(const Written& written)
{
    return written.backup ? fmt::format("; backup: {}", written.backup->string()) : "";
}

void say_notes(const fs::path& out, const Written& written)
{
    for (const std::string& note : written.notes) {
        say(fmt::format("{}: {}", out.string(), note));
    }
}

}  // namespace redforge::cli
