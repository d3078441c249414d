// The --json output of the verbs follows schemas/json.schema.json.
#include <algorithm>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "program.hpp"
#include "support/source_folder.hpp"

using namespace redforge::test;

namespace {

using nlohmann::json;

bool is_of_type(const json& value, const std::string& type)
{
    return type == "object"    ? value.is_object()
           : type == "array"   ? value.is_array()
           : type == "string"  ? value.is_string()
           : type == "integer" ? value.is_number_integer()
           : type == "number"  ? value.is_number()
           : type == "boolean" ? value.is_boolean()
                               : type == "null" && value.is_null();
}

/// Returns the first position where a value violates the schema; empty if there is none. Supports the keywords that the
/// schema uses.
std::string fault(const json& value, const json& schema, const json& whole, const std::string& place)
{
    if (schema.contains("$ref")) {
        const std::string name = schema["$ref"].get<std::string>().substr(std::string("#/$defs/").size());
        return fault(value, whole["$defs"][name], whole, place);
    }
    if (schema.contains("const") && value != schema["const"]) {
        return place + ": another value";
    }
    if (schema.contains("enum") && std::ranges::find(schema["enum"], value) == schema["enum"].end()) {
        return place + ": none of the values";
    }
    if (schema.contains("type")) {
        const json types = schema["type"].is_array() ? schema["type"] : json::array({schema["type"]});
        if (std::ranges::none_of(types, [&](const json& type) { return is_of_type(value, type); })) {
            return place + ": another type";
        }
    }
    for (const json& name : schema.value("required", json::array())) {
        if (!value.contains(name.get<std::string>())) {
            return place + ": no " + name.get<std::string>();
        }
    }
    if (value.is_object()) {
        const json properties = schema.value("properties", json::object());
        for (const auto& [name, part] : value.items()) {
            if (!properties.contains(name)) {
                if (schema.value("additionalProperties", true)) {
                    continue;
                }
                return place + ": " + name + " is not known";
            }
            const std::string found = fault(part, properties[name], whole, place + "/" + name);
            if (!found.empty()) {
                return found;
            }
        }
    }
    for (std::size_t i = 0; value.is_array() && schema.contains("items") && i < value.size(); ++i) {
        const std::string found = fault(value[i], schema["items"], whole, place + "/" + std::to_string(i));
        if (!found.empty()) {
            return found;
        }
    }
    return {};
}

}  // namespace

TEST_CASE("json: output matches its schema", "[cli]")
{
    const json schema = json::parse(read_whole(source_folder() / "schemas/json.schema.json"));
    const TemporaryFolder folder;
    REQUIRE(run_shell(folder.path(),
                      "redforge new map --sample -o S.RGM && mkdir a && redforge archive build a -o A.ROB &&"
                      "echo '<edits><remove path=\"objects[0]\"/><set path=\"objects[4].position.x\" "
                      "value=\"5\"/></edits>' > e.xml &&"
                      "redforge apply e.xml S.RGM -o T.RGM && redforge set S.RGM objects[5].position.x=6 -o V.RGM")
                .status == 0);
    for (const char* const command : {"info --json S.RGM A.ROB",
                                      "verify --json S.RGM",
                                      "get --json S.RGM objects[0] objects[0].id actors[0].script",
                                      "find --json S.RGM '*:DOOR01'",
                                      "find --json gone.RGM x",
                                      "get --json S.RGM objects[99]",
                                      "set --json -n S.RGM objects[0].id=4",
                                      "set --json",
                                      "archive list --json A.ROB",
                                      "get --json S.RGM actors",
                                      "script list --json S.RGM",
                                      "script show --json S.RGM",
                                      "script check --json S.RGM",
                                      "script grep --json end S.RGM",
                                      "script xref --json opened S.RGM",
                                      "script run --json S.RGM DOOR01",
                                      "script functions --json RotateByAxis",
                                      "script functions --json *Item",
                                      "script show --json gone.RGM",
                                      "diff --json S.RGM S.RGM",
                                      "diff --json S.RGM T.RGM",
                                      "diff --json S.RGM gone.RGM",
                                      "merge --json S.RGM T.RGM S.RGM -o U.RGM",
                                      "merge --json S.RGM T.RGM V.RGM -o U.RGM",
                                      "apply --json -n e.xml S.RGM",
                                      "unpack --json S.RGM -o W",
                                      "unpack --json S.RGM T.RGM gone.RGM -o X",
                                      "pack --json W -o Y.RGM",
                                      "pack --json gone -o Y.RGM",
                                      "new --json map -o N.RGM",
                                      "render --json S.RGM -o S.svg",
                                      "model --json export S.RGM -o S.glb",
                                      "model --json export gone.3D -o S.glb"}) {
        INFO(command);
        const std::string printed =
            run_shell(folder.path(), std::string("redforge ") + command + " 2>/dev/null").output;
        CHECK(fault(json::parse(printed), schema, schema, "") == "");
    }
    CHECK(fault(json{{"schema", 2}}, schema, schema, "") == ": no verb");
}

TEST_CASE("json: keeps the bytes of a name that is not UTF-8", "[cli]")
{
    const TemporaryFolder folder;
    const std::string printed =
        run_shell(folder.path(), "N=$(printf 'A\\377.RGM'); redforge new map -q -o \"$N\"; redforge info --json \"$N\"")
            .output;
    CHECK(json::parse(printed)["files"][0]["file_bytes"] == "41ff2e52474d");
}

TEST_CASE("json: an error of a file has its section, position and hint", "[cli]")
{
    const TemporaryFolder folder;
    const ProcessResult outcome =
        run_shell(folder.path(), "printf 'FXHD\\000\\000\\000$%036dFXDT\\000\\000\\000\\0350' 0 > "
                                 "B.SFX; redforge info --json B.SFX 2> /dev/null");
    CHECK(outcome.status == 2);
    const json error = json::parse(outcome.output)["errors"][0];
    CHECK(error["code"] == "truncated");
    CHECK(error["file"] == "B.SFX");
    CHECK(error["section"] == "FXDT");
    CHECK(error["message"] == "FXDT with 29 bytes is not in the file");
    CHECK(error["hint"] == "1 bytes follow");
    CHECK(error["offset"] == 44);
    CHECK_FALSE(error.contains("line"));
    CHECK_FALSE(error.contains("field"));
}
