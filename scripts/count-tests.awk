# Counts test cases in ctest's logs: first all screen.log files (verdicts), then all output.log files (output of the tests).
#
# For a Catch2 program, its last line gives the number of cases; any other test is one case. A line "SKIPPED: case: reason"
# marks a case as skipped instead of passed. A test that fails without a failed case (crash, leak, timeout) is one failed
# case. The last line is "N passed, N failed, N skipped"; the exit status is 1 if a test failed or no test ran.

FNR == 1 { run = FILENAME; sub(/\/[^\/]*$/, "", run) }

FILENAME ~ /screen\.log$/ {
    if ($0 ~ /^ *[0-9]+\/[0-9]+ Test +#[0-9]+: /) {
        name = $0
        sub(/^.* Test +#[0-9]+: /, "", name)
        sub(/ \.\.+( +Passed |[^.]*\*\*\*).*$/, "", name)
        key = run "/" name
        known[key] = 1
        good[key] = ($0 ~ / Passed /)
        left_out[key] = ($0 ~ /\*\*\*(Skipped|Not Run \(Disabled\))/)
    }
    next
}

/^[0-9]+\/[0-9]+ Testing: / { key = run "/" substr($0, index($0, "Testing: ") + 9); next }

/^All tests passed \(/ {
    for (i = 2; i <= NF; ++i) {
        if ($i == "test") { cases_passed[key] += $(i - 1) }
    }
    counted[key] = 1
}

/^test cases: / {
    parts = split($0, part, "|")
    for (i = 2; i <= parts; ++i) {
        split(part[i], word, " ")
        if (part[i] ~ / failed *$/) { cases_failed[key] += word[1] } else { cases_passed[key] += word[1] }
    }
    counted[key] = 1
}

/^No tests ran/ { counted[key] = 1 }

/^SKIPPED: / && !(($0, key) in said) {
    said[$0, key] = 1
    cases_skipped[key]++
    reasons[++reason_count] = substr($0, 10)
}

END {
    for (key in known) {
        if (!counted[key]) {
            if (left_out[key] || (good[key] && cases_skipped[key])) { skipped++ } else if (good[key]) { passed++ } else { failed++ }
            continue
        }
        passed += cases_passed[key] - cases_skipped[key]
        skipped += cases_skipped[key]
        failed += (!good[key] && !cases_failed[key]) ? 1 : cases_failed[key]
    }
    for (i = 1; i <= reason_count; ++i) { print "skipped: " reasons[i] }
    printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
    if (passed + failed + skipped == 0) { print "no tests ran" > "/dev/stderr" }
    exit (failed > 0 || passed + skipped == 0)
}
