// Collects labels, strings and hooks of a source and resolves them at the end.
#include "soup/assemble/emitter.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace redforge::soup {

void Emitter::error(const Token& token, ErrorCode code, std::string message, std::string hint)
{
    diagnostics_.error(token.at, token.length, code, std::move(message), std::move(hint));
}

void Emitter::put_target(const Target& target)
{
    fixups_.push_back({here(), target});
    put(target.offset);
}

void Emitter::cut(std::uint32_t at)
{
    code_.resize(at);
    while (!fixups_.empty() && fixups_.back().at >= at) {
        fixups_.pop_back();
    }
}

std::uint32_t Emitter::label(const Token& token)
{
    const std::string_view name = text_of(source_, token);
    const auto [found, is_new] = label_numbers_.emplace(name, static_cast<std::uint32_t>(labels_.size()));
    if (is_new) {
        labels_.push_back({name, std::nullopt, token, false});
    }
    labels_[found->second].used = true;
    return found->second;
}

void Emitter::define_label(const Token& token)
{
    const std::string_view name = text_of(source_, token);
    const auto [found, is_new] = label_numbers_.emplace(name, static_cast<std::uint32_t>(labels_.size()));
    if (is_new) {
        labels_.push_back({name, here(), token, false});
        return;
    }
    Label& label = labels_[found->second];
    if (label.offset) {
        error(token, ErrorCode::malformed, fmt::format("label #{} is declared twice", name),
              fmt::format("line {} has it", label.token.line));
        return;
    }
    label.offset = here();
    label.token = token;
}

void Emitter::declare_string(std::string text, const Token& token)
{
    const auto index = static_cast<std::uint32_t>(strings_.size());
    strings_.push_back(std::move(text));
    string_entries_.push_back({token, false, true});
    first_string_.emplace(strings_.back(), index);
}

std::uint32_t Emitter::use_string(std::string_view text)
{
    if (const auto found = first_string_.find(text); found != first_string_.end()) {
        string_entries_[found->second].used = true;
        return found->second;
    }
    const auto index = static_cast<std::uint32_t>(strings_.size());
    strings_.emplace_back(text);
    string_entries_.push_back({{}, true, false});
    first_string_.emplace(strings_.back(), index);
    return index;
}

bool Emitter::use_string_at(std::uint32_t index, std::string_view text)
{
    if (index >= strings_.size() || strings_[index] != text) {
        return false;
    }
    string_entries_[index].used = true;
    return true;
}

void Emitter::use_string_at(std::uint32_t index)
{
    if (index < strings_.size()) {
        string_entries_[index].used = true;
    }
}

void Emitter::add_hook(std::uint32_t number, std::uint16_t upper, std::optional<Target> target, const Token& token)
{
    hooks_.push_back({number, upper, here(), target, token});
}

void Emitter::set_start(std::optional<Target> target, const Token& token)
{
    if (start_ || start_target_) {
        error(token, ErrorCode::malformed, "a second start", fmt::format("line {} has the first", start_token_.line));
        return;
    }
    start_token_ = token;
    start_target_ = target;
    if (!target) {
        start_ = here();
    }
}

/// Returns the offset of a target; reports an error if there is none.
std::optional<std::uint32_t> Emitter::resolve(const Target& target)
{
    if (!target.label) {
        return target.offset;
    }
    Label& label = labels_[*target.label];
    if (!label.offset) {
        std::vector<std::string_view> known;
        for (const Label& each : labels_) {
            if (each.offset) {
                known.push_back(each.name);
            }
        }
        const std::string_view near = known.size() < 1000 ? nearest(label.name, known) : std::string_view{};
        error(target.token, ErrorCode::unknown_name, fmt::format("no label #{} in this script", label.name),
              near.empty() ? "write it before the target statement, with a colon after it"
                           : fmt::format("did you mean #{}?", near));
        return std::nullopt;
    }
    if (target.offset == 0) {
        return label.offset;
    }
    const auto next = std::ranges::upper_bound(places_, *label.offset, {}, &SourcePlace::offset);
    const std::uint32_t end = next == places_.end() ? here() : next->offset;
    const std::uint32_t length = end - *label.offset;
    if (target.offset >= length) {
        error(target.token, ErrorCode::out_of_range,
              fmt::format("#{}+{} is not inside the statement at #{}, which has {} byte{}", label.name, target.offset,
                          label.name, length, length == 1 ? "" : "s"),
              "the statement has changed; give the intended position its own label");
        return std::nullopt;
    }
    return *label.offset + target.offset;
}

