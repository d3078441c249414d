// Merges single files of an unpacked folder: sources of scripts, and XML files without their side files.
#include "cli/files/merge_text.hpp"

#include <algorithm>
#include <array>
#include <functional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/files/output.hpp"
#include "cli/line/console.hpp"
#include "cli/report/conflicts.hpp"
#include "core/bytes/hex.hpp"
#include "core/text/counts.hpp"
#include "core/text/letter_case.hpp"
#include "core/text/trim.hpp"
#include "core/xml/xml_writer.hpp"
#include "edit/document/comments.hpp"
#include "edit/document/document.hpp"
#include "edit/document/document_folder.hpp"
#include "edit/patch/source_text.hpp"
#include "edit/plugin/record_file.hpp"

namespace redforge::cli {
namespace {

constexpr std::string_view source_extension = ".soup";

/// A merged text, and its conflicts.
struct TextMerge {
    std::string text;
    std::vector<edit::Conflict> conflicts;
    std::vector<std::string> notes{};
};

edit::LineSide side_of(edit::MergeFavor prefer)
{
    return prefer == edit::MergeFavor::none     ? edit::LineSide::neither
           : prefer == edit::MergeFavor::theirs ? edit::LineSide::theirs
                                                : edit::LineSide::ours;
}

/// Merges sources of scripts. If all three are in generated form, the result is too: its labels are named by code
/// offset.
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
            {"", "", "", fmt::format("the merged text is not a valid source: {}", plain.error().message)});
        result.conflicts.back().is_undecidable = true;
    } else if (is_plain(texts[1]) && is_plain(texts[2])) {
        result.text = *plain;
    }
    return result;
}

/// Returns true for a line in the XML of a folder that names the file of a record: `<record file="GLOB/Hour.xml"/>`.
bool names_file(std::string_view line)
{
    const std::string_view element = trimmed(line);
    return element.starts_with('<') && element.find(" file=\"") == element.find(' ') && element.ends_with(".xml\"/>");
}

TextMerge merge_as_lines(const std::array<std::string, 3>& texts, edit::MergeFavor prefer)
{
    edit::LineMerge merged = edit::merge_lines(edit::split_lines(texts[0]), edit::split_lines(texts[1]),
                                               edit::split_lines(texts[2]), side_of(prefer), &names_file);
    // Use the line end at the end of the file from the side that changed it.
    const bool is_ours_new = texts[1].ends_with('\n') != texts[0].ends_with('\n');
    const bool is_marked = !merged.lines.empty() && merged.lines.back() == ">>>>>>> theirs";
    const std::string& end = texts[is_ours_new ? 1 : 2];
    TextMerge result{edit::with_end(edit::joined_lines(merged.lines), is_marked || end.ends_with('\n')), {}};
    if (merged.conflicts > 0) {
        result.conflicts.push_back({"", "", "", "both change the same lines", edit::shown_conflicts(merged.lines)});
    }
    return result;
}

/// Returns a text with the differences of two texts between conflict markers.
std::string with_markers(const std::string& our_text, const std::string& their_text)
{
    const std::vector<std::string> ours = edit::split_lines(our_text);
    const std::vector<std::string> theirs = edit::split_lines(their_text);
    const std::vector<edit::Hunk> hunks = edit::hunks_between(ours, theirs, 0);
    std::vector<std::string> lines;
    std::size_t at = 0;  // next line of ours
    const auto copy_until = [&](std::size_t end) {
        lines.insert(lines.end(), ours.begin() + static_cast<std::ptrdiff_t>(at),
                     ours.begin() + static_cast<std::ptrdiff_t>(end));
        at = end;
    };
    for (const edit::Hunk& hunk : hunks) {
        copy_until(hunk.from);
        lines.emplace_back("<<<<<<< ours");
        copy_until(hunk.from + hunk.from_size);
        lines.emplace_back("=======");
        lines.insert(lines.end(), theirs.begin() + static_cast<std::ptrdiff_t>(hunk.to),
                     theirs.begin() + static_cast<std::ptrdiff_t>(hunk.to + hunk.to_size));
        lines.emplace_back(">>>>>>> theirs");
    }
    copy_until(ours.size());
    return edit::joined_lines(lines);
}

