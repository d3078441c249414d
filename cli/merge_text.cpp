// Merging files of an unpacked folder one by one: sources of scripts, and the XML without them.
#include "merge_text.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "conflicts.hpp"
#include "console.hpp"
#include "core/hex.hpp"
#include "core/letter_case.hpp"
#include "core/trim.hpp"
#include "edit/comments.hpp"
#include "edit/document.hpp"
#include "edit/document_folder.hpp"
#include "edit/source_text.hpp"
#include "output.hpp"

namespace redforge::cli {
namespace {

constexpr std::string_view source_extension = ".soup";

/// A merged text, and what both sides changed.
struct TextMerge {
    std::string text;
    std::vector<edit::Conflict> conflicts;
};

edit::LineSide side_of(edit::MergeFavor prefer)
{
    return prefer == edit::MergeFavor::none     ? edit::LineSide::neither
           : prefer == edit::MergeFavor::theirs ? edit::LineSide::theirs
                                                : edit::LineSide::ours;
}

/// Sources that have nothing of a person's in them stay so: their labels are named by the places where they are now.
TextMerge merge_soup(const std::array<std::string, 3>& texts, edit::MergeFavor prefer)
{
    edit::SourceMerge merged = edit::merge_sources(texts[0], texts[1], texts[2], side_of(prefer));
    TextMerge result{std::move(merged.text), {}};
    if (merged.conflicts > 0) {
        result.conflicts.push_back({"", "", "", "both change the same statements", std::move(merged.shown)});
        if (prefer == edit::MergeFavor::none) {
            return result;
        }
    }
    const SideCodec* const codec = SideCodecs{edit::find_format("map")->side_codecs}.find(source_extension);
    const auto is_plain = [&](const std::string& text) {
        const Result<std::string> plain = codec->plain(text, {});
        return plain && *plain == text;
    };
    const Result<std::string> plain = codec->plain(result.text, {});
    if (!plain) {
        result.conflicts.push_back(
            {"", "", "", fmt::format("what both changes make of it is not a source: {}", plain.error().message)});
    } else if (is_plain(texts[1]) && is_plain(texts[2])) {
        result.text = *plain;
    }
    return result;
}

/// A line of the XML of a folder that names the file of a record: `<record file="GLOB/Hour.xml"/>`.
bool names_file(std::string_view line)
{
    const std::string_view element = trimmed(line);
    return element.starts_with('<') && element.find(" file=\"") == element.find(' ') && element.ends_with(".xml\"/>");
}

TextMerge merge_as_lines(const std::array<std::string, 3>& texts, edit::MergeFavor prefer)
{
    edit::LineMerge merged = edit::merge_lines(edit::split_lines(texts[0]), edit::split_lines(texts[1]),
                                               edit::split_lines(texts[2]), side_of(prefer), &names_file);
    // The end of the last line follows the side that changed it.
    const bool is_ours_new = texts[1].ends_with('\n') != texts[0].ends_with('\n');
    const bool is_marked = !merged.lines.empty() && merged.lines.back() == ">>>>>>> theirs";
    const std::string& end = texts[is_ours_new ? 1 : 2];
    TextMerge result{edit::with_end(edit::joined_lines(merged.lines), is_marked || end.ends_with('\n')), {}};
    if (merged.conflicts > 0) {
        result.conflicts.push_back({"", "", "", "both change the same lines", edit::shown_conflicts(merged.lines)});
    }
    return result;
}

/// Whether the text of compiled code has a name for each form in it, which it has where it is what the source compiles to.
bool follows_source(std::string_view code)
{
    for (const std::string& line : edit::split_lines(code)) {
        constexpr std::size_t unnamed = 8;  // digits of a FormID
        const std::size_t value = line.starts_with("; r") ? line.find(" = ") : std::string::npos;
        if (value != std::string::npos && line.size() == value + 3 + unnamed) {
            return false;
        }
    }
    return true;
}

/// Compiled code follows from its source, of which git joins the lines: packing compiles what that gives, with the names that both
/// sides knew. Nothing: one side has code of its own.
std::optional<TextMerge> merge_compiled(const std::array<std::string, 3>& texts)
{
    constexpr std::string_view stamp = "; source ";
    std::vector<std::string> ours = edit::split_lines(texts[1]);
    const std::vector<std::string> theirs = edit::split_lines(texts[2]);
    if (!texts[1].starts_with(stamp) || !texts[2].starts_with(stamp) || !follows_source(texts[1]) ||
        !follows_source(texts[2])) {
        return std::nullopt;
    }
    const auto is_name = [](const std::string& line) { return line.starts_with(';'); };
    auto end = std::ranges::find_if_not(ours, is_name);
    for (auto line = theirs.begin() + 1; line != theirs.end() && is_name(*line); ++line) {
        if (std::ranges::find(ours, *line) == ours.end()) {
            end = ours.insert(end, *line) + 1;
        }
    }
    std::string text = edit::joined_lines(ours);
    if (!texts[1].ends_with('\n')) {
        text.pop_back();
    }
    return TextMerge{std::move(text), {}};
}

/// In the place of a file's content its name: what is merged is which file a record has.
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

/// The names of the files of a document that was read so, in the order in which it is written.
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

/// The text of a document that was read so; of a record's own file that.
std::string text_with_files(const edit::Document& document, bool is_record)
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

/// What stands before and behind the text of a record that is a file of its own, so that it is a document; empty of documents.
using RecordFrame = std::pair<std::string_view, std::string_view>;

Result<edit::Document> read_text(const std::string& text, const RecordFrame& around, const std::string& name)
{
    const auto& [before, behind] = around;
    // The declaration is the document's.
    const std::size_t begin = before.empty() || !text.starts_with("<?xml ") ? 0 : text.find("?>") + 2;
    return edit::read_text(std::string(before) + text.substr(begin) + std::string(behind), name, &name_as_content);
}

/// Whether the record of a document, which has that alone, is a file of its own in a folder: a save may have created records that
/// look as records of a plugin, and stand in its own text.
bool is_record_file(const edit::Document& document)
{
    TextSink sink;
    SideFiles files(SideCodecs{document.format().side_codecs, {}});
    document.write_xml(sink, &files);
    return !files.files().empty() && files.files().back().path.ends_with(".xml");
}

/// What stands in the three texts.
struct TextDocuments {
    std::array<edit::Document, 3> documents;
    RecordFrame around;

