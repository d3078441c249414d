// Many insertions into one list, made as one.
#include "edit/list_edit.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/format.h>

namespace redforge::edit {

ListEdit::ListEdit(NodePath node, const ListView& list, std::string path)
    : node_(std::move(node)), list_(list), path_(std::move(path)), size_(list.size()), added_(*list.child)
{
    for (std::size_t i = 0; i < size_; ++i) {
        if (i % (largest_block / 2) == 0) {
            blocks_.emplace_back();
        }
        blocks_.back().push_back(static_cast<Source>(i));
    }
}

std::string ListEdit::path_of(std::size_t index) const
{
    return list_.single() ? path_ : fmt::format("{}[{}]", path_, index);
}

std::optional<std::size_t> ListEdit::index_of(std::string_view path) const
{
    if (!path.starts_with(path_) || path.size() < path_.size() + 3 || path[path_.size()] != '[' || path.back() != ']') {
        return std::nullopt;
    }
    const std::string_view digits = path.substr(path_.size() + 1, path.size() - path_.size() - 2);
    std::size_t index{};
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
    const bool good = error == std::errc{} && end == digits.data() + digits.size() && index < size_;
    return good ? std::optional(index) : std::nullopt;
}

RecordHandle ListEdit::insert(std::size_t index, std::size_t item)
{
    const RecordHandle record = added_.append(item, list_.page);
    put(index, static_cast<Source>(list_.size() + added_.size() - 1));
    return record;
}

RecordHandle ListEdit::insert_copy(std::size_t index, std::size_t original)
{
    const Source source = source_at(original);
    const std::size_t before = list_.size();
    source < before ? added_.append_copy(list_, source) : added_.append_copy(added_.view(), source - before);
    put(index, static_cast<Source>(before + added_.size() - 1));
    return added_.view(list_.page).at(added_.size() - 1);
}

ListEdit::Source ListEdit::source_at(std::size_t index) const
{
    for (const auto& block : blocks_) {
        if (index < block.size()) {
            return block[index];
        }
        index -= block.size();
    }
    return 0;
}

void ListEdit::put(std::size_t index, Source source)
{
    if (blocks_.empty()) {
        blocks_.emplace_back();
    }
    std::size_t number = 0;
    while (number + 1 < blocks_.size() && index > blocks_[number].size()) {
        index -= blocks_[number++].size();
    }
    std::vector<Source>& block = blocks_[number];
    block.insert(block.begin() + static_cast<std::ptrdiff_t>(index), source);
    ++size_;
    if (block.size() > largest_block) {
        const auto middle = block.begin() + static_cast<std::ptrdiff_t>(block.size() / 2);
        std::vector<Source> rest(middle, block.end());
        block.erase(middle, block.end());
        blocks_.insert(blocks_.begin() + static_cast<std::ptrdiff_t>(number) + 1, std::move(rest));
    }
}

void ListEdit::finish(Recorder& recorder)
{
    if (added_.size() == 0) {
        return;
    }
    const std::size_t before = list_.size();
    LooseRecords in_order(*list_.child);
    std::vector<std::size_t> places;
    std::size_t place = 0;
    for (const auto& block : blocks_) {
        for (const Source source : block) {
            if (source >= before) {
                in_order.append_copy(added_.view(), source - before);
                places.push_back(place);
            }
            ++place;
        }
    }
    recorder.insert(node_, *list_.child, std::move(places), std::move(in_order));
}

}  // namespace redforge::edit
