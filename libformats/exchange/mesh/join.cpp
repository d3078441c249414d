// Joins triangles to polygons.
#include "exchange/mesh/join.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "exchange/mesh/build.hpp"
#include "exchange/mesh/polygons.hpp"
#include "exchange/mesh/triple.hpp"
#include "exchange/mesh/weld.hpp"

namespace redforge::exchange {
namespace {

using model::Vector;

/// Maximum rounding error of stored coordinates, which are integers.
constexpr double rounding = 1;
/// For a fan: maximum distance of a corner from the plane of the others, relative to its distance from them (about
/// three degrees).
constexpr double fan_flatness = 1.0 / 16;
/// Maximum number of faces to examine on each side of an edge. Real meshes have one, or two for double-sided faces.
constexpr std::size_t max_at_edge = 4;

DoubleTriple minus(const Vector& a, const Vector& b)
{
    return {static_cast<double>(a.x) - b.x, static_cast<double>(a.y) - b.y, static_cast<double>(a.z) - b.z};
}

/// Plane through three positions, with two axes in the plane.
class Plane {
public:
    Plane(const Vector& a, const Vector& b, const Vector& c)
        : origin_(a), first_(minus(b, a)), second_(minus(c, a)), normal_(cross(first_, second_)),
          square_(dot(normal_, normal_))
    {
    }

    struct Place {
        double along_first{};
        double along_second{};
        double height{};
        /// Maximum movement of this point relative to a rounding error of the three positions.
        [[nodiscard]] double reach() const { return 1 + std::abs(along_first) + std::abs(along_second); }
        double distance{};  ///< distance from the first of the three positions
    };
    [[nodiscard]] Place place(const Vector& at) const
    {
        const DoubleTriple from = minus(at, origin_);
        return {dot(cross(from, second_), normal_) / square_, dot(cross(first_, from), normal_) / square_,
                dot(from, normal_) / std::sqrt(square_), std::sqrt(dot(from, from))};
    }
    [[nodiscard]] const DoubleTriple& normal() const { return normal_; }
    [[nodiscard]] double square() const { return square_; }
    [[nodiscard]] double shorter_side() const
    {
        return std::sqrt(std::min({dot(first_, first_), dot(second_, second_)}));
    }

private:
    Vector origin_;
    DoubleTriple first_;
    DoubleTriple second_;
    DoubleTriple normal_;
    double square_;
};

/// Triangles that were joined to one face.
struct FaceGroup {
    Polygon polygon{};
    std::array<Corner, 3> widest{};  ///< the largest triangle; it defines the plane and the texture
    double area{};
    std::size_t first{};                 ///< index of its first triangle in file order
    std::set<std::uint32_t> exported{};  ///< numbers of the exported polygons of its corners
};

/// Returns false for parts of two different exported polygons, even if they are coplanar. Parts of one polygon, and new
/// triangles across two polygons, can be joined.
bool can_join(const FaceGroup& a, const FaceGroup& b)
{
    const auto shared = [&](std::uint32_t number) { return b.exported.contains(number); };
    return (a.exported.empty() && b.exported.empty()) || std::ranges::any_of(a.exported, shared);
}

/// The common edge of two groups, with the angles of the joined outline.
struct SharedEdge {
    std::size_t at_a{};    ///< first corner of the edge in group a
    std::size_t at_b{};    ///< first corner of the edge in group b
    int straight{};        ///< number of ends of the edge where the outline is straight
    double worst_angle{};  ///< largest |cosine| of the angles at the ends of the edge
};

/// Shape of a joined face. A fan is drawn as its original triangles, so it can be slightly bent, and concave except at
/// the common corner.
enum class Shape : std::uint8_t { fan, any };

class Joiner {
public:
    explicit Joiner(Polygons& polygons) : polygons_(polygons), group_of_(polygons.faces.size())
    {
        const std::vector<std::uint32_t> welded = weld(polygons);
        for (Polygon& face : polygons.faces) {
            for (Corner& corner : face.corners) {
                corner.vertex = welded[corner.vertex];
            }
            FaceGroup& group = groups_.emplace_back();
            group.polygon = face;
            group.first = groups_.size() - 1;
            group_of_[group.first] = group.first;
            std::ranges::copy(face.corners, group.widest.begin());
            group.area = plane(group, nullptr).square();
            for (const Corner& corner : face.corners) {
                if (corner.numbers.polygon != 0) {
                    group.exported.insert(corner.numbers.polygon);
                }
            }
        }
    }

