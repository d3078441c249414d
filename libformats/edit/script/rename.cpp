// Renames actors, labels, strings and variables with all references.
#include "edit/script/rename.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/text/code_page.hpp"
#include "core/text/letter_case.hpp"
#include "core/text/words.hpp"
#include "edit/operation/references.hpp"
#include "edit/patch/source_text.hpp"
#include "soup/assemble/lexer.hpp"
#include "soup/names/names.hpp"

namespace redforge::edit {
namespace {

/// Names of the kinds, in the order of RenameKind.
constexpr std::array<std::string_view, 4> rename_description{"actor", "label", "string", "variable"};

class Renaming {
public:
    Renaming(Recorder& recorder, RenameKind kind, std::string_view from, std::string_view to)
        : recorder_(recorder), kind_(kind), from_(from), to_(to)
    {
    }

    Result<EditLog> run()
    {
        Status status;
        switch (kind_) {
        case RenameKind::actor: status = actor(); break;
        case RenameKind::string: status = strings(false); break;
        case RenameKind::label: status = label(); break;
        case RenameKind::variable: status = variables(recorder_.root(), {}); break;
        }
        return status ? Result<EditLog>(std::move(log_)) : fail(status.error());
    }

private:
    Status set(const Match& match, std::string_view value)
    {
        EditLine line{"set", match.path, match.field.text(), std::string(value)};
        if (Status status = recorder_.set(match.node, *match.field.entry, value); !status) {
            return status;
        }
        log_.push_back(std::move(line));
        return {};
    }

    Status actor()
    {
        const auto actors = resolve(recorder_.root(), "actors[*]");
        if (!actors) {
            return {};  // a document of another kind
        }
        bool has_own_name = false;  // scripts use another name for its objects
        for (const Match& match : *actors) {
            const FieldView name = match.record.find_field("script_name");
            if (!name) {
                continue;
            }
            if (equals_ignore_case(name.text(), to_) && !equals_ignore_case(from_, to_)) {
                return fail({.code = ErrorCode::usage,
                             .message = fmt::format("there is an actor {} already", name.text()),
                             .field = match.path});
            }
            if (equals_ignore_case(name.text(), from_)) {
                const ListView space = match.record.find_list("name_space");
                has_own_name = has_own_name || (space && space.size() > 0);
                Match field = match;
                field.kind = Match::Kind::field;
                field.field = name;
                field.path = path_below(match.path, "script_name");
                if (Status status = set(field, to_); !status) {
                    return status;
                }
            }
        }
        for (const Match& match : find_references(recorder_.root(), Target::actor, from_)) {
            if (Status status = set(match, to_); !status) {
                return status;
            }
        }
        return has_own_name ? Status{} : strings(true);
    }

    /// Renames strings of actors, by which scripts name objects. `any_case`: ignore case, as for names.
    Status strings(bool any_case)
    {
        const auto matches = resolve(recorder_.root(), "actors[*].strings[*].value");
        for (std::size_t i = 0; matches && i < matches->size(); ++i) {
            const Match& match = (*matches)[i];
            const std::string text = match.field.text();
            if (any_case ? equals_ignore_case(text, from_) : text == from_) {
                if (Status status = set(match, to_); !status) {
                    return status;
                }
            }
        }
        return {};
    }

    /// Calls `work` for all records below one.
    template <class Work>
    Status below(const RecordHandle& record, const NodePath& node, Work work)
    {
        for (const ChildEntry& child : record.table().children) {
            NodePath inner = node;
            inner.push_back({record.table().number_of(child), 0});
            if (child.kind == ChildEntry::Kind::group) {
                if (Status status = work(record.group(child), inner); !status) {
                    return status;
                }
            } else if (child.kind == ChildEntry::Kind::list) {
                const ListView list = record.list(child);
                for (std::size_t i = 0; i < list.size(); ++i) {
                    inner.back().index = static_cast<std::uint32_t>(i);
                    if (Status status = work(list.at(i), inner); !status) {
                        return status;
                    }
                }
            }
        }
        return {};
    }

    /// Sets the source of a record, if it changed.
    Status set_text(const RecordHandle& record, const NodePath& node, const ChildEntry& child,
                    const std::string& before, const std::string& after)
    {
        if (before == after) {
            return {};
        }
        const std::shared_ptr<void> copy = record.type->make();
        record.type->copy(copy.get(), record.record);
        const RecordHandle changed{copy.get(), record.type, record.page};
        const std::string path = path_below(path_text(recorder_.root(), node), child.name);
        if (Status status = set_source(changed, child, after, recorder_.context()); !status) {
            Error error = status.error();
            error.field = path;
            return fail(std::move(error));
        }
        recorder_.change(node, changed);
        log_.push_back({"set", path, before, after});
        return {};
    }

