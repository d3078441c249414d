// XML documents and edit lists: read errors as problems, completion from the field tables, and folding.
#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "core/text/letter_case.hpp"
#include "core/xml/schema.hpp"
#include "edit/document/document.hpp"
#include "edit/patch/edit_kinds.hpp"
#include "edit/patch/edit_steps.hpp"
#include "edit/patch/patch.hpp"
#include "lsp/document_checks.hpp"
#include "lsp/language.hpp"
#include "lsp/xml_scanner.hpp"

namespace redforge::lsp {
namespace {

constexpr std::string_view edits_root = "edits";

/// Returns the schema of a format, cached.
const SchemaElement& schema_of(const Format& format)
{
    static std::map<std::string_view, SchemaElement> known;  // no lock: requests are answered in one thread
    const auto found = known.find(format.root());
    return found != known.end() ? found->second
                                : known.emplace(format.root(), describe_document(format.root_type())).first->second;
}

std::string field_description(const SchemaField& field)
{
    std::string words(field.info.label);
    const auto add = [&](std::string_view more) {
        const char* const between = words.empty() || more.empty() ? "" : words.ends_with('.') ? " " : ". ";
        words += fmt::format("{}{}", between, more);
    };
    add(field.info.doc);
    if (!field.info.unit.empty()) {
        add(fmt::format("Unit: {}", field.info.unit));
    }
    if (field.type.kind == ValueKind::integer) {
        add(fmt::format("{} to {}", field.min, field.max));
    }
    if (!field.default_text.empty()) {
        add(fmt::format("Default: {}", field.default_text));
    }
    if (field.type.derived) {
        add("Computed if it is left out");
    }
    return words;
}

class XmlText final : public OpenText {
public:
    XmlText(std::string path, std::string_view text, Folders folders)
        : path_(std::move(path)), text_(text), folders_(std::move(folders)), lines_(text), root_(scan_xml(text, 1))
    {
        format_ = root_.empty() ? nullptr : edit::find_format(root_.front().name);
        is_edits_ = !root_.empty() && root_.front().name == edits_root;
    }
    [[nodiscard]] bool is_ours() const { return format_ != nullptr || is_edits_; }

    [[nodiscard]] std::vector<Problem> problems(const std::atomic<bool>& cancel) const override
    {
        Result<std::vector<Problem>> found =
            is_edits_ ? check_edits().map([] { return std::vector<Problem>(); })
                      : check_document({path_, text_, folders_, root_.front().name_range}, cancel);
        if (found || found.error().code == ErrorCode::cancelled) {
            return found ? std::move(*found) : std::vector<Problem>();
        }
        const Error& error = found.error();
        // Report an error in another file, such as a script next to the document, at the root.
        const bool here = error.line > 0 && error.line <= lines_.count() && (error.file.empty() || error.file == path_);
        const std::size_t begin =
            here ? std::min(lines_.start(error.line - 1) + (error.column == 0 ? 0 : error.column - 1), text_.size())
                 : root_.front().name_range.begin;
        const std::size_t end =
            here ? lines_.start(error.line - 1) + lines_.line(error.line - 1).size() : root_.front().name_range.end;
        std::string message = here ? error.message : describe(error);
        message += here && !error.hint.empty() ? "; " + error.hint : "";
        return {{Severity::error, {begin, std::max(begin, end)}, std::move(message)}};
    }

    [[nodiscard]] Suggestions suggestions(std::size_t at) const override
    {
        for (const XmlElement& element : elements()) {
            if (element.name_range.begin <= at && at <= element.name_range.end) {
                return {element.name_range.begin, names_for(element)};
            }
            if (at <= element.name_range.end || at >= element.tag.end) {
                continue;
            }
            for (const XmlAttribute& attribute : element.attributes) {
                if (attribute.value_range.begin <= at && at <= attribute.value_range.end &&
                    attribute.value_range.begin > attribute.name_range.end) {
                    return {attribute.value_range.begin, values_for(element, attribute)};
                }
                if (attribute.name_range.begin <= at && at <= attribute.name_range.end) {
                    return {attribute.name_range.begin, attributes_for(element)};
                }
            }
            return {at, attributes_for(element)};
        }
        return {at, {}};
    }

