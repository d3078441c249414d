// The shaders, lit by a sun, the sky and the lights of the map. Near surfaces are textured or of one colour and lit for
// each pixel; far ones are lit for each vertex.
#pragma once

namespace redforge::render {

inline constexpr const char* shader_version = "#version 330 core\n";

/// Computes the light at a position, for vertex and fragment shaders.
inline constexpr const char* light_functions = R"glsl(
uniform samplerBuffer lights;  // two texels each: place and radius, colour
uniform usamplerBuffer cells;  // first and count in lists
uniform usamplerBuffer lists;
uniform vec4 grid;             // lowest x and z, cells in a unit, cells along a side
uniform vec3 to_sun;           // of length 1
uniform vec3 sun_hue;
uniform vec3 sky_hue;

vec3 lit_by_lights(vec3 standing, vec3 up)
{
    vec3 sum = vec3(0.0);
    ivec2 cell = ivec2(floor((standing.xz - grid.xy) * grid.z));
    int side = int(grid.w);
    if (cell.x < 0 || cell.y < 0 || cell.x >= side || cell.y >= side)
        return sum;
    uvec2 span = texelFetch(cells, cell.y * side + cell.x).xy;
    for (uint i = 0u; i < span.y; ++i) {
        int light = int(texelFetch(lists, int(span.x + i)).x);
        vec4 sphere = texelFetch(lights, 2 * light);
        vec3 to_light = sphere.xyz - standing;
        float square = dot(to_light, to_light);
        float fade = max(1.0 - square / (sphere.w * sphere.w), 0.0);
        float slant = max(dot(up, to_light) * inversesqrt(max(square, 1e-6)), 0.0);
        sum += texelFetch(lights, 2 * light + 1).rgb * (fade * fade * slant);
    }
    return sum;
}

vec3 light_at(vec3 standing, vec3 up)
{
    vec3 sky = sky_hue * (0.42 + 0.13 * up.y);
    vec3 day = min(sky + sun_hue * (0.62 * max(dot(up, to_sun), 0.0)), vec3(1.15));
    return day + lit_by_lights(standing, up);
}
)glsl";

/// Fog by the distance from the camera, for fragment shaders. The curve is that of scene::fog_share().
inline constexpr const char* fog_functions = R"glsl(
uniform vec4 fog;  // its colour, and map units in a unit of depth; 0: there is none
uniform float fog_table[64];

vec3 in_fog(vec3 seen, float depth)  // map units
{
    float away = max(depth, 1.0);
    float octave = floor(log2(away));
    float at = clamp(4.0 * octave + 8.0 * (1.0 - exp2(octave) / away), 0.0, 62.0);
    int entry = int(at);
    float density = mix(fog_table[entry], fog_table[min(entry + 1, 62)], at - float(entry));
    return mix(seen, fog.rgb, (density + 1.0) / 256.0);
}

vec3 in_fog(vec3 seen)
{
    return fog.a == 0.0 ? seen : in_fog(seen, fog.a / gl_FragCoord.w);
}
)glsl";

/// Waves of the terrain's water, for vertex shaders. The formula is that of scene::wave_offset().
inline constexpr const char* wave_functions = R"glsl(
uniform bool waves;             // the draw is terrain with waves
uniform vec3 wave;              // amplitude in map units, frequency, phase of the clock
uniform usamplerBuffer waving;  // 1 for each corner that waves

float wave_at(ivec2 corner)
{
    if (any(lessThan(corner, ivec2(0))) || any(greaterThan(corner, ivec2(255))) ||
        texelFetch(waving, corner.y * 256 + corner.x).x == 0u)
        return 0.0;
    ivec2 away = corner - 128;
    int phase = ((away.x * away.x + away.y * away.y) * int(wave.y) + int(wave.z)) & 2047;
    return wave.x * (cos(float(phase) * (6.2831852 / 2048.0)) - 0.5);
}

void add_wave(inout vec3 at, inout vec3 faces)
{
    ivec2 corner = ivec2(round(at.x / 256.0), round(-at.z / 256.0));
    float slope_x = (wave_at(corner + ivec2(1, 0)) - wave_at(corner - ivec2(1, 0))) / 512.0;
    float slope_row = (wave_at(corner + ivec2(0, 1)) - wave_at(corner - ivec2(0, 1))) / 512.0;
    vec3 steep = faces / max(-faces.y, 1e-6);
    faces = normalize(steep + vec3(slope_x, 0.0, -slope_row));
    at.y += wave_at(corner);
}
)glsl";

/// BY_CORNER: computes light per vertex instead of per pixel. CUTOUT: discards transparent pixels.
/// Shaders without a discard are faster.
inline constexpr const char* vertex_shader = R"glsl(
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 texel;
layout(location = 3) in vec4 row_x;
layout(location = 4) in vec4 row_y;
layout(location = 5) in vec4 row_z;
layout(location = 6) in vec4 tint;
uniform mat4 camera;
uniform vec2 texels;
#ifdef BY_CORNER
out vec3 light;
#else
out vec3 facing;
out vec3 standing;
#endif
out vec2 place;
flat out vec4 mark;
void main()
{
    vec3 moved = position;
    vec3 upright = normal;
    if (waves)
        add_wave(moved, upright);
    vec4 at = vec4(moved, 1.0);
    vec3 in_view = vec3(dot(row_x, at), dot(row_y, at), dot(row_z, at));
    vec3 faces = vec3(dot(row_x.xyz, upright), dot(row_y.xyz, upright), dot(row_z.xyz, upright));
    gl_Position = camera * vec4(in_view, 1.0);
#ifdef BY_CORNER
    light = light_at(in_view, faces * inversesqrt(max(dot(faces, faces), 1e-12)));
#else
    standing = in_view;
    facing = faces;
#endif
    place = texel / texels;
    mark = tint;
}
)glsl";

