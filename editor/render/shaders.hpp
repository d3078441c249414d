// The shaders: textured or of one colour, lit by a sun and by the sky.
#pragma once

namespace redforge::render {

inline constexpr const char* vertex_shader = R"glsl(#version 330 core
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 texel;
layout(location = 3) in vec4 row_x;
layout(location = 4) in vec4 row_y;
layout(location = 5) in vec4 row_z;
uniform mat4 camera;
uniform vec2 texels;
out vec3 facing;
out vec2 place;
void main()
{
    vec4 at = vec4(position, 1.0);
    gl_Position = camera * vec4(dot(row_x, at), dot(row_y, at), dot(row_z, at), 1.0);
    facing = vec3(dot(row_x.xyz, normal), dot(row_y.xyz, normal), dot(row_z.xyz, normal));
    place = texel / texels;
}
)glsl";

inline constexpr const char* fragment_shader = R"glsl(#version 330 core
in vec3 facing;
in vec2 place;
uniform vec4 colour;      // alpha 1: this colour; 0: the image
uniform sampler2D image;  // transparent pixels are black, so that colours can be divided by alpha
out vec4 shown;
const vec3 sun = normalize(vec3(0.45, 0.75, 0.55));
void main()
{
    vec4 sampled = texture(image, place);
    if (colour.a < 0.5 && sampled.a < 0.5)
        discard;
    vec3 base = colour.a < 0.5 ? sampled.rgb / sampled.a : colour.rgb;
    vec3 up = normalize(facing);
    float sky = 0.42 + 0.13 * up.y;
    shown = vec4(base * min(sky + 0.62 * max(dot(up, sun), 0.0), 1.15), 1.0);
}
)glsl";

}  // namespace redforge::render
