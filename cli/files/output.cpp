// Writes the results of all verbs. Decides which files may be replaced, and reports what was written.
#include "cli/files/output.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "cli/line/console.hpp"
#include "core/bytes/mapped_file.hpp"
#include "edit/document/document_folder.hpp"
#include "edit/document/recognise.hpp"

namespace redforge::cli {
namespace {

namespace fs = std::filesystem;

/// Returns the name of an XML text's root element.
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

Status make_error(const fs::path& out, std::string found, std::string_view wanted)
{
    return fail({.code = ErrorCode::exists,
                 .message = fmt::format("{}, not {}", found, wanted),
                 .file = out.string(),
                 .hint = "--force replaces it; nothing was changed"});
}

/// Returns the type of a file, also for a missing one. Errors: io.
Result<fs::file_type> file_kind_of(const fs::path& path)
{
    std::error_code error;
    const fs::file_type kind = fs::status(path, error).type();
    if (error && kind != fs::file_type::not_found) {
        return fail({.code = ErrorCode::io,
                     .message = fmt::format("cannot check the existing file: {}", error.message()),
                     .file = path.string(),
                     .hint = "nothing was changed"});
    }
    return kind;
}

/// Fails if a folder has files of another kind. Only other folders may get a document.
Status may_write_folder(const fs::path& out, const Format& format)
{
    const std::string words = document_description(format, edit::Storage::folder);
    const auto has_document = [&out](const Format& of) {
        return file_kind_of(out / edit::folder_document_name(of)).map([](fs::file_type kind) {
            return kind == fs::file_type::regular;
        });
    };
    const Result<bool> own = has_document(format);
    if (!own) {
        return fail(own.error());
    }
    if (*own) {
        const Result<std::string> text = read_text_file(out / edit::folder_document_name(format));
        return !text                             ? fail(text.error())
               : root_of(*text) == format.root() ? Status{}
                                                 : make_error(out, "holds another map.xml", words);
    }
    for (const Format& other : edit::formats()) {
        const Result<bool> has = has_document(other);
        if (!has || *has) {
            return has ? make_error(out, fmt::format("is {}", document_description(other, edit::Storage::folder)),
                                    words)
                       : fail(has.error());
        }
    }
    std::error_code error;
    for (fs::directory_iterator entry(out, error), end; !error && entry != end; entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (!name.starts_with('.')) {
            return make_error(out, fmt::format("is a folder with other files in it, such as {}", name), words);
        }
    }
    return error ? fail({.code = ErrorCode::io,
                         .message = fmt::format("cannot list this folder: {}", error.message()),
                         .file = out.string(),
                         .hint = "nothing was changed"})
                 : Status{};
}

}  // namespace

std::string content_description(ByteView bytes)
{
    constexpr std::size_t looked_at = 4096;
    const std::string_view text = as_text(bytes);
    if (text.empty()) {
        return {};
    }
    if (const Format* format = edit::recognise(bytes)) {
        return document_description(*format, edit::Storage::binary);
    }
    if (text.starts_with("\x89PNG")) {
        return "a PNG";
    }
    if (text.starts_with("GIF8")) {
        return "a GIF";
    }
    if (text.starts_with("glTF")) {
        return "a .glb model";
    }
    if (text.starts_with("PK\3\4") && text.substr(0, looked_at).find("SHA256SUMS") != std::string_view::npos) {
        return "a package of a mod";
    }
    if (text.starts_with("<!DOCTYPE html>")) {
        return "an HTML page";
    }
    if (edit::looks_like_text(bytes)) {
        const std::string_view root = root_of(text);
        const Format* format = edit::find_format(root);
        return format != nullptr     ? document_description(*format, edit::Storage::text)
               : root == "svg"       ? "an SVG drawing"
               : root == "xs:schema" ? "an XML schema"
               : root == "edits"     ? "a patch"
                                     : "another XML text";
    }
    return text.substr(0, looked_at).find('\0') == std::string_view::npos ? "a text file" : "a file of no known kind";
}

std::string document_description(const Format& format, edit::Storage storage)
{
    // "Redguard pictures" and "strings of a plugin" are plural.
    const bool is_plural = format.name.ends_with('s') || format.name.starts_with("strings");
    const bool begins_with_vowel = std::string_view("AEIOU").find(format.name.front()) != std::string_view::npos;
    const std::string_view article = is_plural ? "" : begins_with_vowel ? "an " : "a ";
    switch (storage) {
    case edit::Storage::binary: return fmt::format("{}{}", article, format.name);
    case edit::Storage::text: return fmt::format("the text of {}{}", article, format.name);
    case edit::Storage::folder: return fmt::format("{}unpacked {}", is_plural ? "" : "an ", format.name);
    }
    return {};
}

Status may_replace(const Arguments& arguments, const fs::path& out, std::string_view words)
{
    if (arguments.has("force") || out == "-") {
        return {};
    }
    const Result<fs::file_type> kind = file_kind_of(out);
    if (!kind || *kind != fs::file_type::regular) {
        return kind ? Status{} : fail(kind.error());
    }
    // Map the file: its first bytes determine the kind, and it can be large.
    const Result<SharedBytes> old = map_file(out);
    // Logs, cheats of other sizes and some settings are known by their name.
    const Format* const format = old && !old->view().empty() ? edit::recognise(old->view(), out) : nullptr;
    const std::string found = !old                ? "a file that cannot be read"
                              : format != nullptr ? document_description(*format, edit::Storage::binary)
                                                  : content_description(old->view());
    return found.empty() || found == words ? Status{} : make_error(out, fmt::format("is {}", found), words);
}

/// Checks that a new game file does not get the extension of another format. Errors: usage.
static Status check_new_name(const Arguments& arguments, const fs::path& out, const Format& format)
{
    const std::string extension = out.extension().string();
    std::error_code ignored;
    if (arguments.has("force") || out == "-" || extension.empty() || edit::is_extension_of(format, extension) ||
        fs::exists(out, ignored)) {
        return {};
    }
    const auto other = std::ranges::find_if(edit::formats(),
                                            [&](const Format& each) { return edit::is_extension_of(each, extension); });
    return other == edit::formats().end()
               ? Status{}
               : fail({.code = ErrorCode::usage,
                       .message = fmt::format("has the extension of {}, not of {}", document_description(*other),
                                              document_description(format)),
                       .file = out.string(),
                       .hint = fmt::format("use the extension {}; --force writes the file anyway", format.extension)});
}

Status may_replace(const Arguments& arguments, const fs::path& out, const Format& format, edit::Storage storage)
{
    if (Status named = storage == edit::Storage::binary ? check_new_name(arguments, out, format) : Status{}; !named) {
        return named;
    }
    if (storage != edit::Storage::folder) {
        return may_replace(arguments, out, document_description(format, storage));
    }
    if (arguments.has("force")) {
        return {};
    }
    const Result<fs::file_type> kind = file_kind_of(out);
    return !kind ? fail(kind.error()) : *kind == fs::file_type::directory ? may_write_folder(out, format) : Status{};
}

Result<Written> write_output(const Arguments& arguments, const fs::path& out, std::string_view words, ByteView content)
{
    return may_replace(arguments, out, words).and_then([&] {
        return edit::write_in_place(out, content, {.overwrite = Overwrite::allow, .cancel = &cancelled()});
    });
}

bool is_input(const fs::path& out, const edit::Loaded& loaded, const fs::path& input)
{
    if (out == "-" || input == "-") {
        return false;
    }
    // If the system cannot compare the files, return true, so that no unread file is replaced.
    const auto same = [](const fs::path& a, const fs::path& b) {
        std::error_code error;
        const bool equal = a == b || fs::equivalent(a, b, error);
        return equal || (error && error != std::errc::no_such_file_or_directory);
    };
    if (same(out, input)) {
        return true;
    }
    const fs::path home = input.has_parent_path() ? input.parent_path() : fs::path(".");
    return loaded.storage == edit::Storage::folder &&
           file_kind_of(input).value_or(fs::file_type::regular) == fs::file_type::regular && same(out, home);
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

std::string backup_description(const Written& written)
{
    return written.backup ? fmt::format("; backup: {}", written.backup->string()) : "";
}

void print_interrupted_write(const std::string& input, const edit::Loaded& loaded)
{
    if (!loaded.unfinished.empty()) {
        print_message(fmt::format("{}: {}", input, loaded.unfinished));
    }
}

void print_write_notes(const fs::path& out, const Written& written)
{
    for (const std::string& note : written.notes) {
        print_message(fmt::format("{}: {}", out.string(), note));
    }
}

}  // namespace redforge::cli
