// Finds loops and alternatives with one pass over the statements and a stack of open blocks.
#include "soup/bytecode/structure.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "soup/bytecode/layout.hpp"

namespace redforge::soup {
namespace {

constexpr std::size_t nothing = std::numeric_limits<std::size_t>::max();

class StructureFinder {
public:
    StructureFinder(const Listing& listing, const Script& script)
        : statements_(listing.statements), listing_(listing), size_(static_cast<std::uint32_t>(script.code.size()))
    {
        found_.shapes.resize(statements_.size());
        found_.block_ends.resize(statements_.size());
        found_.loop_ends.resize(statements_.size());
        found_.chained.resize(statements_.size());
        find_parents();
        find_targets(script);
        find_back_jumps();
    }

    Structure run()
    {
        for (std::size_t i = 0; i < statements_.size(); ++i) {
            close(statements_[i].offset);
            switch (found_.shapes[i]) {
            case Shape::loop_end: break;
            case Shape::else_: open_else(i); break;
            default: visit(i); break;
            }
        }
        return std::move(found_);
    }

private:
    /// An open block.
    struct Frame {
        std::uint32_t end{};
        std::uint32_t start{};  ///< loop: offset of its beginning
        std::uint32_t exit{};   ///< loop: offset after its end
        bool is_loop{};
        std::size_t otherwise{nothing};  ///< else: index of its goto
    };

    [[nodiscard]] std::uint32_t end_of(std::size_t i) const { return statements_[i].offset + statements_[i].length; }
    [[nodiscard]] bool is(std::size_t i, Op op) const
    {
        return !statements_[i].raw && statements_[i].opcode == static_cast<std::uint8_t>(op);
    }
    [[nodiscard]] std::uint32_t target(std::size_t i) const { return target_of(listing_, statements_[i])->value; }
    /// Returns the statement at an offset, or `nothing` if none begins there.
    [[nodiscard]] std::size_t at(std::uint32_t offset) const
    {
        const std::size_t index = offset < size_ ? statement_at(listing_, offset) : nothing;
        return index != nothing && statements_[index].offset == offset ? index : nothing;
    }
    /// Returns the end of the innermost open block.
    [[nodiscard]] std::uint32_t end() const { return frames_.empty() ? size_ : frames_.back().end; }

    void find_parents()
    {
        parents_.resize(statements_.size(), nothing);
        std::vector<std::size_t> open;
        for (std::size_t i = 0; i < statements_.size(); ++i) {
            while (!open.empty() && statements_[open.back()].block_end <= statements_[i].offset) {
                open.pop_back();
            }
            parents_[i] = open.empty() ? nothing : open.back();
            if (statements_[i].block_end != 0) {
                open.push_back(i);
            }
        }
    }

    /// Marks statements that are the target of a jump, a hook or the start.
    void find_targets(const Script& script)
    {
        targets_.resize(statements_.size());
        const auto add = [&](std::uint32_t offset) {
            if (offset < size_) {
                targets_[statement_at(listing_, offset)] = true;
            }
        };
        for (std::size_t i = 0; i < statements_.size(); ++i) {
            if (statements_[i].block_end == 0 && target_of(listing_, statements_[i]) != nullptr &&
                !(is(i, Op::end) && target(i) == 0)) {
                add(target(i));
            }
        }
        for (const Hook& hook : script.hooks) {
            add(hook.offset);
        }
        if (script.start != 0) {
            add(script.start);
        }
    }

    /// Collects gotos back to a statement of the same block, by target. The last goto of a target comes first.
    void find_back_jumps()
    {
        for (std::size_t i = 0; i < statements_.size(); ++i) {
            if (!is(i, Op::goto_) || target(i) >= statements_[i].offset) {
                continue;
            }
            if (const std::size_t to = at(target(i)); to != nothing && parents_[to] == parents_[i]) {
                back_jumps_.emplace_back(to, i);
            }
        }
        std::ranges::sort(back_jumps_, [](const auto& a, const auto& b) {
            return a.first != b.first ? a.first < b.first : a.second > b.second;
        });
    }

    void close(std::uint32_t offset)
    {
        while (!frames_.empty() && frames_.back().end == offset) {
            frames_.pop_back();
        }
    }

    void open_else(std::size_t i)
    {
        Frame frame;
        frame.end = found_.block_ends[i];
        frame.otherwise = i;
        frames_.push_back(frame);
    }

