// Reads and loads documents.
#include "edit/document/document.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "core/bytes/mapped_file.hpp"
#include "core/text/letter_case.hpp"
#include "core/xml/xml_writer.hpp"
#include "edit/document/document_folder.hpp"
#include "edit/document/interrupted_mods.hpp"
#include "edit/document/recognise.hpp"
#include "edit/hooks.hpp"
#include "project/project.hpp"

namespace redforge::edit {
namespace {

SideFileReader side_files_of(const std::filesystem::path& folder)
{
    return [folder](const std::string& path) -> Result<std::string> {
        std::error_code ignored;
        std::error_code failed;
        const std::filesystem::path inside = std::filesystem::weakly_canonical(folder, ignored);
        const std::filesystem::path target = std::filesystem::weakly_canonical(folder / path, failed);
        if (failed) {
            return fail({.code = ErrorCode::io,
                         .message = "cannot open: " + failed.message(),
                         .file = (folder / path).string()});
        }
        const auto [end, rest] = std::mismatch(inside.begin(), inside.end(), target.begin(), target.end());
        if (end != inside.end()) {
            return fail({.code = ErrorCode::out_of_range,
                         .message = "a link that leads out of the document's folder",
                         .file = (folder / path).string(),
                         .hint = "put the file itself there"});
        }
        return read_text_file(folder / path);
    };
}

}  // namespace

std::string input_name(const std::filesystem::path& path)
{
    return path == "-" ? "standard input" : path.string();
}

Error in_file(Error error, const std::filesystem::path& path)
{
    if (error.file.empty()) {
        error.file = input_name(path);
    }
    return error;
}

std::string folder_document_name(const Format& format)
{
    return fmt::format("{}.xml", format.root());
}

const Format* find_format(std::string_view root)
{
    const auto all = formats();
    const auto found = std::ranges::find(all, root, &Format::root);
    return found == all.end() ? nullptr : &*found;
}

/// Returns true if all files of a format have one name, so that an extension does not identify them.
static bool has_whole_name(const Format& format)
{
    return format.file_names.size() == 1 && format.file_names.front().find('*') == std::string_view::npos;
}

bool is_extension_of(const Format& format, std::string_view extension)
{
    const auto is_of_name = [&](std::string_view name) {  // "*.3DC"
        return name.starts_with('*') && equals_ignore_case(extension, name.substr(1));
    };
    return (!has_whole_name(format) && equals_ignore_case(extension, format.extension)) ||
           std::ranges::any_of(format.file_names, is_of_name) ||
           (format.has_extension != nullptr && format.has_extension(extension));
}

std::string standard_file_name(const Format& format)
{
    return has_whole_name(format) ? std::string(format.file_names.front()) : fmt::format("FILE{}", format.extension);
}

std::vector<std::string> file_patterns(const Format& format)
{
    return format.file_names.empty() ? std::vector{fmt::format("*{}", format.extension)}
                                     : std::vector<std::string>(format.file_names.begin(), format.file_names.end());
}

SchemaElement schema_of(const Format& format)
{
    SchemaElement root = describe_document(format.root_type());
    if (format.guess_page != nullptr) {
        allow_encoding(root);
    }
    if (format.can_be_partial) {
        allow_partial(root);
    }
    return root;
}

Document::Document(const Document& other) : format_(other.format_), page_(other.page_), partial_(other.partial_)
{
    if (other) {
        data_ = format_->make();
        format_->root_type().copy(data_.get(), other.data_.get());
    }
}

void Document::write_xml(TextSink& out, SideFiles* files, const LoadContext& context) const
{
    XmlWriter(out, files, context).document(format_->root(), root(), partial_);
}

Result<SharedBytes> Document::encode() const
{
    if (!partial_.empty()) {
        return fail(
            {.code = ErrorCode::unsupported,
             .message = fmt::format("has only the {} records of a file", partial_),
             .hint = fmt::format("--base FILE adds them to the other records; to pack them alone, remove {}=\"{}\" "
                                 "from the XML",
                                 partial_attribute, partial_)});
    }
    return format_->write(data_.get());
}

Result<Bytes> Document::write() const
{
    return encode().map([](const SharedBytes& bytes) { return bytes.joined(); });
}

SideFileReader side_files_beside(const std::filesystem::path& document)
{
    if (document == "-") {
        return {};
    }
    const std::filesystem::path folder = document.parent_path();
    return side_files_of(folder.empty() ? "." : folder);
}

bool looks_like_text(ByteView bytes)
{
    std::string_view text = as_text(bytes);
    if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
        return true;
    }
    text.remove_prefix(text.starts_with("\xEF\xBB\xBF") ? 3 : 0);
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    return text.starts_with('<');
}

