// The files that stand beside a document in its folder form: names and text.
#include "core/side_files.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <condition_variable>
#include <future>
#include <mutex>
#include <system_error>

#include <fmt/format.h>

#include "core/fingerprint.hpp"
#include "core/hex.hpp"
#include "core/letter_case.hpp"

namespace redforge {
namespace {

/// Names that Windows keeps for devices, whatever their extension.
bool is_device_name(std::string_view stem)
{
    static constexpr std::array<std::string_view, 4> devices{"CON", "PRN", "AUX", "NUL"};
    const std::string name = upper(stem);
    const bool numbered = name.size() == 4 && (name.starts_with("COM") || name.starts_with("LPT")) &&
                          std::isdigit(static_cast<unsigned char>(name[3])) != 0;
    return numbered || std::ranges::find(devices, name) != devices.end();
}

bool is_plain_letter(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-';
}

/// A stem that every file system takes. A long one is cut, and ends in a number made of all of it, so that two that begin
/// alike stay two, and a record gets the same name each time.
std::string file_stem(std::string_view stem)
{
    constexpr std::size_t longest = 120;
    constexpr std::size_t kept = longest - 11;
    std::string name(stem.substr(0, stem.size() > longest ? kept : longest));
    std::ranges::replace_if(
        name, [](char c) { return !is_plain_letter(c); }, '_');
    if (stem.size() > longest) {
        const std::uint64_t number = fingerprint_of(std::as_bytes(std::span(stem))).first >> 24U;
        return name + fmt::format("-{:010x}", number);
    }
    if (name.empty()) {
        name = "unnamed";
    }
    return is_device_name(name) ? name + "_" : name;
}

/// Bytes of blobs whose texts take some ten times as long to make as a thread to start.
constexpr std::size_t worth_a_thread = std::size_t{16} << 10U;

}  // namespace

/// The texts, made by whoever is free: a thread from the time that there is much, the caller in finish().
struct SideFiles::Work {
    unsigned threads;
    std::deque<SideFile> files;  // which stay where they are
    std::deque<std::function<std::string()>> makers;
    std::size_t waiting{};  ///< bytes, until there is a thread
    std::size_t next{};
    bool complete{};
    std::mutex guard;
    std::condition_variable changed;
    std::future<void> thread;

    explicit Work(unsigned most_threads) : threads(most_threads) {}
    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;
    ~Work()
    {
        end([this] { next = makers.size(); });
    }

    void add(SideFile file, std::size_t bytes, std::function<std::string()> make)
    {
        {
            const std::lock_guard lock(guard);
            files.push_back(std::move(file));
            makers.push_back(std::move(make));
        }
        changed.notify_one();
        const bool begin = threads > 1 && waiting < worth_a_thread && waiting + bytes >= worth_a_thread;
        waiting += bytes;
        if (begin) {
            try {
                thread = std::async(std::launch::async, [this] { run(); });
            } catch (const std::system_error&) {
                // Too many threads already: finish() makes them all.
            }
        }
    }

    /// Makes one text after the other until all are made.
    void run()
    {
        std::unique_lock lock(guard);
        while (true) {
            changed.wait(lock, [this] { return next < makers.size() || complete; });
            if (next >= makers.size()) {
                return;
            }
            SideFile& file = files[next];
            const std::function<std::string()> make = std::move(makers[next++]);
            lock.unlock();
            if (make) {
                file.text = make();
            }
            lock.lock();
        }
    }

