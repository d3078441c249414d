// The frame around every function of redforge.h.
#include "call.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace redforge::capi {
namespace {

rf_status status_of(ErrorCode code)
{
    switch (code) {
    case ErrorCode::io: return RF_ERROR_IO;
    case ErrorCode::truncated: return RF_ERROR_TRUNCATED;
    case ErrorCode::malformed: return RF_ERROR_MALFORMED;
    case ErrorCode::out_of_range: return RF_ERROR_OUT_OF_RANGE;
    case ErrorCode::unknown_name: return RF_ERROR_UNKNOWN_NAME;
    case ErrorCode::mismatch: return RF_ERROR_MISMATCH;
    case ErrorCode::unsupported: return RF_ERROR_UNSUPPORTED;
    case ErrorCode::usage: return RF_ERROR_USAGE;
    case ErrorCode::exists: return RF_ERROR_EXISTS;
    case ErrorCode::cancelled: return RF_ERROR_CANCELLED;
    case ErrorCode::changed: return RF_ERROR_CHANGED;
    case ErrorCode::not_found: return RF_ERROR_NOT_FOUND;
    }
    return RF_ERROR_INTERNAL;
}

/// Storage for rf_last_error(): the strings that `shown` points to.
struct LastError {
    Error error{};
    std::string text{};
    rf_error shown{RF_OK, "", "", "", "", "", 0, 0, -1};
};

LastError& last_error()
{
    thread_local LastError last;
    return last;
}

}  // namespace

Failure::Failure(Error error_of_library) : status(status_of(error_of_library.code)), error(std::move(error_of_library))
{
}

rf_status keep(const Failure& failure) noexcept
{
    try {
        LastError& last = last_error();
        last.error = failure.error;
        last.text = describe(failure.error);
        last.shown = {failure.status,
                      last.text.c_str(),
                      last.error.message.c_str(),
                      last.error.hint.c_str(),
                      last.error.file.c_str(),
                      last.error.field.c_str(),
                      last.error.line,
                      last.error.column,
                      last.error.offset ? static_cast<std::int64_t>(*last.error.offset) : -1};
        return failure.status;
    } catch (...) {
        return keep(RF_ERROR_MEMORY, "there is not enough memory");
    }
}

rf_status keep(rf_status status, const char* text) noexcept
{
    try {
        LastError& last = last_error();
        last.error.message.assign(text);
        text = last.error.message.c_str();
        last.shown = {status, text, text, "", "", "", 0, 0, -1};
    } catch (...) {
        last_error().shown = {status, "there is not enough memory", "there is not enough memory", "", "", "", 0, 0, -1};
    }
    return status;
}

CallStatus needs(std::initializer_list<Pointer> pointers)
{
    for (const Pointer& each : pointers) {
        if (each.pointer == nullptr) {
            return make_failure(
                {RF_ERROR_ARGUMENT, fmt::format("the argument {} is NULL", each.name), "pass a valid pointer"});
        }
    }
    return {};
}

Failure no_document()
{
    return {RF_ERROR_HANDLE, "no document has this handle", "it may have been closed"};
}

Failure no_node()
{
    return {RF_ERROR_HANDLE, "no node has this handle", "it may have been released, or its document closed"};
}

Failure removed_node()
{
    return {RF_ERROR_GONE, "the record of this node was removed", "find it again by its path if it was put back"};
}

Failure unknown_number(std::string_view what, int number)
{
    return {RF_ERROR_ARGUMENT, fmt::format("there is no {} {}", what, number), "redforge.h lists the valid numbers"};
}

CallResult<Locks> Locks::lock(std::vector<std::shared_ptr<OpenDocument>> documents)
{
    if (std::ranges::find(documents, nullptr) != documents.end()) {
        return make_failure(no_document());
    }
    Locks all;
    all.documents_ = std::move(documents);
    std::ranges::sort(all.documents_, std::less<>(), &std::shared_ptr<OpenDocument>::get);
    // clang 14 cannot do ranges::unique.
    all.documents_.erase(std::unique(all.documents_.begin(), all.documents_.end()), all.documents_.end());
    for (const std::shared_ptr<OpenDocument>& each : all.documents_) {
        all.locks_.emplace_back(each->mutex);
        if (each->closed) {
            return make_failure(no_document());
        }
    }
    return all;
}

CallResult<Place> position_of(const OpenNode& node)
{
    if (node.node->gone()) {
        return make_failure(removed_node());
    }
    const edit::NodePath& path = node.node->path();
    const RecordHandle record = edit::find_record(node.document->edited.root(), path);
    if (!record) {
        return make_failure(removed_node());
    }
    return Place{node.document, path, record};
}

edit::NodePath joined(const edit::NodePath& node, const edit::NodePath& below)
{
    edit::NodePath path = node;
    path.insert(path.end(), below.begin(), below.end());
    return path;
}

rf_node new_node(const std::shared_ptr<OpenDocument>& document, edit::NodePath path)
{
    const OpenNode node{document, document->edited.track(std::move(path))};
    rf_node number{};
    handles().add({&node, 1}, &number);
    return number;
}

}  // namespace redforge::capi

const rf_error* rf_last_error()
{
    return &redforge::capi::last_error().shown;
}
