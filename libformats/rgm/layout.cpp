// Layout and decoding of the per-actor sections.
#include "rgm/layout.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>
#include <span>

#include <fmt/format.h>

#include "core/text/code_page.hpp"
#include "rgm/actor.hpp"
#include "rgm/actors.hpp"
#include "rgm/frame.hpp"
#include "rgm/parts.hpp"
#include "rgm/string_pool.hpp"

namespace redforge::rgm {
namespace {

constexpr std::array<ActorPart, part_count> all_parts{ActorPart::rasb, ActorPart::rava, ActorPart::rasc,
                                                      ActorPart::rahk, ActorPart::ralc, ActorPart::raex,
                                                      ActorPart::raat, ActorPart::raan, ActorPart::ragr,
                                                      ActorPart::ranm, ActorPart::ravc};

constexpr std::size_t index_of(ActorPart part)
{
    return static_cast<std::size_t>(part);
}

/// Returns the default bytes before the first part: the game's maps begin RAVA and RASC with a zero word.
constexpr std::size_t default_preamble(ActorPart part)
{
    return part == ActorPart::rava || part == ActorPart::rasc ? 4 : 0;
}

const Block* find_block(const Actors& actors, ActorPart part)
{
    const auto found = std::ranges::find(actors.blocks, part_tags[index_of(part)],
                                         [](const Block& block) { return block.section.view(); });
    return found == actors.blocks.end() ? nullptr : &*found;
}

const Placement* find_placement(const Actor& actor, ActorPart part)
{
    const auto found = std::ranges::find(actor.placements, part_tags[index_of(part)],
                                         [](const Placement& placement) { return placement.section.view(); });
    return found == actor.placements.end() ? nullptr : &*found;
}

/// Stores the order of the actors' parts of one kind in `order`: indices of actors.
void find_part_order(const Actors& actors, ActorPart part, std::vector<std::uint32_t>& order)
{
    order.resize(actors.records.size());
    std::iota(order.begin(), order.end(), 0U);
    const auto key = [&](std::uint32_t actor) {
        const Placement* placement = find_placement(actors.records[actor], part);
        return placement == nullptr ? actor : placement->order.value_or(actor);
    };
    if (std::ranges::any_of(actors.records,
                            [&](const Actor& actor) { return find_placement(actor, part) != nullptr; })) {
        std::ranges::stable_sort(order, {}, key);
    }
}

/// Returns the RAVA offset of an actor without instances. The game's tools go back by the size of one instance's
/// variables, as if the actor shared the last instance before it, but never into the preamble.
std::uint32_t offset_without_instances(std::size_t cursor, std::size_t preamble, const Actor& actor)
{
    const std::uint64_t back = std::uint64_t{4} * actor.header.num_variables.value_or(0);
    return static_cast<std::uint32_t>(cursor >= back + preamble ? cursor - back : std::min(cursor, preamble));
}

Error name_actor(Error error, const Actor& actor, std::size_t index, ActorPart part)
{
    error.section = part_tags[index_of(part)];
    error.field = fmt::format("actors[{}]{}{} of {}", index, error.field.empty() ? "" : ".", error.field,
                              encode_text(actor.header.script_name.view()));
    return error;
}

std::string actor_name(const Actors& actors, std::size_t index)
{
    return fmt::format("actor {} ({})", index, encode_text(actors.records[index].header.script_name.view()));
}

/// Formats a reason only if the caller needs it, because a damaged map has many reasons.
template <class Words>
std::optional<std::string> reason_if(bool asked, const Words& words)
{
    return asked ? words() : std::string();
}

/// Finds the parts that are not empty, in section order. Returns an error if the section cannot be divided.
std::optional<std::string> find_pieces(const Actors& actors, ActorPart part, ByteView section, bool asked,
                                       std::vector<Piece>& pieces)
{
    pieces.clear();
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < actors.records.size(); ++i) {
        const PartExtent extent = part_extent(part, actors.records[i].header);
        Piece piece{i, extent.offset, extent.size};
        if (part == ActorPart::ragr) {
            const std::optional<std::size_t> size = ragr_size(section, extent.offset);
            if (!size) {
                return reason_if(asked, [&] {
                    return fmt::format("the groups of {} at offset {} run past the end of {} bytes",
                                       actor_name(actors, i), extent.offset, section.size());
                });
            }
            piece.size = *size;
        }
        if (piece.size == 0) {
            continue;
        }
        if (piece.size > section.size() || piece.offset > section.size() - piece.size) {
            return reason_if(asked, [&] {
                return fmt::format("the part of {}, {} bytes at offset {}, runs past the end of {} bytes",
                                   actor_name(actors, i), piece.size, piece.offset, section.size());
            });
        }
        total += piece.size;
        if (total > section.size()) {  // also stops early if all actors share one part
            return reason_if(asked,
                             [&] { return fmt::format("the part of {} overlaps another", actor_name(actors, i)); });
        }
        pieces.push_back(piece);
    }
    if (!std::ranges::is_sorted(pieces, {}, &Piece::offset)) {  // usually sorted already, and sorting needs memory
        std::ranges::stable_sort(pieces, {}, &Piece::offset);
    }
    for (std::size_t i = 1; i < pieces.size(); ++i) {
        if (pieces[i].offset < pieces[i - 1].offset + pieces[i - 1].size) {
            return reason_if(asked, [&] {
                return fmt::format("the parts of {} and {} overlap", actor_name(actors, pieces[i - 1].actor),
                                   actor_name(actors, pieces[i].actor));
            });
        }
    }
    return std::nullopt;
}

/// Rejects more variables than reading accepts.
Status check_variables(const Actors& actors)
{
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < actors.records.size(); ++i) {
        const Actor& actor = actors.records[i];
        const std::size_t variables = variable_count(actor);
        total += std::uint64_t{4} * variables * actor.header.instances;
        if (total > variables_limit) {
            return fail(name_actor({.code = ErrorCode::out_of_range,
                                    .message = fmt::format("{} variables for each of {} instances: {} bytes with those "
                                                           "of the actors before it",
                                                           variables, actor.header.instances, total),
                                    .field = "variables",
                                    .hint = fmt::format("a map has room for {} bytes of variables", variables_limit)},
                                   actor, i, ActorPart::rava));
        }
    }
    return {};
}

