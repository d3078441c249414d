// Well-formedness: each error with its position and message.
#include <catch2/catch.hpp>

#include "core/xml/xml_check.hpp"

using namespace redforge;

namespace {

/// Returns "OFFSET: MESSAGE", or an empty text if the text is accepted.
std::string fault(std::string_view text)
{
    const auto found = check_xml(text);
    return found ? std::to_string(found->offset) + ": " + found->message : "";
}

std::string nested(int depth)
{
    std::string text;
    for (int i = 0; i < depth; ++i) {
        text += "<a>";
    }
    for (int i = 0; i < depth; ++i) {
        text += "</a>";
    }
    return text;
}

}  // namespace

TEST_CASE("XML: accepts declarations, comments, entities, CDATA and either quotes")
{
    for (const std::string_view text :
         {"<a/>", "<a></a>", "\xEF\xBB\xBF<a/>", "<?xml version=\"1.0\"?><a/>",
          "<?xml version='1.0' encoding='utf-8'?>\n<a b='1' c = \"2\"/>\n", "<!-- note --><a><!----></a><!-- end -->",
          "<a>text &amp; &lt;&gt;&quot;&apos; &#65; &#x41; &#10;</a>", "<a><![CDATA[<b> & ]]></a>", "<?pi text?><a/>",
          "<a b='\"' c=\"'\"/>", "<a-b.c_d:e/>", "<a>]] ></a>", "<a b='>'/>", "<a><?pic text?></a>",
          "<a>é─\xF0\x9F\x98\x80</a>"}) {
        CAPTURE(text);
        CHECK(fault(text) == "");
    }
}

TEST_CASE("XML: elements nest at most 32 deep")
{
    CHECK(fault(nested(32)) == "");
    CHECK(fault(nested(33)) == "96: elements nested more than 32 deep");
    CHECK(fault(nested(100000)) == "96: elements nested more than 32 deep");
}

TEST_CASE("XML: rejects truncated documents, and those without or with two elements")
{
    CHECK(fault("") == "0: no element");
    CHECK(fault(" \n") == "2: no element");
    CHECK(fault("<!-- only -->") == "13: no element");
    CHECK(fault("<a>") == "3: <a> of line 1 is never closed");
    CHECK(fault("<a>\n<b>") == "7: <b> of line 2 is never closed");
    CHECK(fault("<a") == "0: a start tag without >");
    CHECK(fault("<a></a") == "3: an end tag without >");
    CHECK(fault("</a>") == "0: </a> with no element open");
    CHECK(fault("<a/></a>") == "4: </a> with no element open");
    CHECK(fault("<a/><b/>") == "4: a second root element");
    CHECK(fault("hello <a/>") == "0: text before the root element");
    CHECK(fault("<a/> tail") == "5: text after the root element");
    CHECK(fault("<a/><![CDATA[x]]>") == "4: text outside the root element");
}

TEST_CASE("XML: rejects wrong end tags and git conflict markers")
{
    CHECK(fault("<a>\n<b></a>") == "7: </a> instead of </b>");
    CHECK(check_xml("<a>\n<b></a>")->hint == "<b> was opened in line 2");
    CHECK(fault("<a></ab>") == "3: </ab> instead of </a>");
    CHECK(fault("<a></a\n>") == "");
    CHECK(fault("<a></>") == "3: an end tag without a name");
    CHECK(fault("<a>\n<<<<<<< ours\n</a>") == "4: a merge conflict of git (<<<<<<<)");
    CHECK(fault("<<<<<<< ours\n<a/>") == "0: a merge conflict of git (<<<<<<<)");
}

TEST_CASE("XML: rejects malformed tags and attributes")
{
    CHECK(fault("<a>< b/></a>") == "3: a < that does not begin an element");
    CHECK(fault("<1/>") == "0: a < that does not begin an element");
    CHECK(fault("<a>1 < 2</a>") == "5: a < that does not begin an element");
    CHECK(fault("<a b='1'c='2'/>") == "8: no white space before an attribute");
    CHECK(fault("<a =''/>") == "3: a character that does not begin an attribute");
    CHECK(fault("<a b/>") == "3: an attribute without a value");
    CHECK(fault("<a b=1/>") == "3: an attribute value without quotes");
    CHECK(fault("<a b='1/>") == "3: an attribute value that never ends");
    CHECK(fault("<a b='1\"/>") == "3: an attribute value that never ends");
    CHECK(fault("<a b='<'/>") == "6: a < inside an attribute value");
}

