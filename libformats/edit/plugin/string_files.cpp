// Reads, extends, merges and writes the string files of a localised plugin.
#include "edit/plugin/string_files.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <system_error>

#include <fmt/format.h>

#include "core/files/files.hpp"
#include "core/record/describe.hpp"
#include "core/text/code_page.hpp"
#include "core/text/counts.hpp"
#include "core/text/letter_case.hpp"
#include "edit/document/recognise.hpp"
#include "edit/plugin/master_lists.hpp"
#include "tes/definition/definitions.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/strings/string_texts.hpp"
#include "tes/strings/strings.hpp"

namespace redforge::edit {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 3> string_extensions{".STRINGS", ".DLSTRINGS", ".ILSTRINGS"};
constexpr std::string_view strings_folder = "Strings";

const tes::StringTable& table_of(const Document& document)
{
    return *static_cast<const tes::StringTable*>(document.data());
}
tes::StringTable& table_of(Document& document)
{
    return *static_cast<tes::StringTable*>(document.data());
}

void clear_rows(Document& document)
{
    for (tes::StringEntry& entry : table_of(document).strings) {
        entry.row.stored.reset();
    }
}

/// Returns the English text, or else the first one.
std::string default_text(const LanguageTexts& texts)
{
    const auto english =
        std::ranges::find_if(texts, [](const auto& each) { return equals_ignore_case(each.first, "English"); });
    return english != texts.end() ? english->second : texts.empty() ? std::string() : texts.begin()->second;
}

std::string text_in(const LanguageTexts& texts, const std::string& language)
{
    const auto found =
        std::ranges::find_if(texts, [&](const auto& each) { return equals_ignore_case(each.first, language); });
    return found == texts.end() ? default_text(texts) : found->second;
}

Status add_text(Document& document, StringKind kind, std::uint32_t id, const std::string& text, const fs::path& file)
{
    Result<std::string> bytes = decode_text(text, document.root().page);
    if (!bytes) {
        Error error = bytes.error();
        error.code = ErrorCode::out_of_range;
        error.file = file.string();
        return fail(std::move(error));
    }
    tes::StringTable& table = table_of(document);
    if (table.kind == tes::empty_string_table) {
        table.kind = kind == StringKind::strings ? 0 : 1;
    }
    table.strings.push_back({.id = id, .text = Text(*bytes), .row = {}});
    return {};
}

/// Checks that a write does not replace another string file. Errors: exists; those of read_file().
Status check_replaced(const fs::path& path, const Bytes& content, Overwrite overwrite)
{
    std::error_code ignored;
    if (overwrite == Overwrite::force || !fs::exists(path, ignored)) {
        return {};
    }
    const Result<Bytes> old = read_file(path);
    if (old && *old != content) {
        return fail({.code = ErrorCode::exists,
                     .message = "exists, and has other texts than the new string file of this name",
                     .file = path.string(),
                     .hint = "use another name for the plugin, or --force to replace the file"});
    }
    return old ? Status{} : fail(in_file(old.error(), path));
}

/// Visits the text fields of a record of a type with a layout, and of the records in it.
Status walk_strings(const RecordHandle& record, StringKind kind, const OnString& change)
{
    for (const FieldEntry& field : record.table().fields) {
        if (field.info.refers_to != Target::string || field.ops != &describing::leaf_ops<Derived<std::uint32_t>>) {
            continue;
        }
        const std::string name = field.name == "string_id" ? "text" : field.name.substr(0, field.name.size() - 3);
        const FieldEntry* const text = record.table().find_field(name);
        if (text == nullptr || !record.has(*text)) {
            continue;
        }
        auto& number = *static_cast<Derived<std::uint32_t>*>(record.field(field).value);
        std::optional<std::uint32_t> id = number.stored;
        if (Status status = change(kind, id, record.field(*text)); !status) {
            return status;
        }
        number.stored = id;
    }
    for (const ChildEntry& child : record.table().children) {
        if (child.kind == ChildEntry::Kind::group) {
            if (Status status = walk_strings(record.group(child), kind, change); !status) {
                return status;
            }
        } else if (child.kind == ChildEntry::Kind::list) {
            const ListView list = record.list(child);
            for (std::size_t i = 0; i < list.size(); ++i) {
                if (Status status = walk_strings(list.at(i), kind, change); !status) {
                    return status;
                }
            }
        }
    }
    return {};
}

/// Visits the text fields of the subrecords of a record.
Status walk_record(tes::Record& record, const OnString& change)
{
    constexpr std::size_t later_header = 24;  // Oblivion has no localised plugins
    const tes::Definitions& definitions = tes::definitions_of(later_header);
    const MixedList& list = record.subrecords.get();
    for (std::size_t i = 0; i < list.size(); ++i) {
        const RecordHandle subrecord = list[i].handle(CodePage::cp1252);
        const tes::DefinedSubrecord* const defined = definitions.of(*subrecord.type);
        if (defined == nullptr) {
            continue;
        }
        if (Status status =
                walk_strings(subrecord, string_kind_of(tes::signature_of(record.type), defined->tag), change);
            !status) {
            return status;
        }
    }
    return {};
}

/// Returns the FormID and editor ID of a record.
std::string name_of(const tes::Record& record)
{
    const std::string editor_id = encode_text(record.editor_id.bytes, CodePage::cp1252);
    return fmt::format("{:08X}{}{}", record.form_id.value, editor_id.empty() ? "" : " ", editor_id);
}

void find_uses(const tes::Entries& entries, StringUses& uses)
{
    for (auto& entry : entries.get()) {
        if (auto* const record = std::get_if<tes::Record>(&entry)) {
            const bool was_decoded = record->subrecords.is_decoded();
            static_cast<void>(walk_record(*record, [&](StringKind kind, std::optional<std::uint32_t>& id, FieldView) {
                if (id.value_or(0) != 0) {
                    StringUse& use = uses.try_emplace(*id, StringUse{.kind = kind, .records = {}}).first->second;
                    use.records.push_back(name_of(*record));
                }
                return Status{};
            }));
            if (!was_decoded && record->subrecords.has_source()) {
                record->subrecords.release_decoded();
            }
            for (const tes::Group& group : record->groups) {
                find_uses(group.entries, uses);
            }
        } else if (auto* const group = std::get_if<tes::Group>(&entry)) {
            find_uses(group->entries, uses);
        }
    }
}

Status walk_entries(const tes::Entries& entries, const OnString& change)
{
    for (auto& entry : entries.get()) {
        Status status;
        if (auto* const record = std::get_if<tes::Record>(&entry)) {
            status = for_each_string(*record, change);
        } else if (auto* const group = std::get_if<tes::Group>(&entry)) {
            status = walk_entries(group->entries, change);
        }
        if (!status) {
            return status;
        }
    }
    return {};
}

}  // namespace

