// Lexer: words, and characters that are not part of the language.
#include <catch2/catch.hpp>

#include "soup/assemble/lexer.hpp"

using namespace redforge;
using namespace redforge::soup;

namespace {

/// Returns the tokens. Tokens other than words and punctuators have a prefix: n number, s string, l letters, b bracket,
/// # label, ? unknown.
std::string token_text(std::string_view source)
{
    Diagnostics ignored(source, "");
    std::string all;
    for (const Token& token : read_tokens(source, ignored).tokens) {
        const std::string text(text_of(source, token));
        switch (token.kind) {
        case TokenKind::word: all += text + " "; break;
        case TokenKind::number: all += "n" + text + " "; break;
        case TokenKind::string: all += "s" + text + " "; break;
        case TokenKind::letters: all += "l" + text + " "; break;
        case TokenKind::bracket: all += "b" + text + " "; break;
        case TokenKind::label: all += "#" + text + " "; break;
        case TokenKind::unknown: all += "?" + text + " "; break;
        case TokenKind::punctuator:
            all += static_cast<char>(token.punctuator & 0xFFU);
            all += token.punctuator >> 8U != 0 ? std::string(1, static_cast<char>(token.punctuator >> 8U)) + " " : " ";
            break;
        case TokenKind::end: break;
        }
    }
    return all;
}

/// Returns the diagnostics of a source, with their fixes.
std::string diagnostics_of(std::string_view source)
{
    Diagnostics diagnostics(source, "");
    static_cast<void>(read_tokens(source, diagnostics));
    std::string all;
    for (const Diagnostic& each : diagnostics.take()) {
        all += std::to_string(each.at) + "+" + std::to_string(each.length) + " " + each.error.message;
        for (const SourceEdit& edit : each.fix) {
            all += " [" + edit.text + "]";
        }
        all += "\n";
    }
    return all;
}

}  // namespace

TEST_CASE("lexer: splits words, numbers, texts, labels and punctuators", "[soup]")
{
    CHECK(token_text("actor A1_\t{ end }\r\n") == "actor A1_ { end } ");
    CHECK(token_text("{}()[],:.=+*/&|^@") == "{ } ( ) [ ] , : . = + * / & | ^ @ ");
    CHECK(token_text("a != b <= c >= d == e << f >> g ++ h --") == "a != b <= c >= d = e << f >> g ++ h -- ");
    CHECK(token_text("a < b > c - d") == "a < b > c - d ");
    CHECK(token_text("3a 0x1F 12") == "n3a n0x1F n12 ");
    CHECK(token_text("\"a b\" '' 'ab' \"\"") == "sa b l lab s ");
    CHECK(token_text("\"it's\" 'say \"a\"'") == "sit's lsay \"a\" ");
    CHECK(token_text("#a1_ #9: x") == "#a1_ #9 : x ");
    CHECK(token_text("\xEF\xBB\xBF"
                     "a") == "a ");
    CHECK(token_text("a // b \"\n// c\n/ d //") == "a / d ");
    CHECK(token_text("                    a         b") == "a b ");
    CHECK(token_text("").empty());
}

TEST_CASE("lexer: a minus is part of a number unless a value precedes it", "[soup]")
{
    CHECK(token_text("-3") == "n-3 ");
    CHECK(token_text("a = -3") == "a = n-3 ");
    CHECK(token_text("(-3, -4)") == "( n-3 , n-4 ) ");
    CHECK(token_text("a * -3") == "a * n-3 ");
    CHECK(token_text("- 3") == "- n3 ");
    CHECK(token_text("-a") == "- a ");
    for (const std::string word : {"and", "or", "if", "elseif", "while", "flag", "bytes", "IF", "While"}) {
        CAPTURE(word);
        CHECK(token_text(word + " -3") == word + " n-3 ");
    }
    for (const std::string value : {"a", "ande", "end", "return", "x9"}) {
        CAPTURE(value);
        CHECK(token_text(value + " -3") == value + " - n3 ");
    }
    CHECK(token_text("3 -4") == "n3 - n4 ");
    CHECK(token_text("(a) -3") == "( a ) - n3 ");
    CHECK(token_text("a[1] -3") == "a [ n1 ] - n3 ");
    CHECK(token_text("a++ -3") == "a ++ - n3 ");
    CHECK(token_text("a-- -3") == "a -- - n3 ");
    CHECK(token_text("'abcd' -3") == "labcd - n3 ");
    CHECK(token_text("\"a\" -3") == "sa - n3 ");
    CHECK(token_text("<Anchor> -3") == "bAnchor - n3 ");
    CHECK(token_text("#a -3") == "#a - n3 ");
    CHECK(token_text("$ -3") == "?$ n-3 ");
}