/// Returns true if the text of compiled code has a name for each form. This is so if the code is the compiled source.
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

/// Merges texts of compiled code that is derived from a source. Git merges the source, and packing compiles it with the
/// names of both sides. Returns nullopt if a side has code that is not the compiled source.
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

/// The documents in the three texts.
struct TextDocuments {
    std::array<edit::Document, 3> documents;
    edit::RecordFrame around;

    [[nodiscard]] bool is_record() const { return !around.first.empty(); }
};

/// Reads the three texts. Returns nullopt if a text, inside its frame, is not a document.
std::optional<TextDocuments> read_texts(const std::array<std::string, 3>& texts, const edit::RecordFrame& around,
                                        const std::string& name)
{
    TextDocuments read{{}, around};
    for (std::size_t i = 0; i < texts.size(); ++i) {
        Result<edit::Document> document = edit::read_record_file(texts[i], around, name);
        if (!document || (i > 0 && &document->format() != &read.documents[0].format()) ||
            (read.is_record() && !edit::is_record_file(*document))) {
            return std::nullopt;
        }
        read.documents[i] = std::move(*document);
    }
    return read;
}

/// Reads the three texts as documents, or as record files of a folder.
std::optional<TextDocuments> read_texts(const std::array<std::string, 3>& texts, const std::string& name)
{
    std::optional<TextDocuments> read = read_texts(texts, edit::RecordFrame{}, name);
    for (const Format& format : edit::formats()) {
        for (const edit::RecordFrame& around : format.around_record) {
            if (!read) {
                read = read_texts(texts, around, name);
            }
        }
    }
    return read;
}

/// Merges by records and fields. Returns nullopt if a text is not a document, or has content that this merge would
/// lose.
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
    if (merged.error) {
        TextMerge failed{texts[1], {{"", "", "", merged.error->message}}};
        failed.conflicts.back().is_undecidable = true;
        return failed;
    }
    TextMerge result{edit::record_text(merged.document, is_record), std::move(merged.conflicts)};
    result.notes = std::move(merged.notes);
    const std::string ours = edit::record_text(documents[1], is_record);
    if (ours != texts[1]) {
        // Keep the user's comments.
        const auto carried = edit::rebase_changes(texts[1], ours, result.text, edit::NoteForm::xml);
        const Result<edit::Document> back = carried ? edit::read_record_file(*carried, read->around, name) : fail({});
        if (!back || edit::record_text(*back, is_record) != result.text ||
            edit::notes_in_xml(*carried) != edit::notes_in_xml(texts[1])) {
            return std::nullopt;
        }
        result.text = *carried;
    }
    const std::vector<std::string> kept = edit::notes_in_xml(result.text);
    for (const std::string& note : edit::notes_in_xml(texts[2])) {
        if (std::ranges::find(kept, note) == kept.end()) {
            return std::nullopt;  // theirs added a comment: use the line merge, which keeps it
        }
    }
    return result;
}

std::string plain_xml(const edit::Document& document)
{
    TextSink sink;
    document.write_xml(sink);
    return sink.str();
}

/// Beginning of a placeholder record for a record file in the XML of a folder.
constexpr std::string_view file_record = R"(<record type="FILE" editor_id=")";

