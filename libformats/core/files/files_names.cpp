// File names on disk: hidden temporary names, leftovers of killed writers, and path resolution.
#include <algorithm>
#include <chrono>
#include <random>
#include <thread>

#include <fmt/format.h>

#include "core/files/files_parts.hpp"
#include "core/progress.hpp"
#include "core/text/letter_case.hpp"

namespace redforge::files {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view hidden_mark = ".redforge-";
constexpr std::string_view waiting_mark = ".redforge-next-";
constexpr std::size_t digit_count = 12;

std::string random_digits()
{
    std::random_device random;
    const std::uint64_t number = std::uint64_t{random()} << 32U | random();
    return fmt::format("{:012x}", number >> 16U);
}

/// Returns the text before the digits at the end of a name. Empty if the name does not end in digits.
std::string_view strip_trailing_digits(std::string_view name)
{
    const std::size_t begin = name.size() - std::min(name.size(), digit_count);
    return name.find_first_not_of("0123456789abcdef", begin) == std::string_view::npos ? name.substr(0, begin) : "";
}

/// Removes a file, or a folder recursively. Keeps links, entries that cannot be removed, and their parents.
void remove_all(const Handle& home, const std::string& name) noexcept
{
    const auto info = platform::look(home, name);
    if (!info || (info->kind != platform::Kind::file && info->kind != platform::Kind::folder)) {
        return;
    }
    if (const auto folder = platform::open_folder(home, name)) {
        for (const std::string& inner : platform::names_in(*folder).value_or(std::vector<std::string>{})) {
            remove_all(*folder, inner);
        }
    }
    platform::remove(home, name);
}

/// Returns true for path components that git reserves on any system. Windows treats `.GIT`, `.git.` and `git~1` as
/// `.git`.
bool is_git_name(std::string_view part)
{
    part = part.substr(0, part.find(':'));
    part = part.substr(0, part.find_last_not_of(". ") + 1);
    const std::string name = upper(part);
    return name == ".GIT" || name == "GIT~1";
}

Error obstacle_error(const fs::path& file, std::string_view what)
{
    return {.code = ErrorCode::exists,
            .message = fmt::format("is {}", what),
            .file = file.string(),
            .hint = "move it away or choose another folder; nothing was changed"};
}

constexpr std::string_view a_link = "a link, and links in a folder are not followed";

}  // namespace

std::string temporary_name()
{
    return std::string(waiting_mark) + random_digits();
}

bool is_temporary_name(std::string_view name)
{
    return strip_trailing_digits(name) == waiting_mark;
}

bool is_hidden_name(std::string_view name)
{
    const std::string_view before = strip_trailing_digits(name);
    return is_temporary_name(name) ||
           (before.starts_with('.') && before.ends_with(hidden_mark) && before.size() > hidden_mark.size() + 1);
}

bool leads_to_git(const fs::path& relative)
{
    return std::ranges::any_of(relative, [](const fs::path& part) { return is_git_name(part.string()); });
}

bool is_plain_name(const fs::path& relative)
{
    const std::string text = relative.generic_string();
    const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20; };
    return !text.empty() && relative.is_relative() && std::ranges::none_of(text, is_control) && text.back() != '/' &&
           text.find("//") == std::string::npos && !leads_to_git(relative) &&
           std::ranges::none_of(relative,
                                [](const fs::path& part) { return part.empty() || part == "." || part == ".."; });
}

void remove_abandoned_files(const Handle& folder, WaitingFiles waiting) noexcept
{
    for (const std::string& name : platform::names_in(folder).value_or(std::vector<std::string>{})) {
        if (is_temporary_name(name) && waiting == WaitingFiles::remove) {
            platform::remove(folder, name);
        }
        if (is_temporary_name(name) || !is_hidden_name(name)) {
            continue;
        }
        const auto opened = platform::open_file(folder, name, platform::Access::read);
        const auto info = opened ? platform::look(*opened) : tl::unexpected(opened.error());
        if (info && info->is_owned_by_user && platform::lock_against_removal(*opened)) {
            remove_all(folder, name);
        }
    }
}

void remove_below(const Handle& folder, const std::string& name) noexcept
{
    if (const auto place = walk(folder, name, {}); place && *place) {
        platform::remove((*place)->folder, (*place)->name);
    }
}

Hidden::Hidden(Hidden&& other) noexcept
    : home_(other.home_), name_(std::exchange(other.name_, {})), opened_(std::move(other.opened_))
{
}

Hidden::~Hidden()
{
    if (!name_.empty()) {
        remove_all(*home_, name_);
    }
}

