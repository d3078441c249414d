// The proof of law 1 for one file: read, write, compare; unpack, pack, compare.
#include "edit/verify.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>

#include <fmt/format.h>

#include "core/files.hpp"
#include "edit/archive_parts.hpp"
#include "edit/document.hpp"

namespace redforge::edit {
namespace {

/// Enough of a file to recognise it by.
constexpr std::size_t head_size = 256;

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

/// Checks a game's file that has been read.
std::optional<Error> check_binary(const Document& document, ByteView bytes)
{
    const Format& format = document.format();
    const Result<Bytes> written = document.write();
    if (!written) {
        return written.error();
    }
    if (!same_bytes(*written, bytes)) {
        return difference_error(format, bytes, *written, "reading and writing");
    }
    std::string text;
    {
        TextSink sink;
        document.write_xml(sink);
        text = sink.str();
    }
    Result<Document> unpacked = read_text(std::move(text), "its XML");
    if (!unpacked) {
        return unpacked.error();
    }
    const Result<Bytes> packed = std::move(*unpacked).write();
    if (!packed) {
        return packed.error();
    }
    if (!same_bytes(*packed, bytes)) {
        return difference_error(format, bytes, *packed, "unpacking and packing");
    }
    return std::nullopt;
}

/// Checks a document that was given as text: what it packs to must say the same.
std::optional<Error> check_text(const Document& document)
{
    const Result<Bytes> packed = document.write();
    if (!packed) {
        return packed.error();
    }
    const Result<Document> again = read_binary(*packed);
    if (!again) {
        return again.error();
    }
    return check_binary(*again, *packed);
}

/// Whether a text is what `archive extract` writes beside the models of an archive.
bool is_listing(ByteView bytes)
{
    const std::string_view head = as_text(bytes.first(std::min(bytes.size(), head_size)));
    return looks_like_text(bytes) && head.find(fmt::format("<{}", listing_root)) != std::string_view::npos;
}

/// Checks a listing: the archive that it builds of the models beside it.
Verdict verify_listing(const std::filesystem::path& path, ByteView bytes)
{
    Verdict verdict{.path = path, .status = Verdict::Status::unreadable, .size = bytes.size(), .error = {}, .kept = {}};
    std::vector<std::string> used;
    const auto beside = [&](const std::string& name) { return read_file(path.parent_path() / name); };
    Result<model::Rob> rob = read_listing(std::string(as_text(bytes)), path.string(), beside, used);
    if (!rob) {
        verdict.error = rob.error();
        if (!verdict.error->file.empty() && verdict.error->file != path.string()) {
            // The verdict is about the listing; what is wrong is beside it.
            verdict.error->message = fmt::format("{}: {}", verdict.error->file, verdict.error->message);
        }
        return verdict;
    }
    const Document archive(*find_format(model::Rob::root), std::make_shared<model::Rob>(std::move(*rob)));
    verdict.error = check_text(archive);
    verdict.status = verdict.error ? Verdict::Status::different : Verdict::Status::ok;
    return verdict;
}

bool is_document_folder(const std::filesystem::path& folder)
{
    return std::ranges::any_of(formats(), [&](const Format& format) {
        std::error_code ignored;
        return std::filesystem::is_regular_file(folder / fmt::format("{}.xml", format.root()), ignored);
    });
}

/// Whether the beginning of a file is that of a known format.
bool is_known(const std::filesystem::path& path)
{
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
    if (!file) {
        return true;  // to be reported as unreadable, not passed over
    }
    std::array<std::byte, head_size> head{};
    const std::size_t size = std::fread(head.data(), 1, head.size(), file.get());
    const ByteView bytes(head.data(), size);
    if (recognise(bytes) != nullptr) {
        return true;
    }
    const std::string_view text = as_text(bytes);
    return looks_like_text(bytes) && std::ranges::any_of(formats(), [&](const Format& format) {
               return text.find(fmt::format("<{}", format.root())) != std::string_view::npos;
           });
}

}  // namespace

Verdict verify(const std::filesystem::path& path)
{
    Verdict verdict;
    verdict.path = path;
    verdict.status = Verdict::Status::unreadable;
    std::error_code ignored;
    if (!std::filesystem::is_directory(path, ignored)) {
        const Result<Bytes> bytes = read_file(path);
        if (!bytes) {
            verdict.error = bytes.error();
            return verdict;
        }
        verdict.size = bytes->size();
        if (!looks_like_text(*bytes)) {
            const Result<Document> document = read_binary(*bytes, &verdict.kept);
            if (!document) {
                verdict.error = document.error();
                return verdict;
            }
            verdict.error = check_binary(*document, *bytes);
            verdict.status = verdict.error ? Verdict::Status::different : Verdict::Status::ok;
            return verdict;
        }
        if (is_listing(*bytes)) {
            return verify_listing(path, *bytes);
        }
    }
    const Result<Loaded> loaded = load(path);
    if (!loaded) {
        verdict.error = loaded.error();
        return verdict;
    }
    verdict.size = loaded->size;
    verdict.error = check_text(loaded->document);
    verdict.status = verdict.error ? Verdict::Status::different : Verdict::Status::ok;
    return verdict;
}

Result<Found> find_files(const std::filesystem::path& name)
{
    Found found;
    std::error_code error;
    if (!std::filesystem::is_directory(name, error) || is_document_folder(name)) {
        found.files.push_back(name);
        return found;
    }
    std::filesystem::recursive_directory_iterator entries(name, error);
    if (error) {
        return fail({.code = ErrorCode::io, .message = error.message(), .file = name.string()});
    }
    for (const std::filesystem::recursive_directory_iterator end; entries != end; entries.increment(error)) {
        std::error_code ignored;
        if (entries->is_directory(ignored) && is_document_folder(entries->path())) {
            found.files.push_back(entries->path());
            entries.disable_recursion_pending();
        } else if (entries->is_regular_file(ignored)) {
            if (is_known(entries->path())) {
                found.files.push_back(entries->path());
            } else {
                ++found.skipped;
            }
        }
        if (error) {
            return fail({.code = ErrorCode::io, .message = error.message(), .file = name.string()});
        }
    }
    std::ranges::sort(found.files);
    return found;
}

}  // namespace redforge::edit
