// XML to records: accepted forms, and errors with position and message.
#include <map>

#include <catch2/catch.hpp>

#include "core/record/describe.hpp"
#include "core/xml/xml_reader.hpp"
#include "core/xml/xml_writer.hpp"
#include "support/map_file.hpp"

using namespace redforge;
using test::hex;

namespace {

struct Point {
    using composite = void;
    std::int32_t x{};
    std::int32_t y{7};

    friend bool operator==(const Point&, const Point&) = default;
};

template <class Archive>
void serialize(Archive& ar, Point& point, unsigned /*version*/)
{
    field(ar, "x", point.x);
    field(ar, "y", point.y);
}

struct Item {
    Text name;
    Point place;

    friend bool operator==(const Item&, const Item&) = default;
};

template <class Archive>
void serialize(Archive& ar, Item& item, unsigned /*version*/)
{
    field(ar, "name", item.name, {.always = true});
    field(ar, "place", item.place);
}

struct Box {
    std::uint8_t weight{1};
    Item lid;
    std::vector<Item> items;
    std::optional<Item> label;
    Bytes data;
    Bytes script;

    friend bool operator==(const Box&, const Box&) = default;
};

template <class Archive>
void serialize(Archive& ar, Box& box, unsigned /*version*/)
{
    field(ar, "weight", box.weight);
    group(ar, "lid", box.lid);
    list(ar, "items", "item", box.items);
    list(ar, "label", "label", box.label);
    blob(ar, "data", box.data);
    blob(ar, "script", box.script, {.folder = "scripts", .extension = ".soup"}, box.lid.name.bytes);
}

Result<Box> read(std::string text, SideFileReader files = {})
{
    const Result<XmlDocument> document = XmlDocument::parse(std::move(text), "box.xml");
    if (!document) {
        return fail(document.error());
    }
    Box box;
    XmlReader reader(*document, std::move(files));
    if (const Status status = reader.document("box", box); !status) {
        return fail(status.error());
    }
    return box;
}

std::string error_text(std::string text)
{
    const Result<Box> box = read(std::move(text));
    return box ? "" : describe(box.error());
}

std::string written(const Box& box)
{
    TextSink out;
    XmlWriter writer(out);
    writer.document("box", box);
    return out.str();
}

}  // namespace

TEST_CASE("XML writing: omits defaults and follows the order of the description")
{
    Box box;
    CHECK(written(box) == "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<box/>\n");
    box.weight = 0;
    box.items = {{"<&>\"' ", {0, 0}}, {"", {-5, 7}}};
    box.label = Item{"L", {}};
    box.data = hex("00ff");
    box.script = Bytes(33, std::byte{0xAB});
    const std::string line(64, 'x');
    std::string hex_line;
    for (int i = 0; i < 32; ++i) {
        hex_line += "ab";
    }
    CHECK(written(box) == "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                          "<box weight=\"0\">\n"
                          "  <item name=\"&lt;&amp;&gt;&quot;' \" place.y=\"0\"/>\n"
                          "  <item name=\"\" place.x=\"-5\"/>\n"
                          "  <label name=\"L\"/>\n"
                          "  <data>00ff</data>\n"
                          "  <script>\n    " +
                              hex_line + "\n    ab\n  </script>\n</box>\n");
    CHECK(read(written(box)).value() == box);
}

TEST_CASE("XML reading: attributes have any order and either quotes")
{
    const Box box = read("<box><item place.y='3' name='a' place.x=\"2\"/></box>").value();
    CHECK(box.items == std::vector<Item>{{"a", {2, 3}}});
}

TEST_CASE("XML reading: ignores comments, CDATA and white space")
{
    const Box box =
        read("<!-- x --><box >\n <!-- y -->\n<data> 00<!-- z -->01\n<![CDATA[02]]></data> </box>\n").value();
    CHECK(box.data == hex("000102"));
}

