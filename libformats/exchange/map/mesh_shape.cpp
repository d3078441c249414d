// Measures meshes.
#include "exchange/map/mesh_shape.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "exchange/gltf/gltf_error.hpp"
#include "scene/placement.hpp"

namespace redforge::exchange {
namespace {

/// Collects the corners of triangles.
class Measure {
public:
    void triangle(const DoubleTriple& a, const DoubleTriple& b, const DoubleTriple& c)
    {
        for (const DoubleTriple* const corner : {&a, &b, &c}) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                shape_.low[axis] = is_empty_ ? (*corner)[axis] : std::min(shape_.low[axis], (*corner)[axis]);
                shape_.high[axis] = is_empty_ ? (*corner)[axis] : std::max(shape_.high[axis], (*corner)[axis]);
            }
            is_empty_ = false;
        }
        const DoubleTriple normal =
            cross({b[0] - a[0], b[1] - a[1], b[2] - a[2]}, {c[0] - a[0], c[1] - a[1], c[2] - a[2]});
        shape_.area += std::sqrt(dot(normal, normal)) / 2;
    }
    [[nodiscard]] const MeshShape& shape() const { return shape_; }

private:
    MeshShape shape_;
    bool is_empty_{true};
};

}  // namespace

Result<MeshShape> shape_of(GltfReader& reader, std::uint32_t mesh)
{
    const std::string where = fmt::format("meshes[{}]", mesh);
    const nlohmann::json* const found = reader.find("meshes", mesh);
    const nlohmann::json* const primitives = found != nullptr ? find_member(*found, "primitives") : nullptr;
    if (primitives == nullptr || !primitives->is_array()) {
        return make_error(where, "does not exist or has no primitives", "is the file damaged?");
    }
    Measure measure;
    for (const nlohmann::json& primitive : *primitives) {
        const nlohmann::json* const attributes = find_member(primitive, "attributes");
        const std::optional<std::uint32_t> place =
            attributes != nullptr ? index_in(*attributes, "POSITION") : std::nullopt;
        if (!place) {
            return make_error(where, "has a primitive without positions", "is the file damaged?");
        }
        const Result<const std::vector<double>*> positions = reader.accessor(*place, 3);
        const std::optional<std::uint32_t> order = index_in(primitive, "indices");
        const Result<const std::vector<double>*> indices = order && positions ? reader.accessor(*order, 1) : nullptr;
        if (!positions || !indices) {
            return fail(positions ? indices.error() : positions.error());
        }
        const std::size_t count = (*positions)->size() / 3;
        const std::size_t corners = *indices != nullptr ? (*indices)->size() : count;
        for (std::size_t i = 0; i + 2 < corners; i += 3) {
            std::array<DoubleTriple, 3> triangle{};
            for (std::size_t k = 0; k < 3; ++k) {
                const double index = *indices != nullptr ? (**indices)[i + k] : static_cast<double>(i + k);
                if (!(index >= 0 && index < static_cast<double>(count))) {
                    return make_error(where, fmt::format("has an index of {}", index), fmt::format("below {}", count));
                }
                const double* const at = (*positions)->data() + 3 * static_cast<std::size_t>(index);
                triangle[k] = {at[0], at[1], at[2]};
            }
            measure.triangle(triangle[0], triangle[1], triangle[2]);
        }
    }
    return measure.shape();
}

MeshShape shape_of(const model::Mesh& mesh)
{
    const auto corner = [&](std::uint32_t vertex) -> DoubleTriple {
        const model::MeshVertex& at = mesh.vertices[vertex];
        const scene::Vec3 drawn = scene::model_to_view({at.x, at.y, at.z});
        return {static_cast<double>(drawn.x), static_cast<double>(drawn.y), static_cast<double>(drawn.z)};
    };
    Measure measure;
    for (const model::MeshTriangle& triangle : mesh.triangles) {
        measure.triangle(corner(triangle.a), corner(triangle.b), corner(triangle.c));
    }
    return measure.shape();
}

bool is_same_shape(const MeshShape& a, const MeshShape& b)
{
    constexpr double slack = 1e-4;
    double size = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        size = std::max({size, std::abs(a.low[axis]), std::abs(a.high[axis])});
    }
    const auto near = [&](double x, double y) { return std::abs(x - y) <= slack * (1 + size); };
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (!near(a.low[axis], b.low[axis]) || !near(a.high[axis], b.high[axis])) {
            return false;
        }
    }
    return std::abs(a.area - b.area) <= 10 * slack * (a.area + slack);
}

}  // namespace redforge::exchange
