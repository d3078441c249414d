// Counts what of a plugin's records is fields.
#include "tes/field_share.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "tes/compression.hpp"
#include "tes/container.hpp"
#include "tes/plugin.hpp"
#include "tes/record.hpp"
#include "tes/record_codec.hpp"
#include "tes/record_head.hpp"
#include "tes/script_record.hpp"

namespace redforge::tes {
namespace {

constexpr std::size_t subrecord_header = 6;
constexpr std::uint32_t flag_of_localised = 0x80;

class ShareCounter {
public:
    explicit ShareCounter(const SharedBytes& file)
        : pieces_(file), size_(file.size()), header_size_(header_size_of(file))
    {
    }

    FieldShare run()
    {
        if (size_ < header_size_ || !is_plugin(pieces_.view(0, header_size_))) {
            return {};
        }
        begin_ = header_size_ + load_le<std::uint32_t>(pieces_.view(4, 4).data());
        if (begin_ > size_) {
            return {};
        }
        header(pieces_.view(0, begin_));
        walk_frame(pieces_, begin_, header_size_, *this);
        for (const auto& [names, size] : undefined_) {
            share_.undefined.push_back({names.first, names.second, size.first, size.second});
        }
        std::ranges::stable_sort(share_.undefined, std::ranges::greater(), &UndefinedSubrecords::bytes);
        return std::move(share_);
    }

    // What walk_frame() calls.

    void slot(std::size_t /*at*/, const std::vector<OpenGroup>& /*groups*/) {}
    void group(const std::vector<OpenGroup>& /*groups*/) {}
    void group_end(const std::vector<OpenGroup>& /*groups*/) {}
    void odd(std::size_t /*at*/, std::size_t /*end*/) {}
    void record(std::size_t at, const FrameHeader& header, const std::vector<OpenGroup>& /*groups*/)
    {
        RecordBytes bytes;
        bytes.header_size = header_size_;
        bytes.localised = localised_;
        bytes.all = pieces_.view(begin_ + at, header_size_ + header.size);
        bytes.data = bytes.all.subspan(header_size_);
        bytes.content = bytes.data;
        Result<Bytes> inflated = Bytes{};
        if ((bytes.flags() & compressed_flag) != 0) {
            inflated = inflate_data(bytes.data);
            if (!inflated) {
                share_.bytes += bytes.data.size();
                return lost(bytes.type(), "", bytes.data.size());
            }
            bytes.content = *inflated;
        }
        share_.bytes += bytes.content.size();
        share_.fields += bytes.content.size();
        Script script;
        if (bytes.type() == Script::signature && decode(bytes, script)) {
            for (const Subrecord& subrecord : script.subrecords) {
                lose(bytes.type(), subrecord);
            }
            return lose(bytes.type(), "", script.tail.size());
        }
        Record record;
        decode(bytes, record, nullptr, VmadCheck::alone);
        for (std::size_t i = 0; i < record.subrecords.size(); ++i) {
            if (const auto* const subrecord = record.subrecords.get_if<Subrecord>(i)) {
                lose(bytes.type(), *subrecord);
            }
        }
        lose(bytes.type(), "", record.tail.size());
    }

private:
    void header(ByteView all)
    {
        Header header;
        decode({all, all.subspan(header_size_), {}, header_size_}, header);
        localised_ = (header.flags & flag_of_localised) != 0;
        share_.bytes += all.size() - header_size_;
        share_.fields += all.size() - header_size_;
        for (const auto& part : header.parts) {
            if (const auto* const subrecord = std::get_if<Subrecord>(&part)) {
                lose("TES4", *subrecord);
            }
        }
        lose("TES4", "", header.tail.size());
    }

    void lose(std::string_view record, const Subrecord& subrecord)
    {
        lose(record, subrecord.type.view(), subrecord_header + subrecord.data.size());
    }
    void lose(std::string_view record, std::string_view type, std::size_t size)
    {
        if (size != 0) {
            share_.fields -= size;
            lost(record, type, size);
        }
    }
    void lost(std::string_view record, std::string_view type, std::size_t size)
    {
        auto& [bytes, count] = undefined_[{std::string(record), std::string(type)}];
        bytes += size;
        ++count;
    }

    PieceReader pieces_;
    std::size_t size_;
    std::size_t header_size_;
    std::size_t begin_{};
    bool localised_{};
    FieldShare share_;
    std::map<std::pair<std::string, std::string>, std::pair<std::uint64_t, std::size_t>> undefined_;
};

}  // namespace

double FieldShare::percent() const
{
    return bytes == 0 ? 100.0 : static_cast<double>(fields * 10'000 / bytes) / 100.0;
}

void FieldShare::add(const FieldShare& other)
{
    bytes += other.bytes;
    fields += other.fields;
    for (const UndefinedSubrecords& each : other.undefined) {
        const auto same = std::ranges::find_if(undefined, [&](const UndefinedSubrecords& known) {
            return known.record == each.record && known.type == each.type;
        });
        if (same == undefined.end()) {
            undefined.push_back(each);
        } else {
            same->bytes += each.bytes;
            same->count += each.count;
        }
    }
    std::ranges::stable_sort(undefined, std::ranges::greater(), &UndefinedSubrecords::bytes);
}

FieldShare field_share(const SharedBytes& file)
{
    return ShareCounter(file).run();
}

}  // namespace redforge::tes
