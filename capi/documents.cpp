// Functions of the library, and of documents: create, read, write, free.
#include <array>
#include <cstring>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "call.hpp"
#include "core/text/letter_case.hpp"
#include "core/text/text_sink.hpp"
#include "edit/document/document.hpp"
#include "edit/document/recognise.hpp"
#include "memory.hpp"
#include "version.hpp"

namespace redforge::capi {
namespace {

namespace fs = std::filesystem;

/// The fields of rf_format, with NUL-terminated strings.
struct FormatWords {
    std::string root;
    std::string name;
    std::string extension;
    rf_format shown{};
};

const std::deque<FormatWords>& format_texts()
{
    static const std::deque<FormatWords> all = [] {
        std::deque<FormatWords> made;
        for (const Format& format : edit::formats()) {
            FormatWords& words = made.emplace_back();
            words.root = format.root();
            words.name = format.name;
            words.extension = format.extension;
            words.shown = {words.root.c_str(), words.name.c_str(), words.extension.c_str()};
        }
        return made;
    }();
    return all;
}

CallResult<const Format*> format_named(std::string_view name)
{
    if (const Format* const format = edit::find_format(name)) {
        return format;
    }
    std::vector<std::string_view> names;
    for (const Format& each : edit::formats()) {
        names.push_back(each.root());
    }
    const std::string_view guess = nearest(name, names);
    return make_failure(Error{.code = ErrorCode::unknown_name,
                              .message = fmt::format("there is no format \"{}\"", name),
                              .hint = guess.empty() ? fmt::format("there are: {}", fmt::join(names, ", "))
                                                    : fmt::format("did you mean {}?", guess)});
}

/// Fails if a document does not have the required format.
CallStatus require_named(const edit::Document& document, const char* format, const std::string& file)
{
    if (format == nullptr || document.format().root() == format) {
        return {};
    }
    const CallResult<const Format*> wanted = format_named(format);
    return !wanted ? CallStatus(failure_of(wanted))
                   : CallStatus(make_failure(Error{.code = ErrorCode::mismatch,
                                                   .message = fmt::format("this is a {}", document.format().name),
                                                   .file = file,
                                                   .hint = fmt::format("open a {}", (*wanted)->name)}));
}

CallResult<edit::Storage> storage_of(int form, const OpenDocument& document, const fs::path& path)
{
    switch (form) {
    case RF_FORM_BINARY: return edit::Storage::binary;
    case RF_FORM_XML: return edit::Storage::text;
    case RF_FORM_FOLDER: return edit::Storage::folder;
    case RF_FORM_SAME:
        return !document.path.empty()                                  ? document.storage
               : equals_ignore_case(path.extension().string(), ".xml") ? edit::Storage::text
                                                                       : edit::Storage::binary;
    default: return make_failure(unknown_number("form", form));
    }
}

CallStatus save_to(OpenDocument& document, const char* path, int form, unsigned flags)
{
    if (document.edited.in_transaction()) {
        return make_failure(Error{.code = ErrorCode::usage,
                                  .message = "a transaction is still open",
                                  .hint = "commit it or roll it back before the document is saved"});
    }
    if (path == nullptr && document.path.empty()) {
        return make_failure(
            Error{.code = ErrorCode::usage, .message = "the document has no file yet", .hint = "give a path"});
    }
    const fs::path to = path == nullptr ? document.path : path_of(path);
    const CallResult<edit::Storage> storage = storage_of(form, document, to);
    if (!storage) {
        return failure_of(storage);
    }
    const bool is_own = to == document.path;
    WriteOptions options;
    options.overwrite = is_own || (flags & RF_SAVE_REPLACE) != 0 ? Overwrite::allow : Overwrite::reject;
    options.backup = (flags & RF_SAVE_BACKUP) != 0;
    options.expected = is_own && !document.seen.files.empty() ? &document.seen : nullptr;
    Result<Written> written = edit::save(document.edited.document(), to, *storage, options, document.edited.context());
    if (!written) {
        return failure_of(written);
    }
    document.path = to;
    document.storage = *storage;
    document.seen = std::move(written->seen);
    document.edited.mark_saved();
    return {};
}

CallResult<SharedBytes> content_of(const OpenDocument& document, int form)
{
    if (form == RF_FORM_XML) {
        TextSink sink;
        document.edited.document().write_xml(sink, nullptr, document.edited.context());
        return SharedBytes(sink.str());
    }
    if (form != RF_FORM_BINARY) {
        return make_failure(unknown_number("form for bytes", form));
    }
    Result<SharedBytes> bytes = document.edited.document().encode();
    return bytes ? CallResult<SharedBytes>(std::move(*bytes)) : failure_of(bytes);
}

}  // namespace

fs::path path_of(const char* name)
{
    return std::strcmp(name, "-") == 0 ? fs::path("./-") : fs::path(name);
}

CallResult<std::optional<scene::GameFolder>> game_of(const OpenDocument& document, const char* game)
{
    const auto around =
        game != nullptr ? std::optional(std::filesystem::path(game)) : scene::game_folder_of(document.path);
    if (!around) {
        return std::nullopt;
    }
    Result<scene::GameFolder> found = scene::index_game_folder(*around);
    if (found) {
        return std::optional(std::move(*found));
    }
    return game == nullptr ? CallResult<std::optional<scene::GameFolder>>(std::nullopt) : failure_of(found);
}

}  // namespace redforge::capi