SideFileReader expanding(SideFileReader files, const SideCodecs& codecs, const SideFileReader& included)
{
    return [files = std::move(files), codecs, included](const std::string& path) -> Result<std::string> {
        const std::size_t dot = path.rfind('.');
        const SideCodec* const codec = dot == std::string::npos ? nullptr : codecs.find(path.substr(dot));
        Result<std::string> text = files(path);
        return text && codec != nullptr && codec->expand != nullptr
                   ? codec->expand(std::move(*text), path, included ? included : files)
                   : std::move(text);
    };
}

namespace {

/// Takes the code page from the root element's encoding attribute and the mark of a partial document, and removes these
/// attributes.
Status take_root_attributes(const XmlDocument& text, Document& document)
{
    if (const pugi::xml_attribute partial = text.root().attribute(partial_attribute.data());
        partial && document.format().can_be_partial) {
        document.mark_partial(partial.value());
        pugi::xml_node root = text.root();
        root.remove_attribute(partial);
    }
    const pugi::xml_attribute encoding = text.root().attribute(encoding_attribute.data());
    if (!encoding || document.format().guess_page == nullptr) {
        return {};
    }
    const Result<CodePage> page = page_named(encoding.value());
    if (!page) {
        return fail(text.at(encoding.name(), page.error()));
    }
    document.use_page(*page);
    pugi::xml_node root = text.root();
    root.remove_attribute(encoding);
    return {};
}

/// Sets the code page of a document that was read from a file: from --encoding, else from the file name, else from the
/// project, else guessed from its texts and, if these do not decide, from the files around it.
void choose_page(Document& document, std::optional<CodePage> given, const std::filesystem::path& path,
                 const LoadContext& context)
{
    const Format& format = document.format();
    if (format.guess_page != nullptr) {
        const auto settings = project::valid_settings_around(path);
        std::optional<CodePage> project_page;
        if (settings && settings->encoding) {
            if (const Result<CodePage> named =
                    page_named(*settings->encoding)) {  // the settings' reader checked the name
                project_page = *named;
            }
        }
        const CodePage page = given                            ? *given
                              : format.page_of_file != nullptr ? format.page_of_file(document.data(), path)
                              : project_page                   ? *project_page
                                                               : format.guess_page(document.data(), context);
        if (page != document.root().page) {
            document.use_page(page);
        }
    }
}

/// Returns a hint for a text whose root element belongs to no format.
std::string advice_on_root(std::string_view root)
{
    if (root == "edits") {
        return "this is a list of edits: redforge apply EDITS FILE makes them in a file";
    }
    for (const OtherText& other : other_texts()) {
        if (root == other.root) {
            return std::string(other.advice);
        }
    }
    std::vector<std::string_view> roots;
    for (const Format& each : formats()) {
        roots.push_back(each.root());
    }
    const std::string_view guess = nearest(root, roots);
    return guess.empty() ? "not a text that redforge unpack writes; redforge schema lists the root elements"
                         : fmt::format("did you mean <{}>?", guess);
}

}  // namespace

Result<Document> read_text(std::string text, const std::string& file_name, SideFileReader files,
                           const LoadContext& context, const SideFileReader& included)
{
    const Result<XmlDocument> parsed = XmlDocument::parse(std::move(text), file_name);
    if (!parsed) {
        return fail(parsed.error());
    }
    const std::string_view root = parsed->root().name();
    const Format* format = find_format(root);
    if (format == nullptr) {
        if (const Status status = parsed->check(); !status) {
            return fail(status.error());
        }
        return fail(parsed->at(parsed->root().name(), {.code = ErrorCode::unsupported,
                                                       .message = fmt::format("root element <{}>", root),
                                                       .hint = advice_on_root(root)}));
    }
    Document document(*format);
    if (const Status status = take_root_attributes(*parsed, document); !status) {
        return fail(status.error());
    }
    const SideCodecs codecs{format->side_codecs, context};
    if (const FormatHooks& hooks = hooks_of(document.root()); files && hooks.record_file_reader != nullptr) {
        files = hooks.record_file_reader(*parsed, std::move(files));
    }
    XmlReader reader(*parsed, files ? expanding(std::move(files), codecs, included) : SideFileReader{}, codecs);
    if (format->pack_record != nullptr) {
        reader.after_each_document(
            [format, data = document.data()](const RecordHandle& record) { format->pack_record(record, data); });
    }
    if (const Status status = reader.document(format->root(), document.root()); !status) {
        return fail(status.error());
    }
    if (format->complete != nullptr) {
        if (const Status status = format->complete(document.data(), context); !status) {
            Error error = status.error();
            error.file = error.file.empty() ? file_name : error.file;
            return fail(std::move(error));
        }
    }
    return document;
}