StringKind string_kind_of(std::string_view record, std::string_view subrecord)
{
    if (record == "INFO" && subrecord != "RNAM") {
        return StringKind::ilstrings;
    }
    const bool is_long =
        (subrecord == "DESC" && record != "LSCR") || (subrecord == "CNAM" && (record == "QUST" || record == "BOOK"));
    return is_long ? StringKind::dlstrings : StringKind::strings;
}

Status for_each_string(tes::Record& record, const OnString& change)
{
    if (Status status = walk_record(record, change); !status) {
        return status;
    }
    for (const tes::Group& group : record.groups) {
        if (Status status = walk_entries(group.entries, change); !status) {
            return status;
        }
    }
    return {};
}

bool replace_numbers(tes::Record& record, const tes::StringTexts* texts, std::string_view file, CodePage& page)
{
    page = CodePage::cp1252;
    bool all_known = true;
    std::map<std::uint32_t, std::string> shown;
    static_cast<void>(for_each_string(record, [&](StringKind, std::optional<std::uint32_t>& id, FieldView) {
        if (id.value_or(0) == 0) {
            return Status{};
        }
        const bool is_known = texts != nullptr && texts->has(*id);
        all_known = all_known && is_known;
        const std::string& text =
            shown.emplace(*id, is_known ? texts->text(*id) : fmt::format("(text {:08X} of {})", *id, file))
                .first->second;
        page = decode_text(text, page) ? page : CodePage::utf8;
        return Status{};
    }));
    static_cast<void>(for_each_string(record, [&](StringKind, std::optional<std::uint32_t>& id, FieldView text) {
        if (!id) {
            return Status{};
        }
        text.page = page;
        const auto found = shown.find(*id);
        id.reset();
        return text.set(found == shown.end() ? std::string() : found->second);
    }));
    return all_known;
}

