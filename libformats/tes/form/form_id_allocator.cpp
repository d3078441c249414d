// Finds free FormIDs from the FormIDs of all records of a plugin.
#include "tes/form/form_id_allocator.hpp"

#include <algorithm>

#include "tes/plugin/plugin.hpp"
#include "tes/plugin/plugin_queries.hpp"
#include "tes/plugin/record_walk.hpp"

namespace redforge::tes {
namespace {

constexpr std::uint32_t min_number = 0x800;  ///< below are the game's own
constexpr std::uint32_t last_number = 0xFFFFFE;
constexpr std::uint32_t last_light_number = 0xFFF;

}  // namespace

FormIdAllocator::FormIdAllocator(const Plugin& plugin, bool is_light)
    : masters_(static_cast<std::uint32_t>(
          std::ranges::count_if(plugin.header.parts,
                                [](const auto& part) { return std::holds_alternative<Master>(part); }))),
      last_(is_light || has_light_flag(plugin) ? last_light_number : last_number),
      next_(std::max(plugin.header.next_object_id.value & number_bits, min_number)), taken_(last_ + 1)
{
    for_each_record(plugin, [this](const RecordHead& head) { add(head.form_id.value); });
}

bool FormIdAllocator::is_own(std::uint32_t form_id) const
{
    return form_id >> 24U >= masters_ && (form_id & number_bits) <= last_;
}

bool FormIdAllocator::has(std::uint32_t form_id) const
{
    return is_own(form_id) ? taken_[form_id & number_bits] : others_.contains(form_id);
}

void FormIdAllocator::add(std::uint32_t form_id)
{
    if (is_own(form_id)) {
        const std::uint32_t number = form_id & number_bits;
        taken_[number] = true;
        next_ = std::max(next_, number + 1);
    } else {
        others_.insert(form_id);
    }
}

std::optional<std::uint32_t> FormIdAllocator::take()
{
    std::uint32_t number = next_;
    if (number > last_) {
        const auto unused = std::find(taken_.begin() + min_number, taken_.end(), false);
        if (unused == taken_.end()) {
            return std::nullopt;
        }
        number = static_cast<std::uint32_t>(unused - taken_.begin());
    } else {
        ++next_;
    }
    taken_[number] = true;
    return number;
}

}  // namespace redforge::tes
