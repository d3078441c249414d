// Goes over lists of records; what this needs to know of the records is where their heads are and what of them is asked for.
#include "tes/record_heads.hpp"

#include <algorithm>
#include <utility>

#include "tes/plugin.hpp"
#include "tes/record.hpp"
#include "tes/script_record.hpp"

namespace redforge::tes {
namespace {

template <class Head, class Records>
void add_heads(std::vector<Head*>& heads, Records& records)
{
    heads.reserve(heads.size() + records.size());
    for (auto& record : records) {
        heads.push_back(&record);
    }
}

template <class T>
void sort_by(RecordList<T>& records, const std::vector<std::size_t>& order)
{
    std::vector<T> sorted;
    sorted.reserve(records.size());
    for (const std::size_t index : order) {
        sorted.push_back(std::move(records[index]));
    }
    records.swap(sorted);
}

}  // namespace

std::vector<RecordHead*> heads_of(RecordList<Script>& records)
{
    std::vector<RecordHead*> heads;
    add_heads(heads, records);
    return heads;
}
std::vector<RecordHead*> heads_of(RecordList<Record>& records)
{
    std::vector<RecordHead*> heads;
    add_heads(heads, records);
    return heads;
}
std::vector<const RecordHead*> heads_of(const Plugin& plugin)
{
    std::vector<const RecordHead*> heads;
    add_heads(heads, plugin.scripts);
    add_heads(heads, plugin.records);
    return heads;
}

const RecordHead* find_head(const Plugin& plugin, FormId form_id)
{
    const auto find = [&](const auto& records) -> const RecordHead* {
        const auto found = std::ranges::find(records, form_id, &RecordHead::form_id);
        return found == records.end() ? nullptr : &*found;
    };
    const RecordHead* const script = find(plugin.scripts);
    return script != nullptr ? script : find(plugin.records);
}

bool operator==(const RecordList<Script>& a, const RecordList<Script>& b)
{
    return std::ranges::equal(a, b);
}
bool operator==(const RecordList<Record>& a, const RecordList<Record>& b)
{
    return std::ranges::equal(a, b);
}

std::size_t count_with_properties(const RecordList<Record>& records)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(records, [](const Record& record) { return record.properties.has_value(); }));
}

void reorder(RecordList<Script>& records, const std::vector<std::size_t>& order)
{
    sort_by(records, order);
}
void reorder(RecordList<Record>& records, const std::vector<std::size_t>& order)
{
    sort_by(records, order);
}

}  // namespace redforge::tes
