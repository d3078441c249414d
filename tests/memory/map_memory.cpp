// Hostile maps: memory and work are in proportion to the file, not to the numbers in it.
#include <catch2/catch.hpp>

#include "core/file_fixture.hpp"
#include "edit/document/document.hpp"
#include "edit/document/verify.hpp"
#include "memory/cost.hpp"
#include "rgm/map.hpp"
#include "support/laws.hpp"
#include "support/map_file.hpp"

using namespace redforge;
using namespace redforge::test;

namespace {

/// Reads and writes a map and checks the law. Returns the cost of reading only.
Cost check_reading(const Bytes& bytes)
{
    const Cost cost = cost_of([&] { static_cast<void>(rgm::read_map(bytes)); });
    CHECK(law_1_violation(bytes) == "");
    return cost;
}

/// Checks that a file of twice the size costs at most twice as much, plus some growth of vectors.
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

/// Returns a map of many actors with the header of the small map's actor.
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

TEST_CASE("memory: stays small for a hundred thousand empty sections")
{
    for (const bool distinct : {false, true}) {
        const Bytes half = fast_bytes(tiny_sections(50000, distinct));
        const Bytes whole = fast_bytes(tiny_sections(100000, distinct));
        const Cost one = check_reading(half);
        const Cost two = check_reading(whole);
        CAPTURE(distinct, two.memory, two.allocations);
        check_growth(one, two);
        // A section of eight bytes gets a name, a position and the reason why it stays bytes.
        CHECK(two.memory <= 64 * whole.size());
    }
}

TEST_CASE("memory: stays small for twenty thousand actors that share data")
{
    const Bytes half = fast_bytes(twins(10000));
    const Bytes whole = fast_bytes(twins(20000));
    const Cost one = check_reading(half);
    const Cost two = check_reading(whole);
    CAPTURE(two.memory, two.allocations);
    check_growth(one, two);
    CHECK(two.memory <= 16 * whole.size());
}

TEST_CASE("memory: stays small for actors with 65535 empty instances")
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

TEST_CASE("memory: counts of 0xFFFFFFFF reserve nothing")
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

TEST_CASE("memory: stays small for wrong counts of walk nodes and routes")
{
    TestFile file = small_map();
    store_le(file.find("WDNM")->payload.data() + 8, 0xFFFFFFFFU);
    CHECK(check_reading(file.bytes()).memory <= 100000);
    file = small_map();
    file.find("WDNM")->payload[4 + 28 + 11] = std::byte{0xFF};
    CHECK(check_reading(file.bytes()).memory <= 100000);
}

TEST_CASE("memory: stays small for a hundred thousand equal long strings")
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

TEST_CASE("memory: keeps too many variables as bytes, because their text could be short")
{
    // One actor, 65535 instances of 17 variables: 4456380 bytes, and the limit is 4194304.
    TestFile file = twins(1);
    Bytes& rahd = file.find("RAHD")->payload;
    store_le(rahd.data() + 8 + 0x0D, std::uint16_t{65535});
    store_le(rahd.data() + 8 + 0x75, std::uint32_t{17});
    store_le(rahd.data() + 8 + 0x79, std::uint32_t{68});
    file.find("RAVA")->payload = Bytes(4 + std::size_t{65535} * 17 * 4);
    const Bytes bytes = fast_bytes(file);
    CHECK(check_reading(bytes).memory <= 4 * bytes.size());
    RawFallbacks kept;
    static_cast<void>(rgm::read_map(bytes, &kept));
    REQUIRE(kept.size() == 1);
    CHECK(kept[0].place == "RAVA");
    CHECK(kept[0].reason == "4456380 bytes of variables, more than 4194304");
}

namespace {

/// Returns the small map with many records in one section, each with `width` bytes of 1.
Bytes map_of_many(const std::string& tag, std::size_t width, std::size_t count)
{
    TestFile file = small_map();
    Bytes& payload = file.find(tag)->payload;
    payload.assign(4 + count * width, std::byte{1});
    store_le(payload.data(), static_cast<std::uint32_t>(count));
    return fast_bytes(file);
}

}  // namespace

TEST_CASE("memory: verifying or listing a large map takes a small multiple of its size")
{
    const TempFolder folder;
    // Records are up to twice as large in memory as in the file, lists have spare capacity, and verifying reads the
    // written bytes again.
    const std::vector<std::pair<std::string, std::size_t>> widths{{"MPSO", 66},
                                                                  {"MPSF", 24},
                                                                  {"MPSL", 42},
                                                                  {"MPMK", 13}};
    for (const auto& [tag, width] : widths) {
        const Bytes bytes = map_of_many(tag, width, 100000);
        put(folder / "many.RGM", std::string(as_text(bytes)));
        edit::VerifyResult result;
        const Cost verified = cost_of([&] { result = edit::verify({folder / "many.RGM", false}); });
        CHECK(result.status == edit::VerifyResult::Status::ok);
        const Cost loaded = cost_of([&] { CHECK(edit::load(folder / "many.RGM").has_value()); });
        CAPTURE(tag, bytes.size(), verified.memory, loaded.memory);
        CHECK(verified.memory <= 10 * bytes.size());
        CHECK(loaded.memory <= 5 * bytes.size());
    }
}

TEST_CASE("memory: reads only the beginning of an unknown file")
{
    const TempFolder folder;
    put(folder / "zeros", std::string(10000000, '\0'));
    const Cost cost = cost_of([&] { CHECK_FALSE(edit::load(folder / "zeros").has_value()); });
    CHECK(cost.memory <= 100000);
    edit::VerifyResult result;
    const Cost verified = cost_of([&] { result = edit::verify({folder / "zeros", true}); });
    CHECK(result.status == edit::VerifyResult::Status::unknown);
    CHECK(result.size == 10000000);
    CHECK(verified.memory <= 100000);
}