inline constexpr const char* fragment_shader = R"glsl(
#ifdef BY_CORNER
in vec3 light;
#else
in vec3 facing;
in vec3 standing;
#endif
in vec2 place;
flat in vec4 mark;        // a colour, and its share in the mix
uniform vec3 colour;      // multiplied with the image; white texture if there is none
uniform sampler2D image;  // transparent pixels are black, so that colours can be divided by alpha
uniform float opacity;
#ifdef CUTOUT
uniform bool plain;  // use the image's mean colour (elsewhere a sampler does this)
#endif
out vec4 shown;
void main()
{
    vec4 sampled = texture(image, place);
#ifdef CUTOUT
    if (sampled.a < 0.5)
        discard;
    if (plain)
        sampled = textureLod(image, vec2(0.5), 32.0);  // smallest mipmap level
    vec3 base = sampled.rgb / max(sampled.a, 0.004);
#else
    vec3 base = sampled.rgb * colour;
#endif
#ifndef BY_CORNER
    vec3 light = light_at(standing, normalize(facing));
#endif
    shown = vec4(in_fog(mix(base * light, mark.rgb, mark.a)), opacity);
}
)glsl";

inline constexpr const char* painted_vertex_shader = R"glsl(
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec4 paint;
layout(location = 3) in vec4 row_x;
layout(location = 4) in vec4 row_y;
layout(location = 5) in vec4 row_z;
layout(location = 6) in vec4 tint;
layout(location = 7) in vec4 dye;  // per instance
uniform mat4 camera;
out vec3 seen;
void main()
{
    vec4 at = vec4(position, 1.0);
    vec3 standing = vec3(dot(row_x, at), dot(row_y, at), dot(row_z, at));
    vec3 facing = vec3(dot(row_x.xyz, normal), dot(row_y.xyz, normal), dot(row_z.xyz, normal));
    facing *= inversesqrt(max(dot(facing, facing), 1e-12));
    gl_Position = camera * vec4(standing, 1.0);
    seen = mix(paint.rgb * dye.rgb * light_at(standing, facing), tint.rgb, tint.a);
}
)glsl";

inline constexpr const char* painted_fragment_shader = R"glsl(
in vec3 seen;
uniform float opacity;
out vec4 shown;
void main()
{
    shown = vec4(in_fog(seen), opacity);
}
)glsl";

/// Sky and sun, for one triangle over the whole picture. Directions are in map axes, with Y down. The formulas are
/// those of scene::sky_point() and scene::sun_centre().
inline constexpr const char* sky_vertex_shader = R"glsl(
uniform mat4 from_clip;
uniform vec3 eye;  // in the viewport
out vec3 ray;
void main()
{
    vec2 corner = vec2(float(gl_VertexID & 1) * 4.0 - 1.0, float(gl_VertexID & 2) * 2.0 - 1.0);
    vec4 far = from_clip * vec4(corner, 1.0, 1.0);
    ray = far.xyz / far.w - eye;
    gl_Position = vec4(corner, 1.0, 1.0);
}
)glsl";

inline constexpr const char* sky_fragment_shader = R"glsl(
in vec3 ray;
uniform vec3 place;  // of the camera, in map units
uniform vec3 forward;
uniform vec3 right;
uniform vec3 up;
uniform vec3 sun;  // its middle, relative to the camera
uniform vec3 sun_colour;
uniform vec2 sun_half;   // 0: there is no sun
uniform vec2 sky_size;   // pixels of the image; 0: there is no sky
uniform vec2 sky_drift;  // texels that it has moved
uniform vec2 sky_plane;  // Y, and texels over half of the plane
uniform sampler2D sky_image;
uniform sampler2D sun_image;
out vec4 shown;

const float half_plane = 65000.0;
const float tilt = 24.0 * 6.2831852 / 2048.0;

vec3 with_sky(vec3 seen, vec3 direction)
{
    vec2 heading = length(forward.xz) > 0.0 ? normalize(forward.xz) : vec2(0.0, 1.0);
    float along = dot(direction.xz, heading);
    float steepness = cos(tilt) * direction.y - sin(tilt) * along;
    float away = (sky_plane.x - place.y) * cos(tilt) / steepness;
    if (sky_size.x == 0.0 || steepness == 0.0 || away <= 0.0)
        return seen;
    vec3 at = direction * away;
    float of_heading = along * away;
    vec2 flat_at = at.xz + heading * (of_heading / cos(tilt) - of_heading);
    if (max(abs(flat_at.x), abs(flat_at.y)) > half_plane)
        return seen;
    vec2 texel = vec2(flat_at.x, -flat_at.y) * (sky_plane.y / half_plane) + vec2(place.x, -place.z) * 0.009 + sky_drift;
    return in_fog(texture(sky_image, texel / sky_size).rgb, dot(at, forward));
}

vec3 with_sun(vec3 seen, vec3 direction)
{
    float away = dot(sun, forward) / dot(direction, forward);
    if (sun_half.x == 0.0 || away <= 0.0)
        return seen;
    vec3 beside = direction * away - sun;
    vec2 part = vec2(dot(beside, right), -dot(beside, up)) / sun_half;
    if (max(abs(part.x), abs(part.y)) > 1.0)
        return seen;
    return mix(seen, sun_colour, texture(sun_image, part * 0.5 + 0.5).a);
}

void main()
{
    vec3 direction = normalize(vec3(-ray.xy, ray.z));
    shown = vec4(with_sun(with_sky(fog.rgb, direction), direction), 1.0);
}
)glsl";

}  // namespace redforge::render
