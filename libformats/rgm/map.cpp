// Reading and writing of a map, with the round-trip check.
#include "rgm/map.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "core/record/record_type.hpp"
#include "core/text/code_page.hpp"
#include "rgm/actor_sections.hpp"
#include "rgm/assemble.hpp"
#include "rgm/frame.hpp"
#include "rgm/layout.hpp"
#include "rgm/record_sections.hpp"
#include "rgm/section_order.hpp"

namespace redforge::rgm {
namespace {

/// Sections of a frame that are kept as bytes, with reasons.
struct Fallbacks {
    std::vector<bool> sections;            ///< for each section of the frame: it is kept as bytes
    std::array<bool, part_count> parts{};  ///< part sections kept as bytes; they can be missing from the file
    bool complete{};                       ///< all sections are kept as bytes
    bool explained{};                      ///< the caller needs the reasons
    RawFallbacks reasons;

    void keep(const Frame& frame, std::size_t section, std::string_view reason)
    {
        if (!sections[section]) {
            sections[section] = true;
            if (explained) {
                const FrameSection& kept = frame.sections[section];
                reasons.push_back({encode_text(kept.tag), std::string(reason), kept.payload.size()});
            }
        }
    }
};

/// Keeps sections without a typed form as bytes.
void keep_unknown_sections(const Frame& frame, Fallbacks& fallbacks)
{
    ByTag<bool> seen;
    for (std::size_t i = 0; i < frame.sections.size(); ++i) {
        const std::optional<std::size_t> rank = frame.sections[i].rank;
        if (!rank) {
            fallbacks.keep(frame, i, "the tag is unknown");
        } else if (std::exchange(seen.at(*rank), true)) {
            fallbacks.keep(frame, i, "a second section of this tag");
        }
    }
}

class MapReader {
public:
    MapReader(const Frame& frame, Fallbacks& fallbacks) : frame_(frame), fallbacks_(fallbacks)
    {
        for (std::size_t i = frame.sections.size(); i-- > 0;) {
            if (const std::optional<std::size_t> rank = frame.sections[i].rank) {
                first_.at(*rank) = i;
            }
        }
    }

    Map read()
    {
        read_actors();
        for (const RecordSection& section : record_sections()) {
            if (const ByteView* payload = typed(section.tag)) {
                if (const auto reason = section.read(*payload, map_)) {
                    fallbacks_.keep(frame_, *find_first(section.tag), *reason);
                }
            }
        }
        if (const ByteView* payload = typed("FLAT")) {
            map_.flat.assign(payload->begin(), payload->end());
        }
        SectionOrder order;
        for (std::size_t i = 0; i < frame_.sections.size(); ++i) {
            const FrameSection& section = frame_.sections[i];
            const FixedText<4> tag(section.tag);
            order.tags.push_back(tag);
            if (fallbacks_.sections[i]) {
                map_.raw_sections.push_back({tag, Bytes(section.payload.begin(), section.payload.end())});
            }
        }
        map_.sections = std::move(order);
        map_.no_end = frame_.no_end ? 1 : 0;
        if (frame_.end_length) {
            map_.end_length = 0;
        }
        map_.trailing.assign(frame_.trailing.begin(), frame_.trailing.end());
        return std::move(map_);
    }

private:
    /// Returns the first section with this tag. Later ones have no typed form.
    [[nodiscard]] std::optional<std::size_t> find_first(std::string_view tag) const { return first_[tag]; }

    /// Returns the payload of a section with a typed form, or null if it is missing or kept as bytes.
    const ByteView* typed(std::string_view tag)
    {
        const std::optional<std::size_t> index = find_first(tag);
        return index && !fallbacks_.sections[*index] ? &frame_.sections[*index].payload : nullptr;
    }

    void keep_actor_sections(std::string_view reason)
    {
        for (const std::string_view tag : {"RAHD", "RAFS", "RAST"}) {
            if (const auto index = find_first(tag)) {
                fallbacks_.keep(frame_, *index, reason);
            }
        }
        for (std::size_t p = 0; p < part_count; ++p) {
            keep_part(p, reason);
        }
    }

    void keep_part(std::size_t part, std::string_view reason)
    {
        fallbacks_.parts[part] = true;
        if (const auto index = find_first(part_tags[part])) {
            fallbacks_.keep(frame_, *index, reason);
        }
    }