Status check_patch_texts(const Document& from, const Document& to)
{
    // The names of records contain FormIDs.
    const std::optional<RenumberedDocument> renumbered = renumbered_like(from.root(), to.root(), {});
    std::map<std::pair<std::uint32_t, std::string>, int> before;
    for (const auto& [id, use] : string_uses(renumbered ? renumbered->document : from)) {
        for (const std::string& record : use.records) {
            ++before[{id, record}];
        }
    }
    for (const auto& [id, use] : string_uses(to)) {
        for (const std::string& record : use.records) {
            if (--before[{id, record}] < 0) {
                return fail({.code = ErrorCode::unsupported,
                             .message = fmt::format("a patch has no texts of string files, and record {} gets the text "
                                                    "{:08X}; in another copy, the number can have another text",
                                                    record, id),
                             .hint = "use merge, which merges the string files too, or compare two folders, which "
                                     "gives each string file a patch"});
            }
        }
    }
    return {};
}

std::vector<StringChange> string_changes(const StringFiles& from, const StringFiles& to)
{
    std::vector<StringChange> changes;
    const std::map<std::uint32_t, LanguageTexts> all_before = from.all_texts();
    for (const StringFiles::File& file : to.files_) {
        for (const tes::StringEntry& entry : table_of(file.document).strings) {
            const auto found = all_before.find(entry.id);
            const LanguageTexts& before = found == all_before.end() ? LanguageTexts() : found->second;
            const auto old = std::ranges::find_if(before, [&](const auto& each) {
                return equals_ignore_case(each.first, file.language);
            });
            std::string text = encode_text(entry.text.bytes, file.document.root().page);
            if (old != before.end() && old->second != text) {
                changes.push_back({entry.id, file.language, old->second, std::move(text)});
            }
        }
    }
    return changes;
}

StringUses string_uses(const Document& document)
{
    StringUses uses;
    const tes::Plugin* const plugin = document ? plugin_of(document.root()) : nullptr;
    if (plugin != nullptr && (plugin->header.flags & tes::localised_flag) != 0) {
        find_uses(plugin->entries, uses);
    }
    return uses;
}

Result<StringFiles> StringFiles::of(const fs::path& plugin)
{
    StringFiles all;
    std::error_code ignored;
    const fs::path whole = fs::absolute(plugin, ignored).lexically_normal();
    all.plugin_ = lower(whole.filename().string()) == "plugin.xml" ? whole.parent_path() : whole;
    if (!all.plugin_.has_filename()) {
        all.plugin_ = all.plugin_.parent_path();
    }
    const std::string begin = lower(all.plugin_.stem().string()) + "_";
    const fs::path inside = find_entry(all.plugin_.parent_path(), strings_folder);
    std::vector<fs::path> folders{fs::path()};
    if (!inside.empty()) {
        folders.push_back(inside.filename());
    }
    for (const fs::path& folder : folders) {
        std::vector<fs::path> found;
        std::error_code failed;
        for (fs::directory_iterator at(all.plugin_.parent_path() / folder, failed), end; !failed && at != end;
             at.increment(failed)) {
            found.push_back(at->path());
        }
        // A plugin in a folder that does not exist is new, and has no files.
        if (failed && failed != std::errc::no_such_file_or_directory) {
            return fail({.code = ErrorCode::io,
                         .message = "cannot list the folder, where string files may be: " + failed.message(),
                         .file = (all.plugin_.parent_path() / folder).string()});
        }
        std::ranges::sort(found);
        for (const fs::path& path : found) {
            const std::string stem = path.stem().string();
            const auto kind = std::ranges::find_if(string_extensions, [&](std::string_view extension) {
                return equals_ignore_case(path.extension().string(), extension);
            });
            if (kind == string_extensions.end() || !lower(stem).starts_with(begin) ||
                stem.find('_', begin.size()) != std::string::npos) {
                continue;
            }
            Result<Loaded> loaded = load(path);
            if (!loaded) {
                return fail(in_file(loaded.error(), path));
            }
            const auto number = static_cast<StringKind>(kind - string_extensions.begin());
            if (loaded->document.format().root() == tes::StringTable::root &&
                all.find(stem.substr(begin.size()), number) == nullptr) {
                all.files_.push_back({.folder = folder,
                                      .language = stem.substr(begin.size()),
                                      .kind = number,
                                      .document = std::move(loaded->document),
                                      .seen = loaded->seen.files.at("")});
            }
        }
    }
    tes::ArchivedTables archived =
        tes::read_archived_tables(all.plugin_.parent_path(), all.plugin_.stem().string(), all.files_.empty());
    if (archived.error) {
        archived.error->hint = "it can contain string files of the plugin";
        return fail(std::move(*archived.error));
    }
    for (tes::ArchivedTable& table : archived.tables) {
        const fs::path name = fs::path(table.name).filename();
        const std::string language = name.stem().string().substr(begin.size());
        const auto kind =
            static_cast<StringKind>(std::ranges::find_if(string_extensions,
                                                         [&](std::string_view each) {
                                                             return equals_ignore_case(name.extension().string(), each);
                                                         }) -
                                    string_extensions.begin());
        if (all.find(language, kind) != nullptr) {
            continue;
        }
        Result<Document> document = read_binary(SharedBytes(std::move(table.bytes)), name);
        if (!document || document->format().root() != tes::StringTable::root) {
            return fail(in_file(document ? Error{.code = ErrorCode::malformed, .message = "is not a string file"}
                                         : document.error(),
                                table.name));
        }
        document->use_page(tes::page_of_file(table_of(*document), name));
        all.files_.push_back({.folder = inside.empty() ? fs::path(strings_folder) : inside.filename(),
                              .language = language,
                              .kind = kind,
                              .document = std::move(*document)});
    }
    return all;
}

