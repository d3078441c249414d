// Unpacked folders as a whole: which files belong to one, and writing some of them in one step.
#include "edit/document/document_folder.hpp"

#include <algorithm>
#include <functional>
#include <system_error>

#include <fmt/format.h>

#include "core/text/letter_case.hpp"
#include "core/xml/xml_reader.hpp"
#include "edit/document/document.hpp"

namespace redforge::edit {
namespace {

namespace fs = std::filesystem;

Error folder_error(const fs::path& folder, const std::error_code& why)
{
    return {.code = ErrorCode::io,
            .message = fmt::format("cannot list this folder: {}", why.message()),
            .file = folder.string(),
            .hint = "nothing was changed"};
}

/// Calls `take` for each regular file and link below a folder, with its name relative to `root`, and for each subfolder
/// that `enter` accepts. Links are not followed.
Status walk_files(const fs::path& folder, const fs::path& root, const std::function<bool(const fs::path&)>& enter,
                  const std::function<Status(const std::string&)>& take)
{
    std::error_code error;
    for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
         entry.increment(error)) {
        std::error_code unknown;
        const fs::file_type type = entry->symlink_status(unknown).type();
        if (unknown) {
            return fail(folder_error(entry->path(), unknown));
        }
        Status status;
        if (type != fs::file_type::directory) {
            status = take(entry->path().lexically_relative(root).generic_string());
        } else if (enter(entry->path())) {
            status = walk_files(entry->path(), root, enter, take);
        }
        if (!status) {
            return status;
        }
    }
    return error ? fail(folder_error(folder, error)) : Status{};
}

bool any_folder(const fs::path& /*folder*/)
{
    return true;
}

/// Returns the names of the side files that an XML text refers to.
std::vector<std::string> files_named_in(const std::string& text)
{
    std::vector<std::string> names;
    const Result<XmlDocument> parsed = XmlDocument::parse(text, {});
    if (!parsed) {
        return names;
    }
    struct Walker : pugi::xml_tree_walker {
        std::vector<std::string>* names{};
        bool for_each(pugi::xml_node& node) override
        {
            if (const pugi::xml_attribute file = node.attribute("file"); file && is_safe_side_path(file.value())) {
                names->emplace_back(file.value());
            }
            return true;
        }
    } walker;
    walker.names = &names;
    parsed->root().traverse(walker);
    return names;
}

/// Returns true for files that other programs leave in any folder, and for hidden files.
bool is_stray(std::string_view name)
{
    const std::string letters = lower(name);
    const auto ends = [&](std::string_view end) { return letters.ends_with(end); };
    return name.starts_with('.') || ends("~") || (name.starts_with('#') && name.ends_with('#')) || ends(".swp") ||
           ends(".swo") || ends(".bak") || ends(".orig") || letters == "thumbs.db" || letters == "ehthumbs.db" ||
           letters == "desktop.ini";
}

bool has_stray_part(const fs::path& relative)
{
    return std::ranges::any_of(relative, [](const fs::path& part) { return is_stray(part.string()); });
}

/// Files that unpack and export write, by the patterns of all formats.
struct KnownFiles {
    std::set<std::string> folders;     ///< subfolders of side files, in upper case
    std::set<std::string> extensions;  ///< in lower case; not .txt, which is the extension of any text
};

const KnownFiles& known_files()
{
    static const KnownFiles known = [] {
        KnownFiles all{.folders = {}, .extensions = {".xml", ".png"}};
        for (const Format& format : formats()) {
            for (const std::string_view pattern : format.folder_files) {
                const fs::path path(pattern);
                if (const std::string folder = path.begin()->string(); folder.find('*') == std::string::npos) {
                    all.folders.insert(upper(folder));
                }
                all.extensions.insert(lower(path.extension().string()));
            }
        }
        all.extensions.erase(".txt");
        return all;
    }();
    return known;
}

}  // namespace

