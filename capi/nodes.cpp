// Node functions: find records, and describe them.
#include <algorithm>

#include <fmt/format.h>

#include "call.hpp"
#include "memory.hpp"
#include "reach.hpp"

namespace redforge::capi {
namespace {

/// Returns true if records of the type have an index, such as `objects` of a map.
bool is_indexed(const RecordType& type)
{
    const ChildEntry* const own = type.tables.front().find_child("");
    return own != nullptr && own->kind == ChildEntry::Kind::list;
}

int kind_of_child(const ChildEntry& child)
{
    switch (child.kind) {
    case ChildEntry::Kind::group: return is_indexed(*child.items.front().type) ? RF_KIND_LIST : RF_KIND_RECORD;
    case ChildEntry::Kind::list:
        return !child.ops->single || is_indexed(*child.items.front().type) ? RF_KIND_LIST : RF_KIND_OPTIONAL;
    case ChildEntry::Kind::blob:
    case ChildEntry::Kind::byte_range: return child.blob.codec != nullptr ? RF_KIND_SOURCE : RF_KIND_BYTES;
    }
    return 0;
}

int kind_of(const Member& member)
{
    if (member.composite) {
        return RF_KIND_COMPOSITE;
    }
    if (member.field) {
        switch (member.field.type().kind) {
        case ValueKind::integer: return RF_KIND_INTEGER;
        case ValueKind::real: return RF_KIND_REAL;
        default: return RF_KIND_TEXT;
        }
    }
    return member.descendants != nullptr || member.item != nullptr ? RF_KIND_LIST : kind_of_child(*member.child);
}

std::string to_description(const FieldEntry& field)
{
    std::string words;
    for (const EnumName& name : field.info.enum_names) {
        words += fmt::format("{}{}={}", words.empty() ? "" : " ", name.name, name.value);
    }
    return words.empty() ? std::string(field.info.choices) : words;
}

std::string records_of(const Member& member)
{
    if (member.item != nullptr) {
        return member.item->name;
    }
    const ChildEntry* child = member.descendants != nullptr ? &member.descendants->as_list : member.child;
    if (child != nullptr && !child->is_bytes() && is_indexed(*child->items.front().type)) {
        child = child->items.front().type->tables.front().find_child("");
    }
    std::string names;
    for (std::size_t i = 0; child != nullptr && !child->is_bytes() && i < child->items.size(); ++i) {
        names += (i == 0 ? "" : " ") + child->items[i].name;
    }
    return names;
}

/// Returns the fields of a composite, in the order in which set_matches() accepts values for them.
std::string parts_of(const RecordHandle& record, std::string_view composite)
{
    std::string names;
    for (const FieldEntry& field : record.table().fields) {
        if (field.name.starts_with(composite) && field.name.substr(composite.size()).starts_with('.') &&
            field.info.kind != Role::reserved) {
            names += (names.empty() ? "" : " ") + field.name;
        }
    }
    return names;
}

CallResult<std::string> about(const RecordHandle& record, std::string_view name, const Member& member, int what)
{
    const FieldInfo none{};
    const bool is_bytes = member.child != nullptr && member.child->is_bytes();
    const FieldInfo& info = member.field                   ? member.field.info()
                            : member.descendants != nullptr ? member.descendants->as_list.info
                            : member.child != nullptr       ? member.child->info
                                                            : none;
    switch (what) {
    case RF_ABOUT_LABEL:
        return std::string(is_bytes                 ? member.child->label()
                           : member.item != nullptr ? std::string_view(member.item->label)
                                                    : info.label);
    case RF_ABOUT_DOC:
        return std::string(is_bytes                 ? member.child->doc()
                           : member.item != nullptr ? std::string_view(member.item->doc)
                                                    : info.doc);
    case RF_ABOUT_UNIT: return std::string(info.unit);
    case RF_ABOUT_RANGE:
        return member.field && member.field.type().kind == ValueKind::integer
                   ? fmt::format("{} {}", member.field.entry->min, member.field.entry->max)
                   : std::string();
    case RF_ABOUT_WORDS: return member.field ? to_description(*member.field.entry) : std::string();
    case RF_ABOUT_RECORDS: return records_of(member);
    case RF_ABOUT_PARTS: return member.composite ? parts_of(record, name) : std::string();
    default: return make_failure(unknown_number("aspect", what));
    }
}

/// Parent of a record and its list, in terms of paths: for them, `objects` of a map is a list, not a record with a
/// list.
struct ParentList {
    edit::NodePath node;
    std::string list;
    std::size_t index{};
};

ParentList parent_list(const Place& place)
{
    ParentList found{{place.node.begin(), place.node.end() - 1}, "", place.node.back().index};
    const auto child_at = [&](const edit::NodePath& node, const Step& step) -> const ChildEntry& {
        return edit::record_at(place.edited().root(), node).table().children[step.child];
    };
    found.list = child_at(found.node, place.node.back()).name;
    if (!found.list.empty() || found.node.empty()) {
        return found;
    }
    const Step step = found.node.back();
    const edit::NodePath outer(found.node.begin(), found.node.end() - 1);
    const ChildEntry& child = child_at(outer, step);
    if (child.kind == ChildEntry::Kind::group || child.ops->single) {
        found.list = child.name;
        found.node = outer;
    }
    return found;
}

rf_node node_at(const Place& place, edit::NodePath path)
{
    return new_node(place.document, std::move(path));
}

}  // namespace
}  // namespace redforge::capi