StringFiles::File* StringFiles::find(std::string_view language, StringKind kind)
{
    const auto found = std::ranges::find_if(files_, [&](const File& file) {
        return file.kind == kind && equals_ignore_case(file.language, language);
    });
    return found == files_.end() ? nullptr : &*found;
}

StringFiles::File& StringFiles::make(const std::string& language, StringKind kind)
{
    if (File* const found = find(language, kind)) {
        return *found;
    }
    File file{.folder = files_.empty() ? fs::path(strings_folder) : files_.front().folder,
              .language = language,
              .kind = kind,
              .document = Document(*find_format(tes::StringTable::root))};
    table_of(file.document).kind = kind == StringKind::strings ? 0 : 1;
    file.document.use_page(tes::page_of_file(table_of(file.document), path_of(file, plugin_)));
    const auto of_language =
        std::ranges::find_if(files_, [&](const File& each) { return equals_ignore_case(each.language, language); });
    if (of_language != files_.end()) {
        file.document.use_page(of_language->document.root().page);
    }
    return files_.emplace_back(std::move(file));
}

fs::path StringFiles::path_of(const File& file, const fs::path& plugin) const
{
    return plugin.parent_path() / file.folder /
           fmt::format("{}_{}{}", plugin.stem().string(), file.language,
                       string_extensions[static_cast<std::size_t>(file.kind)]);
}

LanguageTexts StringFiles::texts(std::uint32_t id) const
{
    LanguageTexts texts;
    for (const File& file : files_) {
        for (const tes::StringEntry& entry : table_of(file.document).strings) {
            if (entry.id == id) {
                texts.try_emplace(file.language, encode_text(entry.text.bytes, file.document.root().page));
            }
        }
    }
    return texts;
}

std::map<std::uint32_t, LanguageTexts> StringFiles::all_texts() const
{
    std::map<std::uint32_t, LanguageTexts> all;
    for (const File& file : files_) {
        for (const tes::StringEntry& entry : table_of(file.document).strings) {
            all[entry.id].try_emplace(file.language, encode_text(entry.text.bytes, file.document.root().page));
        }
    }
    return all;
}

bool StringFiles::has(std::uint32_t id) const
{
    return std::ranges::any_of(files_, [&](const File& file) {
        return std::ranges::any_of(table_of(file.document).strings,
                                   [&](const tes::StringEntry& entry) { return entry.id == id; });
    });
}

