"""Faults in the loop of a season, for mutate.py."""

SEASON = "referee/season/season.cpp"
GAMES = "referee/season/games.cpp"
INTAKE = "referee/season/intake.cpp"
PUBLICATION = "referee/season/publication.cpp"
WAITING = "referee/season/entries/waiting.cpp"
LOOP = "[season-loop]"

FAULTS = [
    # What workers do.
    ("every worker checks versions", SEASON,
     "std::max<std::size_t>(1, workers_.size() / 2)", "workers_.size()", LOOP),
    ("a worker that had a job plays without a renewal", SEASON,
     "        own.generation = -1;\n        surroundings_.workers.start", "        surroundings_.workers.start", LOOP),
    ("a worker isn't renewed when a version was accepted", SEASON,
     "return own.generation != games_.generation() ||", "return own.generation < 0 ||", LOOP),
    ("a worker stays reserved after its check has begun", SEASON,
     "if (std::exchange(workers_[worker].is_reserved, false)) {", "if (workers_[worker].is_reserved) {", LOOP),
    ("a full disk of the season's own counts as the version's", SEASON,
     "if (!failure.no_room_for.empty() &&", "if (failure.no_room_for.empty() &&", LOOP),
    ("a full disk anywhere ends the season", SEASON,
     "is_below(failure.no_room_for, config_.folder)", "true", LOOP),
    ("a request to look at once waits for its turn", SEASON,
     "if (!is_asked && monotonic_ns <", "if (monotonic_ns <", LOOP),
    # Who plays.
    ("a match that can't be played stays counted", GAMES,
     "            queue_.uncount(open->second);\n", "", LOOP),
    ("one failure breaks every AI of the game", GAMES,
     "constexpr int max_failures = 3;", "constexpr int max_failures = 1;", LOOP),
    ("failures that aren't in a row count", GAMES,
     "        failures_.erase(seat.ai);\n", "", LOOP),
    ("a season without playable games never ends", GAMES,
     "++failures_in_row_ > max_failures_in_row", "failures_in_row_ > max_failures_in_row", LOOP),
    ("an AI that should rest plays on", GAMES,
     "            has_faults_ = true;\n", "", LOOP),
    ("a withdrawn AI is blamed like any other", GAMES,
     "if (withdrawn) {", "if (false) {", LOOP),
    ("an interrupted match is left open", GAMES,
     "                unfinished_.push_back(match);\n", "", LOOP),
    ("copies meet", GAMES,
     "            apart.insert(std::minmax(earlier.ai, later.ai));\n", "", LOOP),
    ("a decision about copies that was taken back still counts", GAMES,
     "} else if (why == kept.end() && was_kept) {", "} else if (false) {", LOOP),
    ("changed files play", GAMES,
     "if (contestant.sha256 != ai.sha256) {", "if (contestant.sha256.empty()) {", LOOP),
    # How versions come.
    ("a version that was decided is checked again", INTAKE,
     "    if (is_settled(version, hash)) {\n", "    if (false) {\n", LOOP),
    ("what came after the deadline is checked", INTAKE,
     "version.changed_ns, read_ns);\n    if (!late.empty()) {", "version.changed_ns, read_ns);\n    if (false) {", LOOP),
    ("a copy from after the deadline isn't compared with what was read then", INTAKE,
     "        refuse(StoredVersion::Status::late, version.entry, version.version, version.sha256, late);\n"
     "        agenda_.look_now();\n        return;\n", "", LOOP),
    ("what is being checked when the deadline comes isn't read", INTAKE,
     "    for (auto& [worker, arrival] : checked_) {\n        read(arrival);\n    }\n", "", LOOP),
    ("a season that was stopped at the deadline believes that it was there", INTAKE,
     "now_ns - deadline_ns <= max_delay_ns;", "true;", LOOP),
    ("the season sleeps over the deadline", INTAKE,
     "monotonic_ns() + deadline_ns - now_ns + millisecond_ns", "monotonic_ns() + 2 * (deadline_ns - now_ns)", LOOP),
    ("a check at which the referee failed rejects the version", INTAKE,
     "    unchecked_.push_back(std::move(arrival));\n", "    decide(arrival, {});\n", LOOP),
    ("a check at which the referee failed is tried for ever", INTAKE,
     "    Arrival arrival = end_check(worker);\n    if (++arrival.attempts < max_attempts) {\n        arrivals_.add(std::move(arrival));\n"
     "        return;\n    }\n    std::string line", "    Arrival arrival = end_check(worker);\n    if (arrival.attempts < max_attempts) {\n"
     "        arrivals_.add(std::move(arrival));\n        return;\n    }\n    std::string line", LOOP),
    ("two versions of an entry are checked at once", WAITING,
     "        if (checked.contains(at->entry.entry)) {\n            continue;", "        if (false) {\n            continue;", LOOP),
    ("the copy of a playing version makes room", INTAKE,
     "states[i] == VersionState::old && !games_.plays", "states[i] != VersionState::rejected && !games_.plays", LOOP,
     "tests/season/quota_test.cpp"),
    # What is published.
    ("a moment that comes while the season is stopped changes no page", SEASON,
     "    publication_.attend(now_ns / second_ns); // its moments", "    // its moments", LOOP),
    ("a note that can't be told is tried for ever", PUBLICATION,
     "    ++not_told_[key_of(note)];\n", "", LOOP),
    ("what changes while the site is made isn't published", PUBLICATION,
     "agenda_.site_is_old || !is_written;", "!is_written;", LOOP),
    ("the site is made again and again", PUBLICATION,
     "    is_making_site_ = true;\n    agenda_.site_is_old = false;\n", "    is_making_site_ = true;\n", LOOP),
    ("a site that failed isn't made again", PUBLICATION,
     "= agenda_.site_is_old || !is_written;", "= agenda_.site_is_old;", LOOP),
    ("the end of a freeze changes no page", PUBLICATION,
     "        agenda_.site_is_old = true;\n", "", LOOP),
    ("a new announcement doesn't bring late versions back", SEASON,
     "            intake_.forget_seen();\n", "", LOOP),
]
