// Maps field paths to lines of a text: for errors that are found only when a document is written.
#include "edit/document/text_place.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace redforge::edit {

/// The opened texts of a document, and the elements of their lists.
struct TextPlaces::Texts {
    using Elements = std::vector<pugi::xml_node>;

    /// A text, and the offsets of its lines.
    struct Text {
        XmlDocument xml;
        std::vector<std::size_t> lines;

        static std::optional<Text> parse(std::string text, const std::string& name)
        {
            std::vector<std::size_t> lines{0};
            for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1)) {
                lines.push_back(at + 1);
            }
            Result<XmlDocument> xml = XmlDocument::parse(std::move(text), name);
            return xml ? std::optional(Text{std::move(*xml), std::move(lines)}) : std::nullopt;
        }

        /// Returns the position of an attribute, or of the element if it has no such attribute.
        [[nodiscard]] TextPlace place(const pugi::xml_node& node, const std::string& attribute) const
        {
            const pugi::xml_attribute found = node.attribute(attribute.c_str());
            const std::ptrdiff_t at = node.offset_debug() + (found ? found.name() - node.name() : 0);
            if (node.offset_debug() < 0) {
                return {xml.file_name(), 0, 0};
            }
            const auto line = std::ranges::upper_bound(lines, static_cast<std::size_t>(at));
            return {xml.file_name(), static_cast<std::uint32_t>(line - lines.begin()),
                    static_cast<std::uint32_t>(static_cast<std::size_t>(at) - *(line - 1) + 1)};
        }
    };

    std::filesystem::path folder;
    std::map<std::string, std::optional<Text>> open{};  ///< by name in the folder; "" is the main one
    std::map<std::pair<std::size_t, const ChildEntry*>, Elements> lists{};

    /// Returns the text of a file. Returns null if the file cannot be read.
    const Text* file(const std::string& name)
    {
        const auto [found, is_new] = open.try_emplace(name);
        if (is_new) {
            if (Result<std::string> text = read_text_file(folder / name)) {
                found->second = Text::parse(std::move(*text), (folder / name).string());
            }
        }
        return found->second ? &*found->second : nullptr;
    }

    const Elements& elements_of(const pugi::xml_node& node, const ChildEntry& child)
    {
        const auto [found, is_new] = lists.try_emplace({node.hash_value(), &child});
        if (is_new) {
            for (const pugi::xml_node each : node.children()) {
                const auto named = [&](const ItemEntry& item) { return item.name == each.name(); };
                if (child.items.empty() ? child.name == each.name() : std::ranges::any_of(child.items, named)) {
                    found->second.push_back(each);
                }
            }
        }
        return found->second;
    }
};

namespace {

/// Follows the steps to a record down the elements of a text, with the document that was read from it.
template <class Texts>
class PlaceFinder {
public:
    PlaceFinder(Texts& texts, const RecordHandle& record, std::span<const SideCodec> codecs)
        : texts_(texts), text_(texts.file("")), node_(text_->xml.root()), record_(record), codecs_{codecs, {}}
    {
    }

    TextPlace find(const NodePath& path, std::string_view member)
    {
        const bool arrived = std::ranges::all_of(path, [this](const Step& step) { return enter(step); });
        const std::string attribute = arrived ? find_member(member) : "";
        if (!file_.empty()) {
            return {(texts_.folder / file_).string(), 0, 0};
        }
        return text_->place(node_, attribute);
    }

private:
    /// Goes to the element of a record. Returns false if the text has no element for it, or its file cannot be read.
    bool enter(const Step& step)
    {
        const ChildEntry& child = record_.table().children[step.child];
        const auto& elements = texts_.elements_of(node_, child);
        if (step.index >= elements.size()) {
            find_covering_file(child.name);
            return false;
        }
        node_ = elements[step.index];
        record_ = child.kind == ChildEntry::Kind::group ? record_.group(child) : record_.list(child).at(step.index);
        if (!child.info.folder.empty() && is_file_alone(node_)) {  // the record can be a separate file
            const std::string name = node_.first_attribute().value();
            const auto* const own = texts_.file(name);
            if (own == nullptr) {
                file_ = name;
                return false;
            }
            text_ = own;
            node_ = own->xml.root();
        }
        return true;
    }

