// Manual pages that belong to no verb: field paths, and edit lists.
#include "cli/line/pages.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "edit/patch/edit_kinds.hpp"
#include "version.hpp"

namespace redforge::cli {
namespace {

constexpr std::string_view paths_text = R"(.SH NAME
redforge\-paths \- how values and records are named
.SH EXAMPLES
.TP
.B objects[12].position.x
one number
.TP
.B objects[\-1]
the last object
.TP
.B lights[*].radius
a field of all lights
.TP
.B objects[script_name=DOOR*|GATE*, position.y<0]
objects of two kinds of names that stand above the sea
.TP
.B actors[strings.value=*key*].script_name
actors that speak a line with "key" in it
.TP
.B *:DOOR15
a value in any field (find only)
.TP
.B script:RTX(*
actors whose script has such a statement (find only)
.SH PATHS
A path is names joined by dots, from the document down: lists, groups, fields. The names are those of the text form;
.B redforge schema NAME \-\-reference
lists them. A list is followed by a selector in brackets. A list without one means all its records: lights.red is lights[*].red. Put a path with
brackets or stars in single quotes, so that the shell leaves it alone.
.SH SELECTORS
.TP
.B [3] [\-1] [*]
one record, counted from 0 or from the end; all
.TP
.B [0:3] [\-2:] [0,2] [1,4,7..9]
records 0, 1 and 2 (as in Python, without the last); the last two; these; these, with the last
.TP
.B [FIELD=VALUE]
those that meet a condition
.SH CONDITIONS
.TP
.B = == != < <= > >=
comparisons. Numbers are compared as numbers. Texts are compared whole and case-insensitively: * stands for any
characters and ? for one, so name=*seat* is met by DR_SEAT1 and name=seat* is not. < and > take a number.
.TP
.B , (comma)
both conditions
.TP
.B |
one of the two: another value (script_name=A|B) or another condition (script_name=A|id=3). With !=, neither of the
values. | binds tighter than a comma.
.TP
.B or
either side: a=1, b=2 or c=3 is met when both a=1 and b=2 are, or c=3 is
.PP
FIELD may lead on into lists of the record: strings.value=hello is met when any string has the value, and
strings[value=hello] alone when there is such a string. Put a value with a comma, | or ] in it in quotes.
.SH VALUES
.TP
.B 5 \-3 1.5
numbers
.TP
.B light
the word of a number that has one, where the text form has it
.TP
.B true false yes no
1 and 0 of a field that is one or the other
.TP
.B 90deg
an angle in degrees; the files have 2048 to a turn
.TP
.B rotation_matrix=0,90deg,0
the rotation of a static, which files have as nine numbers, by its angles about X, Y and Z, in degrees or 2048ths;
+= and \-= change the angles that it has
.TP
.B D02044 302:44
a texture: image 44 of bank 302
.TP
.B position=1,2,3
a value for each part: position.x, position.y and position.z
.TP
.B PATH+=5 PATH\-=5 PATH*=2 PATH/=2
set: change the value that is there; also position+=0,0,100 and angle.y+=90deg. PATH=+5 and PATH=\-5 assign
.SH QUERIES
.B find
takes a path, or FIELD:VALUE for a field of any record anywhere, or *:VALUE for any field. A text is found when it
contains VALUE, in capitals or not: name:seat and name:seat* find DR_SEAT1. In quotes VALUE is the whole text:
name:"DR_SEAT1". Numbers must be equal. A field that no record can have is an error. script:TEXT finds the actors of a map whose script has a statement with TEXT in it, as
.B script show
prints statements, whatever the case of letters; so do source:TEXT and compiled:TEXT for records of a plugin.
.SH EXIT STATUS
0 something was found, 1 nothing, 2 the path is wrong or a file cannot be read.
.SH SEE ALSO
.BR redforge\-get (1),
.BR redforge\-find (1),
.BR redforge\-set (1),
.BR redforge\-edits (5)
)";

constexpr std::string_view edits_begin = R"(.SH NAME
redforge\-edits \- a list of edits, as apply takes it
.SH EXAMPLE
.nf
<edits>
  <set path="objects[4].position.x" value="123"/>
  <set path="objects[4].position" value="+=0,0,100"/>
  <add path="actors[script_name=DOOR01].strings" at="0"><string value="hello"/></add>
  <remove path="lights[\-1]"/>
  <move path="objects[3]" to="0"/>
  <duplicate path="objects[4]"><set path="position.x" value="500"/></duplicate>
</edits>
.fi
.SH DESCRIPTION
An XML text. The edits are made in their order, each on what those before it have left; all are made, or none. Paths and
values are those of
.BR redforge\-paths (7).
)";

constexpr std::string_view edits_end = R"(.SH SCHEMA
.B redforge schema edits
prints one; put it beside the list and name it there, and an XML editor completes and checks.
.SH SEE ALSO
.BR redforge\-apply (1),
.BR redforge\-paths (7)
)";

/// Returns the page of edits. Its list of edits comes from the table that `apply` uses.
const std::string& edits_text()
{
    static const std::string text = [] {
        std::string out(edits_begin);
        out += ".SH EDITS\n";
        for (const edit::EditKind& kind : edit::edit_kinds()) {
            out += fmt::format(".TP\n.B {}\n{}\n.RS\n", kind.name, kind.help);
            for (const edit::EditAttribute& attribute : kind.attributes) {
                out += fmt::format(".TP\n.B {}\n{}{}\n", attribute.name, attribute.help,
                                   attribute.required ? "" : " Optional.");
            }
            out += ".RE\n";
        }
        return out + std::string(edits_end);
    }();
    return text;
}

}  // namespace

std::span<const Page> pages()
{
    static const std::array<Page, 2> all{{{"paths", '7', paths_text}, {"edits", '5', edits_text()}}};
    return all;
}

std::string page_text(const Page& page)
{
    std::string name(page.name);
    std::ranges::transform(name, name.begin(), [](char c) { return static_cast<char>(c - 'a' + 'A'); });
    return fmt::format(".TH REDFORGE\\-{} {} \"\" \"Redforge {}\"\n{}", name, page.section, version, page.text);
}

const Page* find_page(std::string_view name)
{
    const auto all = pages();
    const auto found = std::ranges::find(all, name, &Page::name);
    return found == all.end() ? nullptr : &*found;
}

}  // namespace redforge::cli