TEST_CASE("XML: rejects control characters and encodings other than UTF-8")
{
    CHECK(fault("<a>\x01</a>") == "3: control character 0x01");
    CHECK(fault("<a b='\x1F'/>") == "6: control character 0x1F");
    CHECK(fault(std::string_view("<a>\0</a>", 8)) == "3: control character 0x00");
    CHECK(fault("<a>\xE9</a>") == "3: byte 0xE9, which is not UTF-8 here");
    CHECK(fault("<a b='\xC0\x80'/>") == "6: byte 0xC0, which is not UTF-8 here");
    CHECK(fault("<a>\xEF\xBF\xBF</a>") == "3: byte 0xEF, which is not UTF-8 here");
    CHECK(fault("<a><!-- \x02 --></a>") == "8: control character 0x02");
    CHECK(fault("<a><![CDATA[\xFF]]></a>") == "12: byte 0xFF, which is not UTF-8 here");
    const std::string utf16 = "0: text that is not UTF-8 but looks like UTF-16 or UTF-32";
    CHECK(fault("\xFF\xFE<") == utf16);
    CHECK(fault("\xFE\xFF") == utf16);
    CHECK(fault(std::string_view("<\0a\0/\0>\0", 8)) == utf16);
    CHECK(fault(std::string_view("\0<\0a", 4)) == utf16);
    CHECK(fault("<?xml version='1.0' encoding='ISO-8859-1'?><a/>") == "20: encoding \"ISO-8859-1\"");
    CHECK(fault("<?xml version='1.0' encoding='utf-8' ?><a/>") == "");
    CHECK(fault("<?xml encoding=\"US-ASCII\"?><a/>") == "");
    CHECK(fault("<?xml version='1.0' encoding=''?><a/>") == "20: encoding \"\"");
    CHECK(fault("<?xml version='1.0' encoding=?><a/>") == "20: an attribute value without quotes");
    CHECK(fault("<?xml version?><a/>") == "6: an attribute without a value");
    CHECK(fault("<?xml '1.0'?><a/>") == "6: a character that does not begin an attribute");
    CHECK(fault("<? xml?><a/>") == "0: a processing instruction without a name");
    CHECK(fault("<?") == "0: a processing instruction without a name");
    CHECK(fault("<?x y?><a/>") == "");
    CHECK(fault("<?xml version='1.0'") == "0: an XML declaration that never ends");
}

TEST_CASE("XML: accepts the five entities and character numbers")
{
    const std::string words = "an & that does not begin a known entity";
    for (const std::string_view text :
         {"<a>&nbsp;</a>", "<a>& </a>", "<a>&</a>", "<a>&;</a>", "<a>&#;</a>", "<a>&#x;</a>", "<a>&#0;</a>",
          "<a>&#x1F;</a>", "<a>&#xD800;</a>", "<a>&#xFFFE;</a>", "<a>&#x110000;</a>", "<a>&#99999999999;</a>",
          "<a>&amp</a>", "<a>&#-65;</a>", "<a>&#X41;</a>", "<a>&Amp;</a>", "<a>&amp ;</a>"}) {
        CAPTURE(text);
        CHECK(fault(text) == "3: " + words);
    }
    CHECK(fault("<a b='&x;'/>") == "6: " + words);
    for (const std::string_view entity :
         {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;", "&#9;", "&#10;", "&#13;", "&#32;", "&#x20;", "&#xD7FF;",
          "&#xE000;", "&#xFFFD;", "&#x10000;", "&#x10FFFF;", "&#xa;", "&#00065;"}) {
        CAPTURE(entity);
        CHECK(fault("<a>" + std::string(entity) + "</a>") == "");
        CHECK(entity_length(std::string(entity) + "x;") == entity.size());
    }
    for (const std::string_view entity :
         {"&#8;", "&#11;", "&#12;", "&#14;", "&#31;", "&#xDFFF;", "&#xFFFF;", "&#6x;", "&9;"}) {
        CAPTURE(entity);
        CHECK(entity_length(entity) == 0);
    }
}

TEST_CASE("XML: rejects entity declarations")
{
    CHECK(fault("<!DOCTYPE a [<!ENTITY b \"bbbbbbbb\"><!ENTITY c \"&b;&b;&b;&b;\">]><a>&c;</a>") ==
          "0: a document type declaration");
    CHECK(fault("<a><!ENTITY b 'c'></a>") == "3: a document type declaration");
}

TEST_CASE("XML: reports errors in comments, CDATA and instructions")
{
    CHECK(fault("<a><!-- x") == "3: a comment that never ends");
    CHECK(fault("<a><!-- -- --></a>") == "8: -- inside a comment");
    CHECK(fault("<a><!-- x ---></a>") == "10: -- inside a comment");
    CHECK(fault("<a><![CDATA[ x</a>") == "3: a CDATA section that never ends");
    CHECK(fault("<a>]]></a>") == "3: ]]> in text");
    CHECK(fault("<a><?pi </a>") == "3: a processing instruction that never ends");
    CHECK(fault("<a/><?xml version='1.0'?>") == "4: an XML declaration that is not at the start");
    CHECK(fault(" <?xml version='1.0'?><a/>") == "1: an XML declaration that is not at the start");
}

TEST_CASE("XML: checks a character equally at any position of a value")
{
    for (unsigned c = 0; c < 256; ++c) {
        const bool is_valid = (c >= 0x20 || c == '\t' || c == '\n' || c == '\r') && c < 0x80 && c != '<' && c != '&';
        for (std::size_t at = 0; at < 40 && c != '"'; ++at) {
            std::string value(40, 'x');
            value[at] = static_cast<char>(c);
            CAPTURE(c, at);
            CHECK(fault("<a b=\"" + value + "\"/>").empty() == is_valid);
            CHECK(fault("<a>" + value + "</a>").empty() == is_valid);
        }
    }
}