    [[nodiscard]] bool is_record() const { return !around.first.empty(); }
};

/// Nothing: one of the texts, with what is around it, is none of a document.
std::optional<TextDocuments> read_texts(const std::array<std::string, 3>& texts, const RecordFrame& around,
                                        const std::string& name)
{
    TextDocuments read{{}, around};
    for (std::size_t i = 0; i < texts.size(); ++i) {
        Result<edit::Document> document = read_text(texts[i], around, name);
        if (!document || (i > 0 && &document->format() != &read.documents[0].format()) ||
            (read.is_record() && !is_record_file(*document))) {
            return std::nullopt;
        }
        read.documents[i] = std::move(*document);
    }
    return read;
}

/// Documents, or records that are files of their own in a folder.
std::optional<TextDocuments> read_texts(const std::array<std::string, 3>& texts, const std::string& name)
{
    std::optional<TextDocuments> read = read_texts(texts, RecordFrame{}, name);
    for (const Format& format : edit::formats()) {
        for (const RecordFrame& around : format.around_record) {
            if (!read) {
                read = read_texts(texts, around, name);
            }
        }
    }
    return read;
}

/// By records and fields. Nothing: one of the texts is none of a document, or says what this would lose.
std::optional<TextMerge> merge_as_records(const std::array<std::string, 3>& texts, const std::string& name,
                                          edit::MergeFavor prefer)
{
    const std::optional<TextDocuments> read = read_texts(texts, name);
    if (!read) {
        return std::nullopt;
    }
    const std::array<edit::Document, 3>& documents = read->documents;
    const bool is_record = read->is_record();
    edit::Merge merged = edit::merge(documents[0], documents[1], documents[2], prefer);
    TextMerge result{text_with_files(merged.document, is_record), std::move(merged.conflicts)};
    const std::string ours = text_with_files(documents[1], is_record);
    if (ours != texts[1]) {
        // A person's comments.
        const auto carried = edit::carry_changes(texts[1], ours, result.text, edit::NoteForm::xml);
        const Result<edit::Document> back = carried ? read_text(*carried, read->around, name) : fail({});
        if (!back || text_with_files(*back, is_record) != result.text ||
            edit::notes_in_xml(*carried) != edit::notes_in_xml(texts[1])) {
            return std::nullopt;
        }
        result.text = *carried;
    }
    const std::vector<std::string> kept = edit::notes_in_xml(result.text);
    for (const std::string& note : edit::notes_in_xml(texts[2])) {
        if (std::ranges::find(kept, note) == kept.end()) {
            return std::nullopt;  // a comment that theirs has added: lines keep it
        }
    }
    return result;
}

/// Returns the plain-text format (such as INI) of a file name, or null.
const Format* plain_text_format(const std::filesystem::path& name)
{
    const auto found = std::ranges::find_if(edit::formats(), [&](const Format& format) {
        return format.is_plain_text && edit::is_extension_of(format, name.extension().string());
    });
    return found == edit::formats().end() ? nullptr : &*found;
}

/// Merges plain-text files by records and fields. A conflict is merged by lines, so that the file contains both sides. Returns
/// nothing if a file is not text.
std::optional<TextMerge> merge_plain_text(const Format& format, const std::array<std::string, 3>& texts,
                                          edit::MergeFavor prefer)
{
    if (std::ranges::any_of(texts, [](const std::string& text) { return text.find('\0') != std::string::npos; })) {
        return std::nullopt;
    }
    std::array<edit::Document, 3> documents;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        documents[i] = edit::Document(format);
        const ByteView bytes = as_bytes(texts[i]);
        if (!format.read(SharedBytes(Bytes(bytes.begin(), bytes.end())), documents[i].data(), nullptr)) {
            return merge_as_lines(texts, prefer);
        }
    }
    edit::Merge merged = edit::merge(documents[0], documents[1], documents[2], prefer);
    const Result<SharedBytes> bytes = merged.document.encode();
    if (!bytes || (!merged.conflicts.empty() && prefer == edit::MergeFavor::none)) {
        TextMerge result = merge_as_lines(texts, prefer);
        if (!merged.conflicts.empty()) {
            result.conflicts = std::move(merged.conflicts);
        }
        return result;
    }
    return TextMerge{std::string(as_text(bytes->joined())), std::move(merged.conflicts)};
}

/// Returns a description of the numbering in a file of an unpacked plugin: the masters in `plugin.xml`, or the first byte of a
/// record file's own FormID. Returns an empty text if the file has both or neither.
std::string numbering_in(std::string_view text)
{
    constexpr std::string_view master = "<master name=\"";
    constexpr std::string_view form_id = " form_id=\"";
    if (text.find("<plugin ") == std::string_view::npos) {
        const std::size_t begin = text.find("<record ");
        const std::size_t at = begin == std::string_view::npos ? begin : text.find(form_id, begin);
        return at == std::string_view::npos ? std::string() : std::string(text.substr(at + form_id.size(), 2));
    }
    std::string masters;
    for (std::size_t at = text.find(master); at != std::string_view::npos; at = text.find(master, at + 1)) {
        const std::size_t name = at + master.size();
        masters += lower(text.substr(name, text.find('"', name) - name)) + "|";
    }
    return text.find("<record file=\"") == std::string_view::npos ? std::string() : masters;
}

/// Sets the next free FormID of all three texts to the largest one, so that it does not conflict.
void take_larger_next_form(std::array<std::string, 3>& texts)
{
    constexpr std::string_view name = " next_object_id=\"";
    constexpr std::size_t digits = 8;
    std::array<std::size_t, 3> places{};
    std::string largest;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const std::size_t header = texts[i].find("<header ");
        const std::size_t at = header == std::string::npos ? header : texts[i].find(name, header);
        if (at == std::string::npos || at > texts[i].find('\n', header) ||
            at + name.size() + digits > texts[i].size()) {
            return;
        }
        places[i] = at + name.size();
        largest = std::max(largest, texts[i].substr(places[i], digits));
    }
    for (std::size_t i = 0; i < texts.size(); ++i) {
        texts[i].replace(places[i], digits, largest);
    }
}

