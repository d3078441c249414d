// Looks up the definitions of subrecords, and reads the built-in definitions.
#include "tes/definition/definitions.hpp"

#include <algorithm>
#include <iterator>

#include "tes/definition/definition_texts.hpp"

namespace redforge::tes {

const std::vector<const DefinedSubrecord*>& Definitions::find(std::string_view record, std::string_view tag) const
{
    static const std::vector<const DefinedSubrecord*> none;
    const auto found = records_.find(std::string(record));
    if (found == records_.end()) {
        return none;
    }
    const auto subrecord = found->second.subrecords.find(tag);
    return subrecord == found->second.subrecords.end() ? none : subrecord->second;
}

const std::vector<SubrecordPlace>& Definitions::order(std::string_view record) const
{
    static const std::vector<SubrecordPlace> none;
    const auto found = records_.find(std::string(record));
    return found == records_.end() ? none : found->second.order;
}

std::vector<const DefinedSubrecord*> Definitions::counts(std::string_view record) const
{
    std::vector<const DefinedSubrecord*> counts;
    if (const auto found = records_.find(std::string(record)); found != records_.end()) {
        for (const auto& [tag, layouts] : found->second.subrecords) {
            std::ranges::copy_if(layouts, std::back_inserter(counts),
                                 [](const DefinedSubrecord* layout) { return !layout->counters.empty(); });
        }
    }
    return counts;
}

bool Definitions::occurs_once(std::string_view record, std::string_view tag) const
{
    const auto found = records_.find(std::string(record));
    if (found == records_.end()) {
        return false;
    }
    const auto& [label, subrecords, order, once] = found->second;
    const auto place = std::ranges::find(order, tag, &SubrecordPlace::tag);
    return place == order.end() ? tag == "EDID" || std::ranges::find(once, tag) != once.end() : !place->repeats;
}

const DefinedSubrecord* Definitions::of(const RecordType& type) const
{
    const auto found = by_type_.find(&type);
    return found == by_type_.end() ? nullptr : found->second;
}

std::string_view Definitions::label(std::string_view record) const
{
    const auto found = records_.find(std::string(record));
    return found == records_.end() ? std::string_view{} : std::string_view(found->second.label);
}

std::string_view types_named_by(const FieldInfo& info)
{
    const std::size_t at = info.refers_to == Target::form ? info.doc.rfind(types_begin) : std::string_view::npos;
    if (at == std::string_view::npos || !info.doc.ends_with('.')) {
        return {};
    }
    const std::string_view types = info.doc.substr(at + types_begin.size());
    return types.substr(0, types.size() - 1);
}

namespace {

std::unique_ptr<const Definitions>& given_definitions()
{
    static std::unique_ptr<const Definitions> given;
    return given;
}

}  // namespace

void use_definitions(std::unique_ptr<const Definitions> definitions)
{
    given_definitions() = std::move(definitions);
}

namespace {

/// Reads built-in definitions. Returns empty definitions if the text is invalid; a test checks that it is not.
std::unique_ptr<Definitions> read_definitions(std::string_view text, const char* file)
{
    Result<std::unique_ptr<Definitions>> result = Definitions::parse(text, file);
    return result ? std::move(*result) : Definitions::parse("", file).value();
}

}  // namespace

const Definitions& save_definitions()
{
    static const std::unique_ptr<Definitions> saves = read_definitions(save_definition_text(), "save.def");
    return *saves;
}

const DefinedSubrecord& properties_definition()
{
    static const std::unique_ptr<Definitions> vmad = read_definitions(vmad_definition_text(), "vmad.def");
    static const DefinedSubrecord& properties = *vmad->of(*vmad->items().front().type);
    return properties;
}

const Definitions& definitions_of(std::size_t header_size)
{
    if (given_definitions() != nullptr) {
        return *given_definitions();
    }
    // Each text is parsed when the first plugin of its game is read.
    if (header_size == 20) {
        static const std::unique_ptr<Definitions> oblivion = read_definitions(oblivion_definitions(), "oblivion.def");
        return *oblivion;
    }
    static const std::unique_ptr<Definitions> skyrim = read_definitions(skyrim_definitions(), "skyrim.def");
    return *skyrim;
}

}  // namespace redforge::tes
