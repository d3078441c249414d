// Writes the difference of two documents as a patch.
#include "edit/patch/edit_list.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "core/bytes/hex.hpp"
#include "core/xml/xml_writer.hpp"
#include "edit/hooks.hpp"
#include "edit/merge/identity.hpp"
#include "edit/merge/pairing.hpp"
#include "edit/operation/operation.hpp"
#include "edit/operation/script_indices.hpp"
#include "edit/patch/blob_regions.hpp"
#include "edit/patch/patch.hpp"
#include "edit/patch/source_text.hpp"
#include "edit/path/path.hpp"

namespace redforge::edit {
namespace {

/// Maximum number of neighbours that locate a record, on each side. The nearest comes first.
constexpr std::size_t max_neighbours = 4;

/// Maximum size of a blob that is written as an old value, in bytes. A larger one is written as a fingerprint.
constexpr std::size_t short_blob = 16;

/// Appends an attribute value. Escapes line ends and tabs too, because parsers turn plain ones into spaces.
void append_attribute(std::string& out, std::string_view value)
{
    std::string escaped;
    append_xml_escaped(escaped, value);
    for (const char c : escaped) {
        switch (c) {
        case '\n': out += "&#10;"; break;
        case '\t': out += "&#9;"; break;
        default: out += c;
        }
    }
}

std::string cdata(std::string_view text)
{
    std::string out = "<![CDATA[\n";
    for (std::size_t at = text.find("]]>"); at != std::string_view::npos; at = text.find("]]>")) {
        out += text.substr(0, at + 2);
        out += "]]><![CDATA[";
        text.remove_prefix(at + 2);
    }
    out += text;
    return out + "\n]]>";
}

class PatchWriter {
public:
    /// Writes to `out`. `document`: the later document.
    PatchWriter(TextSink& out, const LoadContext& context, const RecordHandle& document, const EditListOptions& options)
        : out_(out), context_(context), document_(document), context_lines_(options.context), files_(options.files)
    {
    }

    /// Returns true if the edits of `other` are these with old and new values exchanged.
    [[nodiscard]] bool is_reverse_of(const PatchWriter& other) const
    {
        return has_only_values_ && other.has_only_values_ &&
               std::ranges::equal(values_, other.values_, [](const ValueEdit& a, const ValueEdit& b) {
                   return a.path == b.path && a.was == b.value && a.value == b.was;
               });
    }

    void records(const RecordHandle& from, const RecordHandle& to, std::string_view element, const std::string& path)
    {
        if (&from.table() != &to.table()) {
            begin("replace", path, {{"was", "#" + short_fingerprint(element, from)}});
            out_.append(">\n");
            XmlWriter(out_, files_).fragment(element, to);
            return out_.append("  </replace>\n");
        }
        const FieldTable& table = to.table();
        std::vector<std::string_view> in_sources;
        std::vector<const ChildEntry*> sources;
        compiled_ = compiled_source(from, to);
        if (compiled_ != nullptr && source(from, to, *compiled_, path)) {
            sources.push_back(compiled_);
            std::ranges::copy(compiled_->blob.codec->joined, std::back_inserter(in_sources));
        }
        compiled_ = nullptr;
        for (const ChildEntry& child : table.children) {
            const bool is_made = std::ranges::find(in_sources, child.name) != in_sources.end();
            if (is_made || std::ranges::find(sources, &child) != sources.end()) {
                sources.push_back(&child);
            } else if (child.kind == ChildEntry::Kind::blob && child.blob.codec != nullptr &&
                       source(from, to, child, path)) {
                sources.push_back(&child);
                std::ranges::copy(names_in_source(to, child), std::back_inserter(in_sources));
            }
        }
        const auto is_named = [&](std::string_view name) {
            return std::ranges::find(in_sources, name) != in_sources.end();
        };
        for (const FieldEntry& field : table.fields) {
            const FieldView old = from.field(field);
            const FieldView now = to.field(field);
            if (!field.same(old.value, now.value) && !is_named(field.name)) {
                const ValueEdit edit{path_below(path, field.name),
                                     is_computed(old) ? std::string(computed_word) : old.text(),
                                     is_computed(now) ? std::string(computed_word) : now.text()};
                begin("set", edit.path, {{"was", edit.was}});
                if (!is_computed(now)) {
                    attribute("value", edit.value);
                }
                out_.append("/>\n");
                values_.push_back(edit);
            }
        }
        for (const ChildEntry& child : table.children) {
            const std::string below = path_below(path, child.name);
            switch (child.kind) {
            case ChildEntry::Kind::blob:
                if (std::ranges::find(sources, &child) == sources.end() && from.blob(child) != to.blob(child)) {
                    bytes(below, from.blob(child), to.blob(child));
                }
                break;
            case ChildEntry::Kind::byte_range:
                if (!(from.byte_range(child) == to.byte_range(child))) {
                    const Bytes old = from.byte_range(child).joined();
                    const Bytes now = to.byte_range(child).joined();
                    if (files_ != nullptr && !now.empty()) {
                        const BlobDetails details = to.type->blob_details(to.record, child.name);
                        begin("set", below, {{"was", bytes_word(old)}});
                        attribute("file", files_->add(child.blob.folder, details.file_name, child.blob.extension,
                                                      to.byte_range(child)));
                        out_.append("/>\n");
                        has_only_values_ = false;
                    } else {
                        bytes(below, old, now);
                    }
                }
                break;
            case ChildEntry::Kind::group: records(from.group(child), to.group(child), child.name, below); break;
            case ChildEntry::Kind::list:
                if (!is_named(child.name)) {
                    lists(grouped_list(document_, from, from.list(child)), grouped_list(document_, to, to.list(child)),
                          below);
                }
                break;
            }
        }
    }

private:
    using Attribute = std::pair<std::string_view, std::string>;