TEST_CASE("XML reading: rejects an unknown entity next to CDATA sections")
{
    CHECK(read("<box><item name=\"&amp;\"/><data><![CDATA[02]]></data></box>").value().items.front().name == Text("&"));
    const std::string ending = "<item name=\"&bad;\"/><data><![CDATA[02]]></data></box>";
    CHECK(error_text("<box>" + ending).starts_with("box.xml:1:18: "));
    CHECK(error_text("<box><!-- <![CDATA[ -->" + ending).starts_with("box.xml:1:36: "));
    CHECK(error_text("<box><?x <![CDATA[ ?>" + ending).starts_with("box.xml:1:"));
    CHECK(error_text("<box><item name=\"![CDATA[\"/>" + ending).starts_with("box.xml:1:41: "));
    CHECK(error_text("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<box>" + ending).starts_with("box.xml:2:18: "));
    const std::string sections = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<box><item name=\"![CDATA[\"/>"
                                 "<data><![CDATA[02]]></data></box>";
    CHECK(read(sections).value().items.front().name == Text("![CDATA["));
}

TEST_CASE("XML reading: rejects a < in a value")
{
    CHECK(read("<box><lid name=\"a&lt;b\"/></box>").value().lid.name.bytes == "a<b");
    CHECK(read("<box><lid name=\"a&#60;b\"/></box>").value().lid.name.bytes == "a<b");
    CHECK(error_text("<box><lid name=\"a<b\"/></box>").starts_with("box.xml:1:18: "));
    CHECK(error_text("<box><lid name=\"<\"/></box>").starts_with("box.xml:1:17: "));
    CHECK(error_text("<box><items><item name=\"a\"/><item name=\"<a>\"/></items></box>") != "");
    CHECK(error_text("<box><lid name=\"a>b\"/></box>") == "");
}

TEST_CASE("XML reading: rejects unknown names and suggests the nearest one")
{
    CHECK(error_text("<bax/>") == "box.xml:1:2: root element <bax>; expected <box>");
    CHECK(error_text("<box wieght=\"2\"/>") == "box.xml:1:6: <box> has no attribute \"wieght\"; did you mean weight?");
    CHECK(error_text("<box colour=\"2\"/>") == "box.xml:1:6: <box> has no attribute \"colour\"; it has: weight");
    CHECK(error_text("<box>\n  <itme name=\"\"/>\n</box>") ==
          "box.xml:2:4: <box> cannot contain <itme>; did you mean <item>?");
    CHECK(error_text("<box><elephant/></box>") ==
          "box.xml:1:7: <box> cannot contain <elephant>; it can contain: lid, item, label, data, script");
    CHECK(error_text("<box><item name=\"\"><x/></item></box>") ==
          "box.xml:1:21: <item> cannot contain <x>; it cannot contain elements");
    CHECK(error_text("<box><item name=\"\" place=\"1\"/></box>") ==
          "box.xml:1:20: <item> has no attribute \"place\"; did you mean place.x?");
    CHECK(error_text("<box><item name=\"\" place.X=\"1\"/></box>") ==
          "box.xml:1:20: <item> has no attribute \"place.X\"; did you mean place.x?");
}

TEST_CASE("XML reading: reports wrong order, duplicates, missing parts and text")
{
    CHECK(error_text("<box>\n<data>00</data>\n<item name=\"\"/></box>") ==
          "box.xml:3:2: <item> is out of order in <box>; the order is: lid, item, label, data, script");
    CHECK(error_text("<box><label name=\"\"/><label name=\"\"/></box>") ==
          "box.xml:1:23: a second <label>; there can be only one here");
    CHECK(error_text("<box weight=\"1\" weight=\"2\"/>") ==
          "box.xml:1:17: attribute weight appears twice in <box>; keep one");
    CHECK(error_text("<box><item/></box>") == "box.xml:1:7: <item> without name; it must be given");
    CHECK(error_text("<box><item place.x=\"1\"/></box>") == "box.xml:1:7: <item> without name; it must be given");
    CHECK(error_text("<box>\n hello <item name=\"\"/></box>") ==
          "box.xml:1:6: text \"\n hello \" inside <box>; this element cannot contain text; remove it");
    CHECK(error_text("<box><item name=\"\">x</item></box>") ==
          "box.xml:1:20: text \"x\" inside <item>; this element cannot contain text; remove it");
}