/// Returns a conflict if both sides number forms differently. Git merges the files of a folder one by one, so a merge of two
/// numberings would assign forms to wrong plugins.
std::optional<edit::Conflict> numbering_conflict(const std::array<std::string, 3>& texts)
{
    const std::string ours = numbering_in(texts[1]);
    const std::string theirs = numbering_in(texts[2]);
    if (ours == theirs) {
        return std::nullopt;
    }
    return edit::Conflict{.path = "",
                          .label = "",
                          .field = "masters",
                          .what = "the two sides have different masters, which number the forms in all files of the "
                                  "plugin; pack each side and merge the plugins: redforge merge BASE OURS THEIRS"};
}

}  // namespace

std::optional<Exit> merge_text_files(const Arguments& arguments, std::span<const std::string> paths,
                                     const std::string& out, edit::MergeFavor prefer)
{
    const std::string name = arguments.option("name").value_or(paths[1]);
    const std::filesystem::path file = name;
    const bool is_source = file.extension() == source_extension;
    const bool is_compiled = file.extension() == ".txt" && file.parent_path().filename() == "compiled";
    const bool is_script_text = file.extension() == ".txt" && file.parent_path().filename() == "scripts";
    const Format* const plain_text = plain_text_format(file);
    const bool is_known = is_compiled || is_script_text || plain_text != nullptr || file.extension() == ".xml";
    if (!is_source && (!arguments.has("name") || !is_known)) {
        return std::nullopt;
    }
    std::array<std::string, 3> texts;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        Result<std::string> text = read_text_file(paths[i], max_read, Pipes::allow);
        if (!text) {
            return print_error(text.error());
        }
        texts[i] = std::move(*text);
    }
    take_larger_next_form(texts);
    TextMerge merged;
    if (is_source) {
        merged = merge_soup(texts, prefer);
    } else if (is_script_text) {
        merged = merge_as_lines(texts, prefer);
    } else if (plain_text != nullptr) {
        auto of_format = merge_plain_text(*plain_text, texts, prefer);
        if (!of_format) {
            return std::nullopt;
        }
        merged = std::move(*of_format);
    } else if (is_compiled) {
        const auto of_source = merge_compiled(texts);
        merged = of_source ? *of_source : merge_as_lines(texts, prefer);
    } else {
        auto by_records = merge_as_records(texts, name, prefer);
        const bool marks = !by_records || (!by_records->conflicts.empty() && prefer == edit::MergeFavor::none);
        merged = marks ? merge_as_lines(texts, prefer) : std::move(*by_records);
        if (by_records && marks && !by_records->conflicts.empty()) {
            merged.conflicts = std::move(by_records->conflicts);
        }
    }
    std::optional<edit::Conflict> renumbered = is_source || is_compiled ? std::nullopt : numbering_conflict(texts);
    const bool is_renumbered = renumbered.has_value();
    if (is_renumbered) {
        merged.conflicts.push_back(std::move(*renumbered));  // which no side decides
    }
    const bool undecided = is_renumbered || (!merged.conflicts.empty() && prefer == edit::MergeFavor::none);
    if (arguments.has("json")) {
        nlohmann::json json{{"written", true}, {"conflicts", nlohmann::json::array()}};
        for (const edit::Conflict& conflict : merged.conflicts) {
            json["conflicts"].push_back(conflict_json(conflict));
        }
        print_json(json);
    }
    if (undecided) {
        for (const edit::Conflict& conflict : merged.conflicts) {
            print_message(conflict_text(name, conflict));
        }
        const bool has_marks = !is_renumbered || merged.text.find("<<<<<<<") != std::string::npos;
        print_message(fmt::format("{}: {}{}", name, plural(merged.conflicts.size(), "conflict"),
                                  has_marks ? "; both sides stand in the file between <<<<<<< and >>>>>>>" : ""));
    }
    if (out == "-") {
        print(merged.text);
    } else if (const Result<Written> written =
                   edit::write_in_place(out, as_bytes(merged.text),
                                        {.overwrite = Overwrite::allow, .cancel = &cancelled()});
               !written) {
        return print_error(written.error());
    }
    return undecided ? Exit::finding : Exit::fine;
}

}  // namespace redforge::cli
