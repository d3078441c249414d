// Proves law 1 for one file: reads, writes and compares it; unpacks, packs and compares it.
#include "edit/document/verify.hpp"

#include <algorithm>
#include <memory>
#include <new>

#include <fmt/format.h>

#include "core/files/files.hpp"
#include "core/out_of_memory.hpp"
#include "edit/document/document.hpp"
#include "edit/document/recognise.hpp"
#include "edit/document/text_place.hpp"
#include "edit/document/text_round_trip.hpp"
#include "edit/document/unknown_files.hpp"
#include "edit/hooks.hpp"
#include "edit/path/conditions.hpp"

namespace redforge::edit {
namespace {

namespace fs = std::filesystem;

Error difference_error(const Format& format, ByteView original, ByteView written, std::string_view way)
{
    const std::size_t at = first_difference(original, written);
    const auto byte = [&](ByteView bytes) {
        return at < bytes.size() ? fmt::format("0x{:02X}", static_cast<unsigned>(bytes[at])) : std::string("its end");
    };
    Error error{.code = ErrorCode::mismatch,
                .message = fmt::format("{} gives {} where the file has {}", way, byte(written), byte(original)),
                .offset = at};
    if (format.locate != nullptr) {
        error.field = format.locate(original, at);
    }
    return error;
}

/// Writes a document and compares the bytes. This completes the proof if the document was read from these bytes and its
/// text form is proven.
std::optional<Error> compare(const Document& document, ByteView original)
{
    const Result<SharedBytes> written = document.encode();
    if (!written) {
        return written.error();
    }
    return *written == SharedBytes({}, original)
               ? std::nullopt
               : std::optional(difference_error(document.format(), original, written->joined(), "reading and writing"));
}

/// Checks a game file that has been read. Proves its text forms, and compares the written bytes: packing equal texts
/// gives equal bytes.
std::optional<Error> check_binary(const Document& document, ByteView bytes, bool full, Scripts& scripts)
{
    const SideCodecs codecs{document.format().side_codecs, {}};
    const auto count_script = [&](const SideFile& file) {
        if (const SideCodec* codec = codecs.find(fs::path(file.path).extension().string())) {
            ++(codec->is_bytes(file.text) ? scripts.as_bytes : scripts.as_source);
        }
    };
    if (auto error = prove_text(document, codecs, full, count_script)) {
        return error;
    }
    return compare(document, bytes);
}

void set_result(VerifyResult& result, std::optional<Error> error)
{
    result.error = std::move(error);
    result.status = result.error ? VerifyResult::Status::different : VerifyResult::Status::ok;
}

/// See Format::field_share.
std::optional<FieldShare> share_of_fields(const Document& document, ByteView bytes, bool full)
{
    const auto share = document.format().field_share;
    return share == nullptr ? std::nullopt : share(document.data(), SharedBytes({}, bytes), full);
}

/// Checks a document that was read from text: it must be equal after packing and reading. A document that cannot be
/// packed counts as unreadable.
void verify_text(const Document& document, const TextSource& source, bool full, VerifyResult& result)
{
    const Result<Bytes> packed = document.write();
    if (!packed) {
        result.error = placed_in_text(packed.error(), source);
        return;
    }
    Result<Document> again = read_binary(SharedBytes({}, *packed), standard_file_name(document.format()));
    result.fields = share_of_fields(document, *packed, full);
    set_result(result, again ? check_binary(*again, *packed, full, result.scripts) : again.error());
}

/// Checks a text of other_texts() by the document that is read from it.
void verify_other_text(const OtherText& other, const fs::path& path, std::string text, VerifyResult& result)
{
    const Result<Document> document = other.read(std::move(text), path);
    if (!document) {
        result.error = document.error();
        if (!result.error->file.empty() && result.error->file != path.string()) {
            // The result is about the text, so name the faulty file in the message.
            result.error->message = fmt::format("{}: {}", result.error->file, result.error->message);
        }
        return;
    }
    verify_text(*document, {}, false, result);
}

bool is_document_folder(const fs::path& folder)
{
    return std::ranges::any_of(formats(), [&](const Format& format) {
        std::error_code ignored;
        return fs::is_regular_file(folder / fmt::format("{}.xml", format.root()), ignored);
    });
}

/// Returns the name of the root element of an XML text. Returns an empty name if there is none.
std::string_view root_name(std::string_view text)
{
    for (std::size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at)) {
        const std::string_view rest = text.substr(at);
        if (!rest.starts_with("<?") && !rest.starts_with("<!")) {
            return rest.substr(1, rest.find_first_of(" \t\r\n/>") - 1);
        }
        const std::string_view end = rest.starts_with("<!--") ? "-->" : ">";
        at = text.find(end, at);
        at += at == std::string_view::npos ? 0 : end.size();
    }
    return {};
}

/// Returns the kind of a text that can be read as a document, or null.
const OtherText* find_other_text(ByteView bytes)
{
    const std::string_view root = looks_like_text(bytes) ? root_name(as_text(bytes)) : std::string_view();
    const std::span<const OtherText> all = other_texts();
    const auto found = std::ranges::find(all, root, &OtherText::root);
    return found == all.end() ? nullptr : &*found;
}

bool is_known(ByteView bytes, const fs::path& name)
{
    return looks_like_text(bytes)
               ? find_other_text(bytes) != nullptr || find_format(root_name(as_text(bytes))) != nullptr
               : recognise(bytes, name) != nullptr;
}

/// Counts the records of a document (Format::count_records), or those that have their own files in the folder form.
std::vector<RecordCount> count_records(const Document& document)
{
    if (const auto count = document.format().count_records) {
        return count(document.data());
    }
    std::vector<RecordCount> counts;
    const RecordHandle root = document.root();
    for (const ChildEntry& child : root.table().children) {
        if (child.kind != ChildEntry::Kind::list || child.info.folder.empty()) {
            continue;
        }
        const ListView list = root.list(child);
        std::vector<std::size_t> sizes(child.items.size());
        for (std::size_t i = 0; i < list.size(); ++i) {
            ++sizes[child.items.size() == 1 ? 0 : list.item_number(i)];
        }
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            if (child.items[i].type->file_stem != nullptr) {
                counts.push_back({child.items[i].name, sizes[i]});
            }
        }
    }
    return counts;
}

