// Master lists: common numbers for merges and patches, and renumbering after an edit.
#include "edit/plugin/master_lists.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <type_traits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/record/describe.hpp"
#include "core/text/code_page.hpp"
#include "edit/plugin/form_names.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/plugin/plugin_queries.hpp"
#include "tes/save/save.hpp"

namespace redforge::edit {
namespace {

using Keys = std::vector<std::string>;

bool has(const Keys& keys, const std::string& key)
{
    return std::ranges::find(keys, key) != keys.end();
}

Keys keys_of_masters(const Document& document)
{
    return tes::master_keys(tes::Numbering::of(*plugin_of(document.root())).masters);
}

/// Returns the names of a list that another list has too, in the order of the first.
Keys common(const Keys& list, const Keys& other)
{
    Keys both;
    std::ranges::copy_if(list, std::back_inserter(both), [&](const std::string& key) { return has(other, key); });
    return both;
}

bool is_reordered(const Keys& base, const Keys& side)
{
    return common(base, side) != common(side, base);
}

/// Inserts the missing wanted names of `from` after their predecessors in `from`, and after names inserted there
/// earlier.
void insert_missing(Keys& list, const Keys& from, const Keys& before,
                    const std::function<bool(const std::string&)>& wanted)
{
    auto place = list.begin();
    for (const std::string& key : from) {
        if (const auto found = std::ranges::find(list, key); found != list.end()) {
            place = std::next(found);
        } else if (wanted(key)) {
            while (place != list.end() && !has(before, *place) && !has(from, *place)) {
                ++place;
            }
            place = std::next(list.insert(place, key));
        }
    }
}

/// Returns the header record of each key: ours, or theirs if only they changed it.
std::vector<tes::Master> masters_by_key(const Keys& keys, const std::array<const Document*, 3>& documents)
{
    std::array<std::map<std::string, tes::Master>, 3> known;
    for (std::size_t i = 0; i < documents.size(); ++i) {
        const std::vector<tes::Master> masters = tes::master_list(*plugin_of(documents[i]->root()));
        const Keys names = keys_of_masters(*documents[i]);
        for (std::size_t n = 0; n < names.size(); ++n) {
            known[i].emplace(names[n], masters[n]);
        }
    }
    std::vector<tes::Master> all;
    for (const std::string& key : keys) {
        const auto base = known[0].find(key);
        const auto ours = known[1].find(key);
        const auto theirs = known[2].find(key);
        const bool keeps_base = ours == known[1].end() || (base != known[0].end() && ours->second == base->second);
        all.push_back(theirs != known[2].end() && keeps_base ? theirs->second
                      : ours != known[1].end()               ? ours->second
                                                             : base->second);
    }
    return all;
}

Result<Document> with_masters(const Document& document, const std::vector<tes::Master>& masters, std::string side)
{
    Document copy = document;
    if (Status status = tes::change_masters(*plugin_of(copy.root()), masters); !status) {
        Error error = status.error();
        error.file = std::move(side);
        return fail(std::move(error));
    }
    return copy;
}

}  // namespace

tes::Plugin* plugin_of(const RecordHandle& root)
{
    return root.type == &record_type<tes::Plugin>() ? static_cast<tes::Plugin*>(root.record) : nullptr;
}

Result<std::optional<CommonNumbers>> with_common_masters(const Document& base, const Document& ours,
                                                         const Document& theirs)
{
    if (plugin_of(base.root()) == nullptr || plugin_of(ours.root()) == nullptr || plugin_of(theirs.root()) == nullptr) {
        return std::nullopt;
    }
    const Keys b = keys_of_masters(base);
    const Keys o = keys_of_masters(ours);
    const Keys t = keys_of_masters(theirs);
    if (b == o && b == t) {
        return std::nullopt;
    }
    const auto wanted = [&](const std::string& key) {
        return has(b, key) ? has(o, key) && has(t, key) : has(o, key) || has(t, key);
    };
    const bool ours_sorts = is_reordered(b, o);
    const bool theirs_sorts = is_reordered(b, t);
    const Keys& first = theirs_sorts && !ours_sorts ? t : o;
    const Keys& second = &first == &o ? t : o;
    Keys list;
    std::ranges::copy_if(first, std::back_inserter(list), wanted);
    insert_missing(list, second, b, wanted);
    CommonNumbers result;
    result.path = "header.parts";
    result.wanted = list.size();
    if (ours_sorts && theirs_sorts && common(o, t) != common(t, o)) {
        result.conflict = "both change the order of masters";
    }
    for (const Keys* each : {&b, &o, &t}) {
        std::ranges::copy_if(*each, std::back_inserter(list), [&](const std::string& key) { return !has(list, key); });
    }
    const std::vector<tes::Master> masters = masters_by_key(list, {&base, &ours, &theirs});
    const std::array<std::pair<const Document*, const char*>, 3> sides{
        {{&base, "base"}, {&ours, "ours"}, {&theirs, "theirs"}}};
    const std::array<Document*, 3> copies{&result.base, &result.ours, &result.theirs};
    for (std::size_t i = 0; i < sides.size(); ++i) {
        Result<Document> copy = with_masters(*sides[i].first, masters, sides[i].second);
        if (!copy) {
            return fail(copy.error());
        }
        *copies[i] = std::move(*copy);
    }
    return result;
}

Status drop_unused_masters(Document& document, std::size_t wanted)
{
    tes::Plugin& plugin = *plugin_of(document.root());
    const std::vector<tes::Master> masters = tes::master_list(plugin);
    if (wanted >= masters.size()) {
        return {};
    }
    const auto uses = tes::count_uses(plugin);
    std::vector<tes::Master> kept;
    for (std::size_t i = 0; i < masters.size(); ++i) {
        if (i < wanted || uses[i] > 0) {
            kept.push_back(masters[i]);
        }
    }
    return kept.size() == masters.size() ? Status{} : tes::change_masters(plugin, kept);
}

std::optional<RenumberedDocument> renumbered_like(const RecordHandle& root, const RecordHandle& like,
                                                  const LoadContext& context)
{
    const tes::Plugin* const plugin = plugin_of(root);
    const tes::Plugin* const other = plugin_of(like);
    if (plugin == nullptr || other == nullptr) {
        return std::nullopt;
    }
    const tes::Numbering from = tes::Numbering::of(*plugin);
    const tes::Numbering to = tes::Numbering::of(*other).with_others(from);
    if (tes::FormIdMap(from, to).is_identity()) {
        return std::nullopt;
    }
    const Format* const format = find_format(tes::Plugin::root);
    const auto copy = std::make_shared<tes::Plugin>(*plugin);
    if (!tes::renumber(*copy, {from, to}, [](ByteView) { return true; })) {
        return std::nullopt;  // more masters than there are numbers
    }
    const auto parts = copy->header.parts;
    std::vector<tes::Master> named;
    for (const std::string& name : to.files()) {
        named.push_back({.name = Text(name), .data = 0});
    }
    tes::set_master_list(*copy, named);
    RenumberedDocument result{Document(*format, copy),
                              to_reference_names(tes::FormNames(*copy, context.services.find<tes::DataFolder>()),
                                                 context)};
    copy->header.parts = parts;
    return result;
}

std::string plugin_list_text(const std::vector<std::string>& plugins)
{
    std::string text;
    for (const std::string& name : plugins) {
        text += &name == &plugins.front() ? "" : "|";
        for (const char letter : encode_text(name, CodePage::cp1252)) {
            text += letter == '|' || letter == '?' ? fmt::format("\\x{:02X}", letter) : std::string(1, letter);
        }
    }
    return plugins.empty() || !plugins.back().empty() ? text : text + '|';
}

Result<std::vector<std::string>> plugin_list_from_text(std::string_view text)
{
    std::vector<std::string> plugins;
    while (!text.empty()) {  // an empty last name is followed by |
        const std::size_t end = std::min(text.find('|'), text.size());
        Result<std::string> name = decode_text(text.substr(0, end), CodePage::cp1252);
        if (!name) {
            return fail(name.error());
        }
        plugins.push_back(std::move(*name));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return plugins;
}

namespace {

Result<tes::Numbering> masters_from_text(std::string_view text)
{
    Result<std::vector<std::string>> masters = plugin_list_from_text(text);
    return masters ? Result<tes::Numbering>(tes::Numbering{.masters = std::move(*masters)}) : fail(masters.error());
}

bool accept_all(ByteView /*bytes*/)
{
    return true;
}

Document renumbered_copy(const tes::Plugin& plugin, const tes::Numbering& from, const tes::Numbering& to)
{
    const auto copy = std::make_shared<tes::Plugin>(plugin);
    static_cast<void>(tes::renumber(*copy, {from, to}, accept_all));  // all of `from` is in `to`
    return Document(*find_format(tes::Plugin::root), copy);
}

}  // namespace

std::optional<PatchSides> with_patch_masters(const RecordHandle& from, const RecordHandle& to)
{
    const tes::Plugin* const before = plugin_of(from);
    const tes::Plugin* const after = plugin_of(to);
    if (before == nullptr || after == nullptr) {
        return std::nullopt;
    }
    const tes::Numbering old = tes::Numbering::of(*before);
    const tes::Numbering now = tes::Numbering::of(*after);
    const tes::Numbering with_old = now.with_others(old);
    tes::Numbering both{.masters = now.masters};
    std::ranges::copy(with_old.others, std::back_inserter(both.masters));
    PatchSides sides{renumbered_copy(*before, old, both), renumbered_copy(*after, now, both), {}};
    sides.attributes.emplace_back("masters", plugin_list_text(now.masters));
    if (std::string earlier = plugin_list_text(old.masters); earlier != sides.attributes.front().second) {
        sides.attributes.emplace_back("masters_before", std::move(earlier));
    }
    return sides;
}

Status PatchNumbers::enter(const char* masters, const char* masters_before)
{
    if (plugin_ == nullptr) {
        return {};
    }
    own_ = tes::Numbering::of(*plugin_);
    Result<tes::Numbering> later = masters == nullptr ? own_ : masters_from_text(masters);
    Result<tes::Numbering> before = masters_before == nullptr ? later : masters_from_text(masters_before);
    if (!later || !before) {
        return fail(later ? before.error() : later.error());
    }
    later_ = *later;
    is_original_ = masters != nullptr && before->masters == own_.masters;
    const tes::Numbering with_before = later->with_others(*before);
    patch_.masters = later->masters;
    std::ranges::copy(with_before.others, std::back_inserter(patch_.masters));
    patch_ = patch_.with_others(own_);
    return tes::renumber(*plugin_, {own_, patch_}, [this](ByteView bytes) {
        unknown_.emplace(as_text(bytes));
        return true;
    });
}

Status PatchNumbers::leave()
{
    if (plugin_ == nullptr) {
        return {};
    }
    const std::vector<std::string> own_keys = tes::master_keys(own_.masters);
    const std::vector<std::string> patch_keys = tes::master_keys(patch_.masters);
    std::vector<tes::Master> masters = tes::master_list(*plugin_);
    std::vector<std::string> keys = tes::master_keys(tes::Numbering::of(*plugin_).masters);
    for (std::size_t i = keys.size(); i-- > 0;) {  // masters that the patch adds and the plugin already has
        if (keys[i].find('/') != std::string::npos && !has(own_keys, keys[i]) && !has(patch_keys, keys[i])) {
            masters.erase(masters.begin() + static_cast<std::ptrdiff_t>(i));
            keys.erase(keys.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }
    const auto uses = tes::count_uses(*plugin_);
    for (std::size_t i = 0; i < patch_keys.size(); ++i) {
        if (uses[i] > 0 && !has(keys, patch_keys[i]) && !has(own_keys, patch_keys[i])) {
            masters.push_back({.name = Text(patch_.masters[i]), .data = 0});
        }
    }
    tes::Numbering now;
    std::ranges::transform(masters, std::back_inserter(now.masters),
                           [](const tes::Master& each) { return each.name.bytes; });
    const tes::FormIdMap of_patch(patch_, now);
    const tes::FormIdMap of_plugin(own_, now);
    if (Status status = tes::renumber(*plugin_, of_patch,
                                      [&](ByteView bytes) {
                                          if (is_original_ && now.masters == later_.masters) {
                                              return true;  // the numbers are those of the patch's author
                                          }
                                          const bool is_own = unknown_.contains(std::string(as_text(bytes)));
                                          return !(is_own ? of_plugin : of_patch).may_change(bytes);
                                      });
        !status) {
        return status;
    }
    tes::set_master_list(*plugin_, masters);
    return {};
}

namespace {

/// Sets the fields that differ in another document with the same records.
void set_differing(Recorder& recorder, NodePath& node, const RecordHandle& from, const RecordHandle& to)
{
    const FieldTable& table = to.table();
    for (const FieldEntry& field : table.fields) {
        if (!field.same(from.field(field).value, to.field(field).value)) {
            recorder.set(node, field, LeafValue(*field.ops, to.field(field).value));
        }
    }
    for (const ChildEntry& child : table.children) {
        node.push_back({table.number_of(child), 0});
        switch (child.kind) {
        case ChildEntry::Kind::blob:
            if (from.blob(child) != to.blob(child)) {
                NodePath parent(node.begin(), node.end() - 1);
                recorder.set_bytes(parent, child, to.blob(child));
            }
            break;
        case ChildEntry::Kind::byte_range: break;  // contains no FormIDs
        case ChildEntry::Kind::group: set_differing(recorder, node, from.group(child), to.group(child)); break;
        case ChildEntry::Kind::list: {
            const ListView a = from.list(child);
            const ListView b = to.list(child);
            for (std::size_t i = 0; i < b.size() && !a.is_known_equal(b); ++i) {
                node.back().index = static_cast<std::uint32_t>(i);
                set_differing(recorder, node, a.at(i), b.at(i));
            }
            break;
        }
        }
        node.pop_back();
    }
}

Status reject_masters(std::string message, std::string hint)
{
    return fail({.code = ErrorCode::mismatch, .message = std::move(message), .hint = std::move(hint)});
}

constexpr std::size_t max_named_users = 10;

std::string names_of(const tes::RecordUses& uses)
{
    const std::size_t more = uses.count - uses.records.size();
    return fmt::format("{}{}", fmt::join(uses.records, ", "), more == 0 ? "" : fmt::format(" and {} more", more));
}

template <class Parent>
Status reject_removal(const Parent& parent, const std::vector<std::string>& before, std::size_t index)
{
    const tes::RecordUses uses =
        tes::records_that_use(parent, before, static_cast<std::uint8_t>(index), max_named_users);
    return reject_masters(fmt::format("{} {} to forms of {}: {}", uses.count,
                                      uses.count == 1 ? "record refers" : "records refer",
                                      encode_text(before[index], CodePage::cp1252), names_of(uses)),
                          "change or remove them first");
}

/// Rejects a list in which the plugin with the old number `index` becomes the first, if it has forms with numbers below
/// 800.
template <class Parent>
Status require_no_low_forms(const Parent& parent, std::size_t index)
{
    const tes::RecordUses uses = tes::low_forms(parent, static_cast<std::uint8_t>(index), max_named_users);
    return uses.count == 0
               ? Status{}
               : reject_masters(
                     fmt::format("without a plugin before it, {:02X}000000 and higher become 00000000, and numbers "
                                 "below 800 are then forms of the game itself: {}",
                                 index, names_of(uses)),
                     "keep a plugin before it, or renumber the records first: redforge forms FILE renumber EDITORID");
}

/// Renumbers a plugin or save whose list of plugins was `before`.
template <class Parent>
Status renumber_with_list(Recorder& recorder, Parent& parent, const std::vector<std::string>& before)
{
    constexpr bool is_save = std::is_same_v<Parent, tes::Save>;
    const tes::Numbering old{.masters = before};
    const tes::Numbering now = tes::Numbering::of(parent);
    const Keys old_keys = tes::master_keys(old.masters);
    const Keys keys = tes::master_keys(now.masters);
    if (keys.size() == old_keys.size() && common(keys, old_keys).size() != keys.size()) {
        for (std::size_t i = 0; i < keys.size(); ++i) {
            if (keys[i] != old_keys[i] && keys[i].find('/') != std::string::npos) {
                return reject_masters(
                    fmt::format("{} is a master already", encode_text(now.masters[i], CodePage::cp1252)),
                    "forms of two masters would get the same FormID; move or remove a master with `redforge apply`");
            }
        }
        return {};  // renamed
    }
    // At the end of a save's list, a plugin that was missing may come back with its old forms.
    const bool is_longer = is_save && keys.size() > old_keys.size() &&
                           std::ranges::equal(old_keys, std::span(keys).first(old_keys.size()));
    const tes::FormIdMap map(old, now);
    if (is_longer || map.is_identity()) {
        return {};
    }
    const auto uses = tes::count_uses(parent, before);
    for (std::size_t i = 0; i < old_keys.size(); ++i) {
        if (!has(keys, old_keys[i]) && uses[i] > 0) {
            return reject_removal(parent, before, i);
        }
    }
    const std::size_t first =
        keys.empty() ? old_keys.size()
                     : static_cast<std::size_t>(std::ranges::find(old_keys, keys.front()) - old_keys.begin());
    if (first > 0 && (keys.empty() || first < old_keys.size())) {
        if (Status status = require_no_low_forms(parent, first); !status) {
            return status;
        }
    }
    const auto copy = std::make_shared<Parent>(parent);
    if (Status status = tes::renumber(*copy, map); !status) {
        return status;
    }
    const RecordHandle& root = recorder.root();
    record_differing(recorder, {copy.get(), root.type, root.page});
    return {};
}

}  // namespace

bool has_plugin_list(const RecordHandle& root)
{
    return plugin_of(root) != nullptr || root.type == &record_type<tes::Save>();
}

std::vector<std::string> plugins_named_by(const RecordHandle& root)
{
    if (const tes::Plugin* const plugin = plugin_of(root)) {
        return tes::Numbering::of(*plugin).masters;
    }
    return root.type == &record_type<tes::Save>()
               ? tes::Numbering::of(*static_cast<const tes::Save*>(root.record)).masters
               : std::vector<std::string>{};
}

bool holds_masters(const ChildEntry& list)
{
    return std::ranges::any_of(list.items, [](const ItemEntry& item) {
        return &*item.type == &record_type<tes::Master>() || &*item.type == &record_type<tes::LoadedPlugin>();
    });
}

void record_differing(Recorder& recorder, const RecordHandle& changed)
{
    NodePath node;
    set_differing(recorder, node, recorder.root(), changed);
}

Status renumber_forms(Recorder& recorder, const std::vector<std::string>& before)
{
    tes::Plugin* const plugin = plugin_of(recorder.root());
    return plugin != nullptr ? renumber_with_list(recorder, *plugin, before)
                             : renumber_with_list(recorder, *static_cast<tes::Save*>(recorder.root().record), before);
}

}  // namespace redforge::edit