    /// Attributes of a <set>.
    struct ValueEdit {
        std::string path;
        std::string was;
        std::string value;
    };

    void begin(std::string_view name, std::string_view path, std::initializer_list<Attribute> attributes)
    {
        has_only_values_ = has_only_values_ && name == "set";
        std::string line = fmt::format("  <{} path=\"", name);
        append_xml_escaped(line, path);
        line += '"';
        out_.append(line);
        for (const auto& [key, value] : attributes) {
            attribute(key, value);
        }
    }
    void attribute(std::string_view key, std::string_view value)
    {
        std::string text = fmt::format(" {}=\"", key);
        append_attribute(text, value);
        out_.append(text + '"');
    }

    void bytes(const std::string& path, ByteView old, ByteView now)
    {
        has_only_values_ = false;
        const std::vector<BlobRegion> regions = old.size() == now.size() && now.size() > short_blob
                                                    ? differing_regions(old, now)
                                                    : std::vector<BlobRegion>();
        const Bytes before = bytes_in_regions(old, regions);
        const Bytes after = bytes_in_regions(now, regions);
        std::string text;
        append_hex(text, regions.empty() ? now : ByteView(after));
        begin("set", path, {{"was", bytes_word(regions.empty() ? old : ByteView(before))}});
        if (!regions.empty()) {
            attribute("regions", regions_text(regions));
        }
        attribute("value", text);
        out_.append("/>\n");
    }

    /// Returns the changed source from which the other changed fields can be derived. apply_patch() derives
    /// them again.
    const ChildEntry* compiled_source(const RecordHandle& from, const RecordHandle& to) const
    {
        for (const ChildEntry& child : to.table().children) {
            if (child.kind != ChildEntry::Kind::blob || child.blob.codec == nullptr ||
                child.blob.codec->join == nullptr || from.blob(child).empty() || from.blob(child) == to.blob(child)) {
                continue;
            }
            const std::shared_ptr<void> copy = from.type->make();
            from.type->copy(copy.get(), from.record);
            const RecordHandle made{copy.get(), from.type, from.page};
            made.blob(child) = to.blob(child);
            const auto same = [&](std::string_view name) {
                const FieldEntry* const field = to.table().find_field(name);
                const ChildEntry* const part = to.table().find_child(name);
                return field != nullptr ? field->same(made.field(*field).value, to.field(*field).value)
                       : part->kind == ChildEntry::Kind::list ? same_list(made.list(*part), to.list(*part))
                                                              : made.blob(*part) == to.blob(*part);
            };
            if (child.blob.codec->join(made, from, from, document_.record, context_) &&
                std::ranges::all_of(child.blob.codec->joined, same)) {
                return &child;
            }
        }
        return nullptr;
    }

