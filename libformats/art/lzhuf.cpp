// Packs and unpacks LZHUF.
#include "art/lzhuf.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace redforge::art {
namespace {

constexpr std::size_t window_size = 4096;
constexpr std::size_t longest_match = 60;
constexpr std::size_t shortest_match = 3;
constexpr std::size_t byte_symbols = 256;
constexpr std::size_t symbols = byte_symbols + longest_match - shortest_match + 1;
constexpr std::size_t nodes = 2 * symbols - 1;
constexpr std::size_t root_node = nodes - 1;
constexpr std::uint32_t max_weight = 0x8000;
constexpr std::byte blank{0x20};
constexpr unsigned low_bits = 6;  // low bits of a distance, which are not Huffman-coded
/// Limit for packing: a decoder starts to fill its window `longest_match` bytes before the end, and the bytes from
/// there to the end are uninitialised. A stream must not refer to them.
constexpr std::size_t max_distance = window_size - longest_match;
constexpr std::size_t max_chain = 256;  // maximum number of positions that are compared to find a match

/// Number of distance codes (for the upper 6 bits of a distance) with a length of 3, 4, 5, 6, 7 and 8 bits.
constexpr std::array<unsigned, 6> codes_of_length{1, 3, 8, 12, 24, 16};
constexpr unsigned shortest_code = 3;
constexpr unsigned max_code = 8;

struct DistanceCode {
    std::uint8_t code{};  ///< code bits, starting at the highest bit
    std::uint8_t length{};
};

constexpr std::array<DistanceCode, 64> distance_codes = [] {
    std::array<DistanceCode, 64> codes{};
    std::size_t number = 0;
    unsigned next = 0;
    for (unsigned length = shortest_code; length <= max_code; ++length) {
        for (unsigned i = 0; i < codes_of_length[length - shortest_code]; ++i) {
            codes[number++] = {static_cast<std::uint8_t>(next), static_cast<std::uint8_t>(length)};
            next += 1U << (max_code - length);
        }
    }
    return codes;
}();

/// Maps the next 8 bits of the stream to the distance code that they start with.
constexpr std::array<std::uint8_t, 256> distance_of_bits = [] {
    std::array<std::uint8_t, 256> numbers{};
    for (std::size_t i = 0; i < distance_codes.size(); ++i) {
        const std::size_t width = std::size_t{1} << (max_code - distance_codes[i].length);
        for (std::size_t bits = 0; bits < width; ++bits) {
            numbers[distance_codes[i].code + bits] = static_cast<std::uint8_t>(i);
        }
    }
    return numbers;
}();

/// The adaptive Huffman tree. Nodes are sorted by ascending weight. Packing and unpacking update it in the same way
/// after each symbol.
class Tree {
public:
    Tree()
    {
        for (std::size_t i = 0; i < symbols; ++i) {
            weight_[i] = 1;
            set_child(i, i + nodes);
        }
        for (std::size_t i = 0, node = symbols; node < nodes; i += 2, ++node) {
            weight_[node] = weight_[i] + weight_[i + 1];
            set_child(node, i);
        }
        weight_[nodes] = 0xFFFFFFFF;  // heavier than all
        parent_[root_node] = 0;
    }

    /// Returns the first child of a node; the second child is the next node. Leaves are `nodes` plus their symbol.
    [[nodiscard]] std::size_t child(std::size_t node) const { return child_[node]; }
    [[nodiscard]] std::size_t parent(std::size_t node) const { return parent_[node]; }

    /// Adds 1 to the weight of a symbol and restores the order of the nodes.
    void count(std::size_t symbol)
    {
        if (weight_[root_node] == max_weight) {
            halve();
        }
        for (std::size_t node = parent_[symbol + nodes];; node = parent_[node]) {
            const std::uint32_t weight = ++weight_[node];
            if (weight > weight_[node + 1]) {  // swap it with the last node that is lighter now
                std::size_t last = node + 1;
                while (weight > weight_[last + 1]) {
                    ++last;
                }
                std::swap(weight_[node], weight_[last]);
                const std::size_t moved = child_[node];
                const std::size_t other = child_[last];
                set_child(last, moved);
                set_child(node, other);
                node = last;
            }
            if (node == root_node) {
                return;
            }
        }
    }

private:
    void set_child(std::size_t node, std::size_t child)
    {
        child_[node] = static_cast<std::uint16_t>(child);
        parent_[child] = static_cast<std::uint16_t>(node);
        if (child < nodes) {
            parent_[child + 1] = static_cast<std::uint16_t>(node);
        }
    }

    /// Rebuilds the tree with half the weights.
    void halve()
    {
        std::size_t leaf = 0;
        for (std::size_t i = 0; i < nodes; ++i) {
            if (child_[i] >= nodes) {
                weight_[leaf] = (weight_[i] + 1) / 2;
                child_[leaf++] = child_[i];
            }
        }
        for (std::size_t i = 0, node = symbols; node < nodes; i += 2, ++node) {
            const std::uint32_t weight = weight_[i] + weight_[i + 1];
            std::size_t at = node;  // before the nodes that are heavier
            for (; weight < weight_[at - 1]; --at) {
                weight_[at] = weight_[at - 1];
                child_[at] = child_[at - 1];
            }
            weight_[at] = weight;
            child_[at] = static_cast<std::uint16_t>(i);
        }
        for (std::size_t i = 0; i < nodes; ++i) {
            set_child(i, child_[i]);
        }
    }

    std::array<std::uint32_t, nodes + 1> weight_{};
    std::array<std::uint16_t, nodes> child_{};
    std::array<std::uint16_t, nodes + symbols> parent_{};
};

class Bits {
public:
    explicit Bits(ByteView bytes) : bytes_(bytes) {}