/// Returns the XML of an unpacked plugin with a record for each file of a record: `<record file="GLOB/Hour.xml"/>`.
std::string with_file_records(const std::string& text)
{
    constexpr std::string_view begin = "<record file=\"";
    constexpr std::string_view end = "\"/>";
    std::vector<std::string> lines = edit::split_lines(text);
    for (std::string& line : lines) {
        const std::size_t at = line.find_first_not_of(" \t");
        if (names_file(line) && line.compare(at, begin.size(), begin) == 0 && line.ends_with(end)) {
            const std::string file = line.substr(at + begin.size(), line.size() - at - begin.size() - end.size());
            // Compute a FormID from the name, because the merge matches records by it. The result does not contain it.
            line = fmt::format("{}{}{}\" form_id=\"{:08X}\"/>", line.substr(0, at), file_record, file,
                               std::hash<std::string>()(file) & 0xFFFFFFU);
        }
    }
    return edit::joined_lines(lines);
}

std::string without_file_records(const std::string& text)
{
    std::vector<std::string> lines = edit::split_lines(text);
    for (std::string& line : lines) {
        const std::size_t at = line.find(file_record);
        if (at != std::string::npos && line.find_first_not_of(" \t") == at) {
            const std::size_t begin = at + file_record.size();
            line = fmt::format("{}<record file=\"{}\"/>", line.substr(0, at),
                               line.substr(begin, line.find('"', begin) - begin));
        }
    }
    return edit::joined_lines(lines);
}

/// Merges the XML of unpacked plugins by groups, files and masters. Returns nullopt if there is a conflict, or if a
/// text has comments.
std::optional<TextMerge> merge_file_lists(const std::array<std::string, 3>& texts, const std::string& name)
{
    if (std::ranges::any_of(texts,
                            [](const std::string& text) { return text.find("<plugin ") == std::string::npos; })) {
        return std::nullopt;
    }
    std::array<edit::Document, 3> documents;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const std::string text = with_file_records(texts[i]);
        Result<edit::Document> document = edit::read_text(text, name, {});
        if (!document || plain_xml(*document) != edit::with_end(text, true)) {
            return std::nullopt;
        }
        documents[i] = std::move(*document);
    }
    const edit::Merge merged = edit::merge(documents[0], documents[1], documents[2]);
    if (merged.error || !merged.conflicts.empty()) {
        return std::nullopt;
    }
    return TextMerge{without_file_records(plain_xml(merged.document)), {}};
}

/// Returns the plain-text format (such as INI) of a file name, or null.
const Format* plain_text_format(const std::filesystem::path& name)
{
    const auto found = std::ranges::find_if(edit::formats(), [&](const Format& format) {
        return format.is_plain_text && edit::is_extension_of(format, name.extension().string());
    });
    return found == edit::formats().end() ? nullptr : &*found;
}

/// Merges plain-text files by records and fields. A conflict is merged by lines, so that the file contains both sides.
/// Returns nullopt if a file is not text.
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

/// Sets the next free object id of all three texts to the largest one, so that it does not conflict. The byte before it
/// depends on the masters of each side and stays as it is.
void take_larger_next_form(std::array<std::string, 3>& texts)
{
    constexpr std::string_view name = " next_object_id=\"";
    constexpr std::size_t index_digits = 2;
    constexpr std::size_t digits = 6;
    std::array<std::size_t, 3> places{};
    std::string largest;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const std::size_t header = texts[i].find("<header ");
        const std::size_t at = header == std::string::npos ? header : texts[i].find(name, header);
        if (at == std::string::npos || at > texts[i].find('\n', header) ||
            at + name.size() + index_digits + digits > texts[i].size()) {
            return;
        }
        places[i] = at + name.size() + index_digits;
        largest = std::max(largest, texts[i].substr(places[i], digits));
    }
    for (std::size_t i = 0; i < texts.size(); ++i) {
        texts[i].replace(places[i], digits, largest);
    }
}

