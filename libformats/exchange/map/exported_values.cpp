// Stores and compares the values of exported records.
#include "exchange/map/exported_values.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "core/bytes/fingerprint.hpp"
#include "core/record/leaf.hpp"

namespace redforge::exchange {
namespace {

std::int32_t& raw_value(std::int32_t& value)
{
    return value;
}
std::int32_t& raw_value(rgm::Fixed8& value)
{
    return value.raw;
}

/// Calls `take` with a reference to each value of a record that a scene can change.
template <class Record, class Take>
void for_each_value(Record& record, const Take& take)
{
    for (auto* const part : {&record.position.x, &record.position.y, &record.position.z}) {
        take(raw_value(*part));
    }
    if constexpr (std::is_same_v<Record, rgm::Object>) {
        for (std::int32_t* const angle : {&record.angle.x, &record.angle.y, &record.angle.z}) {
            take(*angle);
        }
    } else if constexpr (std::is_same_v<Record, rgm::StaticObject>) {
        for (std::int32_t& part : record.rotation_matrix) {
            take(part);
        }
    } else if constexpr (std::is_same_v<Record, rgm::Light>) {
        for (std::int16_t* const part : {&record.radius, &record.intensity, &record.red, &record.green, &record.blue}) {
            take(*part);
        }
    }
}

std::string short_text(const Fingerprint& fingerprint)
{
    return fmt::format("{} {:016x}", fingerprint.size, fingerprint.first);
}

}  // namespace

std::string exported_values(const rgm::Map& map, scene::RecordRef record)
{
    return with_list(map, record.first, [&](const auto& records) {
        std::string text;
        auto copy = records[record.second];
        for_each_value(copy, [&](const auto& value) { text += fmt::format("{}{}", text.empty() ? "" : " ", value); });
        return text;
    });
}

bool set_exported_values(rgm::Map& map, scene::RecordRef record, std::string_view text)
{
    return with_list(map, record.first, [&](auto& records) {
        auto changed = records[record.second];
        bool fits = true;
        for_each_value(changed, [&](auto& value) {
            using Limits = std::numeric_limits<std::remove_reference_t<decltype(value)>>;
            std::int64_t number = 0;
            fits = parse_integer(next_word(text), Limits::min(), Limits::max(), number) && fits;
            value = static_cast<std::remove_reference_t<decltype(value)>>(number);
        });
        fits = fits && next_word(text).empty();
        if (fits) {
            records[record.second] = changed;
        }
        return fits;
    });
}

std::string ids_fingerprint(const scene::Scene& scene, scene::Kind kind)
{
    Fingerprinter ids;
    for (const scene::SceneMarker& marker : scene.markers) {
        if (marker.kind == kind) {
            ids.add(std::as_bytes(std::span(&marker.id, 1)));
        }
    }
    return short_text(ids.result());
}

std::string terrain_fingerprint(const model::Mesh& mesh)
{
    Fingerprinter places;
    for (const model::MeshVertex& vertex : mesh.vertices) {
        const std::array place{vertex.x, vertex.y, vertex.z};
        places.add(std::as_bytes(std::span(place)));
    }
    return short_text(places.result());
}

}  // namespace redforge::exchange