TEST_CASE("XML reading: a value out of range is reported with the range")
{
    CHECK(error_text("<box weight=\"256\"/>") ==
          "box.xml:1:6: weight=\"256\" of <box>; expected a whole number from 0 to 255");
    CHECK(error_text("<box\n\tweight=\"\"/>") ==
          "box.xml:2:2: weight=\"\" of <box>; expected a whole number from 0 to 255");
    CHECK(error_text("<box><item name=\"€\"/></box>") ==
          "box.xml:1:12: name=\"€\" of <item>; expected the game's text, but character U+20AC is not in code page 437; "
          "write a byte of the game's text as \\xHH");
    CHECK(error_text("<box weight=\"" + std::string(100, '1') + "\"/>") ==
          "box.xml:1:6: weight=\"" + std::string(40, '1') + "...\" of <box>; expected a whole number from 0 to 255");
}

TEST_CASE("XML reading: numbers have any number of digits and an optional minus")
{
    const auto x = [](const std::string& text) {
        const Result<Box> box = read("<box><item name=\"\" place.x=\"" + text + "\"/></box>");
        return box ? std::optional(box->items[0].place.x) : std::nullopt;
    };
    CHECK(x("0") == 0);
    CHECK(x("-0") == 0);
    CHECK(x("-2147483648") == -2147483648LL);
    CHECK(x("2147483647") == 2147483647);
    CHECK(x("000000000000000012") == 12);   // 18 digits
    CHECK(x("0000000000000000012") == 12);  // 19
    CHECK(x("-" + std::string(100, '0') + "12") == -12);
    for (const char* wrong : {"", "-", "+1", " 1", "1 ", "1.0", "0x1", "--1", "1-", "2147483648", "-2147483649",
                              "4294967297", "99999999999999999999", "18446744073709551617"}) {
        CAPTURE(wrong);
        CHECK(x(wrong) == std::nullopt);
    }
}

TEST_CASE("XML reading: reads lists of any length and reports errors in any record")
{
    for (const std::size_t size : {1U, 2U, 31U, 32U, 33U, 64U, 65U, 100U}) {
        std::string text;
        for (std::size_t i = 0; i < size; ++i) {
            text += "<item name=\"" + std::to_string(i) + "\"/>";
        }
        CAPTURE(size);
        const Result<Box> box = read("<box>" + text + "<label name=\"l\"/></box>");
        REQUIRE(box);
        REQUIRE(box->items.size() == size);
        CHECK(box->items.back().name.bytes == std::to_string(size - 1));
        CHECK(box->label->name.bytes == "l");
        CHECK(error_text("<box>" + text + "\n<item/>" + text + "</box>") ==
              "box.xml:2:2: <item> without name; it must be given");
    }
}

TEST_CASE("XML reading: bytes are hexadecimal pairs")
{
    const std::string words = "something in <data> that is not bytes; expected pairs of hexadecimal digits, with white "
                              "space only between pairs";
    CHECK(error_text("<box><data>0g</data></box>") == "box.xml:1:12: " + words);
    CHECK(error_text("<box><data>0</data></box>") == "box.xml:1:12: " + words);
    CHECK(error_text("<box><data>00<b/></data></box>") == "box.xml:1:15: " + words);
    CHECK(error_text("<box><data x=\"\">00</data></box>") ==
          "box.xml:1:12: <data> has no attribute \"x\"; it holds only bytes");
    CHECK(error_text("<box><data>00</data><data>00</data></box>") ==
          "box.xml:1:22: <data> is out of order in <box>; the order is: lid, item, label, data, script");
    CHECK(read("<box><data></data></box>").value().data.empty());
}

TEST_CASE("XML reading: side files need safe paths")
{
    const auto files = [](const std::string& path) -> Result<std::string> {
        if (path == "scripts/A.soup") {
            return "; a comment\n01 02\n";
        }
        return fail({.code = ErrorCode::io, .message = "no such file", .file = path});
    };
    CHECK(read("<box><script file='scripts/A.soup'/></box>", files).value().script == hex("0102"));
    CHECK(describe(read("<box><script file='scripts/B.soup'/></box>", files).error()) ==
          "scripts/B.soup: no such file");
    CHECK(error_text("<box><script file='scripts/A.soup'/></box>") ==
          "box.xml:1:14: file=\"scripts/A.soup\" in a text that has no folder; give the folder or the map.xml in it");
    for (const std::string_view path : {"../A.soup", "/A.soup", "scripts/../../A", "a//b", "", "a\\b", "."}) {
        const auto box = read("<box><script file='" + std::string(path) + "'/></box>", files);
        REQUIRE_FALSE(box);
        CHECK(box.error().hint == "expected a path inside the document's own folder");
    }
    CHECK(error_text("<box><script file='a'>00</script></box>") ==
          "box.xml:1:14: <script> has both a file and content; keep one of them");
    CHECK(error_text("<box><data file='a'/></box>") ==
          "box.xml:1:12: <data> has no attribute \"file\"; it holds only bytes");
}