Result<std::optional<fs::path>> find_folder_document(const fs::path& folder)
{
    for (const Format& format : formats()) {
        fs::path candidate = folder / folder_document_name(format);
        std::error_code error;
        const fs::file_type type = fs::status(candidate, error).type();
        if (type == fs::file_type::regular) {
            return candidate;
        }
        if (error == std::errc::permission_denied) {  // the folder cannot be searched
            return fail({.code = ErrorCode::io,
                         .message = "cannot list this folder: permission denied",
                         .file = folder.string(),
                         .hint = "its owner can allow it (chmod u+rx)"});
        }
        if (error && type != fs::file_type::not_found) {
            return fail({.code = ErrorCode::io,
                         .message = fmt::format("cannot check this file: {}", error.message()),
                         .file = candidate.string()});
        }
    }
    return std::nullopt;
}

Status check_only_document(const fs::path& document)
{
    for (const Format& format : formats()) {
        const fs::path other = document.parent_path() / folder_document_name(format);
        std::error_code ignored;
        if (other != document && fs::is_regular_file(other, ignored)) {
            return fail({.code = ErrorCode::mismatch,
                         .message = fmt::format("has two documents, {} and {}", document.filename().string(),
                                                other.filename().string()),
                         .file = document.parent_path().string(),
                         .hint = "name one of these files, or move one to another folder"});
        }
    }
    return {};
}

Result<std::vector<std::string>> files_of_document(const fs::path& folder, const std::string& name)
{
    const auto is_missing = [&folder](const std::string& file) {
        std::error_code error;
        return fs::symlink_status(folder / file, error).type() == fs::file_type::not_found;
    };
    const Result<std::string> text = read_text_file(folder / name);
    if (!text) {
        return is_missing(name) ? Result<std::vector<std::string>>() : fail(text.error());
    }
    std::vector<std::string> names = files_named_in(*text);
    const Format* const format = find_format(fs::path(name).stem().string());
    const SideCodecs codecs{format != nullptr ? format->side_codecs : std::span<const SideCodec>{}, {}};
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string each = names[i];  // a copy, because `names` grows
        const SideCodec* const codec = codecs.find(fs::path(each).extension().string());
        const bool can_expand = codec != nullptr && codec->expand != nullptr;
        if (!each.ends_with(".xml") && !can_expand) {
            continue;
        }
        Result<std::string> own = read_text_file(folder / each);
        if (!own && !is_missing(each)) {
            return fail(own.error());
        }
        if (own && can_expand) {  // a source may include files
            static_cast<void>(codec->expand(std::move(*own), each, [&](const std::string& included) {
                names.push_back(included);
                return read_text_file(folder / included);
            }));
        } else if (own) {  // records may be documents of their own, which name files too
            std::ranges::move(files_named_in(*own), std::back_inserter(names));
        }
    }
    names.push_back(name);
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());  // clang 14 rejects ranges::unique
    return names;
}