    void join()
    {
        join_fans();
        std::vector<Candidate> candidates = candidates_at_edges();
        std::ranges::stable_sort(candidates, {}, [](const Candidate& candidate) {
            return std::pair(candidate.apart > 1, candidate.worst_angle);
        });
        for (const Candidate& candidate : candidates) {
            try_join(candidate.a, candidate.b, 0);
        }
        for (const Candidate& candidate : candidates) {
            if (candidate.apart == 1) {
                try_join(candidate.a, candidate.b, 1);
            }
        }
        polygons_.faces.clear();
        for (std::size_t i = 0; i < groups_.size(); ++i) {
            if (group_of_[i] == i) {
                polygons_.faces.push_back(std::move(groups_[i].polygon));
            }
        }
    }

private:
    struct Candidate {
        std::size_t a{};
        std::size_t b{};
        std::size_t apart{};  ///< distance of the groups in file order; 1: adjacent
        double worst_angle{};
    };

    [[nodiscard]] Plane plane(const FaceGroup& group, const std::vector<Vector>* frame) const
    {
        const std::vector<Vector>& at = frame != nullptr ? *frame : polygons_.positions;
        return {at[group.widest[0].vertex], at[group.widest[1].vertex], at[group.widest[2].vertex]};
    }

    std::size_t find(std::size_t triangle)
    {
        while (group_of_[triangle] != triangle) {
            triangle = group_of_[triangle] = group_of_[group_of_[triangle]];
        }
        return triangle;
    }

    /// Joins consecutive triangles that share their first corner, as in the fan of a divided polygon.
    void join_fans()
    {
        for (std::size_t i = 1; i < groups_.size(); ++i) {
            const std::size_t before = find(i - 1);
            if (groups_[before].polygon.corners[0].vertex == groups_[i].polygon.corners[0].vertex) {
                try_join(before, i, 1, Shape::fan);
            }
        }
    }

    std::vector<Candidate> candidates_at_edges()
    {
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::size_t>> edges;
        std::vector<std::array<std::uint32_t, 3>> triangles;
        for (const Polygon& face : polygons_.faces) {
            triangles.push_back({face.corners[0].vertex, face.corners[1].vertex, face.corners[2].vertex});
            for (std::size_t i = 0; i < 3; ++i) {
                auto& there = edges[{triangles.back()[i], triangles.back()[(i + 1) % 3]}];
                if (there.size() < max_at_edge) {
                    there.push_back(triangles.size() - 1);
                }
            }
        }
        std::vector<Candidate> candidates;
        for (std::size_t a = 0; a < triangles.size(); ++a) {
            for (std::size_t i = 0; i < 3; ++i) {
                const auto other = edges.find({triangles[a][(i + 1) % 3], triangles[a][i]});
                for (const std::size_t b : other != edges.end() ? other->second : std::vector<std::size_t>{}) {
                    const std::size_t group_a = find(a);
                    const std::size_t group_b = find(b);
                    if (a < b && group_a != group_b) {
                        const auto meeting = meeting_of(groups_[group_a], groups_[group_b], Shape::any);
                        if (meeting) {
                            candidates.push_back({a, b, b - a, meeting->worst_angle});
                        }
                    }
                }
            }
        }
        return candidates;
    }

