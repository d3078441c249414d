// Record files of unpacked plugins and saves.
#include "edit/plugin/record_file.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "core/bytes/hex.hpp"
#include "core/text/code_page.hpp"
#include "core/xml/xml_writer.hpp"
#include "edit/document/comments.hpp"
#include "edit/plugin/master_lists.hpp"
#include "tes/plugin/plugin.hpp"

namespace redforge::edit {
namespace {

constexpr std::string_view list_begin = "<?plugins";
constexpr std::string_view list_end = "?>";

/// Returns the position of the line with the list, which follows the XML declaration, or npos.
std::size_t list_at(std::string_view text)
{
    constexpr std::size_t max_declaration_size = 200;
    return text.substr(0, max_declaration_size).find(list_begin);
}

/// Returns the name of a side file in a form that is valid content of the file.
Result<std::string> name_as_content(const std::string& path)
{
    const ByteView bytes = std::as_bytes(std::span(path));
    if (!path.ends_with(".txt")) {
        return bytes_to_side_text(bytes);
    }
    if (!path.starts_with("compiled/")) {
        return path;  // a source
    }
    std::string statement = "{";
    append_hex(statement, bytes);
    return statement + "}\n";
}

/// Appends the names of the side files of a document that was read so, in the order of writing.
void collect_files(const RecordHandle& record, std::vector<std::string>& names)
{
    for (const ChildEntry& child : record.table().children) {
        switch (child.kind) {
        case ChildEntry::Kind::group: collect_files(record.group(child), names); break;
        case ChildEntry::Kind::list: {
            const ListView list = record.list(child);
            for (std::size_t i = 0; i < list.size(); ++i) {
                collect_files(list.at(i), names);
            }
            break;
        }
        case ChildEntry::Kind::blob:
            if (!child.blob.folder.empty() && !record.blob(child).empty()) {
                names.emplace_back(as_text(record.blob(child)));
            }
            break;
        case ChildEntry::Kind::byte_range:
            if (!record.byte_range(child).empty()) {
                const Result<Bytes> name = side_text_to_bytes(as_text(record.byte_range(child).joined()));
                names.emplace_back(name ? std::string(as_text(*name)) : std::string());
            }
            break;
        }
    }
}

}  // namespace

Result<Document> read_record_file(const std::string& text, const RecordFrame& around, const std::string& name)
{
    const auto& [before, after] = around;
    // Drop the XML declaration: `before` precedes the text of the record.
    const std::size_t begin = before.empty() || !text.starts_with("<?xml ") ? 0 : text.find("?>") + 2;
    return read_text(std::string(before) + text.substr(begin) + std::string(after), name, &name_as_content);
}

std::string record_text(const Document& document, bool is_record)
{
    TextSink sink;
    SideFiles files(SideCodecs{document.format().side_codecs, {}});
    document.write_xml(sink, &files);
    std::string text = is_record && !files.files().empty() ? files.files().back().text : sink.str();
    std::vector<std::string> names;
    collect_files(document.root(), names);
    std::size_t at = 0;
    for (std::size_t i = 0; i < std::min(names.size(), files.files().size()); ++i) {
        const std::string made = fmt::format("file=\"{}\"", files.files()[i].path);
        at = text.find(made, at);
        if (at == std::string::npos) {
            break;
        }
        const std::string wanted = fmt::format("file=\"{}\"", names[i]);
        text.replace(at, made.size(), wanted);
        at += wanted.size();
    }
    return text;
}

bool is_record_file(const Document& document)
{
    TextSink sink;
    SideFiles files(SideCodecs{document.format().side_codecs, {}});
    document.write_xml(sink, &files);
    return !files.files().empty() && files.files().back().path.ends_with(".xml");
}

std::optional<std::string> plugin_list_in(std::string_view text)
{
    const std::size_t at = list_at(text);
    if (at == text.npos) {
        return std::nullopt;
    }
    const std::string_view rest = text.substr(at + list_begin.size());
    const std::string_view list = rest.substr(0, rest.find(list_end));
    return std::string(list.substr(list.starts_with(' ') ? 1 : 0));
}

std::string with_plugin_list(std::string text, const std::optional<std::string>& list)
{
    if (const std::size_t at = list_at(text); at != std::string::npos) {
        text.erase(at, text.find('\n', at) + 1 - at);
    }
    if (list) {
        const std::size_t at = text.starts_with("<?xml ") ? text.find('\n') + 1 : 0;
        text.insert(at, fmt::format("{}{}{}{}\n", list_begin, list->empty() ? "" : " ", *list, list_end));
    }
    return text;
}

namespace {

/// Joins names as the text form shows them. File names contain neither | nor ?.
std::string joined_names(const std::vector<std::string>& names)
{
    std::string text;
    for (const std::string& name : names) {
        text += &name == &names.front() ? "" : "|";
        for (const char letter : name) {
            text += letter == '|' || letter == '?' ? fmt::format("\\x{:02X}", letter) : std::string(1, letter);
        }
    }
    return text;
}

std::vector<std::string> split_names(std::string_view text)
{
    std::vector<std::string> names;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('|'), text.size());
        names.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return names;
}

}  // namespace

