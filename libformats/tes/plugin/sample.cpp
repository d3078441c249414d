// Sample plugins: an empty one, and one with a script.
#include "tes/plugin/sample.hpp"

#include "obscript/compile.hpp"
#include "tes/plugin/plugin.hpp"

namespace redforge::tes {
namespace {

constexpr std::string_view source = "scn Greeting\r\n"
                                    "\r\n"
                                    "short met\r\n"
                                    "\r\n"
                                    "Begin OnActivate\r\n"
                                    "\tif met == 0\r\n"
                                    "\t\tMessage \"Good morning, stranger.\"\r\n"
                                    "\t\tset met to 1\r\n"
                                    "\tendif\r\n"
                                    "\tActivate\r\n"
                                    "End";

}  // namespace

Plugin new_plugin(bool sample)
{
    Plugin plugin;
    plugin.header.next_object_id = 0x800;
    if (!sample) {
        return plugin;
    }
    plugin.header.next_object_id = 0x801;
    plugin.header.parts = {Author{Text("Redforge")}, Description{Text("A script that greets.")},
                           Master{Text("Oblivion.esm"), 0}};
    Group group;
    group.label = "SCPT";
    Record record;
    record.type = "SCPT";
    record.editor_id = Text("Greeting");
    record.form_id = 0x01000800;
    Script& script = record.subrecords.add<Script>(plugin.header_size);
    Variable& met = script.variables.emplace_back();
    met.index = 1;
    met.name = Text("met");
    met.is_integer = 1;
    script.source.assign(as_bytes(source).begin(), as_bytes(source).end());
    obscript::EmptyEnvironment no_names;
    script.compiled = obscript::compile(source, no_names).code;
    group.entries.get().emplace_back(std::move(record));
    plugin.entries.get().emplace_back(std::move(group));
    return plugin;
}

}  // namespace redforge::tes
