// Common frame of the functions in redforge.h: looks handles up, locks documents, catches exceptions, and stores errors
// for rf_last_error().
#pragma once

#include <algorithm>
#include <array>
#include <exception>
#include <filesystem>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "core/error.hpp"
#include "edit/path/path.hpp"
#include "handles.hpp"
#include "redforge.h"
#include "scene/game_folder.hpp"

namespace redforge::capi {

/// The error of a call: an error of the library, or one of the C interface (invalid handle or argument).
struct Failure {
    rf_status status{};
    Error error;

    Failure(Error error_of_library);  // NOLINT(*explicit*): lets functions return library errors directly
    Failure(rf_status own, std::string message, std::string hint)
        : status(own), error({.message = std::move(message), .hint = std::move(hint)})
    {
    }
};

/// Result of a call.
using CallStatus = tl::expected<void, Failure>;
template <class T>
using CallResult = tl::expected<T, Failure>;

[[nodiscard]] inline tl::unexpected<Failure> make_failure(Failure failure)
{
    return tl::unexpected<Failure>(std::move(failure));
}
/// Returns the failure of a Result or CallResult.
template <class T>
[[nodiscard]] tl::unexpected<Failure> failure_of(const T& result)
{
    return tl::unexpected<Failure>(Failure(result.error()));
}

/// Stores a failure for rf_last_error() and returns its status.
rf_status keep(const Failure& failure) noexcept;
/// Stores a status and a literal text, without allocating memory.
rf_status keep(rf_status status, const char* text) noexcept;

/// Calls `work`, which returns a CallStatus, and converts its exceptions to failures.
template <class Work>
rf_status guarded(Work&& work) noexcept
{
    try {
        const CallStatus outcome = std::forward<Work>(work)();
        return outcome ? RF_OK : keep(outcome.error());
    } catch (const std::bad_alloc&) {
        return keep(RF_ERROR_MEMORY, "there is not enough memory");
    } catch (const std::exception& exception) {
        return keep(RF_ERROR_INTERNAL, exception.what());
    } catch (...) {
        return keep(RF_ERROR_INTERNAL, "an exception of an unknown type");
    }
}

/// An argument that must not be null: needs({{path, "path"}, {node, "node"}}) fails for null pointers.
struct Pointer {
    const void* pointer{};
    const char* name{};
};
[[nodiscard]] CallStatus needs(std::initializer_list<Pointer> pointers);

/// Returns the path of a file. A file with the name "-" is a file here, not standard input or output.
[[nodiscard]] std::filesystem::path path_of(const char* name);

/// Returns the named game folder, or the one that contains the document's file. Returns nullopt if there is neither.
[[nodiscard]] CallResult<std::optional<scene::GameFolder>> game_of(const OpenDocument& document, const char* game);

[[nodiscard]] Failure no_document();
[[nodiscard]] Failure no_node();
[[nodiscard]] Failure removed_node();
[[nodiscard]] Failure unknown_number(std::string_view what, int number);

/// The record of a call's node; its document is locked.
struct Place {
    std::shared_ptr<OpenDocument> document;
    const edit::NodePath& node;  ///< follows edits
    RecordHandle record;         ///< valid until the document changes

    [[nodiscard]] edit::EditedDocument& edited() const { return document->edited; }
};

/// Locks documents, each once and in a fixed order, so that calls cannot deadlock. Errors: RF_ERROR_HANDLE.
class Locks {
public:
    [[nodiscard]] static CallResult<Locks> lock(std::vector<std::shared_ptr<OpenDocument>> documents);

private:
    std::vector<std::shared_ptr<OpenDocument>> documents_;  // outlive their locks
    std::vector<std::unique_lock<std::mutex>> locks_;
};

/// Returns the record of a node whose document is locked. Errors: RF_ERROR_GONE.
[[nodiscard]] CallResult<Place> position_of(const OpenNode& node);

/// Calls `work(OpenDocument&)` with the document locked.
template <class Work>
CallStatus with_document(rf_document number, Work&& work)
{
    const std::shared_ptr<OpenDocument> document = handles().document(number);
    if (document == nullptr) {
        return make_failure(no_document());
    }
    const std::lock_guard lock(document->mutex);
    return document->closed ? CallStatus(make_failure(no_document())) : std::forward<Work>(work)(*document);
}

/// Calls `work(const Place&)` with the node's document locked.
template <class Work>
CallStatus with_node(rf_node number, Work&& work)
{
    const OpenNode node = handles().node(number);
    if (node.document == nullptr) {
        return make_failure(no_node());
    }
    const std::lock_guard lock(node.document->mutex);
    if (node.document->closed) {
        return make_failure(no_document());
    }
    const CallResult<Place> place = position_of(node);
    return place ? std::forward<Work>(work)(*place) : CallStatus(failure_of(place));
}

/// Returns a path from the root: `node` followed by `below`.
[[nodiscard]] edit::NodePath joined(const edit::NodePath& node, const edit::NodePath& below);
/// Creates a node of a locked document.
[[nodiscard]] rf_node new_node(const std::shared_ptr<OpenDocument>& document, edit::NodePath path);

}  // namespace redforge::capi