    /// Renames a dialogue label: in the entries of an RTX, in ITEM.INI and in scripts.
    Status label()
    {
        if (const auto entries = resolve(recorder_.root(), "entries[*].label")) {
            const auto taken =
                std::ranges::find_if(*entries, [&](const Match& each) { return each.field.text() == to_; });
            for (const Match& match : *entries) {
                if (match.field.text() != from_) {
                    continue;
                }
                if (taken != entries->end()) {
                    return fail({.code = ErrorCode::usage,
                                 .message = fmt::format("there is a label {} already", to_),
                                 .field = taken->path});
                }
                if (Status status = set(match, to_); !status) {
                    return status;
                }
            }
        }
        if (const auto values = resolve(recorder_.root(), "sections[*].key[*].value")) {
            for (const Match& match : *values) {
                const std::string key = match.record.find_field("name").text();
                const bool names_text = equals_ignore_case(key.substr(0, key.find('[')), "name") ||
                                        equals_ignore_case(key.substr(0, key.find('[')), "description");
                if (!names_text || match.field.text() != from_) {
                    continue;
                }
                if (Status status = set(match, to_); !status) {
                    return status;
                }
            }
        }
        return labels(recorder_.root(), {});
    }

    Status labels(const RecordHandle& record, const NodePath& node)
    {
        for (const ChildEntry& child : record.table().children) {
            if (child.kind == ChildEntry::Kind::blob && child.blob.codec != nullptr &&
                child.blob.extension == ".soup" && !record.blob(child).empty()) {
                const std::string source = source_of(record, child, recorder_.context());
                if (Status status = set_text(record, node, child, source, rename_in_source(source, kind_, from_, to_));
                    !status) {
                    return status;
                }
            }
        }
        return below(record, node, [this](const RecordHandle& inner, const NodePath& at) { return labels(inner, at); });
    }

    Status variables(const RecordHandle& record, const NodePath& node)
    {
        const ListView list = record.find_list("variables");
        const ChildEntry* const source = record.table().find_child("source");
        bool has_it = false;
        for (std::size_t i = 0; list && i < list.size(); ++i) {
            const FieldView name = list.at(i).find_field("name");
            if (name && equals_ignore_case(name.text(), to_)) {
                return fail({.code = ErrorCode::usage,
                             .message = fmt::format("there is a variable {} already", name.text()),
                             .field = path_text(recorder_.root(), node)});
            }
            if (name && equals_ignore_case(name.text(), from_)) {
                Match match;
                match.node = node;
                match.node.push_back({record.table().number_of(*list.child), static_cast<std::uint32_t>(i)});
                match.path = path_below(path_text(recorder_.root(), match.node), "name");
                match.field = name;
                if (Status status = set(match, to_); !status) {
                    return status;
                }
                has_it = true;
            }
        }
        if (has_it && source != nullptr && source->kind == ChildEntry::Kind::blob && source->blob.codec != nullptr) {
            const std::string text = source_of(record, *source, recorder_.context());
            if (Status status = set_text(record, node, *source, text, rename_in_source(text, kind_, from_, to_));
                !status) {
                return status;
            }
        }
        return below(record, node,
                     [this](const RecordHandle& inner, const NodePath& at) { return variables(inner, at); });
    }