/// Returns the reason why variables cannot be read from RAVA, if any.
std::optional<std::string> reason_against_variables(const std::vector<Piece>& pieces)
{
    std::uint64_t total = 0;
    for (const Piece& piece : pieces) {
        total += piece.size;
    }
    if (total <= variables_limit) {
        return std::nullopt;
    }
    return fmt::format("{} bytes of variables, more than {}", total, variables_limit);
}

void set_placement(Actor& actor, ActorPart part, std::optional<std::uint32_t> order, ByteView gap)
{
    if (!order && gap.empty()) {
        return;
    }
    Placement& placement = actor.placements.emplace_back();
    placement.section = FixedText<4>(part_tags[index_of(part)]);
    placement.order.stored = order;
    placement.gap.assign(gap.begin(), gap.end());
}

/// Sets placements and blocks for non-standard positions of a section's parts, and for bytes between, before and after
/// them. `pieces` are in section order.
void place_parts(Actors& actors, ActorPart part, ByteView section, const std::vector<Piece>& pieces)
{
    const bool standard = std::ranges::is_sorted(pieces, {}, &Piece::actor);
    std::size_t cursor = pieces.empty() ? section.size() : static_cast<std::size_t>(pieces.front().offset);
    const ByteView preamble = section.first(cursor);
    for (std::size_t rank = 0; rank < pieces.size(); ++rank) {
        const Piece& piece = pieces[rank];
        const auto offset = static_cast<std::size_t>(piece.offset);
        std::optional<std::uint32_t> order;
        if (!standard && rank != piece.actor) {
            order = static_cast<std::uint32_t>(rank);
        }
        set_placement(actors.records[piece.actor], part, order, section.subspan(cursor, offset - cursor));
        cursor = offset + static_cast<std::size_t>(piece.size);
    }
    const ByteView tail = section.subspan(cursor);
    const bool usual_start = preamble.size() == default_preamble(part) &&
                             std::ranges::all_of(preamble, [](std::byte b) { return b == std::byte{0}; });
    if (!usual_start || !tail.empty()) {
        Block& block = actors.blocks.emplace_back();
        block.section = FixedText<4>(part_tags[index_of(part)]);
        if (!usual_start) {
            block.preamble = Bytes(preamble.begin(), preamble.end());
        }
        block.tail.assign(tail.begin(), tail.end());
    }
}