    [[nodiscard]] std::optional<Hover> hover(std::size_t at) const override
    {
        for (const XmlElement& element : elements()) {
            if (element.name_range.begin <= at && at <= element.name_range.end) {
                return described(element.name_range, element.name, element_description(element));
            }
            for (const XmlAttribute& attribute : element.attributes) {
                if (attribute.name_range.begin <= at && at <= attribute.name_range.end) {
                    return described(attribute.name_range, attribute.name,
                                     attribute_description(element, attribute.name));
                }
            }
        }
        return std::nullopt;
    }

    [[nodiscard]] std::vector<Fold> folds() const override
    {
        std::vector<Fold> folds;
        for (const XmlElement& element : elements()) {
            const std::size_t first = lines_.line_of(element.tag.begin);
            const std::size_t last = lines_.line_of(element.end - 1);
            if (last > first) {
                folds.push_back({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last)});
            }
        }
        return folds;
    }

    /// Returns the elements that contain elements, and the elements with a key. Leaves out an element without elements
    /// that is in an element with a key, because it is a part of that record.
    [[nodiscard]] std::vector<Symbol> symbols() const override
    {
        std::vector<bool> is_parent(elements().size());
        for (const XmlElement& element : elements()) {
            is_parent[element.parent] = true;  // also of the root, which is its own parent
        }
        std::vector<Symbol> found;
        for (std::size_t i = 0; i < elements().size(); ++i) {
            const XmlElement& element = elements()[i];
            const XmlAttribute* const key = key_of(element);
            const bool is_part = !is_parent[i] && key_of(elements()[element.parent]) != nullptr;
            if (is_parent[i] || (key != nullptr && !is_part)) {
                const Target target = key == nullptr ? Target::none : target_of(field_of(element, key->name));
                found.push_back({.name = key == nullptr ? std::string(element.name)
                                                        : fmt::format("{} {}", element.name, text_in(key->value_range)),
                                 .kind = is_parent[i] ? SymbolKind::names : SymbolKind::record,
                                 .range = {element.tag.begin, element.end},
                                 .name_range = key == nullptr ? element.name_range : key->value_range,
                                 .has_uses = target != Target::none && uses().targets.contains(target)});
            }
        }
        return found;
    }

    [[nodiscard]] std::optional<Range> definition(std::size_t at) const override
    {
        const std::vector<Use>* const found = uses_at(at);
        const auto first = found == nullptr ? std::vector<Use>::const_iterator()
                                            : std::ranges::find(*found, true, &Use::is_definition);
        return found == nullptr || first == found->end() ? std::nullopt : std::optional(first->range);
    }

    [[nodiscard]] std::vector<Range> references(std::size_t at) const override
    {
        std::vector<Range> ranges;
        if (const std::vector<Use>* const found = uses_at(at)) {
            std::ranges::transform(*found, std::back_inserter(ranges), &Use::range);
        }
        return ranges;
    }

private:
    /// An attribute that defines a name or refers to it.
    struct Use {
        Range range;  ///< the value
        bool is_definition{};
    };
    struct Uses {
        std::map<std::pair<Target, std::string>, std::vector<Use>> by_name;  ///< names in lower case
        std::set<Target> targets;                                            ///< targets of the references in the text
    };