    unsigned next()
    {
        const std::size_t byte = at_ / 8;
        const unsigned bit = byte < bytes_.size() ? std::to_integer<unsigned>(bytes_[byte]) >> (7 - at_ % 8) & 1U : 0;
        ++at_;
        return bit;
    }
    unsigned next(unsigned count)
    {
        unsigned bits = 0;
        for (unsigned i = 0; i < count; ++i) {
            bits = bits << 1U | next();
        }
        return bits;
    }
    [[nodiscard]] bool is_past_end() const { return at_ > 8 * bytes_.size(); }

private:
    ByteView bytes_;
    std::size_t at_{};
};

class BitSink {
public:
    void put(unsigned bits, unsigned count)
    {
        for (unsigned i = count; i-- > 0;) {
            if (used_ == 0) {
                bytes.push_back(std::byte{});
            }
            bytes.back() |= static_cast<std::byte>((bits >> i & 1U) << (7 - used_));
            used_ = (used_ + 1) % 8;
        }
    }

    Bytes bytes;

private:
    unsigned used_{};  ///< bits of the last byte, 0 for none or all
};

unsigned read_distance(Bits& bits)
{
    unsigned code = bits.next(shortest_code) << (max_code - shortest_code);
    unsigned length = shortest_code;
    while (distance_codes[distance_of_bits[code]].length > length) {
        ++length;
        code |= bits.next() << (max_code - length);
    }
    return static_cast<unsigned>(distance_of_bits[code]) << low_bits | bits.next(low_bits);
}

/// Finds earlier occurrences of the next bytes, by a hash of the first three bytes.
class Matches {
public:
    explicit Matches(ByteView bytes) : bytes_(bytes), before_(bytes.size(), none), last_(std::size_t{1} << 15U, none) {}

    struct Match {
        std::size_t length{};
        std::size_t distance{};
    };

    [[nodiscard]] Match find(std::size_t at) const
    {
        Match best;
        const std::size_t most = std::min(longest_match, bytes_.size() - at);
        if (most < shortest_match) {
            return best;
        }
        std::size_t tries = max_chain;
        for (std::uint32_t place = last_[key(at)]; place != none && at - place <= max_distance && tries > 0;
             place = before_[place], --tries) {
            std::size_t length = 0;
            while (length < most && bytes_[place + length] == bytes_[at + length]) {
                ++length;
            }
            if (length > best.length) {
                best = {length, at - place};
                if (length == most) {
                    break;
                }
            }
        }
        return best;
    }

    void add(std::size_t at)
    {
        if (at + shortest_match <= bytes_.size()) {
            std::uint32_t& last = last_[key(at)];
            before_[at] = last;
            last = static_cast<std::uint32_t>(at);
        }
    }

private:
    static constexpr std::uint32_t none = 0xFFFFFFFF;

    [[nodiscard]] std::size_t key(std::size_t at) const
    {
        const auto byte = [&](std::size_t i) { return std::to_integer<std::uint32_t>(bytes_[at + i]); };
        return ((byte(0) << 16U | byte(1) << 8U | byte(2)) * 2654435761U) >> 17U;
    }

    ByteView bytes_;
    std::vector<std::uint32_t> before_;
    std::vector<std::uint32_t> last_;
};

}  // namespace

std::optional<Bytes> unpack_lzhuf(ByteView packed, std::size_t size)
{
    if (size / max_lzhuf_ratio > packed.size()) {
        return std::nullopt;
    }
    Bits bits(packed);
    Tree tree;
    Bytes out;
    while (out.size() < size) {
        std::size_t node = tree.child(root_node);
        while (node < nodes) {
            node = tree.child(node + bits.next());
        }
        const std::size_t symbol = node - nodes;
        tree.count(symbol);
        if (symbol < byte_symbols) {
            out.push_back(static_cast<std::byte>(symbol));
        } else {
            const std::size_t distance = read_distance(bits) + std::size_t{1};
            const std::size_t length = std::min(symbol - byte_symbols + shortest_match, size - out.size());
            for (std::size_t i = 0; i < length; ++i) {
                out.push_back(distance <= out.size() ? out[out.size() - distance] : blank);
            }
        }
        if (bits.is_past_end()) {
            return std::nullopt;
        }
    }
    return out;
}

Bytes pack_lzhuf(ByteView bytes)
{
    BitSink sink;
    Tree tree;
    Matches matches(bytes);
    std::vector<unsigned> path;
    for (std::size_t at = 0; at < bytes.size();) {
        const Matches::Match match = matches.find(at);
        const bool is_match = match.length >= shortest_match;
        const std::size_t symbol =
            is_match ? byte_symbols + match.length - shortest_match : std::to_integer<std::size_t>(bytes[at]);
        path.clear();
        for (std::size_t node = tree.parent(symbol + nodes); node != root_node; node = tree.parent(node)) {
            path.push_back(node % 2);
        }
        for (std::size_t i = path.size(); i-- > 0;) {
            sink.put(path[i], 1);
        }
        tree.count(symbol);
        if (is_match) {
            const auto distance = static_cast<unsigned>(match.distance - 1);
            const DistanceCode code = distance_codes[distance >> low_bits];
            sink.put(static_cast<unsigned>(code.code) >> (max_code - code.length), code.length);
            sink.put(distance & ((1U << low_bits) - 1), low_bits);
        }
        for (const std::size_t end = at + (is_match ? match.length : 1); at < end; ++at) {
            matches.add(at);
        }
    }
    return std::move(sink.bytes);
}

}  // namespace redforge::art