/// Fills each actor's data from a section.
void decode_parts(Actors& actors, ActorPart part, const ActorSections& sections, const std::vector<Piece>& pieces,
                  RawFallbacks* reasons)
{
    for (const Piece& piece : pieces) {
        Actor& actor = actors.records[piece.actor];
        const ByteView bytes = sections.parts[index_of(part)].subspan(static_cast<std::size_t>(piece.offset),
                                                                      static_cast<std::size_t>(piece.size));
        if (const auto reason = decode_part(part, bytes, sections.string_pool, actor)) {
            actor.raw_parts.push_back({FixedText<4>(part_tags[index_of(part)]), Bytes(bytes.begin(), bytes.end())});
            if (reasons != nullptr) {
                reasons->push_back({fmt::format("{} of {}", part_tags[index_of(part)], actor_name(actors, piece.actor)),
                                    *reason, bytes.size()});
            }
        }
    }
}

std::vector<std::vector<ActorString>*> strings_of(Actors& actors)
{
    std::vector<std::vector<ActorString>*> strings;
    for (Actor& actor : actors.records) {
        strings.push_back(&actor.strings);
    }
    return strings;
}

/// Rejects strings that would read back shorter.
Status check_strings(const Actors& actors, StringLists strings)
{
    if (const std::optional<CutString> cut = find_cut_string(strings)) {
        return fail(name_actor({.code = ErrorCode::out_of_range,
                                .message = "a NUL inside a string",
                                .field = fmt::format("strings[{}].value", cut->string),
                                .hint = "a string ends at its first NUL"},
                               actors.records[cut->actor], cut->actor, ActorPart::rasb));
    }
    return {};
}

/// A per-actor section; empty if it is kept as raw bytes. Its buffers are reused for the next section.
struct LaidPart {
    Bytes section;
    std::vector<Piece> pieces;         ///< in section order
    std::vector<std::uint32_t> order;  ///< actor indices in part order
};

/// Makes a section, and sets the part offsets in `computed`. `whole` is its size if it is kept as raw bytes.
Status lay_out_part(const Actors& actors, ActorPart part, const std::optional<std::size_t>& whole,
                    const std::vector<std::vector<std::uint32_t>>& string_offsets, std::vector<ActorHeader>& computed,
                    LaidPart& laid)
{
    laid.pieces.clear();
    Bytes& section = laid.section;
    section.clear();
    const Block* block = find_block(actors, part);
    if (block != nullptr && block->preamble.stored) {
        section = *block->preamble.stored;
    } else if (!whole) {
        section.resize(default_preamble(part));
    }
    const std::size_t preamble = section.size();
    find_part_order(actors, part, laid.order);
    for (const std::uint32_t i : laid.order) {
        const Actor& actor = actors.records[i];
        if (whole) {
            if (has_typed_part(part, actor)) {
                return fail(name_actor({.code = ErrorCode::unsupported,
                                        .message = "cannot add to this section, because the map keeps it as bytes",
                                        .hint = "remove its <raw_section>; Redforge then computes the layout"},
                                       actor, i, part));
            }
            set_part_offset(part, computed[i], static_cast<std::uint32_t>(*whole));
            continue;
        }
        if (const Placement* placement = find_placement(actor, part)) {
            append(section, placement->gap);
        }
        const std::size_t offset = section.size();
        if (const Status status = encode_part(part, actor, string_offsets[i], section); !status) {
            return fail(name_actor(status.error(), actor, i, part));
        }
        if (section.size() != offset) {
            laid.pieces.push_back({i, offset, section.size() - offset});
        }
        std::uint32_t place = static_cast<std::uint32_t>(offset);
        if (part == ActorPart::rava && actor.header.instances == 0) {
            place = offset_without_instances(offset, preamble, actor);
        } else if (part == ActorPart::ravc && section.size() == offset) {
            place = std::numeric_limits<std::uint32_t>::max();  // -1: none
        }
        set_part_offset(part, computed[i], place);
    }
    if (block != nullptr) {
        append(section, block->tail);
    }
    return {};
}