Result<Document> with_page(const Document& document, CodePage page, const LoadContext& context)
{
    if (document.root().page == page) {
        return document;
    }
    TextSink sink;
    document.write_xml(sink, nullptr, context);
    std::string text = sink.str();
    // The text is UTF-8. Its root attribute determines the code page of the file, so change the attribute and read it
    // again.
    const std::string old = fmt::format(" {}=\"{}\"", encoding_attribute, page_name(document.root().page));
    const std::size_t root =
        text.find(fmt::format("<{}", document.format().root())) + 1 + document.format().root().size();
    if (text.compare(root, old.size(), old) == 0) {
        text.erase(root, old.size());
    }
    text.insert(root, fmt::format(" {}=\"{}\"", encoding_attribute, page_name(page)));
    return read_text(std::move(text), "the document in another code page", {}, context);
}

namespace {

/// Minimum size of a file to map, in bytes. Reading a smaller file is as fast and needs little memory.
constexpr std::uint64_t min_mapped_size = std::uint64_t{1} << 20U;

/// Returns the fingerprint of a mapped file. Keeps at most one step of it in memory.
Fingerprint fingerprint_of_mapped(const SharedBytes& content)
{
    constexpr std::size_t step = std::size_t{1} << 20U;
    Fingerprinter all;
    for (ByteView rest = content.view(); !rest.empty();) {
        const ByteView part = rest.first(std::min(step, rest.size()));
        all.add(part);
        content.release(part);
        rest = rest.subspan(part.size());
    }
    return all.result();
}

/// Returns the list for raw parts, or null if they are not wanted.
RawFallbacks* list_for(Loaded& loaded, RawParts raw_parts)
{
    return raw_parts == RawParts::list ? &loaded.kept : nullptr;
}

/// Loads a large file by mapping it, if the format's documents can keep views of it. Returns nullopt if it must be
/// read.
std::optional<Result<Loaded>> load_mapped(const std::filesystem::path& path, Purpose purpose, RawParts raw_parts)
{
    std::error_code error;
    if (path == "-" || !std::filesystem::is_regular_file(path, error) ||
        std::filesystem::file_size(path, error) < min_mapped_size) {
        return std::nullopt;
    }
    const Result<SharedBytes> content = map_file(path);
    if (!content) {
        return std::nullopt;
    }
    const ByteView beginning = content->view().first(std::min(content->size(), beginning_size));
    if (looks_like_text(beginning) || !check_first_bytes(beginning, path)) {
        return std::nullopt;
    }
    const Format* format = recognise(content->view(), path);
    if (format == nullptr || !format->keeps_views || (purpose == Purpose::edit && !format->is_edited_mapped)) {
        return std::nullopt;
    }
    Loaded loaded;
    if (purpose == Purpose::edit) {
        loaded.seen.files.emplace("", fingerprint_of_mapped(*content));
    }
    loaded.document = Document(*format);
    loaded.size = content->size();
    loaded.content = *content;
    if (const Status status = format->read(*content, loaded.document.data(), list_for(loaded, raw_parts)); !status) {
        return fail(in_file(status.error(), path));
    }
    return loaded;
}

}  // namespace

LoadContext context_around(const std::filesystem::path& path)
{
    LoadContext context = context_with_names(path, {});
    add_services(path, {}, context);
    return context;
}

