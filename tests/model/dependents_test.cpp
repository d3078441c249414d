// Values that edits of a model's geometry update: clusters, normals, radius; computed by hand.
#include <cmath>
#include <filesystem>

#include <catch2/catch.hpp>

#include "edit/patch/edits.hpp"
#include "model/clusters.hpp"
#include "model/gradients.hpp"
#include "model/model.hpp"
#include "support/samples.hpp"

using namespace redforge;
using namespace redforge::model;

namespace {

Face quad(std::uint32_t first)
{
    Face face;
    face.vertices = {first, first + 1, first + 2, first + 3};
    face.u = {0, 16, 0, -16};
    face.v = {0, 0, 16, 0};
    face.slots = face.vertices;
    return face;
}

/// Returns two distant squares of 4 units. The stored cluster of the second differs from the computed one.
edit::Document two_squares()
{
    Model model;
    model.version = Text{"v5.0"};
    model.base_frame.type = 0;
    model.faces = {quad(0), quad(4)};
    model.vertices = {{0, 0, 0},    {1024, 0, 0},    {1024, 1024, 0},    {0, 1024, 0},
                      {9000, 0, 0}, {9000, 1024, 0}, {9000, 1024, 1024}, {9000, 0, 1024}};
    model.clusters.resize(2);
    model.clusters[0].faces = {0};
    fit_cluster(model, model.clusters[0]);
    model.clusters[1].faces = {1};
    model.clusters[1].radius = 7;
    edit::Document document(*edit::find_format("model"), std::make_shared<Model>(model));
    return document;
}

const Model& model_in(edit::Document& document)
{
    return *edit::get_if<Model>(document);
}

edit::Document edited_squares(std::string edits)
{
    edit::Document document = two_squares();
    const Result<XmlDocument> parsed = XmlDocument::parse("<edits>" + std::move(edits) + "</edits>", "edits.xml");
    const Result<edit::EditLog> changes = edit::apply(document, parsed.value(), {});
    INFO((changes ? "" : describe(changes.error())));
    CHECK(changes);
    CHECK(document.write());
    return document;
}

}  // namespace

TEST_CASE("dependents: a cluster encloses its faces like in the original models", "[model]")
{
    edit::Document document = two_squares();
    const Cluster& cluster = model_in(document).clusters[0];
    // The centre of the square; half its diagonal, 724.08; (512, 512, 256) x sqrt 2 / 724.08.
    CHECK(cluster.x == 512);
    CHECK(cluster.y == 512);
    CHECK(cluster.z == 0);
    CHECK(cluster.radius == 724);
    CHECK(cluster.extent[0].value == Approx(1));
    CHECK(cluster.extent[1].value == Approx(1));
    CHECK(cluster.extent[2].value == Approx(0.5));
}

TEST_CASE("dependents: moving a vertex updates the clusters of its faces only", "[model]")
{
    edit::Document document = edited_squares("<set path=\"vertices[2].x\" value=\"2048\"/>");
    const std::vector<Cluster>& clusters = model_in(document).clusters;
    REQUIRE(clusters.size() == 2);
    CHECK(clusters[0].x == 1024);
    CHECK(clusters[0].y == 512);
    CHECK(clusters[0].radius == 1144);  // sqrt(1024^2 + 512^2) = 1144.87
    CHECK(clusters[0].extent[0].value == Approx(1024 * std::sqrt(2.0) / 1144.8668));
    CHECK(clusters[0].extent[2].value == Approx(256 * std::sqrt(2.0) / 1144.8668));
    CHECK(clusters[1].radius == 7);
    CHECK(clusters[1].x == 0);
}

TEST_CASE("dependents: other edits leave all clusters unchanged", "[model]")
{
    edit::Document document = edited_squares("<set path=\"faces[1].shade\" value=\"15\"/>");
    CHECK(model_in(document).clusters[1].radius == 7);
}