Status StringFiles::reserve(const StringUses& uses)
{
    if (!uses.empty()) {
        last_used_ = std::max(last_used_, uses.rbegin()->first);
    }
    const std::map<std::uint32_t, LanguageTexts> known = all_texts();
    const auto missing = std::ranges::find_if(uses, [&](const auto& use) {
        return std::ranges::none_of(files_, [&](const File& file) { return file.kind == use.second.kind; }) &&
               !known.contains(use.first);
    });
    if (missing == uses.end()) {
        return {};
    }
    const std::string_view extension = string_extensions[static_cast<std::size_t>(missing->second.kind)];
    return fail({.code = ErrorCode::mismatch,
                 .message = fmt::format("record {} uses the text {:08X}, and the plugin has no {} file",
                                        missing->second.records.front(), missing->first, extension),
                 .file = plugin_.string(),
                 .hint = fmt::format("put its string files next to it, or into a folder Strings: {}_English{}",
                                     plugin_.stem().string(), extension)});
}

std::uint32_t StringFiles::last_id() const
{
    std::uint32_t last = last_used_;
    for (const File& file : files_) {
        for (const tes::StringEntry& entry : table_of(file.document).strings) {
            last = std::max(last, entry.id);
        }
    }
    return last;
}

Result<std::uint32_t> StringFiles::add(StringKind kind, const LanguageTexts& texts)
{
    const std::uint32_t last = last_id();
    if (last == 0xFFFFFFFF) {
        return fail({.code = ErrorCode::out_of_range, .message = "no string number is free"});
    }
    std::set<std::string> languages;
    for (const File& file : files_) {
        languages.insert(file.language);
    }
    if (languages.empty()) {
        for (const auto& [language, text] : texts) {
            languages.insert(language.empty() ? "English" : language);
        }
    }
    for (const std::string& language : languages) {
        File& file = make(language, kind);
        if (Status status =
                add_text(file.document, kind, last + 1, text_in(texts, language), path_of(file, plugin_).filename());
            !status) {
            return fail(std::move(status.error()));
        }
        file.is_changed = true;
    }
    return last + 1;
}

void StringFiles::renumber(const std::map<std::uint32_t, std::uint32_t>& numbers)
{
    for (File& file : files_) {
        for (tes::StringEntry& entry : table_of(file.document).strings) {
            if (const auto found = numbers.find(entry.id); found != numbers.end()) {
                entry.id = found->second;
                file.is_changed = true;
            }
        }
    }
}

Status StringFiles::add_to(WriteOptions& options, const fs::path& plugin, FileSnapshot* expected)
{
    if (plugin == "-") {
        return std::ranges::none_of(files_, &File::is_changed)
                   ? Status{}
                   : fail({.code = ErrorCode::usage,
                           .message = "the string files of a localised plugin change too",
                           .hint = "use -o FILE; they are written next to it"});
    }
    std::error_code ignored;
    const fs::path whole = fs::absolute(plugin, ignored).lexically_normal();
    const bool is_elsewhere = whole != plugin_ && whole.parent_path() / whole.stem() != plugin_;
    contents_.clear();
    for (const File& file : files_) {
        if (!is_elsewhere && !file.is_changed) {
            continue;
        }
        const fs::path path = path_of(file, is_elsewhere ? whole : plugin_);
        const Result<SharedBytes> bytes = file.document.encode();
        const Status recognised = bytes ? check_recognised(file.document, *bytes, path) : fail(bytes.error());
        if (!recognised) {
            return fail(in_file(recognised.error(), path));
        }
        contents_.push_back(bytes->joined());
        if (Status allowed = is_elsewhere ? check_replaced(path, contents_.back(), options.overwrite) : Status{};
            !allowed) {
            return allowed;
        }
        const fs::path name = file.folder / path.filename();
        options.side_files.push_back({name, {ByteView(contents_.back())}});
        if (expected != nullptr && !is_elsewhere && file.seen) {
            const fs::path seen = fs::is_directory(whole, ignored) ? ".." / name : name;
            expected->files.emplace(seen.generic_string(), *file.seen);
        }
    }
    return {};
}