    /// Writes the new text of a blob. Returns false if the text does not cover the whole change: the record is then
    /// written without it.
    bool source(const RecordHandle& from, const RecordHandle& to, const ChildEntry& child, const std::string& path)
    {
        if (to.blob(child).empty()) {
            return false;
        }
        if (from.blob(child) == to.blob(child) && names_in_source(to, child).empty()) {
            return true;  // only comments can differ, which are derived from other fields
        }
        const std::string now = source_of(to, child, context_);
        const std::string old = source_of(from, child, context_);
        if (now == old) {
            return from.blob(child) == to.blob(child) && names_in_source(from, child) == names_in_source(to, child);
        }
        const std::string below = path_below(path, child.name);
        if (old.empty()) {
            if (!covers_change(from, to, child, now)) {
                return false;
            }
            has_only_values_ = false;
            begin("set", below, {{"was", ""}});
            out_.append(">" + cdata(now) + "</set>\n");
            return true;
        }
        const std::string plain = source_of(from, child);
        const SourcePatch patch = SourcePatch::between(old, now, plain, source_of(to, child), context_lines_);
        const Result<SourceMerge> patched = patch.apply(old, plain, true);
        if (!patched || patched->conflicts > 0 || !covers_change(from, to, child, patched->text)) {
            return false;
        }
        begin("patch", below, {{"base", patch.base}});
        if (!patch.labels.empty()) {
            attribute("labels", patch.labels);
        }
        if (&child == compiled_) {
            attribute("compile", "1");
        }
        out_.append(">" + cdata(patch.text) + "</patch>\n");
        return true;
    }

    /// Returns true if setting the text turns the record into `to` as far as the text covers it, and changes nothing
    /// else.
    bool covers_change(const RecordHandle& from, const RecordHandle& to, const ChildEntry& child,
                       std::string_view text) const
    {
        const std::shared_ptr<void> copy = from.type->make();
        from.type->copy(copy.get(), from.record);
        const RecordHandle changed{copy.get(), from.type, from.page};
        if (!set_source(changed, child, text, context_) || changed.blob(child) != to.blob(child)) {
            return false;
        }
        const std::vector<std::string_view> named = names_in_source(to, child);
        const auto is_named = [&](std::string_view name) { return std::ranges::find(named, name) != named.end(); };
        for (const FieldEntry& field : from.table().fields) {
            const void* wanted = (is_named(field.name) ? to : from).field(field).value;
            if (!field.same(changed.field(field).value, wanted)) {
                return false;
            }
        }
        for (const ChildEntry& each : from.table().children) {
            if (each.kind == ChildEntry::Kind::list &&
                !same_list(changed.list(each), (is_named(each.name) ? to : from).list(each))) {
                return false;
            }
        }
        return true;
    }

    void lists(const GroupedList& before, const GroupedList& after, const std::string& path)
    {
        const ListView& from = before.list;
        const ListView& to = after.list;
        const ListPairing pairing = pair_in_groups(before, after);
        Identities names(from);
        const auto place = [&](std::size_t i) {
            return from.single() ? path : fmt::format("{}[{}]", path, names.selector_of(i));
        };
        // The only record with its element name needs no other identification.
        const auto element_or = [&](std::size_t i) {
            const std::string named = from.child->info.by_element ? record_path(from, path, i) : std::string();
            return named.empty() || named.ends_with(']') ? place(i) : named;
        };
        for (std::size_t i = 0; i < to.size(); ++i) {
            const std::size_t match = pairing.match[i];
            if (match != no_match && !same_record(*to.at(i).type, from.at(match).record, to.at(i).record)) {
                records(from.at(match), to.at(i), to.item(i).name, element_or(match));
            }
        }
        for (const std::size_t i : pairing.removed) {
            begin("remove", place(i), {{"was", "#" + names.fingerprint(i)}});
            out_.append("/>\n");
        }
        const std::set<std::string> keys = pairing.added.empty() ? std::set<std::string>{} : keys_of(from);
        const auto has_key = [&](std::size_t i) {
            const std::optional<std::string> key = key_of(to.at(i));
            return key && keys.contains(*key);
        };
        auto moved = pairing.moved.begin();
        for (std::size_t i = 0; i < to.size(); ++i) {
            if (moved != pairing.moved.end() && *moved == i) {
                ++moved;
                begin("move", place(pairing.match[i]), {});
                write_neighbours(to.size(), pairing, names, i, i + 1);
                out_.append("/>\n");
            }
            if (pairing.match[i] != no_match) {
                continue;
            }
            // A new record with the key of an existing one is a copy. Mark it: applying the patch must not take the
            // existing record for one that was added already.
            const bool is_copy = has_key(i);
            std::size_t end = i;
            while (end < to.size() && pairing.match[end] == no_match && has_key(end) == is_copy) {
                ++end;
            }
            begin("add", path, {});
            if (!from.single()) {
                write_neighbours(to.size(), pairing, names, i, end);
            }
            if (is_copy) {
                attribute("copies", "1");
            }
            if (is_indexed(*from.child) || is_list_in_scripts(hooks_of(document_), *from.child)) {
                attribute("count", fmt::format("{}", from.size()));
            }
            out_.append(">\n");
            for (; i < end; ++i) {
                XmlWriter(out_, files_, context_).fragment(to.item(i).name, to.at(i));
            }
            --i;
            out_.append("  </add>\n");
        }
    }