/// Checks a file, pipe or device.
void verify_file(const Candidate& candidate, VerifyResult& result)
{
    const bool must_be_known = !candidate.found || has_game_name(candidate.path);
    std::error_code ignored;
    bool is_unread_kind = false;
    const auto check_beginning = [&](ByteView first) {
        Status known = check_first_bytes(first, candidate.path);
        is_unread_kind = !known && edit::is_unread_kind(first);
        if (!known) {
            const std::uintmax_t size = fs::file_size(candidate.path, ignored);
            result.size = ignored ? first.size() : size;
        }
        return known;
    };
    Result<std::string> content =
        read_text_file(candidate.path, max_read, candidate.found ? Pipes::reject : Pipes::allow, check_beginning);
    if (!content) {
        result.error = content.error();
        if (is_unread_kind && candidate.found) {
            result.status = VerifyResult::Status::unknown;
            return;
        }
        const bool too_long = result.error->code == ErrorCode::unsupported;
        if (!must_be_known && (too_long || fs::is_other(candidate.path, ignored))) {
            result.status = VerifyResult::Status::unknown;  // not read, and not named like a game file
            result.error.reset();
        }
        return;
    }
    const ByteView bytes = as_bytes(*content);
    result.size = bytes.size();
    if (!must_be_known && !is_known(bytes, candidate.path)) {
        result.status = VerifyResult::Status::unknown;
        return;
    }
    if (const OtherText* const other = find_other_text(bytes)) {
        return verify_other_text(*other, candidate.path, std::move(*content), result);
    }
    if (looks_like_text(bytes)) {
        TextSource source{candidate.path.string(), {}};
        if (!fs::is_regular_file(candidate.path, ignored)) {
            source.text = std::make_shared<const std::string>(*content);
        }
        Result<Document> document = read_text(std::move(*content), source.name, side_files_beside(candidate.path),
                                              context_around(candidate.path));
        if (!document) {
            result.error = document.error();
            return;
        }
        return verify_text(*document, source, candidate.full, result);
    }
    Result<Document> document = read_binary(SharedBytes({}, bytes), candidate.path, &result.kept);
    if (!document) {
        result.error = document.error();
        return;
    }
    result.records = count_records(*document);
    result.fields = share_of_fields(*document, bytes, candidate.full);
    set_result(result, check_binary(*document, bytes, candidate.full, result.scripts));
    if (const auto problems = hooks_of(document->root()).dependent_problems) {
        result.visibility = problems(*document, candidate.path);
    }
}