    void visit(std::size_t i)
    {
        const bool in_loop = find_loop(i);
        if (statements_[i].raw) {
            return;
        }
        if (statements_[i].block_end != 0) {
            if (!is(i, Op::if_) || !find_branch(i)) {
                found_.block_ends[i] = statements_[i].block_end;
                chain(i, in_loop, found_.block_ends[i]);
                Frame frame;
                frame.end = statements_[i].block_end;
                frames_.push_back(frame);
            } else if (found_.shapes[i] == Shape::plain) {
                chain(i, in_loop, found_.block_ends[at(found_.block_ends[i])], true);
            }
        } else if (is(i, Op::goto_)) {
            const auto loop = std::ranges::find_if(frames_.rbegin(), frames_.rend(), &Frame::is_loop);
            if (loop != frames_.rend() && loop->exit == target(i)) {
                found_.shapes[i] = Shape::break_;
            } else if (loop != frames_.rend() && loop->start == target(i)) {
                found_.shapes[i] = Shape::continue_;
            }
        }
    }

    /// Matches a `loop` that begins at a statement.
    bool find_loop(std::size_t i)
    {
        while (next_back_jump_ < back_jumps_.size() && back_jumps_[next_back_jump_].first < i) {
            ++next_back_jump_;
        }
        for (; next_back_jump_ < back_jumps_.size() && back_jumps_[next_back_jump_].first == i; ++next_back_jump_) {
            const std::size_t back = back_jumps_[next_back_jump_].second;
            if (end_of(back) > end() || frames_.size() >= max_block_depth) {
                continue;
            }
            found_.loop_ends[i] = statements_[back].offset;
            found_.shapes[back] = Shape::loop_end;
            Frame frame;
            frame.end = statements_[back].offset;
            frame.start = statements_[i].offset;
            frame.exit = end_of(back);
            frame.is_loop = true;
            frames_.push_back(frame);
            return true;
        }
        return false;
    }

    /// Matches a `while`, or an `if` with an else, and opens its block.
    bool find_branch(std::size_t i)
    {
        const std::uint32_t after = statements_[i].block_end;
        const std::size_t next = after == size_ ? statements_.size() : at(after);
        if (next == nothing || next == i + 1 || frames_.size() >= max_block_depth) {
            return false;
        }
        const std::size_t last = next - 1;
        if (parents_[last] != i || !is(last, Op::goto_) || found_.shapes[last] != Shape::plain) {
            return false;
        }
        const std::uint32_t to = target(last);
        Frame frame;
        frame.end = statements_[last].offset;
        if (to == statements_[i].offset) {
            found_.shapes[i] = Shape::while_;
            found_.shapes[last] = Shape::loop_end;
            frame.start = to;
            frame.exit = after;
            frame.is_loop = true;
        } else if (to > after && to <= end() && last != i + 1 && is_in_same_block(to, i)) {
            found_.shapes[last] = Shape::else_;
            found_.block_ends[last] = to;
        } else {
            return false;
        }
        found_.block_ends[i] = frame.end;
        frames_.push_back(frame);
        return true;
    }

    /// Returns true if a statement at an offset is in the same block as statement `i`, or if the offset is the end of
    /// that block.
    [[nodiscard]] bool is_in_same_block(std::uint32_t place, std::size_t i) const
    {
        const std::size_t parent = parents_[i];
        if (place == (parent == nothing ? size_ : statements_[parent].block_end)) {
            return true;
        }
        const std::size_t there = at(place);
        return there != nothing && parents_[there] == parent;
    }

    /// Detects an `elseif`: an else whose block contains only an `if`. `end`: end of the whole `if`.
    void chain(std::size_t i, bool in_loop, std::uint32_t end, bool opened = false)
    {
        const std::size_t own = opened ? 1 : 0;
        if (in_loop || i == 0 || frames_.size() <= own || !is(i, Op::if_) || targets_[i]) {
            return;
        }
        const Frame& around = frames_[frames_.size() - 1 - own];
        if (around.otherwise == i - 1 && around.end == end) {
            found_.chained[i - 1] = true;
        }
    }

    const std::vector<Statement>& statements_;
    const Listing& listing_;
    std::uint32_t size_;
    std::vector<std::size_t> parents_;  ///< by statement: index of the innermost `if` whose block contains it
    std::vector<bool> targets_;
    std::vector<std::pair<std::size_t, std::size_t>> back_jumps_;
    std::size_t next_back_jump_{};
    std::vector<Frame> frames_;
    Structure found_;
};

}  // namespace

Structure find_structure(const Listing& listing, const Script& script)
{
    return StructureFinder(listing, script).run();
}

}  // namespace redforge::soup