    Recorder& recorder_;
    RenameKind kind_;
    std::string_view from_;
    std::string_view to_;
    EditLog log_;
};

/// Renames in source lines of a language with ';' comments and texts in double quotes.
std::string rename_in_lines(std::string_view source, std::string_view from, std::string_view to)
{
    std::string out;
    for (std::size_t at = 0; at < source.size();) {
        const bool is_text = source[at] == '"';
        const bool is_comment = source[at] == ';';
        const std::size_t end = is_text      ? std::min(source.find_first_of("\"\n", at + 1), source.size() - 1) + 1
                                : is_comment ? std::min(source.find('\n', at), source.size())
                                             : std::min(source.find_first_of("\";", at), source.size());
        const std::string_view part = source.substr(at, end - at);
        out += is_text || is_comment ? std::string(part) : with_word(part, from, to);
        at = end;
    }
    return out;
}

}  // namespace

std::optional<RenameKind> rename_kind(std::string_view word)
{
    const auto found = std::ranges::find(rename_description, word);
    return found == rename_description.end()
               ? std::nullopt
               : std::optional(static_cast<RenameKind>(found - rename_description.begin()));
}

std::string_view rename_word(RenameKind kind)
{
    return rename_description.at(static_cast<std::size_t>(kind));
}

std::optional<RenameTarget> rename_target(const RecordHandle& record, std::string_view element)
{
    struct Named {
        std::string_view element;
        std::string_view field;
        RenameKind kind;
    };
    static constexpr std::array<Named, 5> all{{{"actor", "script_name", RenameKind::actor},
                                               {"object", "script_name", RenameKind::actor},
                                               {"string", "value", RenameKind::string},
                                               {"entry", "label", RenameKind::label},
                                               {"variable", "name", RenameKind::variable}}};
    for (const Named& each : all) {
        const FieldView field = each.element == element ? record.find_field(each.field) : FieldView();
        if (std::string name = field ? field.text() : ""; !name.empty()) {
            return RenameTarget{each.kind, std::move(name)};
        }
    }
    return std::nullopt;
}

Result<EditLog> rename(Recorder& recorder, RenameKind kind, std::string_view from, std::string_view to)
{
    constexpr std::size_t label_size = 4;
    if (from.empty() || to.empty() || from == to) {
        return fail({.code = ErrorCode::usage,
                     .message = fmt::format("from \"{}\" to \"{}\"", from, to),
                     .hint = "give two different names"});
    }
    if (is_name_of_source(kind, from)) {
        return EditLog{};  // compiled scripts have no names for these labels
    }
    if (kind == RenameKind::label && to.size() != label_size) {
        return fail({.code = ErrorCode::usage,
                     .message = fmt::format("label \"{}\"", to),
                     .hint = "a dialogue label has four characters"});
    }
    return Renaming(recorder, kind, from, to).run();
}

std::string rename_in_source(std::string_view source, RenameKind kind, std::string_view from, std::string_view to)
{
    if (kind == RenameKind::variable) {
        return rename_in_lines(source, from, to);
    }
    if (is_name_of_source(kind, from)) {
        return rename_in_script(source, kind, from, to);
    }
    soup::Diagnostics ignored(source, "");
    const soup::Tokens read = soup::read_tokens(source, ignored);
    std::string out;
    std::size_t done = 0;
    for (std::size_t i = 0; i < read.tokens.size(); ++i) {
        const soup::Token& token = read.tokens[i];
        const std::string_view text = text_of(source, token);
        const bool before_dot = i + 1 < read.tokens.size() && read.tokens[i + 1].kind == soup::TokenKind::punctuator &&
                                read.tokens[i + 1].punctuator == soup::punctuator(".");
        const bool after_actor = i > 0 && equals_ignore_case(text_of(source, read.tokens[i - 1]), "actor");
        const bool is_actor = kind == RenameKind::actor && equals_ignore_case(text, from) &&
                              (token.kind == soup::TokenKind::string ||
                               (token.kind == soup::TokenKind::word && (before_dot || after_actor)));
        const bool is_string =
            kind == RenameKind::string && text == from &&
            (token.kind == soup::TokenKind::string || (token.kind == soup::TokenKind::word && before_dot));
        const bool is_label = kind == RenameKind::label && token.kind == soup::TokenKind::letters && text == from;
        if (token.kind != soup::TokenKind::end && (is_actor || is_string || is_label)) {
            const bool is_quoted = token.kind != soup::TokenKind::word;
            out += source.substr(done, token.at + (is_quoted ? 1U : 0U) - done);
            out += to;
            done = token.at + token.length - (is_quoted ? 1U : 0U);
        }
    }
    out += source.substr(done);
    return out;
}

std::string rename_in_script(std::string_view source, RenameKind kind, std::string_view from, std::string_view to)
{
    const bool is_label = kind == RenameKind::label;
    if (is_label) {
        from.remove_prefix(from.starts_with('#') ? 1 : 0);
        to.remove_prefix(to.starts_with('#') ? 1 : 0);
    }
    const auto number = is_label ? std::nullopt : soup::numbered(from, "var");
    soup::Diagnostics ignored(source, "");
    const std::vector<soup::Token> tokens = soup::read_tokens(source, ignored).tokens;
    std::string out;
    std::size_t done = 0;
    std::size_t names_end = 0;  // end of the last block of names
    bool any = false;
    const auto is_punctuator = [&](std::size_t i, std::string_view sign) {
        return i < tokens.size() && tokens[i].kind == soup::TokenKind::punctuator &&
               tokens[i].punctuator == soup::punctuator(sign);
    };
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const soup::Token& token = tokens[i];
        const std::string_view word = text_of(source, token);
        const bool wanted = token.kind == (is_label ? soup::TokenKind::label : soup::TokenKind::word);
        // A property, a function or an actor can have the name of a variable.
        const bool other = !is_label && (is_punctuator(i + 1, "(") || (i > 0 && is_punctuator(i - 1, ".")) ||
                                         (i > 0 && equals_ignore_case(text_of(source, tokens[i - 1]), "actor")));
        if (wanted && !other && (number ? soup::numbered(word, "var") == number : word == from)) {
            out += source.substr(done, token.at + (is_label ? 1U : 0U) - done);
            out += to;
            done = token.at + std::size_t{token.length};
            any = true;
        }
        if (token.kind == soup::TokenKind::word && equals_ignore_case(word, "names") && is_punctuator(i + 1, "{")) {
            names_end = out.size() + tokens[i + 1].at + 1 - done;
        }
    }
    out += source.substr(done);
    if (any && number) {
        std::string line = fmt::format("\n    variable {} = {}", *number, to);
        if (names_end != 0) {
            out.insert(names_end, line);
        } else {
            out += fmt::format("\nnames\n{{{}\n}}\n", line);
        }
    }
    return out;
}

std::string rename_in_edits(std::string_view edits, std::string_view from, std::string_view to)
{
    return with_word(edits, from, to);
}

}  // namespace redforge::edit