void verify_folder(const fs::path& folder, bool full, VerifyResult& result)
{
    std::error_code error;
    const fs::directory_iterator entries(folder, error);
    if (error) {
        result.error = {.code = ErrorCode::io, .message = fmt::format("cannot open: {}", error.message())};
        return;
    }
    Result<Loaded> loaded = load(folder);
    if (!loaded) {
        result.error = loaded.error();
        return;
    }
    result.size = loaded->size;
    verify_text(loaded->document, loaded->source, full, result);
}

/// Collects the files to check in a folder. Skips links to folders, which can form cycles, and adds them to `links`.
void search(const fs::path& folder, std::vector<Candidate>& found, std::vector<fs::path>& links)
{
    std::error_code error;
    for (fs::directory_iterator entries(folder, error); !error && entries != fs::directory_iterator();
         entries.increment(error)) {
        std::error_code ignored;
        const bool is_folder = entries->is_directory(ignored);
        if (is_folder && !is_document_folder(entries->path())) {
            if (entries->is_symlink(ignored)) {
                links.push_back(entries->path());
            } else {
                search(entries->path(), found, links);
            }
        } else {
            found.push_back({entries->path(), true});
        }
    }
    if (error) {
        found.push_back({folder, true});
    }
}

}  // namespace

bool has_game_name(const fs::path& path)
{
    const std::string name = path.filename().string();
    return std::ranges::any_of(formats(), [&](const Format& format) {
        const std::vector<std::string> patterns = file_patterns(format);
        return is_extension_of(format, path.extension().string()) &&
               std::ranges::any_of(patterns, [&](const std::string& each) { return matches_pattern(name, each); });
    });
}

VerifyResult verify(const Candidate& candidate)
{
    VerifyResult result;
    result.path = candidate.path;
    result.status = VerifyResult::Status::unreadable;
    try {
        std::error_code ignored;
        if (fs::is_directory(candidate.path, ignored)) {
            verify_folder(candidate.path, candidate.full, result);
        } else {
            verify_file(candidate, result);
        }
    } catch (const std::bad_alloc&) {
        result.status = VerifyResult::Status::unreadable;
        result.error = out_of_memory();
    }
    return result;
}

std::vector<Candidate> find_files(const fs::path& name, std::vector<fs::path>* links)
{
    std::error_code ignored;
    std::vector<Candidate> found;
    if (!fs::is_directory(name, ignored) || is_document_folder(name)) {
        found.push_back({name, false});
        return found;
    }
    std::vector<fs::path> skipped;
    search(name, found, skipped);
    std::ranges::sort(found, {}, &Candidate::path);
    if (links != nullptr) {
        std::ranges::sort(skipped);
        *links = std::move(skipped);
    }
    return found;
}

}  // namespace redforge::edit