using namespace redforge;        // NOLINT(*build-using-namespace*): the functions below have names of C
using namespace redforge::capi;  // NOLINT(*build-using-namespace*)

const char* rf_version()
{
    return REDFORGE_VERSION;
}

uint32_t rf_abi_version()
{
    return RF_ABI_VERSION;
}

const char* rf_status_name(int status)
{
    switch (status) {
    case RF_OK: return "ok";
    case RF_ERROR_HANDLE: return "handle";
    case RF_ERROR_GONE: return "gone";
    case RF_ERROR_ARGUMENT: return "argument";
    case RF_ERROR_MEMORY: return "memory";
    case RF_ERROR_INTERNAL: return "internal";
    default: break;
    }
    // The other numbers are error codes of the library, from 1; their names are literals.
    return status >= RF_ERROR_IO && status <= RF_ERROR_NOT_FOUND
               ? code_name(static_cast<ErrorCode>(status - RF_ERROR_IO)).data()
               : "unknown";
}

rf_status rf_free(const void* memory)
{
    return guarded([&]() -> CallStatus {
        if (memory == nullptr || live_blocks().free(memory)) {
            return {};
        }
        return make_failure({RF_ERROR_HANDLE, "this memory was not handed out by the library, or it was freed", ""});
    });
}

size_t rf_format_count()
{
    return edit::formats().size();
}

const rf_format* rf_format_at(size_t index)
{
    const rf_format* found = nullptr;
    guarded([&]() -> CallStatus {
        found = index < format_texts().size() ? &format_texts()[index].shown : nullptr;
        return {};
    });
    return found;
}

rf_status rf_new(const char* format, int with_example_content, rf_document* document)
{
    return guarded([&]() -> CallStatus {
        if (const CallStatus given = needs({{format, "format"}, {document, "document"}}); !given) {
            return given;
        }
        const CallResult<const Format*> found = format_named(format);
        if (!found) {
            return failure_of(found);
        }
        const Format& entry = **found;
        if (with_example_content != 0 && entry.make_new == nullptr) {
            return make_failure(Error{.code = ErrorCode::unsupported,
                                      .message = fmt::format("there is no example of a {}", entry.name),
                                      .hint = "make it empty"});
        }
        edit::Document made = entry.make_new == nullptr
                                  ? edit::Document(entry)
                                  : edit::Document(entry, entry.make_new(with_example_content != 0));
        *document = handles().add(std::make_shared<OpenDocument>(std::move(made), LoadContext{}));
        return {};
    });
}