Status StringFiles::fill_languages(const std::set<std::uint32_t>& known, std::vector<std::string>& notes)
{
    std::set<std::string> languages;
    std::map<std::uint32_t, StringKind> added;
    for (const File& file : files_) {
        languages.insert(file.language);
        for (const tes::StringEntry& entry : table_of(file.document).strings) {
            if (!known.contains(entry.id)) {
                added.emplace(entry.id, file.kind);
            }
        }
    }
    const std::map<std::uint32_t, LanguageTexts> texts_before = all_texts();
    for (const std::string& language : languages) {
        std::size_t filled = 0;
        for (const auto& [id, kind] : added) {
            const LanguageTexts& all = texts_before.at(id);
            if (std::ranges::any_of(all, [&](const auto& each) { return equals_ignore_case(each.first, language); })) {
                continue;
            }
            File& file = make(language, kind);
            if (Status status = add_text(file.document, kind, id, default_text(all), path_of(file, plugin_).filename());
                !status) {
                return status;
            }
            file.is_changed = true;
            ++filled;
        }
        if (filled != 0) {
            notes.push_back(fmt::format("{} without {} text: the string files of {} get the text of another language",
                                        plural(filled, "new string"), language, language));
        }
    }
    return {};
}

Status check_strings(const std::array<StringSide, 3>& sides)
{
    const auto& [base, ours, theirs] = sides;
    const bool has_files = std::ranges::any_of(sides, [](const StringSide& side) { return !side.files->empty(); });
    for (const StringSide& side : sides) {
        if (has_files && side.files->empty() && !side.uses.empty()) {
            return fail(
                {.code = ErrorCode::mismatch,
                 .message = "a localised plugin without string files; the texts of its records are not known",
                 .file = side.file,
                 .hint = fmt::format("put its string files next to it, or into a folder Strings: {}_English.STRINGS",
                                     fs::path(side.file).stem().string())});
        }
    }
    using Texts = std::map<std::uint32_t, LanguageTexts>;
    const std::array<Texts, 3> texts{base.files->all_texts(), ours.files->all_texts(), theirs.files->all_texts()};
    const auto find_texts = [&](std::size_t side, std::uint32_t id) {
        const auto found = texts.at(side).find(id);
        return found == texts.at(side).end() ? LanguageTexts() : found->second;
    };
    const auto is_unknown = [&](std::size_t side, std::uint32_t id) {
        return sides.at(side).uses.contains(id) && !texts.at(side).contains(id);
    };
    const auto error_of = [](const StringSide& side, std::uint32_t id, const std::string& other) {
        return fail({.code = ErrorCode::mismatch,
                     .message = fmt::format("record {} uses the text {:08X}, which its string files lack; {}",
                                            side.uses.at(id).records.front(), id, other),
                     .file = side.file,
                     .hint = "add the text to its string files, or give the record another number"});
    };
    for (const StringUses* const uses : {&ours.uses, &theirs.uses}) {
        for (const auto& [id, use] : *uses) {
            for (const std::size_t side : {1U, 2U}) {
                const std::size_t other = 3 - side;
                const LanguageTexts known = is_unknown(side, id) ? find_texts(other, id) : LanguageTexts();
                if (!known.empty() && known != find_texts(0, id)) {
                    return error_of(sides.at(side), id,
                                    fmt::format("{} has \"{}\" there", other == 1 ? "ours" : "theirs",
                                                default_text(known)));
                }
            }
            if (is_unknown(1, id) && is_unknown(2, id) && !base.uses.contains(id) &&
                ours.uses.at(id).records != theirs.uses.at(id).records) {
                return error_of(theirs, id,
                                fmt::format("ours uses the number for record {}", ours.uses.at(id).records.front()));
            }
        }
    }
    return {};
}