    void try_join(std::size_t triangle_a, std::size_t triangle_b, int max_straight, Shape shape = Shape::any)
    {
        std::size_t a = find(triangle_a);
        std::size_t b = find(triangle_b);
        if (a == b) {
            return;
        }
        if (groups_[a].first > groups_[b].first) {
            std::swap(a, b);
        }
        const std::optional<SharedEdge> meeting = meeting_of(groups_[a], groups_[b], shape);
        if (meeting && meeting->straight <= max_straight) {
            merge(a, b, *meeting);
        }
    }

    void merge(std::size_t into, std::size_t from, const SharedEdge& meeting)
    {
        FaceGroup& a = groups_[into];
        const FaceGroup& b = groups_[from];
        const std::size_t count = b.polygon.corners.size();
        std::vector<Corner> more;
        for (std::size_t i = 2; i < count; ++i) {
            more.push_back(b.polygon.corners[(meeting.at_b + i) % count]);
        }
        const auto insert_at = a.polygon.corners.begin() + static_cast<std::ptrdiff_t>(meeting.at_a) + 1;
        a.polygon.corners.insert(insert_at, more.begin(), more.end());
        if (b.area > a.area) {
            a.area = b.area;
            a.widest = b.widest;
        }
        a.exported.insert(b.exported.begin(), b.exported.end());
        group_of_[from] = into;
        groups_[from].polygon.corners.clear();
    }

    /// Returns the common edge of two groups. Returns nullopt if they cannot form one face.
    [[nodiscard]] std::optional<SharedEdge> meeting_of(const FaceGroup& a, const FaceGroup& b, Shape shape) const
    {
        const Polygon& one = a.polygon;
        const Polygon& two = b.polygon;
        if (one.corners.size() + two.corners.size() - 2 > max_corners || !(one.texture == two.texture) ||
            one.shade != two.shade || !can_join(a, b)) {
            return std::nullopt;
        }
        std::optional<SharedEdge> meeting = shared_edge(one, two);
        const FaceGroup& wide = a.area >= b.area ? a : b;
        const FaceGroup& narrow = a.area >= b.area ? b : a;
        const bool has_joinable_edge =
            meeting && (shape == Shape::any || (meeting->at_b == 0 && meeting->at_a + 1 == one.corners.size()));
        if (!has_joinable_edge || !(wide.area > 0) || !same_plane(wide, narrow, nullptr, shape) ||
            !same_texture(wide, narrow) || !is_convex_at_edge(one, two, plane(wide, nullptr), shape, *meeting)) {
            return std::nullopt;
        }
        const bool stays_planar = std::ranges::all_of(polygons_.frames, [&](const std::vector<Vector>& frame) {
            return same_plane(wide, narrow, &frame, shape);
        });
        return stays_planar ? meeting : std::nullopt;
    }

    /// Returns the common edge, whose corners are equal on both sides. Returns nullopt if there is none or more than
    /// one.
    static std::optional<SharedEdge> shared_edge(const Polygon& a, const Polygon& b)
    {
        std::optional<SharedEdge> found;
        std::size_t common = 0;
        for (std::size_t i = 0; i < a.corners.size(); ++i) {
            const std::size_t next = (i + 1) % a.corners.size();
            for (std::size_t j = 0; j < b.corners.size(); ++j) {
                common += a.corners[i].vertex == b.corners[j].vertex ? 1U : 0U;
                const std::size_t back = (j + 1) % b.corners.size();
                if (same_corner(a.corners[i], b.corners[back]) && same_corner(a.corners[next], b.corners[j])) {
                    found = SharedEdge{.at_a = i, .at_b = j};
                }
            }
        }
        return common == 2 ? found : std::nullopt;
    }

    static bool same_corner(const Corner& a, const Corner& b)
    {
        return a.vertex == b.vertex && a.smooth == b.smooth && std::abs(a.u - b.u) <= texel_rounding &&
               std::abs(a.v - b.v) <= texel_rounding;
    }

