// Random maps: valid maps, and damaged files.
#include "support/random_map.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <span>

#include "core/record/binary.hpp"
#include "rgm/actor_sections.hpp"
#include "rgm/frame.hpp"
#include "rgm/map.hpp"
#include "rgm/record_sections.hpp"
#include "rgm/section_order.hpp"
#include "support/map_file.hpp"
#include "support/random.hpp"
#include "support/random_actors.hpp"

namespace redforge::test {
namespace {

/// Shortens a tail that would be read as a record. Walk maps have no fixed length, so their tail is never a record.
template <class T>
void make_valid(rgm::Counted<T>& section)
{
    const std::optional<rgm::RecordTable>& table = rgm::record_section(T::section).table;
    if (table && section.tail.size() % table->width == 0) {
        section.tail.clear();
    }
    if (!section.records.empty() || !section.tail.empty()) {
        section.no_count = 0;
    }
}

template <class T>
void make_valid(rgm::Uncounted<T>& section)
{
    if (section.tail.size() >= wire_size<T>()) {
        section.tail.clear();
    }
}

bool is_known(std::string_view tag)
{
    return tag == "END " || std::ranges::find(rgm::canonical_order, tag) != rgm::canonical_order.end();
}

}  // namespace

rgm::Map random_map(std::uint64_t seed)
{
    Random random(seed);
    RandomLimits limits;
    limits.records = 1 + random.below(5);
    auto map = random_record<rgm::Map>(random, limits);
    make_valid(map.actors, random);
    map.actors.blocks.clear();
    map.actors.string_pool.reset();
    if (map.actors.tail.size() % 165 == 0) {
        map.actors.tail.clear();
    }
    std::apply([&](const auto&... section) { (make_valid(map.*section.member), ...); }, rgm::scene_sections);
    std::erase_if(map.raw_sections, [](const rgm::RawSection& section) {
        return is_known({section.tag.bytes.data(), 4});
    });
    if (map.no_end != 0) {
        map.trailing.resize(std::min<std::size_t>(map.trailing.size(), 3));  // otherwise it could be a section, or END
    } else if (map.trailing.size() >= 4 && random.once_in(2)) {
        map.end_length = 0;
    } else if (!map.trailing.empty()) {
        map.trailing[0] |= std::byte{1};  // otherwise it would be END's length word
    }
    if (random.once_in(3)) {
        rgm::SectionOrder order = rgm::standard_sections(map);
        const auto typed = std::span(order.tags).first(order.tags.size() - map.raw_sections.size());
        std::swap(typed.front(), typed.back());
        random.shuffle(typed);
        std::swap(typed[1], typed[2]);
        map.sections = order;
    }
    return map;
}

namespace {

/// Returns the tags of sections that begin with a count.
std::vector<std::string_view> counted_tags()
{
    std::vector<std::string_view> tags{"RAHD"};
    for (const rgm::RecordSection& section : rgm::record_sections()) {
        if (section.has_count) {
            tags.push_back(section.tag);
        }
    }
    return tags;
}

/// Offsets of counts, lengths and offsets in RAHD.
constexpr std::array<std::size_t, 29> header_words{0x0D, 0x15, 0x19, 0x1D, 0x21, 0x25, 0x29, 0x2D, 0x31, 0x41,
                                                   0x45, 0x49, 0x4D, 0x51, 0x55, 0x59, 0x5D, 0x61, 0x65, 0x69,
                                                   0x6D, 0x71, 0x75, 0x79, 0x7D, 0x81, 0x85, 0x9D, 0xA1};

void set_word(Bytes& payload, std::size_t at, std::uint32_t value)
{
    if (payload.size() >= at + 4) {
        store_le(payload.data() + at, value);
    }
}

std::uint32_t word_at(const Bytes& payload, std::size_t at)
{
    return payload.size() >= at + 4 ? load_le<std::uint32_t>(payload.data() + at) : 0;
}

std::uint32_t awkward(Random& random, std::uint32_t old)
{
    const std::array<std::uint32_t, 12> values{0,          1,          old + 1,    old - 1,    old + 4, old * 2,
                                               0xFFFFFFFF, 0x80000000, 0x7FFFFFFF, 0x01000000, 12,      165};
    return values[random.below(values.size())];
}

void damage_header(TestFile& file, Random& random)
{
    TestSection* rahd = file.find("RAHD");
    if (rahd == nullptr || rahd->payload.size() < 8 + 165) {
        return;
    }
    const std::size_t count = (rahd->payload.size() - 8) / 165;
    const std::size_t one = 8 + 165 * random.below(count);
    const std::size_t two = 8 + 165 * random.below(count);
    const std::size_t at = random.pick(header_words);
    switch (random.below(4)) {
    case 0: {  // two actors exchange their data in a section
        const std::uint32_t kept = word_at(rahd->payload, one + at);
        set_word(rahd->payload, one + at, word_at(rahd->payload, two + at));
        set_word(rahd->payload, two + at, kept);
        return;
    }
    case 1: {  // two actors exchange their whole scripts: length and offset
        for (const std::size_t both : {std::size_t{0x4D}, std::size_t{0x51}}) {
            const std::uint32_t kept = word_at(rahd->payload, one + both);
            set_word(rahd->payload, one + both, word_at(rahd->payload, two + both));
            set_word(rahd->payload, two + both, kept);
        }
        return;
    }
    case 2: set_word(rahd->payload, one + at, word_at(rahd->payload, two + at)); return;
    default: set_word(rahd->payload, one + at, awkward(random, word_at(rahd->payload, one + at)));
    }
}

void damage_sections(TestFile& file, Random& random)
{
    auto& sections = file.sections;
    const std::size_t at = random.below(sections.size());
    const auto place = sections.begin() + static_cast<std::ptrdiff_t>(at);
    switch (random.below(6)) {
    case 0:
        sections.insert(sections.begin() + static_cast<std::ptrdiff_t>(random.below(sections.size())),
                        TestSection(*place));
        return;
    case 1: sections.erase(place); return;
    case 2:
        place->tag = random.text(4, true) + "\\x41";
        place->tag.resize(4);
        return;
    case 3: random.shuffle(sections); return;
    case 4: place->tag = sections[random.below(sections.size())].tag; return;
    default: sections.insert(place, {"\\x4" + std::string(1, random.character()), random.bytes(20)});
    }
}

void damage_payload(Bytes& payload, Random& random)
{
    const Bytes more = random.bytes(12);
    const auto place = payload.begin() + static_cast<std::ptrdiff_t>(random.below(payload.size() + 1));
    switch (random.below(6)) {
    case 0: payload.insert(payload.end(), more.begin(), more.end()); return;
    case 1: payload.insert(payload.begin(), more.begin(), more.end()); return;
    case 2: payload.insert(place, more.begin(), more.end()); return;
    case 3: payload.erase(place, payload.end()); return;
    case 4: std::fill(place, payload.end(), std::byte{0xFF}); return;
    default:
        if (!payload.empty()) {
            payload[random.below(payload.size())] = static_cast<std::byte>(random.bits());
        }
    }
}

void damage_end(TestFile& file, Random& random)
{
    const Bytes more = random.bytes(12);
    switch (random.below(3)) {
    case 0: file.end.insert(file.end.end(), 4, std::byte{0}); return;
    case 1: file.end.insert(file.end.end(), more.begin(), more.end()); return;
    default: file.end.resize(random.below(file.end.size() + 1));
    }
}

}  // namespace

Bytes random_file(std::uint64_t seed)
{
    static const std::vector<std::string_view> counted = counted_tags();
    Random random(seed);
    rgm::Map map = random_map(seed);
    map.no_end = 0;  // its end is damaged below
    const Result<Bytes> sound = rgm::write_map(map);
    TestFile file = sound ? TestFile::cut(*sound) : small_map();
    for (std::size_t damages = 1 + random.below(4); damages > 0 && !file.sections.empty(); --damages) {
        switch (random.below(6)) {
        case 0:
            if (TestSection* section = file.find(random.pick(counted))) {
                set_word(section->payload, 0, awkward(random, word_at(section->payload, 0)));
            }
            break;
        case 1:
        case 2: damage_header(file, random); break;
        case 3: damage_sections(file, random); break;
        case 4: damage_payload(random.pick(file.sections).payload, random); break;
        default: damage_end(file, random);
        }
    }
    Bytes bytes = file.bytes();
    if (random.once_in(8) && !bytes.empty()) {
        bytes[random.below(bytes.size())] = static_cast<std::byte>(random.bits());
    }
    if (random.once_in(20)) {
        bytes.resize(random.below(bytes.size() + 1));
    }
    return bytes;
}

}  // namespace redforge::test