rf_status rf_open(const char* path, const char* format, rf_document* document)
{
    return guarded([&]() -> CallStatus {
        if (const CallStatus given = needs({{path, "path"}, {document, "document"}}); !given) {
            return given;
        }
        const fs::path file = path_of(path);
        Result<edit::Loaded> loaded = edit::load(file);
        if (!loaded) {
            return failure_of(loaded);
        }
        if (const CallStatus named = require_named(loaded->document, format, file.string()); !named) {
            return named;
        }
        const edit::Storage storage = loaded->storage;
        auto open = std::make_shared<OpenDocument>(std::move(loaded->document), std::move(loaded->context));
        std::error_code ignored;
        const bool is_inside = storage == edit::Storage::folder && !fs::is_directory(file, ignored);
        open->path = !is_inside ? file : file.has_parent_path() ? file.parent_path() : fs::path(".");
        open->storage = storage;
        open->seen = std::move(loaded->seen);
        *document = handles().add(std::move(open));
        return {};
    });
}

rf_status rf_open_bytes(const void* bytes, size_t size, const char* format, rf_document* document)
{
    return guarded([&]() -> CallStatus {
        if (const CallStatus given = needs({{bytes, "bytes"}, {document, "document"}}); !given) {
            return given;
        }
        const ByteView view(static_cast<const std::byte*>(bytes), size);
        const Format* const expected = format == nullptr ? nullptr : edit::find_format(format);
        const std::string name = expected == nullptr ? "" : fmt::format("FILE{}", expected->extension);
        Result<edit::Document> read = edit::looks_like_text(view)
                                          ? edit::read_text(std::string(as_text(view)), "text")
                                          : edit::read_binary(SharedBytes(Bytes(view.begin(), view.end())), name);
        if (!read) {
            return failure_of(read);
        }
        if (const CallStatus named = require_named(*read, format, ""); !named) {
            return named;
        }
        *document = handles().add(std::make_shared<OpenDocument>(std::move(*read), LoadContext{}));
        return {};
    });
}

rf_status rf_copy(rf_document document, rf_document* copy)
{
    return guarded([&]() -> CallStatus {
        if (const CallStatus given = needs({{copy, "copy"}}); !given) {
            return given;
        }
        return with_document(document, [&](const OpenDocument& open) -> CallStatus {
            edit::Document made = open.edited.document();
            *copy = handles().add(std::make_shared<OpenDocument>(std::move(made), open.edited.context()));
            return {};
        });
    });
}

rf_status rf_close(rf_document document)
{
    return guarded([&]() -> CallStatus {
        const CallStatus closed = with_document(document, [](OpenDocument& open) -> CallStatus {
            open.closed = true;  // makes waiting calls fail; the nodes are freed below
            return {};
        });
        if (closed) {
            static_cast<void>(handles().free_document(document));
        }
        return closed;
    });
}

rf_status rf_save(rf_document document, const char* path, int form, unsigned flags)
{
    return guarded(
        [&] { return with_document(document, [&](OpenDocument& open) { return save_to(open, path, form, flags); }); });
}

rf_status rf_save_bytes(rf_document document, int form, void** bytes, size_t* size)
{
    return guarded([&]() -> CallStatus {
        if (const CallStatus given = needs({{bytes, "bytes"}, {size, "size"}}); !given) {
            return given;
        }
        return with_document(document, [&](const OpenDocument& open) -> CallStatus {
            const CallResult<SharedBytes> content = content_of(open, form);
            if (!content) {
                return failure_of(content);
            }
            const Bytes joined = content->joined();
            void* const copy = allocate_copy(as_text(joined));
            *bytes = copy;
            *size = joined.size();
            return {};
        });
    });
}

rf_status rf_format_of(rf_document document, const rf_format** format)
{
    return guarded([&]() -> CallStatus {
        if (const CallStatus given = needs({{format, "format"}}); !given) {
            return given;
        }
        return with_document(document, [&](const OpenDocument& open) -> CallStatus {
            const auto number = static_cast<std::size_t>(&open.edited.document().format() - edit::formats().data());
            *format = &format_texts()[number].shown;
            return {};
        });
    });
}

rf_status rf_modified(rf_document document, int* modified)
{
    return guarded([&]() -> CallStatus {
        if (const CallStatus given = needs({{modified, "modified"}}); !given) {
            return given;
        }
        return with_document(document, [&](const OpenDocument& open) -> CallStatus {
            *modified = open.edited.modified() ? 1 : 0;
            return {};
        });
    });
}
