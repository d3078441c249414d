// Counts the share of record bytes that are decoded fields.
#include "tes/definition/field_share.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "tes/definition/games.hpp"
#include "tes/plugin/compression.hpp"
#include "tes/plugin/container.hpp"
#include "tes/plugin/plugin.hpp"
#include "tes/plugin/record.hpp"
#include "tes/plugin/record_codec.hpp"

namespace redforge::tes {
namespace {

constexpr std::size_t subrecord_header = 6;

class ShareCounter {
public:
    explicit ShareCounter(const SharedBytes& bytes)
        : file_{bytes.pieces().size() > 1 ? SharedBytes(bytes.joined()) : bytes, header_size_of(bytes), false, true}
    {
    }

    FieldShare run()
    {
        const ByteView all = file_.bytes.view();
        if (all.size() < file_.header_size || !is_plugin(all)) {
            return {};
        }
        const std::size_t begin = file_.header_size + load_le<std::uint32_t>(all.data() + 4);
        if (begin > all.size()) {
            return {};
        }
        header(all.first(begin));
        walk_frames(all.subspan(begin), file_.header_size, 0, *this);
        for (const auto& [names, size] : undefined_) {
            share_.undefined.push_back({names.first, names.second, size.first, size.second});
        }
        std::ranges::stable_sort(share_.undefined, std::ranges::greater(), &UndecodedParts::bytes);
        return std::move(share_);
    }

    // Callbacks of walk_frames().

    static bool group(const Frame& /*frame*/, std::size_t /*depth*/) { return true; }
    static void odd(ByteView /*bytes*/) {}
    void record(const Frame& frame, std::size_t /*depth*/)
    {
        const std::string_view type = frame.type();
        const ByteView data = frame.all.subspan(file_.header_size);
        ByteView content = data;
        Result<Bytes> inflated = Bytes{};
        if ((frame.flags() & compressed_flag) != 0) {
            inflated = inflate_data(data);
            if (!inflated) {
                share_.bytes += data.size();
                return lost(type, "", data.size());
            }
            content = *inflated;
        }
        share_.bytes += content.size();
        share_.fields += content.size();
        MixedList list;
        const Text editor_id = editor_id_of(content, false);
        decode_content({file_, type, frame.form_id(), editor_id}, content, list, nullptr);
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (const auto* const subrecord = list.get_if<Subrecord>(i)) {
                count_undecoded(type, *subrecord);
            } else if (const auto* const unread = list.get_if<Unread>(i)) {
                count_undecoded(type, "", unread->data.size());
            }
        }
    }

private:
    void header(ByteView all)
    {
        Header header;
        decode({all}, file_.header_size, header);
        file_.localised = (header.flags & localised_flag) != 0;
        file_.is_defined = has_definitions(game_of(file_.header_size, header.form_version, header.version));
        share_.bytes += all.size() - file_.header_size;
        share_.fields += all.size() - file_.header_size;
        for (const auto& part : header.parts) {
            if (const auto* const subrecord = std::get_if<Subrecord>(&part)) {
                count_undecoded("TES4", *subrecord);
            }
        }
        count_undecoded("TES4", "", header.tail.size());
    }

    void count_undecoded(std::string_view record, const Subrecord& subrecord)
    {
        count_undecoded(record, subrecord.type.view(), subrecord_header + subrecord.data.size());
    }
    void count_undecoded(std::string_view record, std::string_view type, std::size_t size)
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

    PluginFile file_;
    FieldShare share_;
    std::map<std::pair<std::string, std::string>, std::pair<std::uint64_t, std::size_t>> undefined_;
};

}  // namespace

FieldShare field_share(const SharedBytes& file)
{
    return ShareCounter(file).run();
}

}  // namespace redforge::tes
