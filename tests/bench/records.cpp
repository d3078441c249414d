// Reading and writing records by their description, relative to copying the bytes.
#include <array>
#include <cstring>

#include "bench/measure.hpp"
#include "core/record/binary.hpp"
#include "rgm/object.hpp"
#include "support/random.hpp"

namespace redforge::bench {

void measure_records(Figures& figures)
{
    constexpr std::size_t count = 100000;
    constexpr std::size_t width = wire_size<rgm::Object>();
    static_assert(width == 66);
    test::Random random(1);
    Bytes bytes(count * width);
    for (std::byte& b : bytes) {
        b = static_cast<std::byte>(random.bits());
    }
    // A table of a file is read once, with cold caches. So each round uses the next of many copies, far more than the
    // caches hold. The result with warm caches is also printed.
    struct Copy {
        Bytes bytes;
        Bytes copy;
        Bytes written;
        std::vector<rgm::Object> records;
    };
    std::vector<Copy> copies(16, {bytes, Bytes(bytes.size()), Bytes(bytes.size()), std::vector<rgm::Object>(count)});
    const auto measure = [&](std::size_t used) {
        std::array<std::size_t, 3> turn{};
        const auto next = [&](std::size_t work) -> Copy& { return copies[turn[work]++ % used]; };
        return median_seconds(161, {
                                       [&] {
                                           Copy& c = next(0);
                                           std::memcpy(c.copy.data(), c.bytes.data(), c.bytes.size());
                                           keep(c.copy);
                                       },
                                       [&] {
                                           Copy& c = next(1);
                                           read_table(c.bytes.data(), std::span<rgm::Object>(c.records));
                                           keep(c.records);
                                       },
                                       [&] {
                                           Copy& c = next(2);
                                           write_table(c.written.data(), std::span<const rgm::Object>(c.records));
                                           keep(c.written);
                                       },
                                   });
    };
    const std::vector<double> times = measure(copies.size());
    const std::vector<double> warm = measure(1);
    const Bytes& written = copies.front().written;
    std::vector<rgm::Object>& records = copies.front().records;
    if (written != bytes) {
        figures.push_back({"records: the same bytes", "no", "yes", "", false});
    }
    figures.push_back(plain("100,000 x 66 bytes: read, against memcpy", times[1] / times[0], "x"));
    figures.push_back(plain("100,000 x 66 bytes: write, against memcpy", times[2] / times[0], "x"));
    figures.push_back(plain("  memcpy of the same bytes", static_cast<double>(bytes.size()) / times[0] / 1e9, "GB/s"));
    figures.push_back(plain("  the same within the caches: read", warm[1] / warm[0], "x"));
    figures.push_back(plain("  the same within the caches: write", warm[2] / warm[0], "x"));
    const std::size_t memory = records.size() * sizeof(rgm::Object);
    figures.push_back(plain("  a record in memory", static_cast<double>(memory) / static_cast<double>(count), "bytes"));
}

}  // namespace redforge::bench
