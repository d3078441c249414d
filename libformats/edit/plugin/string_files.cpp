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
#include "core/text/letter_case.hpp"
#include "edit/document/recognise.hpp"
#include "edit/plugin/master_lists.hpp"
#include "tes/definition/definitions.hpp"
#include "tes/plugin/plugin.hpp"
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

tes::StringEntry* find_entry_of(Document& document, std::uint32_t id)
{
    std::vector<tes::StringEntry>& all = table_of(document).strings;
    const auto found = std::ranges::find(all, id, &tes::StringEntry::id);
    return found == all.end() ? nullptr : &*found;
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
    for (const tes::Group& group : record.groups) {
        if (Status status = walk_entries(group.entries, change); !status) {
            return status;
        }
    }
    return {};
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

std::uint32_t StringFiles::last_id() const
{
    std::uint32_t last = 0;
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
        const fs::path name = file.folder / path.filename();
        options.side_files.push_back({name, {ByteView(contents_.back())}});
        if (expected != nullptr && !is_elsewhere && file.seen) {
            const fs::path seen = fs::is_directory(whole, ignored) ? ".." / name : name;
            expected->files.emplace(seen.generic_string(), *file.seen);
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
        const bool differs = std::ranges::any_of(other, [&](const auto& each) {
            const auto found = mine.find(each.first);
            return found != mine.end() && found->second != each.second;
        });
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
            // Both sides order the texts in their own way, which has no meaning.
            clear_rows(from);
            clear_rows(mine.document);
            clear_rows(file.document);
        }
        Merge merged = merge(from, mine.document, file.document, prefer);
        if (merged.error) {
            return fail(in_file(*merged.error, ours.path_of(mine, ours.plugin_)));
        }
        for (Conflict& conflict : merged.conflicts) {
            conflict.path = fmt::format("{}: {}", ours.path_of(mine, ours.plugin_).filename().string(), conflict.path);
            conflicts.push_back(std::move(conflict));
        }
        mine.is_changed = mine.is_changed || merged.document.difference(mine.document).has_value();
        mine.document = std::move(merged.document);
    }
    // Languages that only ours has get the default text.
    for (const StringFiles::File& file : theirs.files_) {
        for (const tes::StringEntry& entry : table_of(file.document).strings) {
            if (known.contains(entry.id)) {
                continue;
            }
            for (StringFiles::File& mine : ours.files_) {
                if (mine.kind != file.kind || find_entry_of(mine.document, entry.id) != nullptr) {
                    continue;
                }
                if (Status status = add_text(mine.document, file.kind, entry.id, default_text(theirs.texts(entry.id)),
                                             ours.path_of(mine, ours.plugin_).filename());
                    !status) {
                    return fail(std::move(status.error()));
                }
                mine.is_changed = true;
            }
        }
    }
    return conflicts;
}

}  // namespace redforge::edit