Script Emitter::finish(const AssembleOptions& options, std::vector<SourcePlace>& places)
{
    Script script;
    for (const Fixup& fixup : fixups_) {
        if (const auto offset = resolve(fixup.target)) {
            patch32(fixup.at, *offset);
            check_jump(fixup.target, *offset, options.checks != Checks::none);
        }
    }
    finish_hooks(script, options);
    if (start_target_) {
        start_ = resolve(*start_target_);
    }
    script.start = start_.value_or(0);
    if (options.checks == Checks::all && !diagnostics_.failed()) {
        warn_unused();
    }
    script.code = std::move(code_);
    script.strings.assign(std::make_move_iterator(strings_.begin()), std::make_move_iterator(strings_.end()));
    script.variables = options.previous != nullptr ? options.previous->variables : 0;
    places = std::move(places_);
    return script;
}

/// Checks the target of a jump to a number or into a statement. `warns`: report warnings and mistakes, too.
void Emitter::check_jump(const Target& target, std::uint32_t offset, bool warns)
{
    if (target.label && target.offset == 0) {
        return;
    }
    const auto after = std::ranges::upper_bound(places_, offset, {}, &SourcePlace::offset);
    const bool inside = offset < here() && after != places_.begin();
    const std::uint32_t line = inside ? std::prev(after)->line : 0;
    const bool exact = inside && std::prev(after)->offset == offset;
    if (inside && !exact && !target.label) {
        // No shipped script needs this form.
        error(target.token, ErrorCode::out_of_range,
              fmt::format("offset {} is inside the statement of line {}", offset, line),
              "give the intended statement a label: #name:");
        return;
    }
    if (!warns) {
        return;
    }
    const auto warn = [&](std::string message, std::string hint) {
        diagnostics_.warning(target.token.at, target.token.length, std::move(message), std::move(hint), "script-flow");
    };
    if (target.label) {
        warn(fmt::format("this position is inside the statement of line {}", line),
             "the game reads other statements from this byte on than the source shows");
    } else if (exact) {
        warn(fmt::format("offset {} is the statement of line {}", offset, line),
             "the offset changes if statements before it change; give the statement a label: #name:");
    } else if (offset != here()) {
        diagnostics_.mistake(target.token.at, target.token.length,
                             fmt::format("offset {} is outside the script, which has {} bytes", offset, here()),
                             "the game continues in another actor's code; give the intended statement a label: "
                             "#name:",
                             "script-flow");
    }
}

void Emitter::finish_hooks(Script& script, const AssembleOptions& options)
{
    std::ranges::stable_sort(hooks_, {}, &HookEntry::number);
    for (std::size_t i = 0; i < hooks_.size(); ++i) {
        const HookEntry& hook = hooks_[i];
        if (i > 0 && hooks_[i - 1].number == hook.number) {
            error(hook.token, ErrorCode::malformed, fmt::format("a second hook {}", hook.number),
                  fmt::format("line {} has it", hooks_[i - 1].token.line));
            return;
        }
        if (hook.number != i) {
            error(hook.token, ErrorCode::malformed, fmt::format("hook {} without a hook {}", hook.number, i),
                  "the game numbers hooks from 0 without gaps; if its statement was removed, give the hook another "
                  "position");
            return;
        }
        const std::optional<std::uint32_t> offset = hook.target ? resolve(*hook.target) : hook.offset;
        if (offset && *offset > 0xFFFF) {
            error(hook.token, ErrorCode::out_of_range, fmt::format("hook {} is at byte {}", hook.number, *offset),
                  "a hook can point to the first 65536 bytes of a script only");
        }
        script.hooks.push_back({static_cast<std::uint16_t>(offset.value_or(0)), hook.upper});
    }
    if (options.checks == Checks::all && options.previous != nullptr &&
        hooks_.size() < options.previous->hooks.size()) {
        diagnostics_.warning(0, 1,
                             fmt::format("the actor had {} hooks and has {} now", options.previous->hooks.size(),
                                         hooks_.size()),
                             "the game calls hooks by their numbers", "hook-count");
    }
}

void Emitter::warn_unused()
{
    for (const Label& label : labels_) {
        if (label.offset && !label.used) {
            diagnostics_.warning(label.token.at, label.token.length,
                                 fmt::format("no statement jumps to label #{}", label.name), "", "unused-label");
        }
    }
    for (std::size_t i = 0; i < string_entries_.size(); ++i) {
        if (string_entries_[i].declared && !string_entries_[i].used) {
            const Token& token = string_entries_[i].token;
            diagnostics_.warning(token.at, token.length, fmt::format("string {} is not used", i), "", "unused-string");
        }
    }
}

}  // namespace redforge::soup