/// Converts placements and block of a section to the form that decode() returns.
void canonicalize_part(Actors& actors, ActorPart part, bool whole, const LaidPart& laid)
{
    const auto is_this = [tag = part_tags[index_of(part)]](const auto& each) { return each.section.view() == tag; };
    if (whole) {  // a raw section has no layout, so contradictions stay. Blocks are in section order.
        std::vector<Block> last;
        std::ranges::copy_if(actors.blocks, std::back_inserter(last), is_this);
        std::erase_if(actors.blocks, is_this);
        std::ranges::move(last, std::back_inserter(actors.blocks));
        return;
    }
    std::erase_if(actors.blocks, is_this);
    for (Actor& actor : actors.records) {
        std::erase_if(actor.placements, is_this);
    }
    place_parts(actors, part, laid.section, laid.pieces);
}

}  // namespace

std::optional<ActorPart> find_part(std::string_view tag)
{
    const auto found = std::ranges::find(part_tags, tag);
    return found == part_tags.end() ? std::nullopt : std::optional(static_cast<ActorPart>(found - part_tags.begin()));
}

bool has_extra_data(const Actors& actors)
{
    return std::ranges::any_of(actors.records, [](const Actor& actor) { return actor.extra.has_value(); });
}

Result<ActorLayout> lay_out(Actors& actors, const RawSections& kept, const TakePart& take)
{
    if (const Status status = check_variables(actors); !status) {
        return fail(status.error());
    }
    const std::vector<std::vector<ActorString>*> lists = strings_of(actors);
    if (const Status status = check_strings(actors, lists); !status) {
        return fail(status.error());
    }
    ActorLayout layout;
    layout.computed.resize(actors.records.size());
    LaidStrings strings = lay_out_strings(lists, actors.string_pool);
    std::vector<std::array<std::size_t, part_count>> sizes(actors.records.size());
    LaidPart laid;
    for (const ActorPart part : all_parts) {
        const std::optional<std::size_t>& whole = kept[index_of(part)];
        if (const Status status = lay_out_part(actors, part, whole, strings.offsets, layout.computed, laid); !status) {
            return fail(status.error());
        }
        for (const Piece& piece : laid.pieces) {
            sizes[piece.actor][index_of(part)] = static_cast<std::size_t>(piece.size);
        }
        canonicalize_part(actors, part, whole.has_value(), laid);
        if (!whole) {
            take(part, laid.section);
        }
    }
    const bool extra_data = has_extra_data(actors);
    for (std::size_t i = 0; i < actors.records.size(); ++i) {
        compute_counts(actors.records[i], sizes[i], extra_data, layout.computed[i]);
    }
    canonicalize_laid_strings(lists, actors.string_pool, strings);
    layout.string_pool = std::move(strings.pool);
    return layout;
}

RawSections decode(Actors& actors, const ActorSections& sections, RawSections kept, RawFallbacks* reasons)
{
    std::vector<Piece> pieces;
    for (const ActorPart part : all_parts) {
        const ByteView section = sections.parts[index_of(part)];
        std::optional<std::size_t>& whole = kept[index_of(part)];
        if (whole) {
            continue;
        }
        std::optional<std::string> reason = find_pieces(actors, part, section, reasons != nullptr, pieces);
        if (!reason && part == ActorPart::rasb) {
            reason = check_text_growth(section, sections.string_pool);
        } else if (!reason && part == ActorPart::rava) {
            reason = reason_against_variables(pieces);
        }
        if (reason) {
            whole = section.size();
            if (reasons != nullptr) {
                reasons->push_back({std::string(part_tags[index_of(part)]), *reason, section.size()});
            }
            continue;
        }
        place_parts(actors, part, section, pieces);
        decode_parts(actors, part, sections, pieces, reasons);
    }
    canonicalize_strings(strings_of(actors), actors.string_pool, sections.string_pool);
    return kept;
}

}  // namespace redforge::rgm