    static std::set<std::string> keys_of(const ListView& list)
    {
        std::set<std::string> keys;
        for (std::size_t i = 0; i < list.size(); ++i) {
            keys.insert(key_of(list.at(i)).value_or(""));
        }
        return keys;
    }

    /// Writes the neighbours of the records from `begin` to `end` of the later list: the nearest records that both
    /// lists have.
    void write_neighbours(std::size_t size, const ListPairing& pairing, Identities& names, std::size_t begin,
                          std::size_t end)
    {
        std::string after;
        std::size_t count = 0;
        for (std::size_t i = begin; i-- > 0 && count < max_neighbours;) {
            if (pairing.match[i] != no_match) {
                after += fmt::format("{}[{}]", count == 0 ? "" : " ", names.selector_of(pairing.match[i]));
                ++count;
            }
        }
        attribute("after", count == 0 ? start_word : after);
        std::string before;
        count = 0;
        for (std::size_t i = end; i < size && count < max_neighbours; ++i) {
            if (pairing.match[i] != no_match) {
                before += fmt::format("{}[{}]", count == 0 ? "" : " ", names.selector_of(pairing.match[i]));
                ++count;
            }
        }
        attribute("before", count == 0 ? end_word : before);
    }

    static std::string bytes_word(ByteView bytes)
    {
        if (bytes.size() > short_blob) {
            return "#" + short_fingerprint(bytes);
        }
        std::string text;
        append_hex(text, bytes);
        return text;
    }

    TextSink& out_;
    const LoadContext& context_;
    RecordHandle document_;
    std::size_t context_lines_;
    SideFiles* files_;
    std::vector<ValueEdit> values_;
    bool has_only_values_{true};
    const ChildEntry* compiled_{};  ///< compiled code of the record that is being written
};

}  // namespace

namespace {

/// Writes the element `name` with the edits that turn one document into another.
PatchWriter write_edits(TextSink& out, std::string_view name, const RecordHandle& from, const RecordHandle& to,
                        const LoadContext& context, const EditListOptions& options)
{
    std::string head = fmt::format("<{}", name);
    const FormatHooks& hooks = hooks_of(from);
    const std::optional<PatchSides> sides = hooks.patch_sides == nullptr ? std::nullopt : hooks.patch_sides(from, to);
    for (const auto& [key, value] : sides ? sides->attributes : std::vector<std::pair<std::string, std::string>>()) {
        head += fmt::format(" {}=\"", key);
        append_attribute(head, value);
        head += '"';
    }
    out.append(head + ">\n");
    const bool has_copies = sides && sides->from;
    RecordHandle before = has_copies ? sides->from.root() : from;
    RecordHandle after = has_copies ? sides->to.root() : to;
    before.page = from.page;
    after.page = to.page;
    PatchWriter writer(out, context, after, options);
    writer.records(before, after, from.type->element, "");
    return writer;
}

}  // namespace

void write_edit_list(TextSink& out, const RecordHandle& from, const RecordHandle& to, const LoadContext& context,
                     const EditListOptions& options)
{
    out.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    const PatchWriter edits = write_edits(out, "edits patch=\"1\"", from, to, context, options);
    if (options.with_undo) {
        TextSink undo;
        if (!write_edits(undo, "undo", to, from, context, options).is_reverse_of(edits)) {
            for (const ByteView chunk : undo.chunks()) {
                out.append(as_text(chunk));
            }
            out.append("</undo>\n");
        }
    }
    out.append("</edits>\n");
}

}  // namespace redforge::edit
