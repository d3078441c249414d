// Writer of models. A document with overrides is read back and compared.
#include <algorithm>

#include <fmt/format.h>

#include "model/check.hpp"
#include "model/difference.hpp"
#include "model/emit.hpp"
#include "model/model.hpp"

namespace redforge::model {
namespace {

/// Removes given tables that are all 0, because missing tables are 0 too.
void drop_zeros(Model& model)
{
    const auto drop = [](auto& frame) {
        for (Bytes* const bytes : {&frame.packed_normals, &frame.face_data}) {
            if (std::ranges::all_of(*bytes, [](std::byte value) { return value == std::byte{}; })) {
                bytes->clear();
            }
        }
    };
    drop(model.base_frame);
    std::ranges::for_each(model.frames, drop);
}

/// Removes given face normals that equal the computed normals.
void drop_computed_normals(Model& model, Family family)
{
    const std::vector<Corners> corners = first_corners(model.faces, model.vertices.size());
    const std::vector<Vector> normals = computed_normals(model, family, corners);
    for (std::size_t i = 0; i < normals.size(); ++i) {
        model.faces[i].normal.clear_if_equal({normals[i].x, normals[i].y, normals[i].z});
    }
}

/// Removes given top bits that follow from the rule.
void clear_implied_top_bits(Model& model, const Model& back)
{
    for (std::size_t i = 0; i < std::min(model.frames.size(), back.frames.size()); ++i) {
        std::optional<std::vector<std::uint8_t>>& given = model.frames[i].top_bits.stored;
        if (given && given->size() == model.faces.size() && !back.frames[i].top_bits.stored) {
            given.reset();
        }
    }
}

Status compare_with_written(const Model& model, const Plan& plan, const Bytes& bytes)
{
    const Result<Model> back = read_model(bytes);
    if (!back) {
        return fail(back.error());
    }
    Model plain = model;
    clear_computed(plain, plan);
    drop_computed_normals(plain, plan.shape.family);
    drop_zeros(plain);
    clear_implied_top_bits(plain, *back);
    return check_same(plain, *back, "leave out computed values, or correct the given offsets, gaps and counts");
}

}  // namespace

Result<Bytes> write_model(const Model& model)
{
    if (const Status good = check_model(model); !good) {
        return fail(good.error());
    }
    const Result<Plan> plan = plan_layout(model);
    if (!plan) {
        return fail(plan.error());
    }
    Bytes bytes = emit(model, *plan);
    if (has_overrides(model, plan->shape)) {
        if (const Status same = compare_with_written(model, *plan, bytes); !same) {
            return fail(same.error());
        }
    }
    return bytes;
}

}  // namespace redforge::model
