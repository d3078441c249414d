// Saves a document as a game file, as text, or as a folder, and keeps the user's comments in existing texts.
#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/files/files.hpp"
#include "core/files/folder_builder.hpp"
#include "core/xml/schema.hpp"
#include "core/xml/xml_writer.hpp"
#include "edit/document/comments.hpp"
#include "edit/document/document.hpp"
#include "edit/document/document_folder.hpp"
#include "edit/document/folder_content.hpp"
#include "edit/document/recognise.hpp"
#include "edit/hooks.hpp"
#include "edit/merge/line_merge.hpp"
#include "edit/patch/source_text.hpp"

namespace redforge::edit {
namespace {

namespace fs = std::filesystem;

Error comments_error(const fs::path& path, const std::vector<std::string>& notes)
{
    std::string first = notes.front().substr(0, std::min<std::size_t>(notes.front().find('\n'), 60));
    return {.code = ErrorCode::mismatch,
            .message = fmt::format("has comments that cannot be kept with this change, the first one \"{}\"", first),
            .file = path.string(),
            .hint = "write to another file, or allow them to be lost (--drop-comments); nothing was changed"};
}

bool keeps_comments(const WriteOptions& options)
{
    return options.overwrite == Overwrite::allow && !options.drop_comments;
}

std::string find_main_line(const FormatHooks& hooks, std::string_view text)
{
    return hooks.find_main_line == nullptr ? std::string() : hooks.find_main_line(text);
}

/// Returns the existing text if it has comments to keep. Returns nullopt otherwise. Errors: those of reading it.
Result<std::optional<std::string>> text_with_notes(const fs::path& path, const FormatHooks& hooks,
                                                   const WriteOptions& options)
{
    std::error_code ignored;
    if (!keeps_comments(options) || path == "-" || !fs::is_regular_file(path, ignored)) {
        return std::nullopt;
    }
    Result<std::string> text = read_text_file(path);
    if (!text) {
        return fail(text.error());
    }
    std::string own = without_form_notes(*text);
    if (const std::string line = find_main_line(hooks, own); !line.empty()) {
        own.erase(own.find(line), line.size());  // remove the generated line
    }
    return notes_in_xml(own).empty() ? std::nullopt : std::optional(std::move(own));
}

std::string text_of(const Document& document, bool with_side_files, const LoadContext& context)
{
    TextSink sink;
    SideFiles files(SideCodecs{document.format().side_codecs, context});
    document.write_xml(sink, with_side_files ? &files : nullptr, context);
    return sink.str();
}

/// Returns `own`, the user's text with comments, updated to the content of `after`. Errors: mismatch (a comment cannot
/// be kept).
Result<std::string> keep_comments(const std::string& own, const std::string& after, const fs::path& path,
                                  bool is_folder, const LoadContext& context)
{
    if (notes_outside(notes_in_xml(own), notes_in_xml(after)).empty()) {
        return after;  // all comments are generated
    }
    const Result<Document> before = read_text(own, path.string(), side_files_beside(path), context);
    const std::string plain = before ? text_of(*before, is_folder, context) : std::string();
    const std::vector<std::string> notes = notes_outside(notes_in_xml(own), notes_in_xml(plain));
    if (before && notes.empty()) {
        return after;
    }
    const auto carried = before ? rebase_changes(own, plain, after, NoteForm::xml) : std::nullopt;
    if (!carried || notes_outside(notes_in_xml(*carried), notes_in_xml(after)) != notes) {
        return fail(comments_error(path, notes.empty() ? notes_in_xml(own) : notes));
    }
    return *carried;
}

std::string schema_of(const Document& document)
{
    return to_xsd(edit::schema_of(document.format()));
}

/// Writes a text and, if options.schema is set, its schema next to it, as one step.
Result<Written> write_text(const std::string& text, const Document& document, const fs::path& path,
                           WriteOptions options)
{
    if (options.schema.empty()) {
        return write_file(path, as_bytes(text), options);
    }
    const std::string with = with_schema(text, options.schema);
    const std::string schema = schema_of(document);
    options.side_files.push_back({options.schema, {as_bytes(schema)}});
    return write_file(path, as_bytes(with), options);
}

Result<Written> save_text(const Document& document, const fs::path& path, const WriteOptions& options,
                          const LoadContext& context)
{
    TextSink text;
    document.write_xml(text, nullptr, context);
    const auto own = text_with_notes(path, hooks_of(document.root()), options);
    if (!own) {
        return fail(own.error());
    }
    if (!*own && options.schema.empty()) {
        return write_file(path, text.chunks(), options);
    }
    const std::string plain = text.str();
    if (!*own) {
        return write_text(plain, document, path, options);
    }
    const Result<std::string> carried = keep_comments(**own, plain, path, false, context);
    if (!carried) {
        return fail(carried.error());
    }
    // Check that the text with the user's comments reads back as the document.
    if (*carried != plain) {
        const Result<Document> back = read_text(*carried, path.string(), {}, context);
        if (!back || text_of(*back, false, context) != plain) {
            return fail(comments_error(path, notes_in_xml(**own)));
        }
    }
    return write_text(*carried, document, path, options);
}

Result<FolderRules> folder_rules(const fs::path& folder, const Format& format, std::span<const FolderFile> files,
                                 const WriteOptions& options)
{
    FolderRules rules{.others = FolderRules::Others::stay};
    if (options.expected != nullptr) {
        for (const auto& [name, content] : options.expected->files) {
            rules.previous.push_back(name);
        }
        return rules;
    }
    Result<std::vector<std::string>> previous = files_of_document(folder, folder_document_name(format));
    if (!previous) {
        return fail(previous.error());
    }
    rules.previous = std::move(*previous);
    if (options.overwrite == Overwrite::force) {
        for (const Format& other : formats()) {
            Result<std::vector<std::string>> names = files_of_document(folder, folder_document_name(other));
            if (!names) {
                return fail(names.error());
            }
            std::ranges::move(*names, std::back_inserter(rules.previous));
        }
        for (const FolderFile& file : files) {
            rules.previous.push_back(file.relative.generic_string());
        }
    }
    return rules;
}

/// Returns the new content of a record file: the user's text if only comments differ, else the generated text. Errors:
/// mismatch (comments would be lost).
Result<std::string> own_document_text(const SideFile& file, const std::string& own, const fs::path& path,
                                      const WriteOptions& options)
{
    std::string bare = without_form_notes(own);
    const std::vector<std::string> notes = keeps_comments(options) ? notes_in_xml(bare) : std::vector<std::string>{};
    if (notes.empty()) {
        return bare == file.text ? own : file.text;
    }
    for (const std::string& note : notes) {
        const std::size_t at = bare.find(note);
        if (at == std::string::npos) {
            continue;
        }
        // If the note has a line of its own, remove the whole line.
        std::size_t begin = bare.find_last_not_of(" \t", at == 0 ? 0 : at - 1) + 1;
        std::size_t end = at + note.size();
        if ((begin == 0 || bare[begin - 1] == '\n') && bare.substr(end, 1) == "\n") {
            ++end;
        } else {
            begin = at;
        }
        bare.erase(begin, end - begin);
    }
    return bare == file.text ? Result<std::string>(own) : fail(comments_error(path, notes));
}

/// Returns the content of a side file in its generated form.
Result<std::string> plain_text(const SideCodec* codec, std::string_view text, const LoadContext& context)
{
    return codec != nullptr ? codec->plain(text, context) : side_text_to_bytes(text).map(&bytes_to_side_text);
}

std::vector<std::string> notes_in(const SideCodec* codec, std::string_view text)
{
    return codec != nullptr && !codec->is_bytes(text) ? codec->comments(text) : notes_in_side_file(text);
}

/// Finds the earlier file of a new side file, whose record was renamed or copied: a file of an earlier write with
/// similar content. Returns an empty path if there is none.
fs::path origin_of(const SideFile& file, const fs::path& folder, std::span<const std::string> earlier,
                   const SideCodec& codec, const LoadContext& context)
{
    constexpr double least = 0.6;
    double best = least;
    fs::path origin;
    const std::vector<std::string> lines = split_lines(file.text);
    for (const std::string& name : earlier) {
        const Result<std::string> own =
            name.ends_with(codec.extension) ? read_text_file(folder / name) : fail({.message = "another kind"});
        const Result<std::string> plain = own ? plain_text(&codec, *own, context) : own;
        if (!plain || (notes_in(&codec, *own).empty() && own_labels(*own, *plain).empty())) {
            continue;
        }
        const auto matches = matching_lines(split_lines(*plain), lines);
        const auto same =
            matches ? std::ranges::count_if(*matches, [](std::size_t line) { return line != no_line; }) : 0;
        const double alike = static_cast<double>(same) / static_cast<double>(std::max<std::size_t>(lines.size(), 1));
        if (alike > best) {
            best = alike;
            origin = folder / name;
        }
    }
    return origin;
}

/// The line at the beginning of the record files of a document (FormatHooks::record_file_line).
class RecordFiles {
public:
    RecordFiles(const FormatHooks& hooks, const RecordHandle& root)
        : with_line_(hooks.with_record_file_line),
          line_(hooks.record_file_line == nullptr ? std::nullopt : hooks.record_file_line(root))
    {
    }