Result<std::vector<Conflict>> merge_strings(const StringFiles& base, StringFiles& ours, StringFiles& theirs,
                                            Document& document, MergeFavor prefer, std::vector<std::string>& notes)
{
    const auto ids_of = [](const StringFiles& files) {
        std::set<std::uint32_t> ids;
        for (const StringFiles::File& file : files.files_) {
            for (const tes::StringEntry& entry : table_of(file.document).strings) {
                ids.insert(entry.id);
            }
        }
        return ids;
    };
    const std::set<std::uint32_t> known = ids_of(base);
    const std::set<std::uint32_t> own = ids_of(ours);
    std::map<std::uint32_t, std::uint32_t> numbers;
    std::uint32_t last = std::max({base.last_id(), ours.last_id(), theirs.last_id()});
    for (const std::uint32_t id : ids_of(theirs)) {
        if (known.contains(id) || !own.contains(id)) {
            continue;
        }
        const LanguageTexts mine = ours.texts(id);
        const LanguageTexts other = theirs.texts(id);
        bool have_common_language = false;
        bool differs = false;
        for (const auto& [language, text] : other) {
            const auto found = mine.find(language);
            have_common_language = have_common_language || found != mine.end();
            differs = differs || (found != mine.end() && found->second != text);
        }
        differs = differs || !have_common_language;
        if (differs && last != 0xFFFFFFFF) {
            numbers[id] = ++last;
            notes.push_back(fmt::format("string {:08X} \"{}\" of theirs -> {:08X}, because ours has \"{}\" there", id,
                                        default_text(other), last, default_text(mine)));
        }
    }
    if (!numbers.empty()) {
        theirs.renumber(numbers);
        tes::Plugin& plugin = *plugin_of(document.root());
        static_cast<void>(walk_entries(plugin.entries, [&](StringKind, std::optional<std::uint32_t>& id, FieldView) {
            const auto found = id ? numbers.find(*id) : numbers.end();
            id = found == numbers.end() ? id : found->second;
            return Status{};
        }));
    }
    std::vector<Conflict> conflicts;
    const Document none(*find_format(tes::StringTable::root));
    for (StringFiles::File& file : theirs.files_) {
        StringFiles::File& mine = ours.make(file.language, file.kind);
        const auto before = std::ranges::find_if(base.files_, [&](const StringFiles::File& each) {
            return each.kind == file.kind && equals_ignore_case(each.language, file.language);
        });
        Document from = before == base.files_.end() ? none : before->document;
        table_of(from).kind = table_of(mine.document).kind;
        from.use_page(before == base.files_.end() ? mine.document.root().page : from.root().page);
        if (!from.difference(file.document)) {
            continue;
        }
        if (from.difference(mine.document)) {
            // The order of the texts has no meaning, and each side has its own.
            clear_rows(from);
            clear_rows(mine.document);
            clear_rows(file.document);
        }
        Merge merged = merge(from, mine.document, file.document, prefer);
        if (merged.error) {
            const bool is_theirs = std::exchange(merged.error->file, "") == "theirs";
            return fail(in_file(*merged.error,
                                is_theirs ? theirs.path_of(file, theirs.plugin_) : ours.path_of(mine, ours.plugin_)));
        }
        for (Conflict& conflict : merged.conflicts) {
            conflict.path = fmt::format("{}: {}", ours.path_of(mine, ours.plugin_).filename().string(), conflict.path);
            conflicts.push_back(std::move(conflict));
        }
        mine.is_changed = mine.is_changed || merged.document.difference(mine.document).has_value();
        mine.document = std::move(merged.document);
    }
    if (Status filled = ours.fill_languages(known, notes); !filled) {
        return fail(std::move(filled.error()));
    }
    return conflicts;
}

void keep_used_strings(StringFiles& merged, std::span<const StringFiles* const> sources, const StringUses& uses,
                       const StringUses& before, std::vector<std::string>& notes)
{
    const bool has_files =
        !merged.empty() || std::ranges::any_of(sources, [](const StringFiles* source) { return !source->empty(); });
    const std::map<std::uint32_t, LanguageTexts> known = merged.all_texts();
    for (const auto& [id, use] : uses) {
        if (!has_files || known.contains(id)) {
            continue;
        }
        const auto source =
            std::ranges::find_if(sources, [number = id](const StringFiles* each) { return each->has(number); });
        if (source == sources.end()) {
            if (!before.contains(id)) {
                notes.push_back(
                    fmt::format("record {} uses the text {:08X}, which no string file has", use.records.front(), id));
            }
            continue;
        }
        for (const StringFiles::File& file : (*source)->files_) {
            for (const tes::StringEntry& entry : table_of(file.document).strings) {
                if (entry.id == id) {
                    StringFiles::File& mine = merged.make(file.language, file.kind);
                    if (table_of(mine.document).kind == tes::empty_string_table) {
                        table_of(mine.document).kind = file.kind == StringKind::strings ? 0 : 1;
                    }
                    table_of(mine.document).strings.push_back({.id = id, .text = entry.text, .row = {}});
                    mine.is_changed = true;
                }
            }
        }
        notes.push_back(fmt::format("string {:08X} \"{}\" stays, because record {} of the merged plugin uses it", id,
                                    default_text((*source)->texts(id)), use.records.front()));
    }
}

}  // namespace redforge::edit
