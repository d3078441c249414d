// Reads OBJ and MTL as a model.
#include <algorithm>
#include <charconv>
#include <map>

#include <fmt/format.h>

#include "exchange/mesh/build.hpp"
#include "exchange/mesh/imported.hpp"
#include "exchange/mesh/join.hpp"
#include "exchange/mesh/materials.hpp"
#include "exchange/mesh/polygons.hpp"
#include "exchange/obj/obj.hpp"
#include "model/model.hpp"

namespace redforge::exchange {
namespace {

constexpr std::size_t max_of_a_kind = 1'000'000;

std::string_view next_line(std::string_view& text)
{
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t')) {
        line.remove_suffix(1);
    }
    return line;
}

std::string_view next_word(std::string_view& line)
{
    const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
    line.remove_prefix(begin);
    const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
    const std::string_view word = line.substr(0, end);
    line.remove_prefix(end);
    return word;
}

/// Returns the rest of a line, as a name.
std::string rest_of(std::string_view line)
{
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    return std::string(line);
}

template <class T>
bool parse_number(std::string_view word, T& value)
{
    const char* const end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, value);
    return error == std::errc() && stop == end && !word.empty();
}

/// Properties of a material in an .mtl file.
struct Material {
    std::array<double, 3> colour{1, 1, 1};
    std::string picture{};
};

class ObjReader {
public:
    ObjReader(const ImportOptions& options, const ReferencedFileReader& read_side_file)
        : options_(options), read_side_file_(read_side_file)
    {
    }

    Status read(std::string_view text)
    {
        while (!text.empty()) {
            std::string_view line = next_line(text);
            ++line_;
            const std::string_view word = next_word(line);
            Status done;
            if (word == "v") {
                done = add_vertex(line);
            } else if (word == "vt") {
                done = add_place(line);
            } else if (word == "vn") {
                ++normals_;
            } else if (word == "f") {
                done = add_face(line);
            } else if (word == "usemtl") {
                material_ = rest_of(line);
                surface_.reset();
            } else if (word == "g") {
                take_group(next_word(line));
            } else if (word == "o" && name.empty()) {
                name = rest_of(line);
            } else if (word == "mtllib") {
                read_materials(rest_of(line));
            }
            if (!done) {
                return done;
            }
        }
        return {};
    }

    Polygons polygons{};
    std::string name{};

private:
    [[nodiscard]] tl::unexpected<Error> make_error(std::string message, std::string hint,
                                                   ErrorCode code = ErrorCode::malformed) const
    {
        return fail({.code = code, .message = std::move(message), .line = line_, .hint = std::move(hint)});
    }

    Status add_vertex(std::string_view line)
    {
        std::array<double, 3> at{};
        for (double& part : at) {
            if (!parse_number(next_word(line), part)) {
                return make_error("a vertex without three numbers", "v X Y Z");
            }
        }
        const Result<std::int32_t> x = stored_coordinate(-at[0]);
        const Result<std::int32_t> y = stored_coordinate(-at[1]);
        const Result<std::int32_t> z = stored_coordinate(at[2]);
        for (const auto* const part : {&x, &y, &z}) {
            if (!*part) {
                Error error = part->error();
                error.line = line_;
                return fail(std::move(error));
            }
        }
        polygons.positions.push_back({*x, *y, *z});
        return polygons.positions.size() <= max_of_a_kind ? Status{} : too_many("vertices");
    }

    Status add_place(std::string_view line)
    {
        std::array<double, 2> at{};
        const std::string_view u = next_word(line);
        const std::string_view v = next_word(line);
        if (!parse_number(u, at[0]) || (!v.empty() && !parse_number(v, at[1]))) {
            return make_error("texture coordinates that are not numbers", "vt U V");
        }
        places_.push_back(at);
        return places_.size() <= max_of_a_kind ? Status{} : too_many("texture coordinates");
    }

    [[nodiscard]] Status too_many(std::string_view what) const
    {
        return make_error(fmt::format("more than {} {}", max_of_a_kind, what), "reduce the mesh",
                          ErrorCode::unsupported);
    }

    /// Converts a number of a corner to an index. Numbers start at 1; negative numbers count from the end. Returns
    /// nullopt for an empty text.
    Result<std::optional<std::uint32_t>> index_of(std::string_view word, std::size_t count, std::string_view what) const
    {
        if (word.empty()) {
            return std::nullopt;
        }
        std::int64_t number = 0;
        const auto total = static_cast<std::int64_t>(count);
        if (!parse_number(word, number) || number == 0 || number > total || number < -total) {
            return make_error(fmt::format("a face names {} {}", what, word),
                              fmt::format("1 to {} at this line", count));
        }
        return static_cast<std::uint32_t>(number > 0 ? number - 1 : total + number);
    }

