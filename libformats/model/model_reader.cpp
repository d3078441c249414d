// Reader of models: tables, gaps, and a check that writing gives the same bytes.
#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "model/emit.hpp"
#include "model/model.hpp"
#include "model/table_reader.hpp"

namespace redforge::model {
namespace {

constexpr std::array<std::string_view, 4> versions{"v2.6", "v2.7", "v4.0", "v5.0"};

/// Removes computed values. Returns true if writing gives the same bytes.
bool make_canonical(Model& model, ByteView bytes)
{
    const Result<Plan> plan = plan_layout(model);
    if (!plan || plan->size != bytes.size()) {
        return false;
    }
    clear_computed(model, *plan);
    const Result<Plan> canonical = plan_layout(model);
    if (!canonical || canonical->size != bytes.size()) {
        return false;
    }
    const Bytes written = emit(model, *canonical);
    return std::memcmp(written.data(), bytes.data(), bytes.size()) == 0;
}

}  // namespace

bool is_model(ByteView bytes)
{
    return bytes.size() >= header_size && std::ranges::find(versions, as_text(bytes.first(4))) != versions.end();
}

Result<Model> read_model(ByteView bytes, RawFallbacks* kept)
{
    if (bytes.size() < header_size) {
        return fail({.code = ErrorCode::truncated,
                     .message = fmt::format("{} bytes", bytes.size()),
                     .offset = bytes.size(),
                     .hint = "a model begins with a header of 64 bytes"});
    }
    if (!is_model(bytes)) {
        return fail({.code = ErrorCode::malformed,
                     .message = fmt::format("begins with {:02X} {:02X} {:02X} {:02X}", std::to_integer<int>(bytes[0]),
                                            std::to_integer<int>(bytes[1]), std::to_integer<int>(bytes[2]),
                                            std::to_integer<int>(bytes[3])),
                     .offset = 0,
                     .field = "version",
                     .hint = fmt::format("a model begins with {}, {}, {} or {}", versions[0], versions[1], versions[2],
                                         versions[3])});
    }
    if (bytes.size() > 0xFFFFFFFFU) {
        return fail({.code = ErrorCode::out_of_range,
                     .message = fmt::format("{} bytes", bytes.size()),
                     .hint = "the limit is 4 GiB: offsets have 32 bits"});
    }
    RawFallbacks parts;
    Model model = read_tables(bytes, &parts);
    if (!make_canonical(model, bytes)) {
        parts.clear();
        model = read_as_gap(bytes, &parts);
        make_canonical(model, bytes);
    }
    if (kept != nullptr) {
        kept->insert(kept->end(), parts.begin(), parts.end());
    }
    return model;
}

}  // namespace redforge::model
