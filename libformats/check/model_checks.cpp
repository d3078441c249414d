// Checks of models.
#include <algorithm>

#include <fmt/format.h>

#include "check/check.hpp"
#include "check/map_nodes.hpp"
#include "core/text/counts.hpp"
#include "model/model.hpp"
#include "model/rob.hpp"

namespace redforge::check {
namespace {

void find_missing_vertices(Report& report, const model::Model& model, const edit::NodePath& node)
{
    for (std::size_t i = 0; i < model.faces.size(); ++i) {
        const auto& vertices = model.faces[i].vertices;
        const auto missing =
            std::ranges::find_if(vertices, [&](std::uint32_t vertex) { return vertex >= model.vertices.size(); });
        // Without a vertex table, the vertices are in a gap.
        if (missing != vertices.end() && model.missing.vertices == 0) {
            report.add({.node = node_below(report.root(), node, "faces", i),
                        .member = "vertices",
                        .message = fmt::format("has vertex {}; the model has {}", *missing,
                                               plural(model.vertices.size(), "vertex", "vertices"))});
        }
    }
}

void find_in_model(Report& report)
{
    find_missing_vertices(report, report.root_as<model::Model>(), {});
}

void find_in_archive(Report& report)
{
    const auto& segments = report.root_as<model::Rob>().segments;
    for (std::size_t i = 0; i < segments.size(); ++i) {
        if (segments[i].model) {
            const edit::NodePath segment = node_below(report.root(), {}, "segments", i);
            find_missing_vertices(report, *segments[i].model, node_below(report.root(), segment, "model", 0));
        }
    }
}

constexpr std::string_view vertex_title = "A face with a vertex that does not exist";
constexpr std::string_view vertex_doc =
    "A face refers to its vertices by their positions in the list of vertices. The game reads other bytes as the "
    "position of the missing vertex.";

}  // namespace

std::span<const Check> model_checks()
{
    static constexpr Check rows[]{
        {"face-vertex", Severity::error, vertex_title, vertex_doc, "model", "", &find_in_model},
        {"archive-face-vertex", Severity::error, vertex_title, vertex_doc, "rob", "", &find_in_archive},
    };
    return rows;
}

}  // namespace redforge::check
