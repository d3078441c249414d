// The part of a document's records that is decoded into fields.
#include "core/record/field_share.hpp"

#include <algorithm>
#include <functional>

namespace redforge {

double FieldShare::percent() const
{
    return bytes == 0 ? 100.0 : static_cast<double>(fields * 10'000 / bytes) / 100.0;
}

void FieldShare::add(const FieldShare& other)
{
    bytes += other.bytes;
    fields += other.fields;
    for (const UndecodedParts& each : other.undefined) {
        const auto same = std::ranges::find_if(undefined, [&](const UndecodedParts& known) {
            return known.record == each.record && known.type == each.type;
        });
        if (same == undefined.end()) {
            undefined.push_back(each);
        } else {
            same->bytes += each.bytes;
            same->count += each.count;
        }
    }
    std::ranges::stable_sort(undefined, std::ranges::greater(), &UndecodedParts::bytes);
}

}  // namespace redforge