    [[nodiscard]] std::string_view text_in(const Range& range) const
    {
        return text_.substr(range.begin, range.end - range.begin);
    }
    /// Returns the kind of names that a field defines or refers to. Returns none for names that are valid only inside a
    /// record. `field` may be null.
    static Target target_of(const SchemaField* field)
    {
        const Target target = field == nullptr                    ? Target::none
                              : field->info.names != Target::none ? field->info.names
                                                                  : field->info.refers_to;
        const bool is_local =
            target == Target::actor_string || target == Target::script_offset || target == Target::texture;
        return is_local ? Target::none : target;
    }
    /// Returns all names that attributes define or refer to, collected on first use.
    [[nodiscard]] const Uses& uses() const
    {
        if (!uses_) {
            uses_.emplace();
            for (const XmlElement& element : elements()) {
                for (const XmlAttribute& attribute : element.attributes) {
                    const SchemaField* const field = field_of(element, attribute.name);
                    const Target target = target_of(field);
                    const std::string_view name = text_in(attribute.value_range);
                    if (target != Target::none && !name.empty()) {
                        const bool is_definition = field->info.names != Target::none;
                        uses_->by_name[{target, lower(name)}].push_back({attribute.value_range, is_definition});
                        if (!is_definition) {
                            uses_->targets.insert(target);
                        }
                    }
                }
            }
        }
        return *uses_;
    }
    /// Returns the definitions and references of the name in the attribute at an offset. Returns null if there is none.
    [[nodiscard]] const std::vector<Use>* uses_at(std::size_t at) const
    {
        for (const XmlElement& element : elements()) {
            if (at <= element.name_range.end || at >= element.tag.end) {
                continue;
            }
            for (const XmlAttribute& attribute : element.attributes) {
                if (attribute.value_range.begin <= at && at <= attribute.value_range.end) {
                    const Target target = target_of(field_of(element, attribute.name));
                    const auto found = uses().by_name.find({target, lower(text_in(attribute.value_range))});
                    return found == uses().by_name.end() ? nullptr : &found->second;
                }
            }
        }
        return nullptr;
    }
    /// Returns the attribute that identifies a record in its list, or the path of an edit. Returns null if there is
    /// none.
    [[nodiscard]] const XmlAttribute* key_of(const XmlElement& element) const
    {
        const SchemaElement* const schema = is_edits_ ? nullptr : schema_at(element);
        for (const XmlAttribute& attribute : element.attributes) {
            const auto is_key = [&](const SchemaField& field) {
                return field.name == attribute.name && (field.info.key || field.info.names != Target::none);
            };
            const bool found =
                is_edits_ ? attribute.name == "path" : schema != nullptr && std::ranges::any_of(schema->fields, is_key);
            if (found && attribute.value_range.begin < attribute.value_range.end) {
                return &attribute;
            }
        }
        return nullptr;
    }
    /// Returns all elements, scanned on first use: problems need only the root.
    [[nodiscard]] const std::vector<XmlElement>& elements() const
    {
        if (!scanned_) {
            elements_ = scan_xml(text_);
            scanned_ = true;
        }
        return elements_;
    }
    [[nodiscard]] Status check_edits() const
    {
        const Result<XmlDocument> parsed = XmlDocument::parse(std::string(text_), path_);
        if (!parsed) {
            return fail(parsed.error());
        }
        if (Status status = parsed->check(); !status) {
            return status;
        }
        for (const pugi::xml_node node : parsed->root().children()) {
            if (node.type() == pugi::node_comment || node.name() == edit::undo_element) {
                continue;
            }
            if (const auto kind = edit::check_edit(node); node.type() == pugi::node_element && !kind) {
                return fail(parsed->at(node.name(), kind.error()));
            }
        }
        return {};
    }

    static std::optional<Hover> described(Range range, std::string_view name, const std::string& words)
    {
        return words.empty() ? std::nullopt : std::optional(Hover{range, fmt::format("**{}**\n\n{}", name, words)});
    }

    /// Returns the schema of an element, or null if there is none.
    [[nodiscard]] const SchemaElement* schema_at(const XmlElement& element) const
    {
        if (format_ == nullptr) {
            return nullptr;
        }
        std::vector<const XmlElement*> around{&element};  // the element and its ancestors, the root last
        while (&elements()[around.back()->parent] != around.back()) {
            around.push_back(&elements()[around.back()->parent]);
        }
        const SchemaElement& root = schema_of(*format_);
        const SchemaElement* schema = root.name == around.back()->name ? &root : nullptr;
        for (std::size_t i = around.size() - 1; i-- > 0 && schema != nullptr;) {
            const auto found = std::ranges::find(schema->children, around[i]->name, &SchemaElement::name);
            schema = found == schema->children.end() ? nullptr : &*found;
        }
        return schema;
    }
    [[nodiscard]] const edit::EditKind* edit_kind(std::string_view name) const
    {
        const auto found = std::ranges::find(edit::edit_kinds(), name, &edit::EditKind::name);
        return !is_edits_ || found == edit::edit_kinds().end() ? nullptr : &*found;
    }