    /// Goes to the element of a list or blob. Returns the name of the attribute if the member is a field.
    std::string find_member(std::string_view member)
    {
        if (member.empty()) {
            return {};
        }
        const ChildEntry* const child = record_.table().find_child(member);
        const auto* const elements = child != nullptr ? &texts_.elements_of(node_, *child) : nullptr;
        if (elements == nullptr || elements->empty()) {
            if (elements != nullptr || !node_.attribute(std::string(member).c_str())) {
                find_covering_file(member);
            }
            return elements == nullptr ? std::string(member) : std::string();
        }
        node_ = elements->front();
        if (child->is_bytes() && is_file_alone(node_)) {
            file_ = node_.first_attribute().value();
        }
        return {};
    }

    /// Goes to the side file whose text contains the field or list, if there is one: the source of a script contains
    /// other members of its record.
    void find_covering_file(std::string_view name)
    {
        for (const ChildEntry& child : record_.table().children) {
            if (child.kind != ChildEntry::Kind::blob || texts_.elements_of(node_, child).empty()) {
                continue;
            }
            const pugi::xml_node node = texts_.elements_of(node_, child).front();
            const SideCodec* const own = codecs_.find(child.blob.extension);
            const SideCodec* const codec = own != nullptr ? own : child.blob.codec;
            if (codec == nullptr || codec->covers == nullptr || !is_file_alone(node)) {
                continue;
            }
            const std::span<const std::string_view> covered = codec->covers(record_);
            if (std::ranges::find(covered, name) != covered.end()) {
                file_ = node.first_attribute().value();
            }
        }
    }

    static bool is_file_alone(const pugi::xml_node& node)
    {
        return node.first_attribute().name() == std::string_view("file");
    }

    Texts& texts_;
    const typename Texts::Text* text_;
    pugi::xml_node node_;
    RecordHandle record_;
    SideCodecs codecs_;
    std::string file_;  ///< the file that contains the rest of the path
};

}  // namespace

TextPlaces::TextPlaces(std::unique_ptr<Texts> texts, const Document& document)
    : texts_(std::move(texts)), document_(document)
{
}

TextPlaces::~TextPlaces() = default;

std::unique_ptr<TextPlaces> TextPlaces::of(const TextSource& source, const Document& document)
{
    if (source.name.empty()) {
        return nullptr;
    }
    Result<std::string> text = source.text ? Result<std::string>(*source.text) : read_text_file(source.name);
    std::optional<Texts::Text> parsed = text ? Texts::Text::parse(std::move(*text), source.name) : std::nullopt;
    if (!parsed) {
        return nullptr;
    }
    auto texts = std::make_unique<Texts>();
    texts->folder = std::filesystem::path(source.name).parent_path();
    texts->open.emplace("", std::move(*parsed));
    return std::unique_ptr<TextPlaces>(new TextPlaces(std::move(texts), document));
}

TextPlace TextPlaces::find(const NodePath& node, std::string_view member)
{
    return PlaceFinder(*texts_, document_.root(), document_.format().side_codecs).find(node, member);
}

Error placed_in_text(Error error, const TextSource& source)
{
    if (source.name.empty() || error.field.empty() || error.line != 0) {
        return error;
    }
    Result<std::string> text = source.text ? Result<std::string>(*source.text) : read_text_file(source.name);
    if (!text) {
        return error;
    }
    const Result<Document> document = read_text(std::move(*text), source.name, side_files_beside(source.name));
    const std::unique_ptr<TextPlaces> places = document ? TextPlaces::of(source, *document) : nullptr;
    if (places == nullptr) {
        return error;
    }
    // In "actors[3].strings of DOOR", the part after the path is a name for the user.
    const auto found = resolve(document->root(), std::string_view(error.field).substr(0, error.field.find(' ')));
    if (!found || found->empty()) {
        return error;
    }
    const Match& match = found->front();
    TextPlace place =
        places->find(match.node, match.kind == Match::Kind::field ? std::string_view(match.field.entry->name)
                                 : match.child != nullptr         ? std::string_view(match.child->name)
                                                                  : std::string_view());
    error.file = std::move(place.file);
    error.line = place.line;
    error.column = place.column;
    return error;
}

}  // namespace redforge::edit