Result<Hidden> Hidden::make(const Handle& home, std::string_view name, Type type, const fs::path& shown)
{
    const std::size_t max_length = platform::max_name - 1 - hidden_mark.size() - digit_count;
    constexpr int attempts = 16;
    std::error_code error = std::make_error_code(std::errc::file_exists);
    for (int attempt = 0; attempt < attempts && error == std::errc::file_exists; ++attempt) {
        Hidden made(home, fmt::format(".{}{}{}", name.substr(0, max_length), hidden_mark, random_digits()));
        error = type == Type::folder ? platform::make_folder(home, made.name_) : std::error_code{};
        const bool is_folder = type == Type::folder && !error;
        auto opened = error ? tl::unexpected(error)
                            : platform::open_file(home, made.name_,
                                                  is_folder                    ? platform::Access::read
                                                  : type == Type::private_file ? platform::Access::create_private
                                                                               : platform::Access::create);
        if (opened && platform::lock_against_removal(*opened)) {
            made.opened_ = std::move(*opened);
            return made;
        }
        made.name_ = is_folder || opened ? std::move(made.name_) : std::string();
        // Another writer locked or removed this new file, because it took the file for one of a killed writer.
        const bool is_taken = opened || (is_folder && opened.error() == std::errc::no_such_file_or_directory);
        error = is_taken ? std::make_error_code(std::errc::file_exists) : opened.error();
    }
    return fail(system_error(shown, type == Type::folder ? "make a folder here" : "make a file in this folder", error));
}

std::error_code Hidden::take_name(const std::string& name, bool replace)
{
    const std::error_code error =
        replace ? platform::rename_over(*home_, name_, name) : platform::rename_new(*home_, name_, name);
    name_ = error ? std::move(name_) : std::string();
    return error;
}

Result<std::optional<Place>> walk(const Handle& folder, const std::string& name, const fs::path& path,
                                  std::vector<std::string>* made)
{
    auto home = platform::open_folder(folder, ".");
    std::size_t from = 0;
    for (std::size_t end = 0; home && (end = name.find('/', from)) != std::string::npos; from = end + 1) {
        const std::string part = name.substr(from, end - from);
        const fs::path shown = path / name.substr(0, end);
        auto inner = platform::open_folder(*home, part);
        if (!inner && inner.error() == std::errc::no_such_file_or_directory && made != nullptr) {
            const std::error_code error = platform::make_folder(*home, part);
            if (error && error != std::errc::file_exists) {
                return fail(system_error(shown, "make this folder", error));
            }
            made->push_back(name.substr(0, end));
            inner = platform::open_folder(*home, part);
        }
        if (!inner && inner.error() == std::errc::no_such_file_or_directory) {
            return std::nullopt;
        }
        const auto there = inner ? platform::CallResult<platform::Info>() : platform::look(*home, part);
        if (!inner && there && there->kind != platform::Kind::folder) {
            const bool link = there->kind == platform::Kind::link;
            return fail(obstacle_error(shown, link ? a_link : "a file, where a folder would be"));
        }
        home = std::move(inner);
    }
    return home ? Result<std::optional<Place>>(Place{std::move(*home), name.substr(from)})
                : fail(system_error(path / name, "open its folder", home.error()));
}

platform::CallResult<Handle> open_below(const Handle& folder, const std::string& name, platform::Access access)
{
    const auto place = walk(folder, name, {});
    return place && *place ? platform::open_file((*place)->folder, (*place)->name, access)
                           : tl::unexpected(std::make_error_code(std::errc::no_such_file_or_directory));
}

Result<std::optional<Fingerprint>> content_now(const Handle& folder, const std::string& name, const fs::path& path)
{
    const auto place = walk(folder, name, path);
    if (!place || !*place) {
        return place ? Result<std::optional<Fingerprint>>(std::nullopt) : fail(place.error());
    }
    const fs::path shown = path / name;
    const auto info = platform::look((*place)->folder, (*place)->name);
    if (!info) {
        return fail(system_error(shown, "check the existing file", info.error()));
    }
    if (info->kind == platform::Kind::none) {
        return std::nullopt;
    }
    if (info->kind != platform::Kind::file) {
        return fail(
            obstacle_error(shown, info->kind == platform::Kind::link ? std::string_view(a_link) : "not a plain file"));
    }
    const auto file = platform::open_file((*place)->folder, (*place)->name, platform::Access::read);
    return file ? fingerprint_of_file(*file, shown).map([](const Fingerprint& content) {
        return std::optional(content);
    })
                : fail(system_error(shown, "read the present content", file.error()));
}

Result<Handle> lock_folder(const Handle& folder, bool alone, const std::atomic<bool>* cancel, const fs::path& shown)
{
    using namespace std::chrono_literals;
    const auto patience_ends = std::chrono::steady_clock::now() + 30s;
    for (;;) {
        auto lock = platform::lock_folder(folder, alone);
        if (lock) {
            return std::move(*lock);
        }
        if (lock.error() != std::errc::operation_would_block) {
            return fail(system_error(shown, "open this folder", lock.error()));
        }
        if (is_cancelled(cancel)) {
            return fail(cancelled_error());
        }
        if (std::chrono::steady_clock::now() > patience_ends) {
            return fail({.code = ErrorCode::io,
                         .message = "another program is writing in this folder",
                         .file = shown.string(),
                         .hint = "try again when it is done; nothing was changed"});
        }
        std::this_thread::sleep_for(2ms);
    }
}

Result<fs::path> state_folder(std::string_view what)
{
    const fs::path home = platform::state_home();
    return home.empty() ? fail({.code = ErrorCode::usage,
                                .message = fmt::format("no place for {}: neither HOME nor XDG_STATE_HOME is set", what),
                                .hint = "set XDG_STATE_HOME to a folder that can be written"})
                        : Result<fs::path>(home / "redforge");
}

}  // namespace redforge::files