    [[nodiscard]] std::vector<Suggestion> names_for(const XmlElement& element) const
    {
        std::vector<Suggestion> names;
        const XmlElement& parent = elements()[element.parent];
        if (is_edits_ && parent.name == edits_root) {
            for (const edit::EditKind& kind : edit::edit_kinds()) {
                names.push_back({std::string(kind.name), WordKind::keyword, {}, std::string(kind.help)});
            }
        } else if (const SchemaElement* const owner = &parent == &element ? nullptr : schema_at(parent)) {
            for (const SchemaElement& child : owner->children) {
                names.push_back({child.name, WordKind::type, child.label, child.doc});
            }
        }
        return names;
    }
    [[nodiscard]] std::vector<Suggestion> attributes_for(const XmlElement& element) const
    {
        std::vector<Suggestion> names;
        const auto is_there = [&](std::string_view name) {
            return std::ranges::find(element.attributes, name, &XmlAttribute::name) != element.attributes.end();
        };
        if (const edit::EditKind* const kind = edit_kind(element.name)) {
            for (const edit::EditAttribute& each : kind->attributes) {
                if (!is_there(each.name)) {
                    names.push_back({std::string(each.name), WordKind::field, {}, std::string(each.help)});
                }
            }
        } else if (const SchemaElement* const schema = schema_at(element)) {
            for (const SchemaField& field : schema->fields) {
                if (!is_there(field.name)) {
                    names.push_back(
                        {field.name, WordKind::field, std::string(field.info.label), field_description(field)});
                }
            }
        }
        return names;
    }
    [[nodiscard]] std::vector<Suggestion> values_for(const XmlElement& element, const XmlAttribute& attribute) const
    {
        std::vector<Suggestion> values;
        if (const SchemaField* const field = field_of(element, attribute.name)) {
            for (const EnumName& name : field->info.enum_names) {
                values.push_back({std::string(name.name), WordKind::value, std::string(name.label), {}});
            }
            std::string_view choices = field->info.choices;
            while (!choices.empty()) {
                const std::size_t end = std::min(choices.find(' '), choices.size());
                values.push_back({std::string(choices.substr(0, end)), WordKind::value, {}, {}});
                choices.remove_prefix(std::min(end + 1, choices.size()));
            }
        }
        return values;
    }
    [[nodiscard]] const SchemaField* field_of(const XmlElement& element, std::string_view name) const
    {
        const SchemaElement* const schema = schema_at(element);
        if (schema == nullptr) {
            return nullptr;
        }
        const auto found = std::ranges::find(schema->fields, name, &SchemaField::name);
        return found == schema->fields.end() ? nullptr : &*found;
    }
    [[nodiscard]] std::string element_description(const XmlElement& element) const
    {
        if (const edit::EditKind* const kind = edit_kind(element.name)) {
            return std::string(kind->help);
        }
        const SchemaElement* const schema = schema_at(element);
        if (schema == nullptr) {
            return {};
        }
        return schema->label.empty() || schema->doc.empty() ? schema->label + schema->doc
                                                            : fmt::format("{}. {}", schema->label, schema->doc);
    }
    [[nodiscard]] std::string attribute_description(const XmlElement& element, std::string_view name) const
    {
        if (const edit::EditKind* const kind = edit_kind(element.name)) {
            const auto found = std::ranges::find(kind->attributes, name, &edit::EditAttribute::name);
            return found == kind->attributes.end() ? std::string() : std::string(found->help);
        }
        const SchemaField* const field = field_of(element, name);
        return field == nullptr ? std::string() : field_description(*field);
    }

    std::string path_;
    std::string_view text_;
    Folders folders_;
    Lines lines_;
    std::vector<XmlElement> root_;  ///< the first element, if there is one
    mutable std::vector<XmlElement> elements_;
    mutable bool scanned_{};
    mutable std::optional<Uses> uses_;
    const Format* format_{};
    bool is_edits_{};
};

}  // namespace

std::unique_ptr<OpenText> open_xml(const std::string& path, std::string_view text, const Folders& folders)
{
    auto open = std::make_unique<XmlText>(path, text, folders);
    return open->is_ours() ? std::move(open) : nullptr;
}

}  // namespace redforge::lsp