using namespace redforge;        // NOLINT(*build-using-namespace*): the functions below have names of C
using namespace redforge::capi;  // NOLINT(*build-using-namespace*)

rf_status rf_root(rf_document document, rf_node* node)
{
    return guarded([&]() -> CallStatus {
        if (const CallStatus given = needs({{node, "node"}}); !given) {
            return given;
        }
        const std::shared_ptr<OpenDocument> open = handles().document(document);
        const CallResult<Locks> locks = Locks::lock({open});
        if (!locks) {
            return failure_of(locks);
        }
        *node = new_node(open, {});
        return {};
    });
}

rf_status rf_find(rf_node from, const char* path, rf_node* node)
{
    return guarded([&]() -> CallStatus {
        if (const CallStatus given = needs({{path, "path"}, {node, "node"}}); !given) {
            return given;
        }
        return with_node(from, [&](const Place& place) -> CallStatus {
            CallResult<std::vector<edit::NodePath>> records = records_at(place, path);
            if (!records) {
                return failure_of(records);
            }
            if (records->size() != 1) {
                return make_failure(Error{.code = records->empty() ? ErrorCode::not_found : ErrorCode::mismatch,
                                          .message = records->empty()
                                                         ? std::string("nothing matches")
                                                         : fmt::format("the path selects {} records", records->size()),
                                          .field = path,
                                          .hint = records->empty() ? "" : "select one record, or use rf_find_all()"});
            }
            *node = node_at(place, std::move(records->front()));
            return {};
        });
    });
}

rf_status rf_find_all(rf_node from, const char* path, rf_node** nodes, size_t* count)
{
    return guarded([&]() -> CallStatus {
        if (const CallStatus given = needs({{path, "path"}, {nodes, "nodes"}, {count, "count"}}); !given) {
            return given;
        }
        return with_node(from, [&](const Place& place) -> CallStatus {
            CallResult<std::vector<edit::NodePath>> records = records_at(place, path);
            if (!records) {
                return failure_of(records);
            }
            std::vector<OpenNode> found;
            found.reserve(records->size());
            for (edit::NodePath& each : *records) {
                found.push_back({place.document, place.edited().track(std::move(each))});
            }
            auto* const numbers = static_cast<rf_node*>(live_blocks().allocate(found.size() * sizeof(rf_node)));
            handles().add(found, numbers);
            *nodes = numbers;
            *count = found.size();
            return {};
        });
    });
}

rf_status rf_count(rf_node from, const char* list, size_t* count)
{
    return guarded([&]() -> CallStatus {
        if (const CallStatus given = needs({{list, "list"}, {count, "count"}}); !given) {
            return given;
        }
        return with_node(from, [&](const Place& place) -> CallStatus {
            if (const CallResult<edit::ListPlace> found = list_at(place, list)) {
                *count = found->list.size();
                return {};
            }
            // Records at any depth that share a name are not a list.
            const CallResult<std::vector<edit::NodePath>> records = records_at(place, list);
            if (!records) {
                return failure_of(records);
            }
            *count = records->size();
            return {};
        });
    });
}