Status check_all_read(const fs::path& folder, const Format& format, const std::string& document,
                      const std::set<std::string>& read)
{
    std::set<std::string> own = known_files().folders;
    for (const std::string& name : read) {
        if (const std::size_t slash = name.find('/'); slash != std::string::npos) {
            own.insert(upper(name.substr(0, slash)));
        }
    }
    const auto is_own_folder = [&](const std::string& name) {
        return own.contains(upper(name)) || (format.is_side_folder != nullptr && format.is_side_folder(name));
    };
    const auto is_read = [&](const std::string& file) {
        const auto is_same = [&](const std::string& name) {  // a link, or a name in another case
            std::error_code unknown;
            return fs::equivalent(folder / file, folder / name, unknown);
        };
        return read.contains(file) || std::ranges::any_of(read, is_same);
    };
    // Only a document with the standard name, such as map.xml, has a folder of its own. Files next to another text are
    // not checked, except those in the folders of its side files.
    const bool is_whole = document == folder_document_name(format);
    const auto is_other_document = [&](const std::string& file) {  // see check_only_document()
        return std::ranges::any_of(formats(), [&](const Format& other) { return file == folder_document_name(other); });
    };
    const std::function<Status(const std::string&)> take = [&](const std::string& file) {
        const fs::path path(file);
        std::error_code unknown;
        if (!path.has_parent_path() && is_own_folder(file) && fs::is_directory(folder / file, unknown)) {  // a link
            return walk_files(folder / file, folder, any_folder, take);
        }
        const bool is_in_own = path.has_parent_path() && is_own_folder(path.begin()->string());
        const bool is_left_out =
            is_in_own || (is_whole && known_files().extensions.contains(lower(path.extension().string())) &&
                          !is_other_document(file));
        if (!is_left_out || has_stray_part(path) || is_read(file)) {
            return Status{};
        }
        return Status(fail({.code = ErrorCode::unknown_name,
                            .message = fmt::format("not a part of the unpacked folder: {} does not name it", document),
                            .file = (folder / file).string(),
                            .hint = fmt::format("name it in {} (file=\"{}\"), move it out of the folder, or remove it",
                                                document, file)}));
    };
    Status error;
    const auto enter = [&](const fs::path& inside) {
        const fs::path relative = inside.lexically_relative(folder);
        if (is_own_folder(relative.begin()->string())) {
            return true;
        }
        if (!is_whole || has_stray_part(relative)) {
            return false;
        }
        const Result<std::optional<fs::path>> other = find_folder_document(inside);  // has a folder of its own
        if (!other && error) {
            error = fail(other.error());
        }
        return other && !*other;
    };
    if (Status status = walk_files(folder, folder, enter, take); !status) {
        return status;
    }
    return error;
}

Result<std::optional<FolderPlace>> find_place(const fs::path& path)
{
    std::error_code error;
    const fs::path whole = fs::absolute(path, error).lexically_normal();
    if (path == "-" || error) {
        return std::nullopt;
    }
    // Look in the folder of the file and in its parent folder: side files are at most one folder below their document.
    for (fs::path folder = whole.parent_path(), last = folder.parent_path();; folder = last) {
        const auto document = find_folder_document(folder);
        if (!document) {
            return fail(document.error());
        }
        if (*document) {
            // Messages show the path as the user wrote it.
            const fs::path shown = path.is_absolute() ? folder : folder.lexically_relative(fs::current_path(error));
            return FolderPlace{shown, (*document)->filename().string(), whole.lexically_relative(folder)};
        }
        if (folder == last) {
            return std::nullopt;
        }
    }
}

Result<Written> write_in_folder(const fs::path& folder, std::span<const FolderFile> files, const WriteOptions& options)
{
    const auto found =
        files.empty() ? Result<std::optional<FolderPlace>>() : find_place(folder / files.front().relative);
    if (!found) {
        return fail(found.error());
    }
    const std::optional<FolderPlace>& place = *found;
    if (!place) {
        return write_files(folder, files, options);
    }
    if (const Result<bool> finished = finish_writing(place->folder, options.cancel); !finished) {
        return fail(finished.error());
    }
    const fs::path base = place->relative.parent_path();  // below the folder of the document
    FolderRules rules{.others = FolderRules::Others::stay};
    FileSnapshot expected;
    std::vector<FolderFile> all;
    std::set<std::string> changed;
    for (const FolderFile& file : files) {
        all.push_back({base / file.relative, file.content});
        const std::string name = all.back().relative.generic_string();
        changed.insert(name);
        if (options.overwrite != Overwrite::reject) {
            rules.previous.push_back(name);
        }
        if (options.expected != nullptr) {
            const auto seen = options.expected->files.find(file.relative.generic_string());
            if (seen != options.expected->files.end()) {
                expected.files.emplace(name, seen->second);
            }
        }
    }
    FolderContent others;  // unchanged files, written too, so that the backup contains the whole folder
    const Result<std::vector<std::string>> names = files_of_document(place->folder, place->document);
    if (!names) {
        return fail(names.error());
    }
    for (const std::string& name : *names) {
        std::error_code error;
        const bool is_missing = fs::symlink_status(place->folder / name, error).type() == fs::file_type::not_found;
        if (changed.contains(name) || is_missing) {
            continue;
        }
        Result<std::string> text = read_text_file(place->folder / name);
        if (!text) {
            return fail(text.error());
        }
        expected.files.emplace(name, fingerprint_of(as_bytes(*text)));
        rules.previous.push_back(name);
        others.add(name, std::move(*text));
    }
    std::ranges::copy(others.files(), std::back_inserter(all));
    WriteOptions whole = options;
    whole.overwrite = Overwrite::allow;
    whole.expected = &expected;
    return write_folder(place->folder, all, rules, whole);
}

