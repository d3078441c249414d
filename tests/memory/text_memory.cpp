// Hostile texts: reading and packing cost memory in proportion to the text and to its file.
#include <catch2/catch.hpp>

#include <functional>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/xml/schema.hpp"
#include "core/xml/xml_writer.hpp"
#include "edit/document/document.hpp"
#include "memory/cost.hpp"
#include "rgm/map.hpp"
#include "support/laws.hpp"

using namespace redforge;
using namespace redforge::test;

namespace {

/// Returns the start tag of an element with its required attributes, without the closing bracket.
std::string begin_tag(const SchemaElement& element)
{
    std::string tag = "<" + element.name;
    for (const SchemaField& field : element.fields) {
        const bool must_choose = !field.info.choices.empty() && field.default_text.empty();
        if ((field.info.always || must_choose) && tag.find(fmt::format(" {}=", field.name)) == std::string::npos) {
            tag += fmt::format(" {}=\"", field.name);
            append_xml_escaped(tag, must_choose ? field.info.choices.substr(0, field.info.choices.find(' '))
                                                : std::string_view(field.default_text));
            tag += '"';
        }
    }
    return tag;
}

/// Returns `inner` inside the elements of `path`, the root first.
std::string inside(const std::vector<const SchemaElement*>& path, const std::string& inner)
{
    std::string text;
    for (const SchemaElement* element : path) {
        text += begin_tag(*element) + ">";
    }
    text += inner;
    for (auto element = path.rbegin(); element != path.rend(); ++element) {
        text += fmt::format("</{}>", (*element)->name);
    }
    return text;
}

std::string repeated(const std::string& element, std::size_t count)
{
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        text += element;
    }
    return text;
}

using Visit = std::function<void(const std::vector<const SchemaElement*>& path)>;

/// Visits each element of a document's description with its ancestors.
void walk(std::vector<const SchemaElement*>& path, const Visit& visit)
{
    visit(path);
    for (const SchemaElement& child : path.back()->children) {
        if (!child.blob) {
            path.push_back(&child);
            walk(path, visit);
            path.pop_back();
        }
    }
}

void walk_all(const Visit& visit)
{
    for (const Format& format : edit::formats()) {
        const SchemaElement root = describe_document(format.root_type());
        std::vector<const SchemaElement*> path{&root};
        walk(path, visit);
    }
}

struct Packed {
    Cost cost;
    std::size_t file{};  ///< bytes
    std::string error_text;
};

/// Packs a text, which may be rejected.
Packed pack(const std::string& text)
{
    Packed packed;
    packed.cost = cost_of([&] {
        Result<edit::Document> document = edit::read_text(text, "a.xml");
        const Result<Bytes> bytes = document ? document->write() : fail(document.error());
        bytes ? static_cast<void>(packed.file = bytes->size())
              : static_cast<void>(packed.error_text = describe(bytes.error()));
    });
    return packed;
}

}  // namespace

TEST_CASE("memory: stays small for very many small elements of any kind")
{
    constexpr std::size_t count = 20000;
    std::size_t accepted = 0;
    walk_all([&](std::vector<const SchemaElement*> path) {
        if (!path.back()->many) {
            return;
        }
        const std::string element = begin_tag(*path.back()) + "/>";
        path.pop_back();
        const std::string text = inside(path, repeated(element, count));
        const Packed packed = pack(text);
        CAPTURE(path.front()->name, element, text.size(), packed.file, packed.cost.memory, packed.error_text);
        // A parser node takes 64 bytes and a record up to 620. Records exist twice while the written text is
        // read back. A plugin record with a script and properties takes up to 2,200. Most take less than 500 together.
        CHECK(packed.cost.memory <= 2500 * count + 5 * packed.file);
        accepted += packed.error_text.empty() ? 1U : 0U;
    });
    CHECK(accepted >= 20);
}

TEST_CASE("memory: the largest value of any field allocates nothing")
{
    std::size_t accepted = 0;
    walk_all([&](std::vector<const SchemaElement*> path) {
        const SchemaElement& last = *path.back();
        std::string content;
        for (const SchemaElement& child : last.children) {
            content += child.blob ? "" : repeated(begin_tag(child) + "/>", child.many ? 3 : 1);
        }
        path.pop_back();
        for (const SchemaField& field : last.fields) {
            if (field.type.kind != ValueKind::integer) {
                continue;
            }
            const std::int64_t most = std::min(field.type.max, field.info.max);
            std::string element = begin_tag(last);
            if (const std::size_t at = element.find(fmt::format(" {}=\"", field.name)); at != std::string::npos) {
                const std::size_t value = at + field.name.size() + 3;
                element.replace(value, element.find('"', value) - value, std::to_string(most));
            } else {
                element += fmt::format(" {}=\"{}\"", field.name, most);
            }
            const std::string text = inside(path, fmt::format("{}>{}</{}>", element, content, last.name));
            const Packed packed = pack(text);
            CAPTURE(text, packed.file, packed.cost.memory, packed.error_text);
            CHECK(packed.cost.memory <= (std::size_t{4} << 20U));
            accepted += packed.error_text.empty() ? 1U : 0U;
        }
    });
    CHECK(accepted >= 100);
}

TEST_CASE("memory: a short text cannot expand to hundreds of megabytes of variables")
{
    const std::string text =
        fmt::format(R"(<map><actors><actor script_name="A" instances="65535">{}</actor></actors></map>)",
                    repeated(R"(<variable value="1"/>)", 1000));
    const Packed packed = pack(text);
    CHECK(packed.error_text ==
          "RAVA, actors[0].variables of A: 1000 variables for each of 65535 instances: 262140000 bytes with those of "
          "the actors before it; a map has room for 4194304 bytes of variables");
    CHECK(packed.cost.memory <= 48 * text.size());
    // A value at the limit is written.
    const auto error_for = [](int instances) {
        return pack(fmt::format(R"(<map><actors><actor script_name="A" instances="{}">{}</actor></actors></map>)",
                                instances, repeated(R"(<variable value="1"/>)", 1024)))
            .error_text;
    };
    CHECK(error_for(1024).empty());
    CHECK(error_for(1025) ==
          "RAVA, actors[0].variables of A: 1024 variables for each of 1025 instances: 4198400 bytes with those of "
          "the actors before it; a map has room for 4194304 bytes of variables");
}

TEST_CASE("memory: malicious texts take a small multiple of their size")
{
    std::string deep;
    for (int i = 0; i < 200000; ++i) {
        deep += "<a>";
    }
    CHECK(cost_of([&] { static_cast<void>(from_xml(deep)); }).memory <=
          32 * deep.size());  // one parser node for three letters
    const std::string wide = "<map sections=\"" + std::string(10000000, 'x') + "\"/>";
    CHECK(cost_of([&] { static_cast<void>(from_xml(wide)); }).memory <= 8 * wide.size());
    std::string many = "<map><objects>";
    for (int i = 0; i < 100000; ++i) {
        many += "<object/>";
    }
    many += "</objects></map>";
    CHECK(cost_of([&] { static_cast<void>(from_xml(many)); }).memory <= 40 * many.size());
    const std::string bomb = "<!DOCTYPE map [<!ENTITY a \"" + std::string(1000, 'a') + "\">]><map/>";
    CHECK(cost_of([&] { static_cast<void>(from_xml(bomb)); }).memory <= 100000);
}
