// Checks a glTF document.
#include "exchange/gltf/gltf_check.hpp"

#include <initializer_list>
#include <string_view>

#include <fmt/format.h>

#include "exchange/gltf/gltf_error.hpp"

namespace redforge::exchange {
namespace {

using nlohmann::json;

/// Returns the JSON of a value for messages, shortened if it is long.
std::string shown(const json& value)
{
    constexpr std::size_t most = 40;
    const std::string text = value.dump(-1, ' ', true, json::error_handler_t::replace);
    return text.size() <= most ? text : text.substr(0, most) + "...";
}

Status check_whole(const json& value, const std::string& where)
{
    return whole_number(value)
               ? Status{}
               : make_error(where, fmt::format("is {}", shown(value)), "a whole number from 0 to 4294967295");
}

Status check_wholes(const json& object, const std::string& where, std::initializer_list<const char*> names)
{
    for (const char* const name : names) {
        const json* const value = find_member(object, name);
        if (const Status whole = value != nullptr ? check_whole(*value, fmt::format("{}.{}", where, name)) : Status{};
            !whole) {
            return whole;
        }
    }
    return {};
}

/// Checks that a member, if present, is a list of `count` numbers.
Status check_numbers(const json& object, const std::string& where, const char* name, std::size_t count)
{
    const json* const list = find_member(object, name);
    if (list == nullptr) {
        return {};
    }
    const std::string place = fmt::format("{}.{}", where, name);
    if (!list->is_array() || list->size() != count) {
        return make_error(place, list->is_array() ? fmt::format("has {} values", list->size()) : "is " + shown(*list),
                          fmt::format("a list of {} numbers", count));
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (!(*list)[i].is_number()) {
            return make_error(fmt::format("{}[{}]", place, i), "is " + shown((*list)[i]), "a number");
        }
    }
    return {};
}

/// Checks that a member, if present, is a list of numbers, such as bounds or weights.
Status check_any_numbers(const json& object, const std::string& where, const char* name)
{
    const json* const list = find_member(object, name);
    return list == nullptr ? Status{} : check_numbers(object, where, name, list->is_array() ? list->size() : 1);
}

/// Calls `check` with each element of a list and its position in the document, if the list exists.
template <class Check>
Status each_in(const json& object, const char* name, const std::string& above, const Check& check)
{
    const json* const list = find_member(object, name);
    if (list == nullptr) {
        return {};
    }
    if (!list->is_array()) {
        return make_error(above + name, "is " + shown(*list), "a list");
    }
    for (std::size_t i = 0; i < list->size(); ++i) {
        if (const Status good = check((*list)[i], fmt::format("{}{}[{}]", above, name, i)); !good) {
            return good;
        }
    }
    return {};
}

/// Checks that a value is an object of whole numbers, such as the attributes of a primitive.
Status check_attributes(const json& attributes, const std::string& where)
{
    if (!attributes.is_object()) {
        return make_error(where, "is " + shown(attributes), "an object of accessors");
    }
    for (const auto& [name, value] : attributes.items()) {
        if (const Status whole = check_whole(value, fmt::format("{}.{}", where, name)); !whole) {
            return whole;
        }
    }
    return {};
}

Status check_primitive(const json& primitive, const std::string& where)
{
    Status good = check_wholes(primitive, where, {"indices", "material", "mode"});
    if (const json* const attributes = find_member(primitive, "attributes"); good && attributes != nullptr) {
        good = check_attributes(*attributes, where + ".attributes");
    }
    return good ? each_in(primitive, "targets", where + ".", check_attributes) : good;
}

Status check_node(const json& node, const std::string& where)
{
    Status good = check_wholes(node, where, {"mesh", "skin", "camera"});
    good = good ? check_any_numbers(node, where, "weights") : good;
    good = good ? each_in(node, "children", where + ".", check_whole) : good;
    good = good ? check_numbers(node, where, "matrix", 16) : good;
    good = good ? check_numbers(node, where, "translation", 3) : good;
    good = good ? check_numbers(node, where, "rotation", 4) : good;
    return good ? check_numbers(node, where, "scale", 3) : good;
}

Status check_accessor(const json& accessor, const std::string& where)
{
    Status good = check_wholes(accessor, where, {"bufferView", "byteOffset", "componentType", "count"});
    good = good ? check_any_numbers(accessor, where, "min") : good;
    good = good ? check_any_numbers(accessor, where, "max") : good;
    const json* const normalized = find_member(accessor, "normalized");
    if (good && normalized != nullptr && !normalized->is_boolean()) {
        return make_error(where + ".normalized", "is " + shown(*normalized), "true or false");
    }
    const json* const sparse = find_member(accessor, "sparse");
    if (!good || sparse == nullptr) {
        return good;
    }
    const std::string inside = where + ".sparse";
    good = check_wholes(*sparse, inside, {"count"});
    for (const char* const part : {"indices", "values"}) {
        const json* const found = find_member(*sparse, part);
        if (good && found != nullptr) {
            good =
                check_wholes(*found, fmt::format("{}.{}", inside, part), {"bufferView", "byteOffset", "componentType"});
        }
    }
    return good;
}

Status check_material(const json& material, const std::string& where)
{
    const json* const pbr = find_member(material, "pbrMetallicRoughness");
    if (pbr == nullptr) {
        return {};
    }
    const std::string inside = where + ".pbrMetallicRoughness";
    const json* const texture = find_member(*pbr, "baseColorTexture");
    const Status good =
        texture != nullptr ? check_wholes(*texture, inside + ".baseColorTexture", {"index", "texCoord"}) : Status{};
    return good ? check_numbers(*pbr, inside, "baseColorFactor", 4) : good;
}

Status check_scene(const json& document)
{
    const json* const scene = find_member(document, "scene");
    if (scene == nullptr) {
        return {};
    }
    if (const Status whole = check_whole(*scene, "scene"); !whole) {
        return whole;
    }
    const json* const scenes = find_member(document, "scenes");
    const std::size_t count = scenes != nullptr && scenes->is_array() ? scenes->size() : 0;
    return *whole_number(*scene) < count
               ? Status{}
               : make_error("scene", fmt::format("names scene {}", *whole_number(*scene)),
                            count == 0 ? "there are none" : fmt::format("there are {}, from 0", count));
}

}  // namespace

std::optional<std::uint32_t> whole_number(const json& value)
{
    constexpr std::uint64_t most = 0xFFFFFFFF;
    if (value.is_number_unsigned() && value.get<std::uint64_t>() <= most) {
        return value.get<std::uint32_t>();
    }
    if (value.is_number_float()) {
        const double number = value.get<double>();
        if (number >= 0 && number <= static_cast<double>(most) &&
            number == static_cast<double>(static_cast<std::uint32_t>(number))) {
            return static_cast<std::uint32_t>(number);
        }
    }
    return std::nullopt;
}

Status check_gltf(const json& document)
{
    Status good = check_scene(document);
    const auto in = [&](const char* list, const auto& check) {
        good = good ? each_in(document, list, "", check) : good;
    };
    in("scenes",
       [](const json& scene, const std::string& where) { return each_in(scene, "nodes", where + ".", check_whole); });
    in("nodes", check_node);
    in("meshes", [](const json& mesh, const std::string& where) {
        return each_in(mesh, "primitives", where + ".", check_primitive);
    });
    in("accessors", check_accessor);
    in("bufferViews", [](const json& view, const std::string& where) {
        return check_wholes(view, where, {"buffer", "byteOffset", "byteLength", "byteStride"});
    });
    in("buffers",
       [](const json& buffer, const std::string& where) { return check_wholes(buffer, where, {"byteLength"}); });
    in("materials", check_material);
    in("textures", [](const json& texture, const std::string& where) {
        return check_wholes(texture, where, {"source", "sampler"});
    });
    in("images",
       [](const json& image, const std::string& where) { return check_wholes(image, where, {"bufferView"}); });
    return good;
}

}  // namespace redforge::exchange