TEST_CASE("XML reading: syntax errors have file, line and column")
{
    CHECK(error_text("<box>\n  <item name='a' name2></item>\n</box>") ==
          "box.xml:2:18: an attribute without a value; attributes are NAME=\"VALUE\"");
    const auto crossed = read("<box>\n<data></box></data>");
    REQUIRE_FALSE(crossed);
    CHECK(crossed.error().line == 2);
    CHECK(crossed.error().message == "</box> instead of </data>");
    CHECK(read("\xEF\xBB\xBF<box/>"));
}

TEST_CASE("XML reading: very many attributes and very long values end with an error")
{
    std::string many = "<box";
    for (int i = 0; i < 100000; ++i) {
        many += " a" + std::to_string(i) + "=''";
    }
    CHECK(error_text(many + "/>") == "box.xml:1:6: <box> has no attribute \"a0\"; it has: weight");
    const std::string message = error_text("<box weight='" + std::string(10000000, '9') + "'/>");
    CHECK(message.size() < 200);
}

namespace {

/// Returns a text of 20,000 items, about 700 KB.
std::string long_text(const std::map<std::size_t, std::string>& oddities, std::string_view after = "")
{
    std::string text = "<box>\n";
    for (std::size_t i = 0; i < 20'000; ++i) {
        const auto odd = oddities.find(i);
        text +=
            odd != oddities.end() ? odd->second + "\n" : "<item name=\"" + std::to_string(i) + "\" place.x=\"5\"/>\n";
    }
    return text + std::string(after) + "</box>\n";
}

}  // namespace

TEST_CASE("XML reading: a long list is complete and in order", "[core]")
{
    const Result<Box> box = read(long_text({{0, "<!-- before -->"}}, "<label name=\"last\"/>\n"));
    REQUIRE(box);
    REQUIRE(box->items.size() == 19'999);
    for (std::size_t i = 0; i < box->items.size(); ++i) {
        REQUIRE(box->items[i] == Item{Text{std::to_string(i + 1)}, {.x = 5, .y = 7}});
    }
    CHECK(box->label->name.bytes == "last");
}

TEST_CASE("XML writing: a long list is complete and in order", "[core]")
{
    Box box;
    std::string expected = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<box>\n";
    for (std::size_t i = 0; i < 40'000; ++i) {
        box.items.push_back({Text{std::to_string(i)}, {.x = 5, .y = 7}});
        expected += "  <item name=\"" + std::to_string(i) + "\" place.x=\"5\"/>\n";
    }
    box.label = Item{"last", {}};
    expected += "  <label name=\"last\"/>\n</box>\n";
    TextSink sink;
    XmlWriter(sink).document("box", box);
    CHECK(sink.size() == expected.size());
    CHECK((sink.str() == expected));
}

TEST_CASE("XML reading: reports the first error of a long list", "[core]")
{
    const std::string bad_x = "<item name=\"a\" place.x=\"five\"/>";
    const std::string bad_name = "<item nmae=\"a\"/>";
    CHECK(error_text(long_text({{9, bad_x}, {19'000, bad_name}})) ==
          "box.xml:11:16: place.x=\"five\" of <item>; expected a whole number from -2147483648 to 2147483647");
    CHECK(error_text(long_text({{9, bad_name}, {19'000, bad_x}})) ==
          "box.xml:11:7: <item> has no attribute \"nmae\"; did you mean name?");
    CHECK(error_text(long_text({{19'000, bad_x}})) ==
          "box.xml:19002:16: place.x=\"five\" of <item>; expected a whole number from -2147483648 to "
          "2147483647");
    // Malformed XML is reported before wrong names, as in short texts.
    CHECK(error_text(long_text({{9, bad_name}, {19'000, "<item name='a<'/>"}})) ==
          "box.xml:19002:14: a < inside an attribute value; write &lt;");
    CHECK(error_text(long_text({{15'000, "<itme name=\"a\"/>"}})) ==
          "box.xml:15002:2: <box> cannot contain <itme>; did you mean <item>?");
}