TEST_CASE("dependents: removing a face updates its cluster, and renumbers later faces", "[model]")
{
    edit::Document document = edited_squares("<remove path=\"faces[0]\"/>");
    const std::vector<Cluster>& clusters = model_in(document).clusters;
    REQUIRE(clusters.size() == 1);
    CHECK(clusters[0].faces == std::vector<std::uint16_t>{0});
    CHECK(clusters[0].radius == 7);
}

TEST_CASE("dependents: an added face gets its own cluster", "[model]")
{
    edit::Document document = edited_squares("<duplicate path=\"faces[0]\"/>");
    const std::vector<Cluster>& clusters = model_in(document).clusters;
    REQUIRE(clusters.size() == 3);
    CHECK(clusters[0].faces == std::vector<std::uint16_t>{0});
    CHECK(clusters[1].faces == std::vector<std::uint16_t>{2});
    CHECK(clusters[1].radius == 7);
    CHECK(clusters[2].faces == std::vector<std::uint16_t>{1});
    CHECK(clusters[2].radius == 724);
}

TEST_CASE("dependents: moving geometry clears its stored normals and the radius", "[model]")
{
    edit::Document document = two_squares();
    Model& model = *edit::get_if<Model>(document);
    model.faces[0].normal = std::array<std::int32_t, 3>{1, 2, 3};
    model.faces[1].normal = std::array<std::int32_t, 3>{4, 5, 6};
    model.vertex_normals = {{.slot = 1, .x = {0.5F}, .y = {}, .z = {}}, {.slot = 5, .x = {0.5F}, .y = {}, .z = {}}};
    model.header.radius = 99;
    model.frames.emplace_back().normals = {{.face = 0}, {.face = 1}};
    REQUIRE(edit::set(document, "faces[0].shade", "6", 1));
    CHECK(model_in(document).frames[0].normals.size() == 2);
    CHECK(model_in(document).header.radius.stored == 99U);
    CHECK(model_in(document).faces[0].normal.stored.has_value());
    REQUIRE(edit::set(document, "vertices[0].z", "-64", 1));
    CHECK_FALSE(model_in(document).header.radius.stored);
    CHECK_FALSE(model_in(document).faces[0].normal.stored);
    CHECK(model_in(document).faces[1].normal.stored == std::array<std::int32_t, 3>{4, 5, 6});
    REQUIRE(model_in(document).vertex_normals.size() == 1);
    CHECK(model_in(document).vertex_normals[0].slot == 5);
    REQUIRE(model_in(document).frames[0].normals.size() == 1);
    CHECK(model_in(document).frames[0].normals[0].face == 1);
}

