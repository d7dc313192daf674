# The referee: `make help` lists what can be made. Nothing here needs root but the installation of
# packages (scripts/install-dependencies) and `make install` into a system folder.

# Settings of one's own, e.g. CXX = clang++ or PREFIX = /opt: in config.mk.
-include config.mk

# A sanitizer build lies in a folder of its own: make test SAN=address,undefined or SAN=thread
SAN     ?=
comma   := ,
space   := $() $()
BUILD   := build$(if $(SAN),/san-$(subst $(comma),-,$(SAN)))
PREFIX  ?= /usr/local
DESTDIR ?=

# Without a -j of one's own all cores are used. Make 4.3 doesn't show its -j here, so the command line
# is looked at. A make below another one has all flags from it.
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += --no-builtin-rules \
             $(if $(filter -j% --jobs%,$(shell tr '\0' ' ' </proc/$$PPID/cmdline)),,--jobs=$(shell nproc))
endif
.SUFFIXES:
.DELETE_ON_ERROR:

# --- What is shown -----------------------------------------------------------------------------

# A recipe begins with $(call step,VERB,FILE): one short line a file, on terminals with a count.
# V=1 shows the commands instead.
V       ?=
step     = $(if $(V),,@printf '$(progress)  %-4s %s\n' $(1) '$(2)' && )
quiet   := $(if $(V),,@)
# A dry run counts the steps.
ifneq (,$(and $(MAKE_TERMOUT),$(if $(V)$(COUNTING),,yes)))
steps    = $(eval steps := $(shell $(MAKE) -n COUNTING=yes $(MAKEOVERRIDES) $(MAKECMDGOALS) 2>&1 | grep -c "^printf '  %-4s"))$(steps)
progress = $(eval begun += step)[$(words $(begun))/$(steps)]
endif

# --- What there is, and how it is made ---------------------------------------------------------

.DEFAULT_GOAL := all
include scripts/make/flags.mk scripts/make/together.mk scripts/make/games.mk scripts/make/referee.mk scripts/make/ais.mk scripts/make/tests.mk scripts/make/wasm.mk scripts/make/packages.mk scripts/make/compile.mk

# --- What can be made --------------------------------------------------------------------------

.PHONY: all help demo test walk check pages figures python observations torch-test wheel browser-test pictures fuzz fuzz-programs mutations page-mutations loop-mutations game-mistakes game-alarms old-kernels bench fortnight cluster-test
.PHONY: statistics ladder paper-table cops-matrix format tidy prose clean dependencies

all: $(BUILD)/referee $(game_programs) $(manual) $(ais) compile_commands.json  ## build the referee and all AIs (the default)
	@$(if $(gone),echo 'removed because their source is gone: $(gone)'; rm -rf $(gone))
	@$(if $(left_out),echo "left out$(comma) because they need what is not installed: the AIs with $(left_out)")
	@$(if $(games_left_out),echo "left out$(comma) because their compiler is not installed: the games $(games_left_out)")

help:  ## show this list
	@grep -hE '^[a-z-]+:.*##' Makefile scripts/make/packages.mk scripts/make/wasm.mk | sed -E 's/^([a-z-]+):.*## */\1\t/' | expand -t 15
	@echo "SAN=address,undefined or SAN=thread with 'all' or 'test' builds with these sanitizers."

dependencies:  ## install missing packages; asks first
	@scripts/install-dependencies

# The whole referee where it has been built already.
demo_referee := $(or $(wildcard $(BUILD)/referee),$(BUILD)/demo/referee)
demo:  ## build a smaller referee and two AIs, play a double match, write and show its record
	@scripts/install-dependencies
	@$(MAKE) --no-print-directory $(demo_referee) $(ai)/gems/depth3/ai.ini $(ai)/gems/reference
	@$(demo_referee) demo $(BUILD)
	@echo 'Build all AIs and the whole referee: make'

with_environment = REFEREE_BUILD='$(CURDIR)/$(BUILD)' REFEREE_SOURCE='$(CURDIR)' SAN='$(SAN)'
what_tests_need := $(BUILD)/tests $(BUILD)/demo/referee $(BUILD)/failing-calls.so $(bench_programs) $(season_player) $(stored_results) $(hostile_modules) all $(hostile) $(short_runs)
# Some tests want little of that, so with TESTS=… they call make themselves: tests::built().
make_for_tests = REFEREE_TEST_MAKE='env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -C "$(CURDIR)" --no-print-directory $(MAKEOVERRIDES)'
# What a test that isn't slow wants.
what_quick_tests_need := $(filter-out $(short_runs) $(stored_results) $(hostile_modules),$(what_tests_need)) $(BUILD)/fuzz-short/faulty
# One target for all of them, so that make doesn't say of each that it is up to date.
.PHONY: ready-for-tests ready-for-quick-tests
ready-for-tests: $(what_tests_need)
	@:
ready-for-quick-tests: $(what_quick_tests_need)
	@:
# A build with sanitizers and some tests alone do without the pages, Python and WebAssembly.
test_program_alone := $(if $(SAN)$(TESTS),yes)
test:  ## install what tests need, build and run all; TESTS='[gems]': only these; LEAN=yes: without browser, Python …; SAN=…: with sanitizers
	@scripts/install-dependencies $(if $(test_program_alone)$(filter yes,$(LEAN)),,--all-tests)
	@$(MAKE) --no-print-directory $(if $(TESTS),$(BUILD)/tests,ready-for-tests) \
	  $(if $(test_program_alone)$(filter yes,$(LEAN)),,$$(scripts/find-python | sed 's/.*/python/') \
	    $$(! scripts/check-wasm-tools $(WASM_CXX) 2>/dev/null || echo wasm))
	@$(with_environment) $(if $(TESTS),$(make_for_tests)) LEAN=$(LEAN) scripts/run-tests $(if $(TESTS),'$(TESTS)',$(if $(SAN),,--all))

walk: ready-for-tests  ## type what the documents say, in a bare Debian of its own; as root; PAGE=README.md: only that page
	@$(with_environment) tests/walk/walk $(PAGE)

check: check-sources check-tests  ## before a commit: clang-format, clang-tidy for changed sources, all tests that are not slow

# Side by side: the tests wait for processes now and then, and leave room.
.PHONY: check-sources check-tests
check-sources check-tests: compile_commands.json $(generated_lists)
check-sources:
	@scripts/check-format
	@scripts/check-javascript
	@scripts/check-scripts
	@scripts/tidy --quick $$(git diff --name-only --diff-filter=d HEAD -- 'referee/*.cpp' 'ai-samples/*.cpp')
check-tests:
	@$(MAKE) --no-print-directory ready-for-quick-tests
	@$(with_environment) scripts/run-tests --quick

pages: $(BUILD)/referee  ## write the marked blocks of the READMEs anew from the program's tables
	@$(BUILD)/referee help --pages $(shell grep -rl --include='*.md' --exclude-dir=build --exclude-dir=node_modules '^<!-- begin ' *)
	@scripts/modules

figures: all $(BUILD)/cops-matrix $(BUILD)/cops-distance  ## measure the figures in the READMEs again, which takes hours; WHAT=gems/: only those
	@scripts/figures $(WHAT)

browser-test: $(stored_results) $(hostile_modules) all  ## run the tests of the replay page in Chromium; screenshots go to build/screenshots
	@$(with_environment) scripts/run-browser-tests --must-run

# The tests' reporter has nothing to report: it would say so.
pictures: all  ## make the READMEs' pictures that are out of date again (play.png: after make wasm); WHAT=play: that one
	@scripts/install-dependencies --ask --browser
	@$(with_environment) node --test-reporter=dot --test-reporter-destination=/dev/null tests/browser/pictures.mjs $(WHAT)

fuzz:  ## fuzz all kinds of input, TIME=60 seconds each, with sanitizers; KIND=records: only that
	@scripts/install-dependencies --ask --fuzz
	@$(MAKE) --no-print-directory BUILD=build/fuzz SAN=fuzzer-no-link,address,undefined CXX="$(FUZZ_CXX)" \
	  CPPFLAGS='-DFMT_HEADER_ONLY $(CPPFLAGS)' fuzz-programs
	@REFEREE_SOURCE='$(CURDIR)' scripts/fuzz build/fuzz $(TIME) $(or $(KIND),$(fuzz_kinds))

# Clang names fmt's functions otherwise than the g++ that Debian builds the library with.
# Debian's clang++ is too old for C++20 as it is used here. It is looked for after it was installed.
FUZZ_CXX ?= $$(command -v $(WASM_CXX) || echo clang++)
fuzz-programs: $(fuzz_kinds:%=$(BUILD)/libfuzzer/%)