    template <class Last>
    void end(Last&& last)
    {
        {
            const std::lock_guard lock(guard);
            last();
            complete = true;
        }
        changed.notify_one();
    }
};

SideFiles::SideFiles(SideCodecs codecs, unsigned threads)
    : codecs_(std::move(codecs)), threads_(threads), work_(std::make_unique<Work>(threads))
{
}
SideFiles::SideFiles(SideFiles&&) noexcept = default;
SideFiles& SideFiles::operator=(SideFiles&&) noexcept = default;
SideFiles::~SideFiles() = default;

const std::deque<SideFile>& SideFiles::files() const
{
    return work_->files;
}

void SideFiles::clear()
{
    work_ = std::make_unique<Work>(threads_);
}

void SideFiles::start_over(bool allow_drafts)
{
    for (SideFile& file : work_->files) {
        reused_.push_back(std::move(file.path));
    }
    clear();
    codecs_.allow_drafts = allow_drafts;
}

void SideFiles::finish()
{
    work_->end([] {});
    work_->run();
    if (work_->thread.valid()) {
        work_->thread.get();
    }
}

const SideCodec* SideCodecs::find(std::string_view extension) const
{
    const auto found = std::ranges::find(codecs, extension, &SideCodec::extension);
    return found == codecs.end() ? nullptr : &*found;
}

std::string SideFiles::new_path(std::string_view folder, std::string_view stem, std::string_view extension)
{
    if (!reused_.empty()) {
        std::string path = std::move(reused_.front());
        reused_.pop_front();
        return path;
    }
    std::string path(folder == "." ? "" : folder);
    path += path.empty() ? "" : "/";
    if (const std::size_t slash = stem.find('/'); folder == "." && slash != std::string_view::npos) {
        path += file_stem(stem.substr(0, slash)) + "/";
        stem.remove_prefix(slash + 1);
    }
    path += file_stem(stem);
    const std::size_t base = path.size();
    path += extension;
    const auto [first, is_new] = taken_.insert(upper(path));
    for (bool is_taken = !is_new; is_taken; is_taken = !taken_.insert(upper(path)).second) {
        path.resize(base);
        path += fmt::format(".{}{}", ++numbers_.try_emplace(*first, 1).first->second, extension);
    }
    return path;
}

std::string SideFiles::add(std::string_view folder, std::string_view stem, std::string_view extension,
                           std::size_t bytes, std::function<std::string()> make)
{
    std::string path = new_path(folder, stem, extension);
    work_->add({path, {}, {}}, bytes, std::move(make));
    return path;
}

std::string SideFiles::add(std::string_view folder, std::string_view stem, std::string_view extension, std::string text)
{
    std::string path = new_path(folder, stem, extension);
    work_->add({path, std::move(text), {}}, 0, {});
    return path;
}

std::string SideFiles::add(std::string_view folder, std::string_view stem, std::string_view extension,
                           SharedBytes bytes)
{
    std::string path = new_path(folder, stem, extension);
    work_->add({path, {}, std::move(bytes)}, 0, {});
    return path;
}

bool is_safe_side_path(std::string_view path)
{
    if (path.empty() || path.find_first_of(std::string_view("\\:\0", 3)) != std::string_view::npos) {
        return false;
    }
    for (std::size_t at = 0; at <= path.size();) {
        const std::size_t end = std::min(path.find('/', at), path.size());
        const std::string_view step = path.substr(at, end - at);
        if (step.empty() || step == "." || step == "..") {
            return false;
        }
        at = end + 1;
    }
    return true;
}

std::string bytes_to_side_text(ByteView bytes)
{
    std::string text = "; compiled script, 32 bytes a line\n";
    for (std::size_t at = 0; at < bytes.size(); at += hex_bytes_per_line) {
        append_hex(text, bytes.subspan(at, std::min(hex_bytes_per_line, bytes.size() - at)));
        text += '\n';
    }
    return text;
}

Result<Bytes> side_text_to_bytes(std::string_view text)
{
    Bytes bytes;
    std::uint32_t line = 1;
    for (std::size_t at = 0; at < text.size(); ++line) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view content = text.substr(at, end - at);
        if (!content.starts_with(';') && !parse_hex(content, bytes)) {
            return fail({.code = ErrorCode::malformed,
                         .message = "a line that is not bytes",
                         .line = line,
                         .column = 1,
                         .hint = "write pairs of hexadecimal digits; a comment line begins with ;"});
        }
        at = end + 1;
    }
    return bytes;
}

}  // namespace redforge
