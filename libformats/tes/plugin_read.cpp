// Reads a plugin: which records carry scripts, and the rest of the file as it is.
#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "tes/compression.hpp"
#include "tes/container.hpp"
#include "tes/definitions.hpp"
#include "tes/places.hpp"
#include "tes/plugin.hpp"
#include "tes/record_codec.hpp"
#include "tes/record_head.hpp"
#include "tes/record_heads.hpp"
#include "tes/record_reader.hpp"

namespace redforge::tes {
namespace {

/// Groups inside groups; known files have six.
constexpr std::size_t deepest_level = 255;

constexpr std::uint32_t localised_flag = 0x80;

/// All compressed records that are kept may hold this many times the file's bytes together.
constexpr std::size_t most_kept = 16;

/// What a proof reads only where it has not been read before.
class Known {
public:
    explicit Known(const SharedBytes* bytes)
    {
        if (bytes != nullptr) {
            for (const ByteView piece : bytes->pieces()) {
                ranges_.push_back({piece.data(), piece.data() + piece.size()});
            }
            std::ranges::sort(ranges_, std::less<>(), &Range::begin);
        }
    }
    [[nodiscard]] bool contains(ByteView view) const
    {
        auto range = std::ranges::upper_bound(ranges_, view.data(), std::less<>(), &Range::begin);
        return range != ranges_.begin() && !std::less<>()((--range)->end, view.data() + view.size());
    }

private:
    struct Range {
        const std::byte* begin{};
        const std::byte* end{};
    };
    std::vector<Range> ranges_;
};

/// Records that are large, compressed and never carry scripts: they need not be inflated to be sure.
bool never_scripted(std::uint32_t type)
{
    return type == tag_number("LAND") || type == tag_number("NAVM") || type == tag_number("NAVI") ||
           type == tag_number("PGRD");
}

class Reader {
public:
    Reader(const SharedBytes& file, RawFallbacks* kept, const SharedBytes* looked_through)
        : file_(file), pieces_(file), kept_(kept), reader_(kept), known_(looked_through),
          header_size_(header_size_of(file)), definitions_(definitions_of(header_size_))
    {
    }

    Result<Plugin> run()
    {
        plugin_.header_size = static_cast<std::uint8_t>(header_size_);
        if (file_.size() < header_size_) {
            return fail({.code = ErrorCode::truncated,
                         .message = fmt::format("a plugin of {} bytes", file_.size()),
                         .offset = 0,
                         .hint = fmt::format("its first record alone begins with {}", header_size_)});
        }
        if (!is_plugin(pieces_.view(0, header_size_))) {
            return fail({.code = ErrorCode::malformed,
                         .message = "the first record is no TES4",
                         .offset = 0,
                         .hint = "plugins begin with one"});
        }
        const std::size_t size = load_le<std::uint32_t>(pieces_.view(4, 4).data());
        if (size > file_.size() - header_size_) {
            return fail({.code = ErrorCode::truncated,
                         .message = fmt::format("{} bytes, but only {} follow", size, file_.size() - header_size_),
                         .offset = 4,
                         .section = "TES4",
                         .hint = "the file was cut off"});
        }
        begin_ = header_size_ + size;
        const ByteView all = pieces_.view(0, begin_);
        decode({all, all.subspan(header_size_), {}, header_size_}, plugin_.header);
        localised_ = (plugin_.header.flags & localised_flag) != 0;
        walk_frame(pieces_, begin_, header_size_, *this);
        finish();
        return std::move(plugin_);
    }

    // What walk_frame() calls; places are in the file behind TES4.

    void slot(std::size_t at, const std::vector<OpenGroup>& groups)
    {
        if (at - removed_ != here_.at || first_) {
            deepest_ = groups.size() - 1;
            first_ = false;
        }
        here_ = {at - removed_, groups.size() - 1};
    }
    void group(const std::vector<OpenGroup>& /*groups*/)
    {
        ++count_;
        removed_before_.push_back(removed_);
    }
    void group_end(const std::vector<OpenGroup>& groups)
    {
        const OpenGroup& group = groups.back();
        note_end(ends_, groups, group.end - removed_);
        if (const std::size_t removed = removed_ - removed_before_.back(); removed != 0) {
            patches_.push_back({group.begin + 4, static_cast<std::uint32_t>(group.end - group.begin - removed)});
        }
        removed_before_.pop_back();
    }
    void odd(std::size_t at, std::size_t end)
    {
        keep(fmt::format("{} bytes at {}", end - at, begin_ + at), "neither a record nor a group that fits", end - at);
    }
    void record(std::size_t at, const FrameHeader& header, const std::vector<OpenGroup>& groups)
    {
        ++count_;
        RecordBytes bytes;
        bytes.header_size = header_size_;
        bytes.localised = localised_;
        bytes.all = pieces_.view(begin_ + at, header_size_ + header.size);
        if (known_.contains(bytes.all)) {
            return;
        }
        bytes.data = bytes.all.subspan(header_size_);
        bytes.content = bytes.data;
        Bytes inflated;
        if ((header.flags & compressed_flag) != 0) {
            if (never_scripted(header.tag) || !inflate(bytes, inflated)) {
                return;
            }
            bytes.content = inflated;
        }
        if (groups.size() > deepest_level ||
            (!definitions_.has(bytes.type()) && !carries_script(bytes.content, header_size_))) {
            return;
        }
        if (!inflated.empty() && (inflated_ += inflated.size()) / most_kept > file_.size()) {
            return reader_.keep(bytes, "the compressed records hold too much for a file of this size");
        }
        if (take(bytes)) {
            removals_.push_back({at, bytes.all.size()});
            removed_ += bytes.all.size();
        }
    }

private:
    struct Patch {
        std::size_t at{};
        std::uint32_t size{};
    };
    struct Removal {
        std::size_t at{};
        std::size_t size{};
    };
    struct Found {
        Place place;
        std::size_t deepest{};
        std::uint32_t type{};  ///< of the record
    };