std::optional<std::string> plugin_list_of(const RecordHandle& root)
{
    if (!has_plugin_list(root)) {
        return std::nullopt;
    }
    std::vector<std::string> names = plugins_named_by(root);
    for (std::string& name : names) {
        name = encode_text(name, root.page);
    }
    return joined_names(names);
}

Result<std::string> renumber_record_file(const std::string& text, const std::string& list, const std::string& name)
{
    const auto failed = [&](Error error) {
        error.file = name;
        return fail(std::move(error));
    };
    const std::string own = plugin_list_in(text).value_or(list);
    const Format& format = *find_format(tes::Plugin::root);
    const std::string plain = with_plugin_list(text, {});
    for (const RecordFrame& around : format.around_record) {
        Result<Document> document = read_record_file(plain, around, name);
        if (!document || !is_record_file(*document)) {
            continue;
        }
        const std::string old_text = record_text(*document, true);
        const tes::Numbering before{.masters = split_names(own)};
        const tes::Numbering after{.masters = split_names(list)};
        if (Status status = tes::renumber(*plugin_of(document->root()), {before, after}); !status) {
            return failed(status.error());
        }
        std::string text_now = record_text(*document, true);
        if (!notes_in_xml(plain).empty()) {
            std::optional<std::string> carried = rebase_changes(plain, old_text, text_now, NoteForm::xml);
            const Result<Document> again = carried ? read_record_file(*carried, around, name) : fail({});
            if (!again || record_text(*again, true) != text_now) {
                return failed(
                    {.code = ErrorCode::mismatch,
                     .message = fmt::format("its FormIDs are numbered by the plugins {}, those of the folder by "
                                            "{}, and its comments have no place in the renumbered text",
                                            own.empty() ? "(none)" : own, list.empty() ? "(none)" : list),
                     .hint = "remove the comments that are inside of elements"});
            }
            text_now = std::move(*carried);
        }
        return with_plugin_list(std::move(text_now), list);
    }
    return failed({.code = ErrorCode::mismatch,
                   .message = fmt::format("its FormIDs are numbered by the plugins {}, those of the folder by {}",
                                          own.empty() ? "(none)" : own, list.empty() ? "(none)" : list),
                   .hint = "pack both versions of the folder, and merge or edit the packed files"});
}

SideFileReader with_numbers_of(const XmlDocument& main, SideFileReader files)
{
    const std::string_view root = main.root().name();
    if (root != "plugin" && root != "save") {
        return files;
    }
    std::vector<std::string> plugins;
    const bool is_plugin = root == "plugin";
    for (const pugi::xml_node node :
         is_plugin ? main.root().child("header").children("master") : main.root().children("plugin")) {
        plugins.emplace_back(node.attribute("name").value());
    }
    return [files = std::move(files), list = joined_names(plugins)](const std::string& path) -> Result<std::string> {
        Result<std::string> text = files(path);
        const bool is_record = text && path.ends_with(".xml");
        const std::optional<std::string> own = is_record ? plugin_list_in(*text) : std::nullopt;
        return own && *own != list ? renumber_record_file(*text, list, path) : std::move(text);
    };
}

}  // namespace redforge::edit