    /// Adds the line to the text of a record file. Other side files stay as they are.
    [[nodiscard]] std::string with_line(const std::string& path, std::string text) const
    {
        return line_ && path.ends_with(".xml") ? with_line_(std::move(text), line_) : std::move(text);
    }
    [[nodiscard]] std::string without_line(std::string text) const
    {
        return with_line_ == nullptr ? std::move(text) : with_line_(std::move(text), std::nullopt);
    }

private:
    std::string (*with_line_)(std::string text, const std::optional<std::string>& line);
    std::optional<std::string> line_;
};

/// Returns the new content of a side file: the user's text if its content is equal, else the generated text with the
/// user's comments and label names. `earlier`: files of an earlier write in the folder. Errors: mismatch (a comment
/// cannot be kept).
Result<std::string> side_text(const SideFile& file, const fs::path& folder, const WriteOptions& options,
                              const SideCodecs& codecs, std::span<const std::string> earlier, const RecordFiles& lines)
{
    std::error_code ignored;
    fs::path path = folder / file.path;
    const SideCodec* codec = codecs.find(path.extension().string());
    if (options.overwrite != Overwrite::reject && !fs::is_regular_file(path, ignored) && codec != nullptr) {
        path = origin_of(file, folder, earlier, *codec, codecs.context);
    }
    if (options.overwrite == Overwrite::reject || path.empty() || !fs::is_regular_file(path, ignored)) {
        return file.text;
    }
    const Result<std::string> own = read_text_file(path);
    if (own && file.path.ends_with(".xml")) {
        return own_document_text(file, lines.without_line(*own), path, options);
    }
    if (!own || *own == file.text || (codec == nullptr && !side_text_to_bytes(file.text))) {
        return file.text;
    }
    const auto plain = [&](const std::string& text) {
        const auto whole = [&](const std::string& name) {
            return name == file.path ? Result<std::string>(text) : side_files_beside(folder / "-")(name);
        };
        return expanding(whole, codecs)(file.path).and_then(
            [&](const std::string& all) { return plain_text(codec, all, codecs.context); });
    };
    const Result<std::string> before = plain(*own);
    const Result<std::string> after = before ? plain(file.text) : before;
    if (after && *before == *after) {
        return options.drop_comments ? file.text : *own;
    }
    const std::vector<std::string> notes = notes_in(codec, *own);
    const NoteForm form = codec != nullptr && !codec->is_bytes(*own) ? NoteForm::source : NoteForm::side_file;
    const LabelNames labels =
        form == NoteForm::source && after && !options.drop_comments ? own_labels(*own, *before) : LabelNames();
    // Restore the user's label names, if the content stays equal.
    const auto named = [&](const std::string& text, const std::vector<std::string>& its_notes) {
        std::string with = labels.empty() ? text : with_labels(text, followed_labels(labels, *before, *after));
        const Result<std::string> back = plain(with);
        return back && *back == *after && notes_in(codec, with) == its_notes ? with : text;
    };
    // Comments that the generated form has too are not the user's.
    if (!keeps_comments(options) || notes.empty() || notes == notes_in(codec, before ? *before : file.text)) {
        return labels.empty() ? file.text : named(file.text, notes_in(codec, file.text));
    }
    LabelNames plain_labels;
    for (const auto& [ours, name] : labels) {
        plain_labels.emplace_back(name, ours);
    }
    std::string from = labels.empty() ? *own : with_labels(*own, plain_labels);
    if (notes_in(codec, from) != notes) {
        from = *own;
    }
    const auto carried = after ? rebase_changes(from, *before, *after, form) : std::nullopt;
    const Result<std::string> back = carried ? plain(*carried) : before;
    if (!carried || !back || *back != *after || notes_in(codec, *carried) != notes) {
        return fail(comments_error(path, notes));
    }
    return named(*carried, notes);
}

std::string main_line(const FormatHooks& hooks, const Document& document)
{
    return hooks.main_line == nullptr ? std::string() : hooks.main_line(document);
}

/// Inserts a line after the XML declaration.
std::string with_line(std::string text, const std::string& line)
{
    text.insert(text.starts_with("<?xml ") ? text.find('\n') + 1 : 0, line);
    return text;
}

/// Saves to a folder that does not exist, file by file. Returns nullopt if another program created it meanwhile.
Result<std::optional<Written>> save_new_folder(const Document& document, FolderBuilder& folder,
                                               const WriteOptions& options, const LoadContext& context)
{
    const FormatHooks& hooks = hooks_of(document.root());
    const RecordFiles record_files(hooks, document.root());
    Status added;
    TextSink text;
    SideFiles files(SideCodecs{document.format().side_codecs, context});
    const auto add_files = [&](SideFiles& made) {
        for (SideFile& file : made.take_files()) {
            if (added) {
                added =
                    folder.add(file.path, !file.bytes.empty()
                                              ? std::move(file.bytes)
                                              : SharedBytes(record_files.with_line(file.path, std::move(file.text))));
            }
        }
    };
    XmlWriter writer(text, &files);
    writer.after_each_document(add_files);
    writer.document(document.format().root(), document.root(), document.partial());
    add_files(files);
    if (added) {
        std::string main = with_schema(with_line(text.str(), main_line(hooks, document)), options.schema);
        added = folder.add(folder_document_name(document.format()), SharedBytes(std::move(main)));
    }
    if (added && !options.schema.empty()) {
        added = folder.add(options.schema, SharedBytes(schema_of(document)));
    }
    return added ? folder.finish() : fail(added.error());
}

Result<Written> save_folder(const Document& document, const fs::path& path, const WriteOptions& options,
                            const LoadContext& context)
{
    // Hold a read lock until the write locks the folder, so that no half-written file is read.
    const auto finished = finish_writing(path, options.cancel);
    auto reading = finished ? begin_reading(path, options.cancel) : fail(finished.error());
    if (!reading) {
        return fail(std::move(reading.error()));
    }
    auto builder = FolderBuilder::begin(path, options);
    if (!builder) {
        return fail(std::move(builder.error()));
    }
    if (*builder) {
        Result<std::optional<Written>> written = save_new_folder(document, **builder, options, context);
        if (!written || *written) {
            return written ? Result<Written>(std::move(**written)) : fail(std::move(written.error()));
        }
    }
    const FormatHooks& hooks = hooks_of(document.root());
    const RecordFiles record_files(hooks, document.root());
    TextSink text;
    SideFiles made(SideCodecs{document.format().side_codecs, context});
    document.write_xml(text, &made);
    const fs::path main = path / folder_document_name(document.format());
    const auto own = text_with_notes(main, hooks, options);
    if (!own) {
        return fail(own.error());
    }
    // Keep the generated line of the existing file. A new line would list FormIDs that a git merge duplicated, and so
    // hide that error.
    const Result<std::string> present = options.expected != nullptr ? read_text_file(main) : Result<std::string>();
    const std::string line =
        options.expected != nullptr && present ? find_main_line(hooks, *present) : main_line(hooks, document);
    FolderContent content;
    if (*own) {
        const std::string plain = text.str();
        Result<std::string> kept = keep_comments(**own, plain, main, true, context);
        if (!kept) {
            return fail(std::move(kept.error()));
        }
        if (*kept != plain) {
            const auto new_side_file = [&](const std::string& name) -> Result<std::string> {
                const auto found = std::ranges::find(made.files(), name, &SideFile::path);
                return found != made.files().end() ? Result<std::string>(found->text)
                                                   : fail({.message = "no such file"});
            };
            const Result<Document> back = read_text(*kept, main.string(), new_side_file, context);
            if (!back || text_of(*back, true, context) != plain) {
                return fail(comments_error(main, notes_in_xml(**own)));
            }
        }
        content.add(main.filename(), with_schema(with_line(std::move(*kept), line), options.schema));
    } else if (!options.schema.empty() || !line.empty()) {
        content.add(main.filename(), with_schema(with_line(text.str(), line), options.schema));
    } else {
        content.add(main.filename(), std::move(text));
    }
    std::error_code ignored;
    const bool has_new =
        fs::is_directory(path, ignored) &&
        std::ranges::any_of(made.files(), [&](const SideFile& file) { return !fs::exists(path / file.path, ignored); });
    const auto earlier =
        has_new ? files_of_document(path, folder_document_name(document.format())) : Result<std::vector<std::string>>();
    if (!earlier) {
        return fail(earlier.error());
    }
    std::map<std::string, std::string> included;
    for (SideFile& file : made.take_files()) {
        if (!file.bytes.empty()) {
            content.add(file);
            continue;
        }
        Result<std::string> side = side_text(file, path, options, made.codecs(), *earlier, record_files);
        if (!side) {
            return fail(std::move(side.error()));
        }
        const SideCodec* const codec = made.codecs().find(fs::path(file.path).extension().string());
        if (codec != nullptr && codec->expand != nullptr) {  // the user's own text may include files
            static_cast<void>(codec->expand(*side, file.path, [&](const std::string& name) {
                Result<std::string> beside = side_files_beside(main)(name);
                if (beside) {
                    included.emplace(name, *beside);
                }
                return beside;
            }));
        }
        content.add(file.path, record_files.with_line(file.path, std::move(*side)));
        file.text = {};  // a large plugin has hundreds of megabytes of text
    }
    for (auto& [name, text_of_file] : included) {
        content.add(name, std::move(text_of_file));
    }
    Result<FolderRules> rules = folder_rules(path, document.format(), content.files(), options);
    if (!rules) {
        return fail(std::move(rules.error()));
    }
    if (!options.schema.empty()) {
        content.add(options.schema, schema_of(document));
        rules->previous.push_back(options.schema);
    }
    *reading = {};
    return write_folder(path, content.files(), *rules, options);
}

/// Divides expected contents into those of a folder and, with names relative to its parent, those of files next to it.
std::array<FileSnapshot, 2> divide_snapshot(const FileSnapshot& expected)
{
    constexpr std::string_view above = "../";
    std::array<FileSnapshot, 2> parts;
    for (const auto& [name, content] : expected.files) {
        const bool is_outside = name.starts_with(above);
        parts[is_outside ? 1 : 0].files.emplace(is_outside ? name.substr(above.size()) : name, content);
    }
    return parts;
}

/// Writes the files `beside` a folder, then the folder. They are two steps, because they are in different folders: if
/// the folder cannot be written, the files get their old content again.
Result<Written> save_folder_and_files(const Document& document, const fs::path& path, const WriteOptions& options,
                                      const LoadContext& context)
{
    const fs::path whole = path.has_filename() ? path : path.parent_path();
    const fs::path parent = whole.has_parent_path() ? whole.parent_path() : fs::path(".");
    std::vector<Bytes> contents;
    std::vector<std::string> names;
    std::vector<std::string> existing;
    for (const FolderFile& file : options.side_files) {
        names.push_back(file.relative.generic_string());
        std::error_code error;
        if (fs::symlink_status(parent / file.relative, error).type() == fs::file_type::not_found) {
            continue;
        }
        Result<Bytes> content = read_file(parent / file.relative);
        if (!content) {
            return fail(std::move(content.error()));
        }
        existing.push_back(names.back());
        contents.push_back(std::move(*content));
    }
    WriteOptions of_folder = options;
    std::array<FileSnapshot, 2> expected;
    if (options.expected != nullptr) {
        expected = divide_snapshot(*options.expected);
        of_folder.expected = expected.data();
    }
    const Result<Written> files = write_files(parent, options.side_files,
                                              {.overwrite = Overwrite::allow,
                                               .backup = options.backup,
                                               .cancel = options.cancel,
                                               .expected = options.expected != nullptr ? &expected[1] : nullptr});
    if (!files) {
        return files;
    }
    Result<Written> written = save_folder(document, path, of_folder, context);
    if (written) {
        return written;
    }
    std::vector<FolderFile> before;
    for (std::size_t i = 0; i < existing.size(); ++i) {
        before.push_back({existing[i], {ByteView(contents[i])}});
    }
    const Result<Written> reverted =
        write_folder(parent, before, {.previous = names, .others = FolderRules::Others::stay},
                     {.overwrite = Overwrite::allow, .expected = &files->seen});
    if (!reverted) {
        Error& error = written.error();
        error.hint +=
            fmt::format("{}{} {} written already and could not be reverted: {}", error.hint.empty() ? "" : "; ",
                        fmt::join(names, ", "), names.size() == 1 ? "was" : "were", describe(reverted.error()));
    }
    return written;
}

}  // namespace

Result<Written> save_encoded(const Document& document, const SharedBytes& bytes, const fs::path& path,
                             const WriteOptions& options)
{
    const auto save_with_others = hooks_of(document.root()).save_with_others;
    std::optional<Result<Written>> all =
        save_with_others == nullptr ? std::nullopt : save_with_others(document, bytes, path, options);
    if (all) {
        return std::move(*all);
    }
    const Status recognised = check_recognised(document, bytes, path);
    return recognised ? write_file(path, bytes.pieces(), options) : fail(recognised.error());
}

Result<Written> save(const Document& document, const fs::path& path, Storage storage, const WriteOptions& options,
                     const LoadContext& context)
{
    switch (storage) {
    case Storage::binary:
        return document.encode().and_then(
            [&](const SharedBytes& bytes) { return save_encoded(document, bytes, path, options); });
    case Storage::text: return save_text(document, path, options, context);
    case Storage::folder: {
        return options.side_files.empty() ? save_folder(document, path, options, context)
                                          : save_folder_and_files(document, path, options, context);
    }
    }
    return {};
}

}  // namespace redforge::edit
