// Performs many insertions, removals and moves in one list as one operation.
#include "edit/operation/list_edit.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "edit/path/conditions.hpp"

namespace redforge::edit {

ListEdit::ListEdit(NodePath node, const ListView& list, std::string path)
    : node_(std::move(node)), list_(list), path_(std::move(path)), size_(list.size()), added_(*list.child),
      is_moved_(list.size())
{
    for (std::size_t i = 0; i < size_; ++i) {
        if (i % (max_block / 2) == 0) {
            blocks_.push_back({static_cast<std::uint32_t>(blocks_.size()), {}});
        }
        blocks_.back().sources.push_back(static_cast<Source>(i));
        block_of_.push_back(blocks_.back().name);
    }
}

std::string ListEdit::path_of(std::size_t index) const
{
    return list_.single() ? path_ : fmt::format("{}[{}]", path_, index);
}

std::optional<std::string_view> ListEdit::selector_of(std::string_view path) const
{
    if (list_.single() || !path.starts_with(path_) || path.size() < path_.size() + 3 || path[path_.size()] != '[') {
        return std::nullopt;
    }
    const std::string_view inside = path.substr(path_.size() + 1);
    return find_outside(inside, "]") == inside.size() - 1 ? std::optional(inside.substr(0, inside.size() - 1))
                                                          : std::nullopt;
}

ListEdit::Place ListEdit::position_of(std::size_t index) const
{
    std::size_t block = 0;
    while (block + 1 < blocks_.size() && index >= blocks_[block].sources.size()) {
        index -= blocks_[block++].sources.size();
    }
    return {block, index};
}

RecordHandle ListEdit::record_at(std::size_t index) const
{
    const Place place = position_of(index);
    const Source source = blocks_[place.block].sources[place.index];
    const std::size_t before = list_.size();
    return source < before ? list_.at(source) : added_.view(list_.page).at(source - before);
}

std::optional<std::size_t> ListEdit::index_of(std::size_t index_before) const
{
    return index_of_source(static_cast<Source>(index_before));
}

std::vector<std::size_t> ListEdit::inserted() const
{
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < added_.size(); ++i) {
        if (const auto place = index_of_source(static_cast<Source>(list_.size() + i))) {
            places.push_back(*place);
        }
    }
    return places;
}

std::optional<std::size_t> ListEdit::index_of_source(Source source) const
{
    if (block_of_[source] == nowhere) {
        return std::nullopt;
    }
    std::size_t index = 0;
    for (const Block& block : blocks_) {
        if (block.name == block_of_[source]) {
            const auto found = std::ranges::find(block.sources, source);
            return index + static_cast<std::size_t>(found - block.sources.begin());
        }
        index += block.sources.size();
    }
    return std::nullopt;
}

RecordHandle ListEdit::insert(std::size_t index, std::size_t item)
{
    const RecordHandle record = added_.append(item, list_.page);
    is_copy_.push_back(0);
    block_of_.push_back(nowhere);
    put(index, static_cast<Source>(list_.size() + added_.size() - 1));
    return record;
}

RecordHandle ListEdit::insert_copy(std::size_t index, std::size_t original)
{
    const Place place = position_of(original);
    const Source source = blocks_[place.block].sources[place.index];
    const std::size_t before = list_.size();
    source < before ? added_.append_copy(list_, source) : added_.append_copy(added_.view(), source - before);
    is_copy_.push_back(1);
    block_of_.push_back(nowhere);
    put(index, static_cast<Source>(before + added_.size() - 1));
    return added_.view(list_.page).at(added_.size() - 1);
}

void ListEdit::erase(std::size_t index)
{
    block_of_[take(index)] = nowhere;
}

void ListEdit::move(std::size_t from, std::size_t to)
{
    const Source source = take(from);
    put(to, source);
    if (source < list_.size()) {
        is_moved_[source] = 1;
    }
    ++moves_;
    from_ = from;
    to_ = to;
}

ListEdit::Source ListEdit::take(std::size_t index)
{
    const Place place = position_of(index);
    std::vector<Source>& block = blocks_[place.block].sources;
    const Source source = block[place.index];
    block.erase(block.begin() + static_cast<std::ptrdiff_t>(place.index));
    --size_;
    return source;
}

void ListEdit::put(std::size_t index, Source source)
{
    if (blocks_.empty()) {
        blocks_.emplace_back();
    }
    std::size_t number = 0;
    while (number + 1 < blocks_.size() && index > blocks_[number].sources.size()) {
        index -= blocks_[number++].sources.size();
    }
    std::vector<Source>& block = blocks_[number].sources;
    block.insert(block.begin() + static_cast<std::ptrdiff_t>(index), source);
    block_of_[source] = blocks_[number].name;
    ++size_;
    if (block.size() > max_block) {
        const auto middle = block.begin() + static_cast<std::ptrdiff_t>(block.size() / 2);
        Block rest{static_cast<std::uint32_t>(blocks_.size()), std::vector<Source>(middle, block.end())};
        block.erase(middle, block.end());
        for (const Source each : rest.sources) {
            block_of_[each] = rest.name;
        }
        blocks_.insert(blocks_.begin() + static_cast<std::ptrdiff_t>(number) + 1, std::move(rest));
    }
}

void ListEdit::finish(Recorder& recorder)
{
    const std::size_t before = list_.size();
    std::vector<std::size_t> gone;
    for (std::size_t i = 0; i < before; ++i) {
        if (block_of_[i] == nowhere || is_moved_[i] != 0) {
            gone.push_back(i);
        }
    }
    if (moves_ == 1 && gone.size() == 1 && block_of_[gone.front()] != nowhere && added_.size() == 0) {
        return recorder.move(node_, *list_.child, from_, to_);
    }
    // Records that were not moved keep their order: take the others out of the list, and insert them again.
    DetachedRecords in_order(*list_.child);
    std::vector<std::size_t> places;
    std::size_t place = 0;
    for (const Block& block : blocks_) {
        for (const Source source : block.sources) {
            if (source >= before || is_moved_[source] != 0) {
                source >= before ? in_order.append_copy(added_.view(), source - before)
                                 : in_order.append_copy(list_, source);
                places.push_back(place);
            }
            ++place;
        }
    }
    Recorder::NewPlaces now(before);
    for (std::size_t i = 0; i < before; ++i) {
        now[i] = index_of(i);
    }
    std::vector<std::size_t> replacement;
    for (std::size_t i = 0; i < added_.size(); ++i) {
        const auto at = is_copy_[i] != 0 ? std::nullopt : index_of_source(static_cast<Source>(before + i));
        if (at) {
            replacement.push_back(*at);
        }
    }
    std::ranges::sort(replacement);
    if (!gone.empty()) {
        recorder.take(node_, *list_.child, std::move(gone));
    }
    if (!places.empty()) {
        recorder.put(node_, *list_.child, std::move(places), std::move(in_order));
    }
    recorder.follow_indices(node_, *list_.child, now, replacement);
}

}  // namespace redforge::edit