TEST_CASE("dependents: moving a vertex rebuilds the grid of a v2 model", "[model]")
{
    edit::Document document = two_squares();
    Model& model = *edit::get_if<Model>(document);
    model.version = Text{"v2.7"};
    for (Face& face : model.faces) {
        face.slots = {};
    }
    model.clusters = grid_clusters(model);
    REQUIRE(model.clusters.size() == 1);
    CHECK(model.clusters[0].x == 4500);
    CHECK(model.clusters[0].radius == 24560);  // 20480 x 307 / 256
    CHECK(model.clusters[0].faces == std::vector<std::uint16_t>{1, 0});
    // Length 60,000 and cells of 20480 x sqrt 2 = 28,963 give three cells. The first is 10,000 from the end.
    REQUIRE(edit::set(document, "vertices[5].x", "60000", 1));
    const std::vector<Cluster>& clusters = model_in(document).clusters;
    REQUIRE(clusters.size() == 3);
    CHECK(clusters[0].x == 10'000);
    CHECK(clusters[1].x == 38'963);
    CHECK(clusters[0].faces == std::vector<std::uint16_t>{1, 0});
    CHECK(clusters[2].faces == std::vector<std::uint16_t>{1});
}

TEST_CASE("dependents: the grid has a cell for each 28,963 units, X first, then Y", "[model]")
{
    Model model;
    model.version = Text{"v2.7"};
    for (const std::int32_t x : {-30000, 30000}) {
        for (const std::int32_t y : {-15000, 15000}) {
            for (const std::int32_t z : {-20000, 20000}) {
                model.vertices.push_back({x, y, z});
            }
        }
    }
    model.faces.resize(1);
    model.faces[0].vertices = {0, 1, 2};
    const std::vector<Cluster> clusters = grid_clusters(model);
    REQUIRE(clusters.size() == 3 * 2 * 2);
    // The first is half a cell from the low end, and so on; the others follow in whole steps.
    constexpr std::array<std::int32_t, 3> along_x{-20000, 8963, 37926};
    for (std::size_t i = 0; i < clusters.size(); ++i) {
        INFO(i);
        CHECK(clusters[i].x == along_x[i % 3]);
        CHECK(clusters[i].y == (i / 3 % 2 == 0 ? -7500 : 21463));
        CHECK(clusters[i].z == (i / 6 == 0 ? -10000 : 18963));
        CHECK(clusters[i].radius == 24560);
    }
}

TEST_CASE("dependents: halves faces into clusters until each has the standard size", "[model]")
{
    const auto clusters_of = [](std::uint32_t faces) {
        Model model;
        model.version = Text{"v5.0"};
        for (std::uint32_t i = 0; i < faces; ++i) {
            const auto x = static_cast<std::int32_t>(1024 * i);
            model.faces.push_back(quad(4 * i));
            model.vertices.insert(model.vertices.end(), {{x, 0, 0}, {x + 9, 0, 0}, {x + 9, 9, 0}, {x, 9, 0}});
        }
        const std::vector<Cluster> clusters = cluster_faces(model);
        std::size_t all = 0;
        for (const Cluster& cluster : clusters) {
            all += cluster.faces.size();
        }
        CHECK(all == faces);
        return clusters.size();
    };
    CHECK(clusters_of(4) == 1);  // all faces
    CHECK(clusters_of(5) == 3);  // 45 %: two
    CHECK(clusters_of(9) == 3);
    CHECK(clusters_of(11) == 4);
    CHECK(clusters_of(79) == 4);  // 30 %
    CHECK(clusters_of(80) == 8);  // 20 %
    CHECK(clusters_of(99) == 8);
    CHECK(clusters_of(100) == 16);  // 10 %
    CHECK(clusters_of(199) == 16);
    CHECK(clusters_of(200) == 32);  // 5 %
    CHECK(clusters_of(350) == 32);
    CHECK(clusters_of(599) == 32);
    CHECK(clusters_of(600) == 56);    // 3 %
    CHECK(clusters_of(4096) == 128);  // at most 32 faces each
}

TEST_CASE("dependents: computes a gradient from the corners, in any orientation", "[model]")
{
    Model model;
    model.vertices = {{0, 0, 0}, {0, 1024, 0}, {0, 0, 2048}, {1024, 1024, 0}};
    Face face;
    face.vertices = {0, 1, 2};
    face.u = {0, 16, 0};  // 16 along y, then 16 along z
    face.v = {0, 0, 32};
    fit_gradients(model, face);
    CHECK(face.u_gradient == std::array<std::int32_t, 3>{0, 134'217'728, 67'108'864});
    CHECK(face.v_gradient == std::array<std::int32_t, 3>{0, 0, 134'217'728});
    face.vertices = {0, 2, 1};
    face.u = {0, 16, 0};
    face.v = {0, 0, 32};
    fit_gradients(model, face);
    CHECK(face.u_gradient == std::array<std::int32_t, 3>{0, 134'217'728, 67'108'864});
    CHECK(face.v_gradient == std::array<std::int32_t, 3>{0, 268'435'456, 0});
    // Along the diagonal of a square.
    face.vertices = {0, 3, 2};
    face.u = {0, 16, -16};
    face.v = {0, 0, 0};
    fit_gradients(model, face);
    CHECK(face.u_gradient == std::array<std::int32_t, 3>{67'108'864, 67'108'864, 0});
    CHECK(has_gradients(face));
    // Corners on a line have no gradient.
    model.vertices[2] = {512, 512, 0};
    fit_gradients(model, face);
    CHECK_FALSE(has_gradients(face));
    face.vertices = {0, 3, 4};
    fit_gradients(model, face);
    CHECK_FALSE(has_gradients(face));
    CHECK_FALSE(has_gradients(quad(0)));
}

TEST_CASE("dependents: gradients follow vertices and coordinates; missing ones stay 0", "[model]")
{
    edit::Document document = two_squares();
    Model& model = *edit::get_if<Model>(document);
    model.version = Text{"v2.6"};
    model.clusters.clear();
    for (Face& face : model.faces) {
        face.slots = {};
        // U grows by 16 over 1024 along x or y, V along the next axis: 16 / 1024 x 2^33 = 2^27.
        face.u_gradient = {134'217'728, 0, 0};
        face.v_gradient = {0, 134'217'728, 0};
    }
    REQUIRE(edit::set(document, "vertices[1].x", "2048", 1));
    REQUIRE(edit::set(document, "vertices[2].x", "2048", 1));
    CHECK(model_in(document).faces[0].u_gradient == std::array<std::int32_t, 3>{67'108'864, 0, 0});
    CHECK(model_in(document).faces[0].v_gradient == std::array<std::int32_t, 3>{0, 134'217'728, 0});
    CHECK(model_in(document).faces[1].u_gradient ==
          std::array<std::int32_t, 3>{134'217'728, 0, 0});  // its corners did not change

    REQUIRE(edit::set(document, "faces[0].v", "0 0 32 0", 1));
    CHECK(model_in(document).faces[0].v_gradient == std::array<std::int32_t, 3>{0, 268'435'456, 0});
    // 16 / 64 x 2^33 = 2^31, which wraps.
    REQUIRE(edit::set(document, "vertices[1].x", "64", 1));
    REQUIRE(edit::set(document, "vertices[2].x", "64", 1));
    CHECK(model_in(document).faces[0].u_gradient == std::array<std::int32_t, 3>{-2'147'483'647 - 1, 0, 0});
    REQUIRE(edit::set(document, "faces[0].u_gradient", "1 2 3", 1));
    CHECK(model_in(document).faces[0].u_gradient == std::array<std::int32_t, 3>{1, 2, 3});

    edit::Document plain = two_squares();
    edit::get_if<Model>(plain)->version = Text{"v2.7"};
    for (Face& face : edit::get_if<Model>(plain)->faces) {
        face.slots = {};
    }
    REQUIRE(edit::set(plain, "vertices[1].x", "2048", 1));
    CHECK(model_in(plain).faces[0].u_gradient == std::array<std::int32_t, 3>{});
}

TEST_CASE("dependents: the clusters of sample models follow the rules", "[model][samples]")
{
    const std::filesystem::path folder = redforge::test::samples_or_skip("clusters of sample models");
    if (folder.empty()) {
        return;
    }
    std::size_t fitted = 0;
    std::size_t clusters = 0;
    std::size_t grids = 0;
    std::size_t v2_models = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        const Bytes bytes = entry.is_regular_file() ? redforge::test::read_file(entry.path()) : Bytes{};
        const Result<Model> model = is_model(bytes) ? read_model(bytes) : Result<Model>(Model{});
        if (!model) {
            continue;
        }
        if (model->version.bytes == "v5.0") {
            for (const Cluster& cluster : model->clusters) {
                ++clusters;
                Cluster computed = cluster;
                fit_cluster(*model, computed);
                fitted += computed.x == cluster.x && computed.y == cluster.y && computed.z == cluster.z &&
                                  computed.radius == cluster.radius
                              ? 1U
                              : 0U;
            }
        } else if (model->version.bytes.starts_with("v2") && !model->clusters.empty()) {
            ++v2_models;
            grids += grid_clusters(*model) == model->clusters ? 1U : 0U;
        }
    }
    // Not all: in some original models, clusters are older than the vertices, which samples imitate. Source: reference
    // sheet "original models", 5.
    CHECK(clusters > 1000);
    CHECK(clusters - fitted <= clusters / 100);
    CHECK(v2_models > 0);
    CHECK(grids == v2_models);
}