python: $(python_module)  ## build the Python module referee_games into build/python; `make install` then installs it
	@$(if $(python_gone),rm -f $(python_gone))
	@echo "start it with: PYTHONPATH=$(BUILD)/python $(PYTHON)"

observations: python  ## compare what AIs read from state files with what they were trained on, in GAMES=1000 random games of each game
	$(quiet)PYTHONPATH=$(BUILD)/python $(PYTHON) -B tests/python/state_files.py $(or $(GAMES),1000)

torch-test: python all  ## run the recipe of PyTorch in referee/python/README.md, where torch is installed
	$(quiet)PYTHONPATH=$(BUILD)/python $(PYTHON) -B tests/python/torch_recipe.py

wheel: python  ## pack the Python module into build/wheel, for this Python on this system
	@scripts/install-dependencies --ask --python
	$(quiet)$(PYTHON) -m pip wheel --quiet --no-build-isolation --no-deps --no-index --wheel-dir $(BUILD)/wheel referee/python
	@ls $(BUILD)/wheel/*.whl

mutations: $(BUILD)/tests  ## check that the golden tests can fail: build them with wrong rules, which they must detect
	@tests/golden/mutate.py $(BUILD) $(GAME)

page-mutations: $(stored_results) all  ## check that the tests in a browser can fail: plant faults in pages, which they must notice
	@tests/browser/mutate.py $(BUILD) $(FAULT)

loop-mutations: $(BUILD)/tests  ## check that the fast tests of the loops can fail: plant faults in the loops of games, seasons, tournaments; LOOP=match: only there
	@tests/loops/mutate.py $(BUILD) $(LOOP)

game-mistakes: all  ## plant mistakes in games whose rules are a program, and count those that `referee check --rules` finds
	@scripts/game-mistakes

game-alarms: all  ## check every shipped game on 200 fields, or FIELDS=N: none of them may have a problem
	@for game in $(games) $(program_games); do \
	  $(BUILD)/referee check --game $$game --field-count $(or $(FIELDS),200) || exit; done

old-kernels: $(what_tests_need)  ## run the hostile suite with each older version of Landlock
	@for version in 1 2 3 4 5; do echo "Landlock version $$version:"; \
	  REFEREE_TEST_LANDLOCK=$$version $(with_environment) scripts/run-tests '[hostile]' || exit; done

fortnight: $(BUILD)/tests $(season_player) all  ## simulate a season of two weeks: 50 entrants, 200 versions, 100 SIGKILLs
	@REFEREE_TEST_FORTNIGHT=50,200,100 $(with_environment) $(BUILD)/tests '[fortnight]'

cluster-test: all  ## play tournaments and a season on a Slurm cluster on this machine; as root
	@scripts/slurm/try
	@scripts/slurm/try-season

bench: $(BUILD)/bench $(bench_programs) all $(if $(filter python,$(WHAT)),$(python_module))  ## measure speed side by side with a bare loop; WHAT=gems: only that
	@$(BUILD)/bench $(BUILD) $(WHAT)

statistics: $(BUILD)/statistics  ## simulate tournaments of known strengths: how often are the tables right?
	@$(BUILD)/statistics

ladders := $(patsubst fields/%/ladder.ini,%,$(wildcard fields/*/ladder.ini))
ladder: all  ## play the ladder of each game, or resume it; WHAT=gems: only that; FIELDS=100
	@set -e; for game in $(or $(WHAT),$(ladders)); do scripts/ladder '$(BUILD)' "$$game" $(FIELDS); done

paper-table: all  ## play the 2,000 games of the paper's dicewars tournament and compare each
	@scripts/paper-table $(BUILD)

cops-matrix: $(BUILD)/cops-matrix  ## play all thieves of cops against all cops, 100 fields per pair
	@$(BUILD)/cops-matrix

format:  ## format all sources
	@clang-format -i $(shell git ls-files '*.cpp' '*.hpp' '*.c')

tidy: compile_commands.json $(generated_lists)  ## run clang-tidy; FILES='…': only on these
	@scripts/tidy $(or $(FILES),$(library_sources) $(demo_program) referee/main.cpp $(ai_sources))

prose:  ## print where pages are wider than 100 columns, and openings of sentences to avoid; it never fails
	$(quiet)scripts/prose

clean:  ## remove everything that was built
	rm -rf build compile_commands.json

-include $(shell find $(BUILD)/objects $(BUILD)/precompiled -name '*.d' 2>/dev/null)