    void read_actors()
    {
        const auto rahd = find_first("RAHD");
        if (!rahd) {
            return keep_actor_sections("RAHD is missing, so the actors of its parts are not known");
        }
        const ByteView payload = frame_.sections[*rahd].payload;
        if (fallbacks_.sections[*rahd] || payload.size() < 8) {
            return keep_actor_sections("RAHD is too short for its count");
        }
        Actors& actors = map_.actors;
        read_headers(payload, actors);
        if (const ByteView* rafs = typed("RAFS")) {
            actors.rafs.assign(rafs->begin(), rafs->end());
        }

        ActorSections sections;
        RawSections kept;
        for (std::size_t p = 0; p < part_count; ++p) {
            const auto index = find_first(part_tags[p]);
            sections.parts[p] = index ? frame_.sections[*index].payload : ByteView{};
            if (fallbacks_.parts[p] || (index && fallbacks_.sections[*index])) {
                kept[p] = sections.parts[p].size();
            }
        }
        if (const ByteView* pool = typed("RAST")) {
            sections.string_pool = *pool;
        }
        RawFallbacks reasons;
        const RawSections result = decode(actors, sections, kept, fallbacks_.explained ? &reasons : nullptr);
        for (std::size_t p = 0; p < part_count; ++p) {
            if (result[p] && !kept[p]) {
                const auto reason = std::ranges::find(reasons, part_tags[p], &RawFallback::place);
                keep_part(p, reason == reasons.end() ? std::string_view{} : reason->reason);
            }
        }
        std::erase_if(reasons, [](const RawFallback& kept_part) { return find_part(kept_part.place).has_value(); });
        std::ranges::move(reasons, std::back_inserter(part_reasons));
    }

public:
    RawFallbacks part_reasons;

private:
    const Frame& frame_;
    Fallbacks& fallbacks_;
    ByTag<std::optional<std::size_t>> first_;
    Map map_;
};

/// Keeps the sections that differ as bytes. `differing`: see Comparison. If it is empty or names no section that is not
/// kept yet, keeps all sections as bytes.
void keep_differing(const Frame& frame, const std::vector<bool>& differing, Fallbacks& fallbacks)
{
    static constexpr std::string_view reason = "its layout would not write the same bytes";
    std::size_t found = 0;
    for (std::size_t i = 0; i < differing.size(); ++i) {
        if (differing[i]) {
            found += fallbacks.sections[i] ? 0U : 1U;
            fallbacks.keep(frame, i, reason);
        }
    }
    if (found == 0) {
        for (std::size_t i = 0; i < frame.sections.size(); ++i) {
            fallbacks.keep(frame, i, reason);
        }
        fallbacks.parts.fill(true);
        fallbacks.complete = true;
    }
}

}  // namespace

bool operator==(const Map& a, const Map& b)
{
    return same_record(record_type<Map>(), &a, &b);
}

Result<Map> read_map(ByteView bytes, RawFallbacks* kept)
{
    const Frame frame = read_frame(bytes);
    if (frame.no_end && !is_map(bytes)) {
        return fail({.code = ErrorCode::truncated,
                     .message = "neither sections of a map nor an END",
                     .offset = 0,
                     .hint = "a map is sections of tag, big-endian length and data, then the tag END"});
    }
    Fallbacks fallbacks;
    fallbacks.sections.resize(frame.sections.size());
    fallbacks.explained = kept != nullptr;
    keep_unknown_sections(frame, fallbacks);
    // If a typed section does not give the same bytes, keep it as bytes and try again. Each round keeps at least one
    // more section, so the loop ends; at most two rounds were observed.
    for (;;) {
        MapReader reader(frame, fallbacks);
        Map map = reader.read();
        const Result<Comparison> written = compare_assembled(map, frame);
        if (written && written->same) {
            if (kept != nullptr) {
                *kept = fallbacks.reasons;
                std::ranges::move(reader.part_reasons, std::back_inserter(*kept));
                if (frame.no_end) {
                    CutEnd cut = describe_cut(frame);
                    kept->push_back({std::move(cut.place), std::move(cut.reason), frame.trailing.size()});
                }
            }
            return map;
        }
        if (fallbacks.complete) {
            return fail({.code = ErrorCode::malformed,
                         .message = "cannot write the map back, even if all its sections are kept as bytes",
                         .hint = "this is a bug in Redforge; please report it with the file"});
        }
        keep_differing(frame, written ? written->differing : std::vector<bool>{}, fallbacks);
    }
}

Result<Bytes> write_map(const Map& map)
{
    Map written = map;
    Result<Bytes> bytes = assemble(written);
    const Status verified = bytes ? verify_round_trip(written, *bytes) : fail(bytes.error());
    return verified ? std::move(bytes) : fail(verified.error());
}

}  // namespace redforge::rgm

namespace redforge {

void Leaf<rgm::SectionOrder>::append(std::string& out, const rgm::SectionOrder& value)
{
    for (std::size_t i = 0; i < value.tags.size(); ++i) {
        out += i == 0 ? "" : " ";
        // Encode each tag as a whole: only all its bytes together can look like an escape.
        for (const char c : encode_text({value.tags[i].bytes.data(), value.tags[i].bytes.size()})) {
            c == ' ' ? out += "\\x20" : out += c;
        }
    }
}

bool Leaf<rgm::SectionOrder>::parse(std::string_view text, rgm::SectionOrder& value, const FieldInfo& /*info*/,
                                    std::string& expected)
{
    value.tags.clear();
    for (std::string_view word = next_word(text); !word.empty(); word = next_word(text)) {
        const Result<std::string> tag = decode_text(word);
        if (!tag || tag->size() != 4) {
            expected = "section tags of four characters";
            return false;
        }
        value.tags.emplace_back(*tag);
    }
    return true;
}

}  // namespace redforge