/// Returns a description of the numbering in a record file: the list of plugins that it names, else the first byte of
/// its FormID.
std::string numbering_in(std::string_view text)
{
    if (std::optional<std::string> list = edit::plugin_list_in(text)) {
        return "list " + *list;
    }
    constexpr std::string_view form_id = " form_id=\"";
    const std::size_t begin = text.find("<plugin ") == std::string_view::npos ? text.find("<record ") : text.npos;
    const std::size_t at = begin == std::string_view::npos ? begin : text.find(form_id, begin);
    return at == std::string_view::npos ? std::string() : std::string(text.substr(at + form_id.size(), 2));
}

/// Renumbers three versions of a record file as in ours. Returns a conflict if the numberings differ and that is not
/// possible. Git merges the files of a folder one by one, so a merge of two numberings would assign forms to wrong
/// plugins.
std::optional<edit::Conflict> numbering_conflict(std::array<std::string, 3>& texts, const std::string& name)
{
    const std::string ours = numbering_in(texts[1]);
    const std::optional<std::string> list = edit::plugin_list_in(texts[1]);
    std::string what =
        "the two sides have different masters, which number the forms of this file; pack each side and merge the "
        "plugins: redforge merge BASE OURS THEIRS";
    for (const std::size_t side : {0U, 2U}) {
        if (numbering_in(texts[side]) == ours || texts[side].empty()) {
            continue;
        }
        if (list && edit::plugin_list_in(texts[side])) {
            Result<std::string> renumbered = edit::renumber_record_file(texts[side], *list, name);
            if (renumbered) {
                texts[side] = std::move(*renumbered);
                continue;
            }
            what = renumbered.error().message + "; " + what;
        } else if (side == 0) {
            continue;
        }
        return edit::Conflict{.path = "", .label = "", .field = "masters", .what = std::move(what)};
    }
    return std::nullopt;
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
    std::optional<edit::Conflict> renumbered =
        is_source || is_compiled ? std::nullopt : numbering_conflict(texts, name);
    const std::optional<std::string> list = is_source ? std::nullopt : edit::plugin_list_in(texts[1]);
    for (std::string& text : texts) {
        text = list ? edit::with_plugin_list(std::move(text), {}) : std::move(text);
    }
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
        if (!by_records && !merged.conflicts.empty()) {
            if (auto of_lists = merge_file_lists(texts, name)) {
                merged = std::move(*of_lists);
            }
        }
        if (by_records && marks && !by_records->conflicts.empty()) {
            if (merged.conflicts.empty()) {  // the lines do not overlap
                const auto of_ours = merge_as_records(texts, name, edit::MergeFavor::ours);
                const auto of_theirs = merge_as_records(texts, name, edit::MergeFavor::theirs);
                const bool differ = of_ours && of_theirs && of_ours->text != of_theirs->text;
                merged.text = differ ? with_markers(of_ours->text, of_theirs->text) : with_markers(texts[1], texts[2]);
            }
            merged.conflicts = std::move(by_records->conflicts);
        }
    }
    if (list) {
        merged.text = edit::with_plugin_list(std::move(merged.text), list);
    }
    for (const std::string& note : merged.notes) {
        print_message(fmt::format("{}: note: {}", name, note));
    }
    if (renumbered) {
        renumbered->is_undecidable = true;
        merged.conflicts.push_back(std::move(*renumbered));
    }
    const bool undecided = std::ranges::any_of(merged.conflicts, [&](const edit::Conflict& conflict) {
        return edit::is_unresolved(conflict, prefer);
    });
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
        const bool has_marks = merged.text.find("<<<<<<<") != std::string::npos;
        print_message(fmt::format("{}: {}{}", name, plural(merged.conflicts.size(), "conflict"),
                                  has_marks ? "; the file has both sides between <<<<<<< and >>>>>>>" : ""));
    }
    if (out == "-") {
        print(merged.text);
    } else if (const Result<Written> written =
                   edit::write_in_place(out, as_bytes(merged.text),
                                        {.overwrite = Overwrite::allow, .cancel = &cancelled()});
               !written) {
        return print_error(written.error());
    }
    return undecided ? Exit::finding : Exit::success;
}

}  // namespace redforge::cli
