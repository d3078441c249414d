// Models that no file can store are rejected with the field, and other files with a description.
#include <catch2/catch.hpp>

#include <functional>

#include "model/mesh.hpp"
#include "model/model.hpp"
#include "support/models.hpp"
#include "support/outcome.hpp"

using namespace redforge;
using namespace redforge::model;
using namespace redforge::model::test;
using redforge::test::need;
using redforge::test::require_error;

namespace {

/// Returns "field: message (hint)" of writing a model after a change; empty if it is written.
std::string error_text(const Bytes& file, const std::function<void(Model&)>& change)
{
    Model model = need(read_model(file));
    change(model);
    const Result<Bytes> written = write_model(model);
    return written ? std::string{}
                   : written.error().field + ": " + written.error().message + " (" + written.error().hint + ")";
}

}  // namespace

TEST_CASE("model: the error for an unknown header has its bytes and the known versions", "[model]")
{
    Bytes bytes = triangle_v5();
    bytes[0] = std::byte{0x4D};
    bytes[1] = std::byte{0x5A};
    bytes[3] = std::byte{0xFF};
    const Error other = require_error(read_model(bytes));
    CHECK(other.code == ErrorCode::malformed);
    CHECK(other.message == "begins with 4D 5A 2E FF");
    CHECK(other.hint == "a model begins with v2.6, v2.7, v4.0 or v5.0");
    CHECK(other.offset == 0U);
    const Error cut = require_error(read_model(ByteView(triangle_v5()).first(63)));
    CHECK(cut.code == ErrorCode::truncated);
    CHECK(cut.message == "63 bytes");
}

TEST_CASE("model: a v2 face has one remainder from 0 to 11 per corner; others have none", "[model]")
{
    const auto remainders = [](std::vector<std::uint8_t> values) {
        return [values = std::move(values)](Model& model) { model.faces[0].remainders = values; };
    };
    CHECK(error_text(triangle_v2(), remainders({0, 11, 1})).empty());
    CHECK(error_text(triangle_v2(), remainders({0, 12, 1})) ==
          "faces[0].remainders: has a number above 11 (the remainder of a division by 12 is 0 to 11)");
    CHECK(error_text(triangle_v2(), remainders({0, 11})) ==
          "faces[0].remainders: has 2 numbers (the face has 3 vertices; each needs one number)");
    CHECK(error_text(triangle_v2(), remainders({0})) ==
          "faces[0].remainders: has 1 number (the face has 3 vertices; each needs one number)");
    CHECK(error_text(triangle_v5(), remainders({0, 1, 2})) ==
          "faces[0].remainders: is given (only v2 vertices are byte offsets)");
}

TEST_CASE("model: a cluster has either references or up to 65,535 valid faces", "[model]")
{
    const auto cluster = [](const std::function<void(Cluster&)>& change) {
        return error_text(triangle_v5(), [&](Model& model) {
            REQUIRE(model.clusters.size() == 1);
            change(model.clusters[0]);
        });
    };
    CHECK(cluster([](Cluster& c) { c.faces.assign(0xFFFF, 0); }).empty());
    CHECK(cluster([](Cluster& c) { c.faces.assign(0x10000, 0); }) ==
          "clusters[0].faces: has 65536 numbers (at most 65,535)");
    CHECK(cluster([](Cluster& c) { c.faces = {1}; }) ==
          "clusters[0].faces: has 1 (the model has 1 faces, and only the first 16,384 are possible here)");
    CHECK(cluster([](Cluster& c) { c.references.resize(6); }) ==
          "clusters[0].references: cannot be combined with faces (keep one of them)");
    CHECK(cluster([](Cluster& c) {
              c.faces.clear();
              c.references.resize(7);
          }) == "clusters[0].references: has 7 bytes (a reference has 6 bytes)");
    CHECK(cluster([](Cluster& c) {
              c.faces.clear();
              c.references.resize(std::size_t{6} * 0x10000);
          }) == "clusters[0].faces: has 65536 numbers (at most 65,535)");
    CHECK(error_text(triangle_v2(), [](Model& model) {
              model.clusters.resize(1);
              model.clusters[0].extent[1] = 1.0F;
          }).starts_with("clusters[0].extent_x: is given"));
}

TEST_CASE("model: a corner without a texture step uses the step of the previous corner", "[model]")
{
    Model model = need(read_model(triangle_v5()));
    Face& face = model.faces.at(0);
    std::vector<CornerUv> corners;
    const auto places = [&] {
        corner_uvs(model, face, corners);
        std::vector<std::pair<double, double>> all;
        for (const CornerUv& corner : corners) {
            all.emplace_back(corner.u, corner.v);
        }
        return all;
    };
    using Places = std::vector<std::pair<double, double>>;
    face.u = {16, 160, -8};
    face.v = {1, -32, 320};
    CHECK(places() == Places{{16, 1}, {176, -31}, {168, 289}});
    face.u = {16, 160};
    face.v = {1};
    CHECK(places() == Places{{16, 1}, {176, 1}, {176, 1}});
    face.u.clear();
    face.v.clear();
    CHECK(places() == Places{{0, 0}, {0, 0}, {0, 0}});
}

TEST_CASE("model: a face has one u and v per corner, and slots only with a slot table", "[model]")
{
    const auto face = [](const Bytes& file, const std::function<void(Face&)>& change) {
        return error_text(file, [&](Model& model) { change(model.faces.at(0)); });
    };
    const std::string why = " (the face has 3 vertices; each needs one number)";
    for (const Bytes& file : {triangle_v2(), triangle_v5()}) {
        CHECK(face(file, [](Face& f) { f.u.resize(2); }) == "faces[0].u: has 2 numbers" + why);
        CHECK(face(file, [](Face& f) { f.v.resize(1); }) == "faces[0].v: has 1 number" + why);
        CHECK(face(file, [](Face& f) {
                  f.u.clear();
                  f.v.clear();
              }) == "faces[0].u: has 0 numbers" + why);
    }
    CHECK(face(triangle_v2(), [](Face& f) {
              f.slots = {0, 1, 2};
          }) == "faces[0].slots: is given (v2 models have no slots)");
    CHECK(face(triangle_v5(), [](Face& f) { f.slots = {0, 1}; }) == "faces[0].slots: has 2 numbers" + why);
    CHECK(face(triangle_v5(), [](Face& f) { f.slots = {}; }) == "faces[0].slots: has 0 numbers" + why);
}