    Status add_face(std::string_view line)
    {
        if (!surface_) {
            const Status found = find_surface();
            if (!found) {
                return found;
            }
        }
        Polygon& polygon = polygons.faces.emplace_back();
        polygon.texture = surface_->texture;
        polygon.width = surface_->width;
        polygon.height = surface_->height;
        polygon.shade = shade_;
        for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
            std::array<std::string_view, 3> parts{};
            for (std::string_view& part : parts) {
                const std::size_t end = std::min(word.find('/'), word.size());
                part = word.substr(0, end);
                word.remove_prefix(std::min(end + 1, word.size()));
            }
            const auto vertex = index_of(parts[0], polygons.positions.size(), "vertex");
            const auto place = index_of(parts[1], places_.size(), "texture coordinate");
            const auto normal = index_of(parts[2], normals_, "normal");
            for (const auto* const index : {&vertex, &place, &normal}) {
                if (!*index) {
                    return fail(index->error());
                }
            }
            if (!*vertex) {
                return make_error("a face's corner without a vertex", "f V/VT/VN for each corner");
            }
            Corner corner{**vertex, normal->value_or(flat), 0, 0};
            if (*place) {
                // V of an OBJ increases upwards; images start at the top.
                corner.u = places_[**place][0] * surface_->width;
                corner.v = (1 - places_[**place][1]) * surface_->height;
            }
            polygon.corners.push_back(corner);
            if (++corners_ > max_of_a_kind) {
                return too_many("corners of faces");
            }
        }
        if (polygon.corners.size() < min_corners) {
            return make_error(fmt::format("a face of {} corners", polygon.corners.size()),
                              fmt::format("{} to {}", min_corners, max_corners));
        }
        return {};
    }

    Status find_surface()
    {
        const auto found = materials_.find(material_);
        const Material material = found == materials_.end() ? Material{} : found->second;
        std::string_view picture = material.picture;
        picture = picture.substr(0, picture.rfind('.'));
        Result<model::Texture> texture = texture_for(material_, picture, material.colour, options_);
        if (!texture) {
            Error error = texture.error();
            error.line = line_;
            return fail(std::move(error));
        }
        surface_ = Surface{*texture};
        if (const auto sides = sides_of(material.picture)) {
            surface_->width = (*sides)[0];
            surface_->height = (*sides)[1];
        }
        return {};
    }

    /// Returns the width and height of a picture, cached; nullopt if unknown.
    std::optional<std::array<std::uint32_t, 2>> sides_of(const std::string& picture)
    {
        if (picture.empty() || !read_side_file_) {
            return std::nullopt;
        }
        const auto [place, added] = sides_.try_emplace(picture);
        if (added) {
            const Result<Bytes> bytes = read_side_file_(picture);
            place->second = bytes ? png_sides(*bytes) : std::nullopt;
        }
        return place->second;
    }

    /// Sets the shade of the following faces if the group is named like "shade_20".
    void take_group(std::string_view group)
    {
        constexpr std::string_view shade = "shade_";
        shade_ = 0;
        if (group.starts_with(shade) && !parse_number(group.substr(shade.size()), shade_)) {
            shade_ = 0;
        }
    }

    void read_materials(const std::string& file)
    {
        const Result<Bytes> bytes = read_side_file_
                                        ? read_side_file_(file)
                                        : fail({.code = ErrorCode::io, .message = "no function to read side files"});
        std::string_view text = bytes ? as_text(*bytes) : std::string_view();
        Material* here = nullptr;
        while (!text.empty() && materials_.size() < max_of_a_kind) {
            std::string_view line = next_line(text);
            const std::string_view word = next_word(line);
            if (word == "newmtl") {
                here = &materials_[rest_of(line)];
            } else if (word == "map_Kd" && here != nullptr) {
                here->picture = rest_of(line);
            } else if (word == "Kd" && here != nullptr) {
                for (double& part : here->colour) {
                    part = parse_number(next_word(line), part) ? part : 1;
                }
            }
        }
    }

    const ImportOptions& options_;
    const ReferencedFileReader& read_side_file_;
    std::vector<std::array<double, 2>> places_;
    std::size_t normals_{};
    std::size_t corners_{};
    std::map<std::string, Material> materials_;
    std::map<std::string, std::optional<std::array<std::uint32_t, 2>>> sides_;
    std::string material_;
    std::optional<Surface> surface_;
    std::uint8_t shade_{};
    std::uint32_t line_{};
};

}  // namespace

Result<Imported> read_obj(std::string_view text, const ImportOptions& options,
                          const ReferencedFileReader& read_side_file)
{
    ObjReader reader(options, read_side_file);
    if (const Status read = reader.read(text); !read) {
        return fail(read.error());
    }
    const Result<std::string> version = version_for(options, 1);
    if (!version) {
        return fail(version.error());
    }
    if (!options.keep_triangles && !text.starts_with(obj_mark)) {
        join_triangles(reader.polygons);
    }
    Imported imported;
    imported.name = reader.name;
    Result<model::Model> built =
        build_model(std::move(reader.polygons), *version, imported.notes, division_mode_for(options));
    if (!built) {
        return fail(built.error());
    }
    imported.model = std::move(*built);
    return imported;
}

}  // namespace redforge::exchange