    void keep(std::string place, std::string reason, std::size_t size)
    {
        if (kept_ != nullptr) {
            kept_->push_back({std::move(place), std::move(reason), size});
        }
    }
    bool inflate(const RecordBytes& bytes, Bytes& content)
    {
        Result<Bytes> result = inflate_data(bytes.data);
        if (!result) {
            reader_.keep(bytes, result.error().message);
            return false;
        }
        content = std::move(*result);
        return true;
    }
    /// Reads a record into its list. False: it would be written otherwise, and stays where it is.
    bool take(const RecordBytes& bytes)
    {
        using Outcome = RecordReader::Outcome;
        const Found found{here_, deepest_, load_le<std::uint32_t>(bytes.all.data())};
        // Of records at one place scripts come first; a script behind another record is read as any record.
        const bool script_first = !last_record_ || *last_record_ != here_;
        const Outcome outcome = script_first ? reader_.read(bytes, plugin_.scripts) : Outcome::no_script;
        if (outcome == Outcome::taken) {
            script_places_.push_back(found);
        }
        if (outcome != Outcome::no_script) {
            return outcome == Outcome::taken;
        }
        if (reader_.read(bytes, plugin_.records) != Outcome::taken) {
            return false;
        }
        record_places_.push_back(found);
        last_record_ = here_;
        return true;
    }

    void finish()
    {
        plugin_.header.record_count.drop_if(count_);
        set_places(heads_of(plugin_.scripts), script_places_);
        set_places(heads_of(plugin_.records), record_places_);
        lay_rest();
    }
    void set_places(const std::vector<RecordHead*>& heads, const std::vector<Found>& places)
    {
        for (std::size_t i = 0; i < heads.size(); ++i) {
            set_place(*heads[i], places[i].place, usual_place(ends_, places[i].type), places[i].deepest);
        }
    }

    /// The rest: the file without the records taken, and with sizes of groups to match.
    void lay_rest()
    {
        std::ranges::sort(patches_, {}, &Patch::at);
        Bytes sizes;
        sizes.reserve(4 * patches_.size());
        for (const Patch& patch : patches_) {
            append_le(sizes, patch.size);
        }
        const auto owned = std::make_shared<const Bytes>(std::move(sizes));
        SharedBytes& rest = plugin_.rest;
        rest.keep_owners_of(file_);
        if (!patches_.empty()) {
            rest.append(owned, {});
        }
        std::size_t patch = 0;
        PieceCopier from(file_);
        from.skip_to(begin_);
        const auto copy_to = [&](std::size_t end) {
            for (; patch < patches_.size() && patches_[patch].at < end; ++patch) {
                from.copy_to(rest, begin_ + patches_[patch].at);
                rest.append(ByteView(*owned).subspan(4 * patch, 4));
                from.skip_to(begin_ + patches_[patch].at + 4);
            }
            from.copy_to(rest, begin_ + end);
        };
        for (const Removal& removal : removals_) {
            copy_to(removal.at);
            from.skip_to(begin_ + removal.at + removal.size);
        }
        copy_to(file_.size() - begin_);
        plugin_.looked_through = rest;
    }

    const SharedBytes& file_;
    PieceReader pieces_;
    RawFallbacks* kept_;
    RecordReader reader_;
    Known known_;
    Plugin plugin_;
    std::size_t header_size_{};
    const Definitions& definitions_;
    bool localised_{};
    std::size_t begin_{};     ///< behind TES4
    std::size_t removed_{};   ///< bytes of the records taken so far
    std::size_t inflated_{};  ///< bytes of the compressed ones among them
    std::uint32_t count_{};   ///< records and groups
    Place here_;
    std::size_t deepest_{};
    bool first_{true};
    std::optional<Place> last_record_;
    GroupEnds ends_;
    std::vector<std::size_t> removed_before_;  ///< of each open group
    std::vector<Patch> patches_;
    std::vector<Removal> removals_;
    std::vector<Found> script_places_;
    std::vector<Found> record_places_;
};

}  // namespace

bool is_plugin(ByteView bytes)
{
    return bytes.size() >= 20 && as_text(bytes.first(4)) == "TES4";
}

std::uint8_t header_size_of(const SharedBytes& bytes)
{
    const Bytes first = bytes.first(28);
    const auto hedr_at = [&](std::size_t at) {
        return first.size() >= at + 4 && as_text(ByteView(first).subspan(at, 4)) == "HEDR";
    };
    return hedr_at(20) && !hedr_at(24) ? 20 : 24;
}

Result<Plugin> read_plugin(const SharedBytes& bytes, RawFallbacks* kept, const SharedBytes* looked_through)
{
    return Reader(bytes, kept, looked_through).run();
}

Result<Plugin> read_plugin(ByteView bytes, RawFallbacks* kept)
{
    return read_plugin(SharedBytes(Bytes(bytes.begin(), bytes.end())), kept);
}

}  // namespace redforge::tes