Result<Loaded> load(const std::filesystem::path& path, Pipes pipes, const LoadContext& context, Purpose purpose,
                    RawParts raw_parts)
{
    if (const auto settings = project::settings_around(path); !settings) {
        return fail(settings.error());
    }
    if (std::optional<Result<Loaded>> mapped = load_mapped(path, purpose, raw_parts)) {
        if (*mapped) {
            add_services(path, context, (*mapped)->context);
            choose_page((*mapped)->document, context.page, path, (*mapped)->context);
        }
        return std::move(*mapped);
    }
    Loaded loaded;
    loaded.context = context_with_names(path, context);
    add_services(path, context, loaded.context);
    std::filesystem::path file = path;
    std::error_code ignored;
    if (path != "-" && std::filesystem::is_directory(path, ignored)) {
        const Result<std::optional<std::filesystem::path>> found = find_folder_document(path);
        if (!found) {
            return fail(found.error());
        }
        if (!*found) {
            return fail({.code = ErrorCode::io,
                         .message = "a folder without a document in it",
                         .file = path.string(),
                         .hint = "an unpacked map is a folder with map.xml; name one file, or use -r for all files"});
        }
        if (Status only = check_only_document(**found); !only) {
            return fail(std::move(only.error()));
        }
        file = **found;
        loaded.storage = Storage::folder;
    }
    Reading reading;  // a text may belong to a folder that is being written
    // A pipe does not belong to a folder, and could block while we hold the lock.
    if (equals_ignore_case(file.extension().string(), ".xml") && std::filesystem::is_regular_file(file, ignored)) {
        auto begun = begin_reading(file.has_parent_path() ? file.parent_path() : ".");
        if (!begun) {
            return fail(std::move(begun.error()));
        }
        reading = std::move(*begun);
        loaded.unfinished = reading.unfinished;
    }
    if (path != "-" && loaded.unfinished.empty()) {
        const Result<std::optional<std::filesystem::path>> game = find_interrupted_mods(file);
        if (!game) {
            return fail(game.error());
        }
        loaded.unfinished = *game ? interrupted_mods_description(**game) : std::string();
    }
    const bool in_folder = loaded.storage == Storage::folder;
    const auto check_beginning = [&](ByteView first) { return check_first_bytes(first, path); };
    Result<std::string> content = read_text_file(file, max_read, in_folder ? Pipes::reject : pipes,
                                                 in_folder ? CheckBeginning{} : check_beginning);
    if (!content) {
        return fail(in_file(content.error(), path));
    }
    loaded.size = content->size();
    if (file != "-") {
        loaded.seen.files.emplace("", fingerprint_of(as_bytes(*content)));
    }
    if (loaded.storage == Storage::folder || looks_like_text(as_bytes(*content))) {
        // If the user names map.xml itself, its side files are found too, and it is saved as a folder.
        const std::filesystem::path folder = file.parent_path();
        bool has_side_files{loaded.storage == Storage::folder};
        FileSnapshot side_files_seen;
        const auto recording = [&](SideFileReader read) -> SideFileReader {
            return read ? [&, read = std::move(read)](const std::string& name) {
                has_side_files = true;
                Result<std::string> text = read(name);
                if (text) {
                    side_files_seen.files.emplace(name, fingerprint_of(as_bytes(*text)));
                }
                return text;
            } : SideFileReader{};
        };
        loaded.source.name = input_name(file);
        if (!std::filesystem::is_regular_file(file, ignored)) {
            loaded.source.text = std::make_shared<const std::string>(*content);
        }
        // A game file of this format is a text with the name of an unpacked document. It can be next to any files.
        const std::string name = file.filename().string();
        const bool is_game_file = std::ranges::any_of(formats(), [&](const Format& format) {
            return format.is_plain_text && name == folder_document_name(format) && format.recognise(as_bytes(*content));
        });
        Result<Document> document = read_text(std::move(*content), input_name(file), recording(side_files_beside(file)),
                                              loaded.context, recording(side_files_beside(file)));
        loaded.storage = has_side_files ? Storage::folder : Storage::text;
        if (!document) {
            Error error = document.error();
            if (!error.file.empty() && error.file != file.string() && !error.file.starts_with((folder / "").string())) {
                error.file = (folder / error.file).string();
            }
            if (!loaded.unfinished.empty()) {
                error.hint = loaded.unfinished;
            }
            return fail(in_file(std::move(error), file));
        }
        if (has_side_files) {
            side_files_seen.files.emplace(name, loaded.seen.files.at(""));
            loaded.seen = std::move(side_files_seen);
            std::set<std::string> read;
            for (const auto& [name, content_of_file] : loaded.seen.files) {
                read.insert(name);
            }
            const auto home = folder.empty() ? std::filesystem::path(".") : folder;
            if (const Status all = is_game_file ? Status{} : check_all_read(home, document->format(), name, read);
                !all) {
                return fail(all.error());
            }
        }
        loaded.document = std::move(*document);
        if (context.page) {
            choose_page(loaded.document, context.page, path, loaded.context);
        }
        return loaded;
    }
    SharedBytes bytes(std::move(*content));
    Result<Document> document = read_binary(bytes, path, list_for(loaded, raw_parts));
    if (!document) {
        return fail(in_file(document.error(), path));
    }
    loaded.document = std::move(*document);
    choose_page(loaded.document, context.page, path, loaded.context);
    if (loaded.document.format().keeps_views) {
        loaded.content = std::move(bytes);
    }
    return loaded;
}

}  // namespace redforge::edit
