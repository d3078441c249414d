// Hostile maps: reading costs memory and work in proportion to the file, whatever the file promises.
//
// A program of its own, because it counts every allocation.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>

#include <atomic>
#include <cstdlib>
#include <new>

#include <malloc.h>

#include "core/xml_reader.hpp"
#include "rgm/map.hpp"
#include "support/laws.hpp"
#include "support/map_file.hpp"

namespace {

std::atomic<std::size_t> live{};
std::atomic<std::size_t> peak{};
std::atomic<std::size_t> allocations{};

void* counted(std::size_t size)
{
    void* const memory = std::malloc(size);  // NOLINT(*no-malloc*): this is operator new
    if (memory == nullptr) {
        throw std::bad_alloc();
    }
    ++allocations;
    live += malloc_usable_size(memory);
    peak = std::max(peak.load(), live.load());
    return memory;
}

void release(void* memory) noexcept
{
    if (memory != nullptr) {
        live -= malloc_usable_size(memory);
        std::free(memory);  // NOLINT(*no-malloc*)
    }
}

}  // namespace

void* operator new(std::size_t size)
{
    return counted(size);
}
// What asks for this form gives the memory back by the plain one, so both must be ours.
void* operator new(std::size_t size, const std::nothrow_t& /*quietly*/) noexcept
{
    try {
        return counted(size);
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}
void operator delete(void* memory) noexcept
{
    release(memory);
}
void operator delete(void* memory, std::size_t /*size*/) noexcept
{
    release(memory);
}

using namespace redforge;
using namespace redforge::test;

namespace {

struct Cost {
    std::size_t memory{};       ///< bytes at the peak, above what was there
    std::size_t allocations{};
};

template <class Work>
Cost cost_of(Work work)
{
    peak = live.load();
    const std::size_t before = live;
    const std::size_t calls = allocations;
    work();
    return {peak - before, allocations - calls};
}

/// Reads, writes and checks the law; the numbers are those of reading alone.
Cost check_reading(const Bytes& bytes)
{
    const Cost cost = cost_of([&] { static_cast<void>(rgm::read_map(bytes)); });
    CHECK(breach_of_law_1(bytes) == "");
    return cost;
}

/// Twice the file may cost twice as much, and a little for the steps in which vectors grow.
void check_growth(const Cost& one, const Cost& two)
{
    CHECK(two.allocations <= 2 * one.allocations + 1000);
    CHECK(static_cast<double>(two.memory) <= 2.6 * static_cast<double>(one.memory));
}

TestFile tiny_sections(std::size_t count, bool distinct)
{
    TestFile file;
    for (std::size_t i = 0; i < count; ++i) {
        std::string tag = "AAAA";
        for (std::size_t digit = 0, rest = i; distinct && digit < 4; ++digit, rest /= 26) {
            tag[digit] = static_cast<char>('a' + rest % 26);
        }
        file.sections.push_back({tag, {}});
    }
    return file;
}

Bytes fast_bytes(const TestFile& file)
{
    Bytes out;
    for (const TestSection& section : file.sections) {
        append(out, text_bytes(section.tag));
        const auto size = static_cast<std::uint32_t>(section.payload.size());
        out.resize(out.size() + 4);
        store_be32(out.data() + out.size() - 4, size);
        append(out, section.payload);
    }
    append(out, file.end);
    return out;
}

/// A map of many actors that all have the header of the small map's one.
TestFile twins(std::size_t count)
{
    TestFile file = small_map();
    Bytes& rahd = file.find("RAHD")->payload;
    const Bytes one(rahd.begin() + 8, rahd.end());
    store_le(rahd.data(), static_cast<std::uint32_t>(count));
    rahd.resize(8);
    rahd.reserve(8 + count * one.size());
    for (std::size_t i = 0; i < count; ++i) {
        append(rahd, one);
    }
    return file;
}

}  // namespace

TEST_CASE("a hundred thousand sections of nothing")
{
    for (const bool distinct : {false, true}) {
        const Bytes half = fast_bytes(tiny_sections(50000, distinct));
        const Bytes whole = fast_bytes(tiny_sections(100000, distinct));
        const Cost one = check_reading(half);
        const Cost two = check_reading(whole);
        CAPTURE(distinct, two.memory, two.allocations);
        check_growth(one, two);
        // Eight bytes are a whole section, with its name, its place and the reason why it is kept as it is.
        CHECK(two.memory <= 64 * whole.size());
    }
}

TEST_CASE("twenty thousand actors that all claim the same data")
{
    const Bytes half = fast_bytes(twins(10000));
    const Bytes whole = fast_bytes(twins(20000));
    const Cost one = check_reading(half);
    const Cost two = check_reading(whole);
    CAPTURE(two.memory, two.allocations);
    check_growth(one, two);
    CHECK(two.memory <= 16 * whole.size());
}

TEST_CASE("actors with 65535 instances of nothing")
{
    TestFile file = twins(20000);
    Bytes& rahd = file.find("RAHD")->payload;
    for (std::size_t at = 8; at < rahd.size(); at += 165) {
        store_le(rahd.data() + at + 0x0D, std::uint16_t{65535});
        store_le(rahd.data() + at + 0x75, std::uint32_t{0});
    }
    const Bytes bytes = fast_bytes(file);
    const Cost cost = check_reading(bytes);
    CAPTURE(cost.memory);
    CHECK(cost.memory <= 16 * bytes.size());
}

TEST_CASE("counts of 0xFFFFFFFF reserve nothing")
{
    for (const std::string tag : {"RAHD", "MPOB", "MPRP", "MPSO", "MPSL", "MPSF", "MPMK", "WDNM"}) {
        TestFile file = small_map();
        file.find(tag)->payload.resize(std::max<std::size_t>(file.find(tag)->payload.size(), 4));
        store_le(file.find(tag)->payload.data(), 0xFFFFFFFFU);
        const Bytes bytes = file.bytes();
        const Cost cost = check_reading(bytes);
        CAPTURE(tag, cost.memory);
        CHECK(cost.memory <= 100000);
    }
    for (std::size_t at = 8; at < 8 + 165; ++at) {  // and every word of an actor's header
        TestFile file = small_map();
        Bytes& rahd = file.find("RAHD")->payload;
        for (std::size_t i = at; i < std::min<std::size_t>(at + 4, rahd.size()); ++i) {
            rahd[i] = std::byte{0xFF};
        }
        const Bytes bytes = file.bytes();
        const Cost cost = check_reading(bytes);
        CAPTURE(at, cost.memory);
        CHECK(cost.memory <= 200000);
    }
}

TEST_CASE("a walk map that promises more nodes than fit, a node more routes")
{
    TestFile file = small_map();
    store_le(file.find("WDNM")->payload.data() + 8, 0xFFFFFFFFU);
    CHECK(check_reading(file.bytes()).memory <= 100000);
    file = small_map();
    file.find("WDNM")->payload[4 + 28 + 11] = std::byte{0xFF};
    CHECK(check_reading(file.bytes()).memory <= 100000);
}

TEST_CASE("a hundred thousand strings that are all the same long one")
{
    TestFile file = twins(1);
    file.find("RAST")->payload = Bytes(200000, std::byte{'x'});
    file.find("RASB")->payload = Bytes(400000);
    store_le(file.find("RAHD")->payload.data() + 8 + 0x41, std::uint32_t{100000});
    const Bytes bytes = fast_bytes(file);
    const Cost cost = check_reading(bytes);
    CAPTURE(cost.memory);
    CHECK(cost.memory <= 40 * bytes.size());
}

TEST_CASE("hostile texts: memory stays a small multiple of theirs")
{
    std::string deep;
    for (int i = 0; i < 200000; ++i) {
        deep += "<a>";
    }
    CHECK(cost_of([&] { static_cast<void>(from_xml(deep)); }).memory <= 4 * deep.size());
    const std::string wide = "<map sections=\"" + std::string(10000000, 'x') + "\"/>";
    CHECK(cost_of([&] { static_cast<void>(from_xml(wide)); }).memory <= 8 * wide.size());
    std::string many = "<map><objects>";
    for (int i = 0; i < 100000; ++i) {
        many += "<object/>";
    }
    many += "</objects></map>";
    CHECK(cost_of([&] { static_cast<void>(from_xml(many)); }).memory <= 40 * many.size());
    const std::string bomb = "<!DOCTYPE map [<!ENTITY a \"" + std::string(1000, 'a') + "\">]><map/>";
    CHECK(cost_of([&] { static_cast<void>(from_xml(bomb)); }).memory <= 100000);
}
