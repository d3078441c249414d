// The shaders: textured or of one colour, lit by a sun, by the sky and by the lights of the map.
#pragma once

namespace redforge::render {

inline constexpr const char* vertex_shader = R"glsl(#version 330 core
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 texel;
layout(location = 3) in vec4 row_x;
layout(location = 4) in vec4 row_y;
layout(location = 5) in vec4 row_z;
layout(location = 6) in vec4 tint;
uniform mat4 camera;
uniform vec2 texels;
out vec3 facing;
out vec3 standing;
out vec2 place;
flat out vec4 mark;
void main()
{
    vec4 at = vec4(position, 1.0);
    standing = vec3(dot(row_x, at), dot(row_y, at), dot(row_z, at));
    gl_Position = camera * vec4(standing, 1.0);
    facing = vec3(dot(row_x.xyz, normal), dot(row_y.xyz, normal), dot(row_z.xyz, normal));
    place = texel / texels;
    mark = tint;
}
)glsl";

inline constexpr const char* fragment_shader = R"glsl(#version 330 core
in vec3 facing;
in vec3 standing;
in vec2 place;
flat in vec4 mark;             // a colour, and how much of it is mixed in
uniform vec4 colour;           // alpha 1: this colour; 0: the image
uniform sampler2D image;       // transparent pixels are black, so that colours can be divided by alpha
uniform samplerBuffer lights;  // two texels each: place and radius, colour
uniform usamplerBuffer cells;  // first and count in lists
uniform usamplerBuffer lists;
uniform float opacity;
uniform bool plain;            // the mean colour of the image in place of the image
uniform vec4 grid;             // lowest x and z, cells in a unit, cells along a side
out vec4 shown;
const vec3 sun = normalize(vec3(0.45, 0.75, 0.55));

vec3 lit_by_lights(vec3 up)
{
    vec3 sum = vec3(0.0);
    ivec2 cell = ivec2(floor((standing.xz - grid.xy) * grid.z));
    int side = int(grid.w);
    if (cell.x < 0 || cell.y < 0 || cell.x >= side || cell.y >= side)
        return sum;
    uvec2 span = texelFetch(cells, cell.y * side + cell.x).xy;
    for (uint i = 0u; i < span.y; ++i) {
        int light = int(texelFetch(lists, int(span.x + i)).x);
        vec4 ball = texelFetch(lights, 2 * light);
        vec3 way = ball.xyz - standing;
        float square = dot(way, way);
        float fade = max(1.0 - square / (ball.w * ball.w), 0.0);
        float slant = max(dot(up, way) * inversesqrt(max(square, 1e-6)), 0.0);
        sum += texelFetch(lights, 2 * light + 1).rgb * (fade * fade * slant);
    }
    return sum;
}

void main()
{
    vec4 sampled = texture(image, place);
    if (colour.a < 0.5 && sampled.a < 0.5)
        discard;
    if (plain)
        sampled = textureLod(image, vec2(0.5), 32.0);  // the smallest of its sizes
    vec3 base = colour.a < 0.5 ? sampled.rgb / max(sampled.a, 0.004) : colour.rgb;
    vec3 up = normalize(facing);
    float sky = 0.42 + 0.13 * up.y;
    float day = min(sky + 0.62 * max(dot(up, sun), 0.0), 1.15);
    shown = vec4(mix(base * (vec3(day) + lit_by_lights(up)), mark.rgb, mark.a), opacity);
}
)glsl";

}  // namespace redforge::render