rf_status rf_parent(rf_node node, rf_node* parent, char** list, size_t* index)
{
    return guarded([&] {
        return with_node(node, [&](const Place& place) -> CallStatus {
            if (place.node.empty()) {
                return make_failure(
                    Error{.code = ErrorCode::not_found, .message = "the root has no parent", .hint = ""});
            }
            ParentList found = parent_list(place);
            char* const name = list == nullptr ? nullptr : allocate_copy(found.list);
            if (parent != nullptr) {
                *parent = node_at(place, std::move(found.node));
            }
            if (list != nullptr) {
                *list = name;
            }
            if (index != nullptr) {
                *index = found.index;
            }
            return {};
        });
    });
}

rf_status rf_path(rf_node node, char** path)
{
    return guarded([&]() -> CallStatus {
        if (const CallStatus given = needs({{path, "path"}}); !given) {
            return given;
        }
        return with_node(node, [&](const Place& place) -> CallStatus {
            *path = allocate_copy(edit::path_text(place.edited().root(), place.node));
            return {};
        });
    });
}

rf_status rf_release(const rf_node* nodes, size_t count)
{
    return guarded([&]() -> CallStatus {
        if (const CallStatus given = count == 0 ? CallStatus() : needs({{nodes, "nodes"}}); !given) {
            return given;
        }
        bool all = true;
        for (std::size_t i = 0; i < count; ++i) {
            all = (nodes[i] == 0 || handles().free_node(nodes[i])) && all;
        }
        return all ? CallStatus() : CallStatus(make_failure(no_node()));
    });
}

rf_status rf_element(rf_node node, char** name)
{
    return guarded([&]() -> CallStatus {
        if (const CallStatus given = needs({{name, "name"}}); !given) {
            return given;
        }
        return with_node(node, [&](const Place& place) -> CallStatus {
            *name = allocate_copy(element_of(place));
            return {};
        });
    });
}

rf_status rf_type_ids(const rf_node* nodes, size_t count, uint64_t* types)
{
    return guarded([&]() -> CallStatus {
        if (const CallStatus given = count == 0 ? CallStatus() : needs({{nodes, "nodes"}, {types, "types"}}); !given) {
            return given;
        }
        std::vector<std::uint64_t> found(count);
        for (std::size_t i = 0; i < count; ++i) {
            const CallStatus outcome = with_node(nodes[i], [&](const Place& place) -> CallStatus {
                // The address of a table never changes.
                found[i] = reinterpret_cast<std::uintptr_t>(&place.record.table());  // NOLINT(*reinterpret-cast*)
                return {};
            });
            if (!outcome) {
                return outcome;
            }
        }
        std::ranges::copy(found, types);
        return {};
    });
}

rf_status rf_members(rf_node node, char*** names, size_t* count)
{
    return guarded([&]() -> CallStatus {
        if (const CallStatus given = needs({{names, "names"}, {count, "count"}}); !given) {
            return given;
        }
        return with_node(node, [&](const Place& place) -> CallStatus {
            std::vector<std::string> all;
            const FieldTable& table = place.record.table();
            for (const FieldEntry& field : table.fields) {
                all.push_back(field.name);
            }
            for (const ChildEntry& child : table.children) {
                if (!child.name.empty()) {
                    all.push_back(child.name);
                }
            }
            *names = allocate_copy(all);
            *count = all.size();
            return {};
        });
    });
}

rf_status rf_kind_of(rf_node node, const char* name, rf_kind* kind)
{
    return guarded([&]() -> CallStatus {
        if (const CallStatus given = needs({{name, "name"}, {kind, "kind"}}); !given) {
            return given;
        }
        return with_node(node, [&](const Place& place) -> CallStatus {
            const CallResult<Member> member = member_of(place.record, name);
            if (!member) {
                return failure_of(member);
            }
            *kind = static_cast<rf_kind>(kind_of(*member));
            return {};
        });
    });
}

rf_status rf_describe(rf_node node, const char* name, int what, char** text)
{
    return guarded([&]() -> CallStatus {
        if (const CallStatus given = needs({{name, "name"}, {text, "text"}}); !given) {
            return given;
        }
        return with_node(node, [&](const Place& place) -> CallStatus {
            const CallResult<Member> member = member_of(place.record, name);
            const CallResult<std::string> words =
                member ? about(place.record, name, *member, what) : failure_of(member);
            if (!words) {
                return failure_of(words);
            }
            *text = allocate_copy(*words);
            return {};
        });
    });
}