TEST_CASE("lexer: accepts a name in angle brackets where a value can begin", "[soup]")
{
    CHECK(token_text("<8: Rusty key>") == "b8: Rusty key ");
    CHECK(token_text("a = <b c>") == "a = bb c ");
    CHECK(token_text("f(<a>, <b>)") == "f ( ba , bb ) ");
    CHECK(token_text("if <a> = 1") == "if ba = n1 ");
    CHECK(token_text("a <b> c") == "a < b > c ");
    CHECK(token_text("3 <b>") == "n3 < b > ");
    CHECK(token_text("a <Anchor> <scriptRV> <TaskPause(3)>") == "a bAnchor bscriptRV bTaskPause n3 ) > ");
    CHECK(token_text("<>") == "< > ");
    CHECK(token_text("= <a\n>") == "= < a > ");
    CHECK(token_text("<a") == "< a ");
    const std::string name(255, 'x');
    CHECK(token_text("<" + name + ">") == "b" + name + " ");
    CHECK(token_text("<" + name + "x>") == "< " + name + "x > ");
}

TEST_CASE("lexer: each token has position, length with quotes, and line", "[soup]")
{
    const std::string_view source = "ab \"c\"\n\n  #d // e\nf";
    Diagnostics diagnostics(source, "");
    const Tokens read = read_tokens(source, diagnostics);
    REQUIRE(read.tokens.size() == 5);
    const auto place = [](const Token& token) {
        return std::vector<std::uint32_t>{token.at, token.length, token.line};
    };
    using Place = std::vector<std::uint32_t>;
    CHECK(place(read.tokens[0]) == Place{0, 2, 1});
    CHECK(place(read.tokens[1]) == Place{3, 3, 1});
    CHECK(place(read.tokens[2]) == Place{10, 2, 3});
    CHECK(place(read.tokens[3]) == Place{18, 1, 4});
    CHECK(place(read.tokens[4]) == Place{19, 0, 4});
    REQUIRE(read.comments.size() == 1);
    CHECK(place(read.comments[0]) == Place{13, 4, 3});
    CHECK_FALSE(diagnostics.failed());
}

TEST_CASE("lexer: unknown characters are reported once, and reading continues", "[soup]")
{
    CHECK(diagnostics_of("a $$ b") == "2+1 '$' is not part of the language\n");
    CHECK(token_text("a $$ b") == "a ?$$ b ");
    CHECK(token_text("$\"a\"") == "?$ sa ");
    CHECK(token_text("$#a") == "?$ #a ");
    CHECK(token_text("$=") == "?$ = ");
    CHECK(diagnostics_of("\xC3\xA9\xC3\xA9") == "0+2 '\xC3\xA9' is not part of the language\n");
    CHECK(diagnostics_of("\x01") == "0+1 byte 0x01 is not part of the language\n");
    CHECK(diagnostics_of("\x80\x81 a") == "0+1 byte 0x80 is not part of the language\n");
    CHECK(token_text("\x80\x81 a") == "?\x80\x81 a ");
    CHECK(diagnostics_of("\x7F") == "0+1 byte 0x7F is not part of the language\n");
    CHECK(diagnostics_of("a!") == "1+1 '!' is not part of the language\n");
    CHECK(diagnostics_of("\"abc\r\nd") == "0+4 this text has no closing \"\n");
    CHECK(diagnostics_of("x 'abc") == "2+4 this text has no closing '\n");
    CHECK(diagnostics_of("\"") == "0+1 this text has no closing \"\n");
    CHECK(token_text("\"abc\nd") == "?\"abc d ");
    CHECK(diagnostics_of("\"a\" \"") == "4+1 this text has no closing \"\n");
}

TEST_CASE("lexer: offers a fix for ; and # comments if the intention is clear", "[soup]")
{
    CHECK(diagnostics_of("a;\nb") == "1+1 ';' is not part of the language []\n");
    CHECK(diagnostics_of("a; \t\r\nb") == "1+1 ';' is not part of the language []\n");
    CHECK(diagnostics_of("a;") == "1+1 ';' is not part of the language []\n");
    CHECK(diagnostics_of("; b") == "0+1 ';' is not part of the language [//]\n");
    CHECK(diagnostics_of("a\n \t; b") == "4+1 ';' is not part of the language [//]\n");
    CHECK(diagnostics_of("a ; b") == "2+1 ';' is not part of the language\n");
    CHECK(diagnostics_of("a # b $") == "2+1 '#' is not part of the language [//]\n");
    CHECK(token_text("a ; b\nc # d\n") == "a ?; b c ?# d ");
}