    [[nodiscard]] bool same_plane(const FaceGroup& wide, const FaceGroup& narrow, const std::vector<Vector>* frame,
                                  Shape shape) const
    {
        const std::vector<Vector>& at = frame != nullptr ? *frame : polygons_.positions;
        const Plane in = plane(wide, frame);
        if (!(in.square() > 0) || dot(in.normal(), plane(narrow, frame).normal()) < 0) {
            return false;
        }
        return std::ranges::all_of(narrow.polygon.corners, [&](const Corner& corner) {
            const Plane::Place place = in.place(at[corner.vertex]);
            const double bent = shape == Shape::fan ? fan_flatness * place.distance : 0;
            return std::abs(place.height) <= std::max(rounding * place.reach(), bent);
        });
    }

    /// Returns true if the texture mapping of `wide` gives the corners of `narrow` their texture coordinates.
    [[nodiscard]] bool same_texture(const FaceGroup& wide, const FaceGroup& narrow) const
    {
        if (wide.polygon.texture.colour != model::Texture::no_colour) {
            return true;
        }
        const Plane in = plane(wide, nullptr);
        // Named variables, because a lambda cannot capture structured bindings in clang 14.
        const Corner& a = std::get<0>(wide.widest);
        const Corner& b = std::get<1>(wide.widest);
        const Corner& c = std::get<2>(wide.widest);
        const double side = std::max(in.shorter_side(), 1.0);
        return std::ranges::all_of(narrow.polygon.corners, [&](const Corner& corner) {
            const Plane::Place place = in.place(polygons_.positions[corner.vertex]);
            const auto fits = [&](double Corner::*part) {
                const double first = b.*part - a.*part;
                const double second = c.*part - a.*part;
                const double there = a.*part + place.along_first * first + place.along_second * second;
                const double a_step = std::max(std::abs(first), std::abs(second)) / side;  // texels per position unit
                return std::abs(corner.*part - there) <= (texel_rounding + a_step * rounding) * place.reach();
            };
            return fits(&Corner::u) && fits(&Corner::v);
        });
    }

    /// Returns false if the outline would be concave at an end of the edge, or at the common corner of a fan.
    [[nodiscard]] bool is_convex_at_edge(const Polygon& a, const Polygon& b, const Plane& in, Shape shape,
                                         SharedEdge& meeting) const
    {
        const auto corner = [](const Polygon& polygon, std::size_t index) {
            return polygon.corners[index % polygon.corners.size()].vertex;
        };
        const std::size_t before_a = meeting.at_a + a.corners.size() - 1;
        const std::size_t before_b = meeting.at_b + b.corners.size() - 1;
        const bool rim =
            is_convex_corner(corner(a, before_a), corner(a, meeting.at_a), corner(b, meeting.at_b + 2), in, meeting);
        return (rim || shape == Shape::fan) &&
               is_convex_corner(corner(b, before_b), corner(b, meeting.at_b), corner(a, meeting.at_a + 2), in, meeting);
    }

    [[nodiscard]] bool is_convex_corner(std::uint32_t before, std::uint32_t here, std::uint32_t after, const Plane& in,
                                        SharedEdge& meeting) const
    {
        const DoubleTriple to = minus(polygons_.positions[here], polygons_.positions[before]);
        const DoubleTriple from = minus(polygons_.positions[after], polygons_.positions[here]);
        const double chord = std::hypot(to[0] + from[0], to[1] + from[1], to[2] + from[2]);
        const double out = dot(cross(to, from), in.normal()) / std::sqrt(in.square()) / std::max(chord, 1.0);
        const double cosine = std::abs(dot(to, from)) / std::sqrt(std::max(dot(to, to) * dot(from, from), 1.0));
        meeting.worst_angle = std::max(meeting.worst_angle, cosine);
        meeting.straight += std::abs(out) <= rounding ? 1 : 0;
        return out >= -rounding;
    }

    Polygons& polygons_;
    std::vector<FaceGroup> groups_;
    std::vector<std::size_t> group_of_;
};

}  // namespace

void join_triangles(Polygons& polygons)
{
    if (std::ranges::all_of(polygons.faces, [](const Polygon& face) { return face.corners.size() == 3; })) {
        Joiner(polygons).join();
    }
}

}  // namespace redforge::exchange