Result<Written> write_in_place(const fs::path& file, ByteView content, const WriteOptions& options)
{
    const Result<std::optional<FolderPlace>> place = find_place(file);
    if (!place) {
        return fail(place.error());
    }
    if (!*place) {
        return write_file(file, content, options);
    }
    const std::string name = file.filename().string();
    FileSnapshot expected;
    WriteOptions one = options;
    if (options.expected != nullptr) {
        expected.files.emplace(name, options.expected->files.at(""));
        one.expected = &expected;
    }
    const std::vector<FolderFile> files{{name, {content}}};
    return write_in_folder(file.has_parent_path() ? file.parent_path() : ".", files, one);
}

Result<Written> restore_files(const fs::path& backup, const fs::path& file, const WriteOptions& options)
{
    std::vector<std::string> names;
    std::vector<Bytes> contents;
    const Status read = walk_files(backup, backup, any_folder, [&](const std::string& name) {
        Result<Bytes> content = read_file(backup / name);
        if (!content) {
            return Status(fail(content.error()));
        }
        names.push_back(name);
        contents.push_back(std::move(*content));
        return Status();
    });
    if (!read) {
        return fail(read.error());
    }
    std::vector<FolderFile> files;
    for (std::size_t i = 0; i < names.size(); ++i) {
        files.push_back({names[i], {ByteView(contents[i])}});
    }
    WriteOptions together = options;
    together.backup_of = file.filename().string();
    return write_files(file.has_parent_path() ? file.parent_path() : ".", files, together);
}

Result<Written> restore_folder(const fs::path& backup, const fs::path& folder, const WriteOptions& options)
{
    if (const Result<bool> finished = finish_writing(folder, options.cancel); !finished) {
        return fail(finished.error());
    }
    std::vector<std::string> names;
    const Status listed = walk_files(backup, backup, any_folder, [&](const std::string& name) {
        names.push_back(name);
        return Status{};
    });
    const auto kept = listed ? find_folder_document(backup) : fail(listed.error());
    const auto now = kept ? find_folder_document(folder) : fail(kept.error());
    if (!now) {
        return fail(now.error());
    }
    std::vector<std::string> needed;
    if (*kept) {
        Result<std::vector<std::string>> listed_files = files_of_document(backup, (*kept)->filename().string());
        if (!listed_files) {
            return fail(listed_files.error());
        }
        needed = std::move(*listed_files);
    } else if (*now) {
        needed.push_back((*now)->filename().string());
    }
    for (const std::string& name : needed) {
        if (std::ranges::find(names, name) == names.end()) {
            return fail(
                {.code = ErrorCode::mismatch,
                 .message = fmt::format("does not contain the whole folder: {} is missing", name),
                 .file = backup.string(),
                 .hint = "it is of an earlier version, or the folder was incomplete; take single files from it"});
        }
    }
    FolderContent content;
    for (const std::string& name : names) {
        Result<std::string> text = read_text_file(backup / name);
        if (!text) {
            return fail(text.error());
        }
        content.add(name, std::move(*text));
    }
    FolderRules rules{.previous = names, .others = FolderRules::Others::stay};
    if (*now) {
        Result<std::vector<std::string>> present = files_of_document(folder, (*now)->filename().string());
        if (!present) {
            return fail(present.error());
        }
        std::ranges::move(*present, std::back_inserter(rules.previous));
    }
    return write_folder(folder, content.files(), rules, options);
}

}  // namespace redforge::edit
