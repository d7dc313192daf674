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

ifeq ($(origin CXX),default)
CXX := g++
endif
ifeq ($(origin CC),default)
CC := gcc
endif
OPTIMISE      ?= $(if $(SAN),-O1 -g,-O2)
# What runs once a command or once a game, and the tests, are optimised less, so that they compile faster.
COLD_OPTIMISE ?= $(if $(SAN),$(OPTIMISE),-O1)
TEST_OPTIMISE ?= $(COLD_OPTIMISE)
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow
sanitize := $(if $(SAN),-fsanitize=$(SAN) -fno-sanitize-recover=all -fno-omit-frame-pointer)
cppflags := -D_GNU_SOURCE $(CPPFLAGS)
optimise := $(OPTIMISE)
cxxflags  = -std=c++20 $(optimise) $(WARNINGS) $(sanitize) $(CXXFLAGS)
cflags   := -std=c17 $(OPTIMISE) $(WARNINGS) $(CFLAGS)
ldflags  := $(sanitize) $(LDFLAGS)
LIBS     := -lboost_iostreams -lboost_program_options -lboost_filesystem -lfmt -lnettle -lseccomp -lSQLiteCpp -lsqlite3

# Headers that most files include are compiled once. PRECOMPILED= builds without.
PRECOMPILED ?= yes
precompiled  = $(if $(PRECOMPILED),$(BUILD)/precompiled/$(1).hpp)
# What ccache asks for before it caches what is compiled with such a header.
export CCACHE_SLOPPINESS := pch_defines,time_macros,include_file_ctime,include_file_mtime

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
# How many steps there will be says a dry run.
ifneq (,$(and $(MAKE_TERMOUT),$(if $(V)$(COUNTING),,yes)))
steps    = $(eval steps := $(shell $(MAKE) -n COUNTING=yes $(MAKEOVERRIDES) $(MAKECMDGOALS) 2>&1 | grep -c "^printf '  %-4s"))$(steps)
progress = $(eval begun += step)[$(words $(begun))/$(steps)]
endif

# --- What there is -----------------------------------------------------------------------------

demo_program := referee/commands/demo_program.cpp
library_sources := $(filter-out referee/main.cpp referee/python/module.cpp $(demo_program), \
                     $(wildcard referee/*.cpp referee/*/*.cpp referee/*/*/*.cpp))
# Half the work of building; `make demo` does without: tournaments, live pages (but their feed), reruns,
# and what only AIs and the Python module use.
not_in_demo := $(filter-out referee/view/live/feed.cpp,$(wildcard $(addprefix referee/, \
                 tournament/*.cpp season/*.cpp view/live/*.cpp match/rerun.cpp match/analysis.cpp python/*.cpp \
                 field/state_reader.cpp games/environments.cpp games/*/observation.cpp games/*/features*.cpp \
                 games/*/read_state.cpp))) \
               $(shell grep -lE 'include "[a-z_/]*(tournament|season|table_options|watch|rerun)' referee/commands/*.cpp)
# Not hot: commands, pages and tables.
cold_sources := $(wildcard referee/commands/*.cpp referee/view/*.cpp referee/games/*/frames.cpp) \
                $(addprefix referee/tournament/,context.cpp csv_tables.cpp exports.cpp html.cpp html_parts.cpp json.cpp \
                  outcome.cpp table_layout.cpp text_tables.cpp verdict_json.cpp verdict_tables.cpp worker.cpp worker_process.cpp)
test_sources    := $(wildcard tests/support/*.cpp tests/unit/*.cpp tests/playthroughs/*.cpp tests/statistics/simulations.cpp \
                     tests/golden/*.cpp tests/hostile/*.cpp tests/end-to-end/*.cpp tests/failing-calls/*.cpp)
bench_sources   := $(wildcard tests/bench/*.cpp) $(addprefix tests/support/,http_client.cpp processes.cpp run.cpp)
object          = $(1:%.cpp=$(BUILD)/objects/%.o)

# Games are found by their folders. Those with an observation.cpp can be learnt in Python.
games     := $(notdir $(patsubst %/,%,$(wildcard referee/games/*/)))
learnable := $(patsubst referee/games/%/observation.cpp,%,$(wildcard referee/games/*/observation.cpp))

# AIs are found by where they lie; ai-samples/README.md says how.
ai      := $(BUILD)/ai
library  = $(call object,$(wildcard ai-samples/lib/*.cpp ai-samples/$(1)/lib/*.cpp))
# What every C++ sample of a game is linked with: the rules, and what is known of a position.
shared   = $(call library,$(1)) $(sanitizer_options) \
           $(call object,$(foreach part,rules areas features,$(wildcard referee/games/$(1)/$(part)*.cpp)))
programs = $(patsubst ai-samples/%.cpp,$(ai)/%,$(wildcard ai-samples/$(1)/*.cpp))
folders  = $(patsubst %/ai.ini,%,$(wildcard ai-samples/$(1)/*/ai.ini))
sanitizer_options := $(if $(findstring address,$(SAN)),$(call object,ai-samples/sanitizer_options.cpp))

# Other languages: only where their tool is there. What is left out is said at the end of the build.
tool_Bash       := $(wildcard /bin/bash)
tool_Python     := $(wildcard /usr/bin/python3 /usr/local/bin/python3)
tool_Perl       := $(wildcard /usr/bin/perl /usr/local/bin/perl)
tool_JavaScript := $(wildcard /usr/bin/node /usr/local/bin/node)
tool_Java       := $(and $(wildcard /usr/bin/java /usr/local/bin/java),$(shell command -v javac))
tool_Rust       := $(shell command -v rustc)
tool_Go         := $(shell command -v go)
tool_Lua        := $(wildcard /usr/bin/lua /usr/local/bin/lua)
tool_C          := $(CC)
left_out := $(strip $(foreach language,Bash Python Perl JavaScript Java Rust Go Lua,$(if $(tool_$(language)),,$(language))))
# NAME.EXTENSION becomes the AI NAME-language.
in_language = $(if $(tool_$(1)),$(patsubst ai-samples/%.$(2),$(ai)/%-$(3),$(wildcard ai-samples/*/*.$(2))))
folders_left_out := $(if $(left_out),$(shell grep -lxE 'language = ($(subst $(space),|,$(left_out)))' ai-samples/*/*/ai.ini))

references := $(patsubst ai-reference/%.cpp,$(ai)/%,$(wildcard ai-reference/*/reference.cpp))
ais := $(references) $(foreach game,$(games),$(call programs,$(game))) \
       $(call in_language,Bash,sh,bash) $(call in_language,Python,py,python) $(call in_language,Perl,pl,perl) \
       $(call in_language,JavaScript,js,javascript) $(call in_language,C,c,c) $(call in_language,Rust,rs,rust) \
       $(call in_language,Go,go,go) $(call in_language,Lua,lua,lua) \
       $(patsubst ai-samples/%,$(ai)/%,$(filter-out $(folders_left_out),$(wildcard ai-samples/*/*/ai.ini)))
gone := $(filter-out $(patsubst %/ai.ini,%,$(ais)),$(wildcard $(ai)/*/*))

# What tests use of the samples: all but the files with a main program.
sample_objects := $(call object,$(wildcard ai-samples/lib/*.cpp ai-samples/*/lib/*.cpp) \
    $(foreach game,$(games),$(foreach folder,$(call folders,$(game)),$(filter-out %/main.cpp,$(wildcard $(folder)/*.cpp)))) \
    $(filter-out %/main.cpp,$(wildcard ai-samples/dicewars/training/*.cpp)))

# Lists of what the folders hold; the registry of games includes them.
generated_lists := $(BUILD)/generated/games_list.hpp $(BUILD)/generated/environments_list.hpp

bench_programs := $(addprefix $(BUILD)/,bare-loop bare-resident-loop bare-game-loop trivial-ai trivial-resident)
# An AI of any strength for the tests of seasons.
season_player := $(BUILD)/season-player
# Its system calls are written for two processors.
has_no_libc    := $(filter x86_64-% aarch64-%,$(shell $(CC) -dumpmachine))
bench_programs += $(if $(has_no_libc),$(BUILD)/no-libc-ai)

# What is fuzzed: each source in tests/fuzz is a harness. The short runs belong to `make test`.
fuzz_kinds := $(patsubst tests/fuzz/%.cpp,%,$(wildcard tests/fuzz/*.cpp))
short_runs := $(fuzz_kinds:%=$(BUILD)/fuzz-short/%) $(BUILD)/fuzz-short/faulty
TIME       ?= 60

hostile := $(patsubst tests/hostile/programs/%.c,$(BUILD)/hostile/%,$(wildcard tests/hostile/programs/*.c))

# The training environment, with the rules as they are.
PYTHON         ?= $(eval PYTHON := $(shell scripts/find-python --or-fail))$(PYTHON)
PYTHON_FOLDER  ?= $(shell $(PYTHON) -c "import sysconfig; print(sysconfig.get_path('platlib'))")
python_sources := $(filter-out referee/field/ini.cpp,$(wildcard referee/python/*.cpp referee/games/*.cpp referee/games/*/*.cpp \
                    referee/field/*.cpp)) \
                  referee/error.cpp referee/game_parameters.cpp referee/json.cpp
python_objects := $(python_sources:%.cpp=$(BUILD)/python/objects/%.o)
python_scripts := $(patsubst referee/python/%,$(BUILD)/python/%,$(wildcard referee/python/referee_games/*.py))
python_module  := $(BUILD)/python/referee_games/_native.so $(python_scripts)

# --- What can be made --------------------------------------------------------------------------

.PHONY: all help demo test check python browser-test picture fuzz fuzz-programs mutations old-kernels bench fortnight statistics ladder paper-table cops-matrix format tidy install uninstall dist deb try-deb rpm clean dependencies

all: $(BUILD)/referee $(ais) compile_commands.json  ## build the referee and all AIs (the default)
	@$(if $(gone),echo 'removed because their source is gone: $(gone)'; rm -rf $(gone))
	@$(if $(left_out),echo "left out$(comma) because their tool is not installed: the AIs in $(left_out)")

help:  ## show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## */\1\t/' | expand -t 15
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
what_tests_need := $(BUILD)/tests $(BUILD)/demo/referee $(BUILD)/failing-calls.so $(bench_programs) $(season_player) all $(hostile) $(short_runs)
test:  ## build and run all tests; TESTS='[gems]': only these; SAN=…: with sanitizers
	@scripts/install-dependencies
	@$(MAKE) --no-print-directory $(what_tests_need) $(if $(SAN)$(TESTS),,$(if $(shell scripts/find-python),python))
	@$(with_environment) BROWSER=$(if $(SAN)$(TESTS),,yes) PYTHON_TESTS=$(if $(SAN)$(TESTS),,yes) \
	  scripts/run-tests $(if $(TESTS),'$(TESTS)')

check: compile_commands.json $(generated_lists)  ## before a commit: clang-format, clang-tidy for changed sources, all tests that are not slow
	@scripts/check-format
	@scripts/check-javascript
	@scripts/check-scripts
	@scripts/tidy --quick $$(git diff --name-only --diff-filter=d HEAD -- 'referee/*.cpp' 'ai-samples/*.cpp')
	@$(MAKE) --no-print-directory $(what_tests_need)
	@$(with_environment) scripts/run-tests --quick

browser-test: all  ## run the tests of the replay page in Chromium; screenshots go to build/screenshots
	@$(with_environment) scripts/run-browser-tests --must-run

picture: all  ## make the README's picture of a replay page again
	@$(with_environment) node tests/browser/picture.mjs referee/view/replay.png

fuzz:  ## fuzz all kinds of input, TIME=60 seconds each, with sanitizers; KIND=records: only that
	@scripts/install-dependencies --fuzz
	@$(MAKE) --no-print-directory BUILD=build/fuzz SAN=fuzzer-no-link,address,undefined CXX='$(FUZZ_CXX)' \
	  CPPFLAGS='-DFMT_HEADER_ONLY $(CPPFLAGS)' fuzz-programs
	@REFEREE_SOURCE='$(CURDIR)' scripts/fuzz build/fuzz $(TIME) $(or $(KIND),$(fuzz_kinds))

# Clang names fmt's functions otherwise than the g++ that Debian builds the library with.
FUZZ_CXX ?= clang++
fuzz-programs: $(fuzz_kinds:%=$(BUILD)/libfuzzer/%)

python: $(python_module)  ## build the Python module referee_games into build/python; `make install` then installs it

mutations: $(BUILD)/tests  ## check that the golden tests can fail: build them with wrong rules, which they must detect
	@tests/golden/mutate.py $(BUILD) $(GAME)

old-kernels: $(what_tests_need)  ## run the hostile suite with each older version of Landlock
	@for version in 1 2 3 4 5; do echo "Landlock version $$version:"; \
	  REFEREE_TEST_LANDLOCK=$$version $(with_environment) scripts/run-tests '[hostile]' || exit; done

fortnight: $(BUILD)/tests $(season_player) all  ## simulate a season of two weeks: 50 entrants, 200 versions, 100 SIGKILLs
	@REFEREE_TEST_FORTNIGHT=50,200,100 $(with_environment) $(BUILD)/tests '[fortnight]'

bench: $(BUILD)/bench $(bench_programs) all $(if $(filter python,$(WHAT)),$(python_module))  ## measure speed side by side with a bare loop; WHAT=gems: only that
	@$(BUILD)/bench $(BUILD) $(WHAT)

statistics: $(BUILD)/statistics  ## simulate tournaments of known strengths: how often are the tables right?
	@$(BUILD)/statistics

ladders := $(patsubst fields/%/ladder.ini,%,$(wildcard fields/*/ladder.ini))
ladder: all  ## play the ladder of each game, or resume it; WHAT=gems: only that; FIELDS=100
	@set -e; for game in $(or $(WHAT),$(ladders)); do scripts/ladder '$(BUILD)' "$$game" $(or $(FIELDS),100); done

paper-table: all  ## play the 2,000 games of the paper's dicewars tournament and compare each
	@scripts/paper-table $(BUILD)

cops-matrix: $(BUILD)/cops-matrix  ## play all thieves of cops against all cops, 100 fields per pair
	@$(BUILD)/cops-matrix

format:  ## format all sources
	@clang-format -i $(shell git ls-files '*.cpp' '*.hpp' '*.c')

tidy: compile_commands.json $(generated_lists)  ## run clang-tidy; FILES='…': only on these
	@scripts/tidy $(or $(FILES),$(library_sources) $(demo_program) referee/main.cpp $(ai_sources))

install: all  ## install the referee, all AIs, fields, man pages and completion (PREFIX=/usr/local, DESTDIR=)
	@scripts/install-files $(BUILD) '$(DESTDIR)$(PREFIX)'
	$(if $(wildcard $(firstword $(python_module))),install -D -m 644 -t '$(DESTDIR)$(PYTHON_FOLDER)/referee_games' $(python_module))

uninstall:  ## remove what `make install` has installed
	@scripts/install-files --remove '$(DESTDIR)$(PREFIX)'
	$(if $(wildcard $(firstword $(python_module))),rm -rf '$(DESTDIR)$(PYTHON_FOLDER)/referee_games')

# The version stands in one file.
version := $(shell sed -n 's/.*version = "\(.*\)";/\1/p' referee/version.hpp)
tarball := $(BUILD)/referee-$(version).tar.gz
dist:  ## pack the sources into build/referee-VERSION.tar.gz
	@scripts/make-tarball referee-$(version) $(tarball)
	@echo $(tarball)

deb: dist  ## build the Debian package in build/deb and check it with lintian
	@scripts/install-dependencies --packages
	@scripts/packages/build-deb $(tarball) $(BUILD)/deb

try-deb:  ## install the package of `make deb` on a clean Debian 12, play, and remove it; as root
	@scripts/packages/try-deb $(BUILD)/deb/*.deb

rpm: dist  ## build the RPM package in build/rpm
	@scripts/packages/build-rpm $(tarball) $(BUILD)/rpm

clean:  ## remove everything that was built
	rm -rf build compile_commands.json

# --- How it is made ----------------------------------------------------------------------------

# It finds AIs and fields beside itself.
$(BUILD)/referee: $(call object,referee/main.cpp) $(BUILD)/libreferee.a
	@ln -sfn '$(CURDIR)/fields' $(@D)/fields
	$(call step,LD,$@)$(CXX) $(ldflags) -o $@ $^ $(LIBS)

# The objects themselves: an archive of them would have to be made again for the whole.
$(BUILD)/demo/referee: $(call object,referee/main.cpp $(demo_program) $(filter-out $(not_in_demo),$(library_sources))) \
                       $(BUILD)/objects/web_files.o $(BUILD)/objects/starter_files.o
	@mkdir -p $(@D)
	@ln -sfn ../ai $(@D)/ai
	@ln -sfn '$(CURDIR)/fields' $(@D)/fields
	$(call step,LD,$@)$(CXX) $(ldflags) -o $@ $^ $(LIBS)

# The pages' style sheets and modules, as a C++ source. It is written only when it differs.
$(BUILD)/generated/web_files.cpp: force
	@mkdir -p $(@D)
	@scripts/embed referee/view/web > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

$(BUILD)/objects/web_files.o: $(BUILD)/generated/web_files.cpp referee/view/web_files.hpp $(BUILD)/flags
	@mkdir -p $(@D)
	$(call step,CXX,$<)$(CXX) $(cppflags) -Ireferee $(cxxflags) -c -o $@ $<

# The starters of `referee new`: the reference AIs themselves.
starters := $(sort $(references:$(ai)/%=ai-reference/%.cpp) $(wildcard ai-samples/*/reference-java/*.java) \
              $(wildcard ai-samples/*/reference.*))
$(BUILD)/generated/starter_files.cpp: force
	@mkdir -p $(@D)
	@scripts/embed-starters $(starters) > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

$(BUILD)/objects/starter_files.o: $(BUILD)/generated/starter_files.cpp referee/commands/starters.hpp $(BUILD)/flags
	@mkdir -p $(@D)
	$(call step,CXX,$<)$(CXX) $(cppflags) -Ireferee $(cxxflags) -c -o $@ $<

# Made anew each time: ar would keep the objects of files that are gone.
$(BUILD)/libreferee.a: $(call object,$(library_sources)) $(BUILD)/objects/web_files.o $(BUILD)/objects/starter_files.o
	$(call step,AR,$@)rm -f $@ && ar rcs $@ $^

# The list of games for the registry. It is written only when it differs, so that nothing else is made anew.
$(BUILD)/generated/games_list.hpp: force
	@mkdir -p $(@D)
	@scripts/list-games game.hpp Game game $(games) > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

$(BUILD)/generated/environments_list.hpp: force
	@mkdir -p $(@D)
	@scripts/list-games environment.hpp Environment environment $(learnable) > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

list_users := referee/games/registry.o referee/games/environments.o
list_users := $(list_users:%=$(BUILD)/objects/%) $(list_users:%=$(BUILD)/python/objects/%)
$(list_users): $(generated_lists)
$(list_users): cppflags += -I$(BUILD)/generated

.PHONY: force

$(BUILD)/tests: $(call object,$(test_sources)) $(sample_objects) $(BUILD)/libreferee.a
	$(call step,LD,$@)$(CXX) $(ldflags) -o $@ $^ $(shell scripts/catch2-libraries) $(LIBS)

# Compiled once more, to be loaded.
$(BUILD)/python/objects/%.o: %.cpp $(BUILD)/flags
	@mkdir -p $(@D)
	$(call step,CXX,$<)$(CXX) $(cppflags) -Ireferee $(python_headers) $(cxxflags) -fPIC -fvisibility=hidden -MMD -MP -c -o $@ $<

$(BUILD)/python/objects/referee/python/module.o: private python_headers = \
    -isystem $$($(PYTHON) -c "import sysconfig; print(sysconfig.get_path('include'))")

$(BUILD)/python/referee_games/_native.so: $(python_objects)
	@mkdir -p $(@D)
	$(call step,LD,$@)$(CXX) $(ldflags) -shared -o $@ $^ -lfmt -lnettle

$(python_scripts): $(BUILD)/python/%: referee/python/%
	@mkdir -p $(@D)
	$(call step,CP,$@)cp $< $@

fuzz_driver := $(call object,$(filter-out %/libfuzzer.cpp %/short_run.cpp %/faulty.cpp,$(wildcard tests/fuzz/driver/*.cpp)) \
                 tests/support/stored_tournament.cpp) $(BUILD)/libreferee.a
short_driver := $(call object,tests/fuzz/driver/short_run.cpp) $(fuzz_driver)
$(fuzz_kinds:%=$(BUILD)/fuzz-short/%): $(BUILD)/fuzz-short/%: $(BUILD)/objects/tests/fuzz/%.o $(short_driver)
	@mkdir -p $(@D)
	$(call step,LD,$@)$(CXX) $(ldflags) -o $@ $^ $(LIBS)

$(BUILD)/fuzz-short/faulty: $(call object,tests/fuzz/driver/faulty.cpp) $(short_driver)
	@mkdir -p $(@D)
	$(call step,LD,$@)$(CXX) $(ldflags) -o $@ $^ $(LIBS)

# By clang, which brings libFuzzer: see `fuzz`.
$(fuzz_kinds:%=$(BUILD)/libfuzzer/%): $(BUILD)/libfuzzer/%: $(BUILD)/objects/tests/fuzz/%.o $(call object,tests/fuzz/driver/libfuzzer.cpp) $(fuzz_driver)
	@mkdir -p $(@D)
	$(call step,LD,$@)$(CXX) $(ldflags) -fsanitize=fuzzer -o $@ $^ $(LIBS)

$(BUILD)/bench: $(call object,$(bench_sources)) $(sample_objects) $(BUILD)/libreferee.a
	$(call step,LD,$@)$(CXX) $(ldflags) -o $@ $^ $(LIBS)

$(BUILD)/statistics: $(call object,$(wildcard tests/statistics/*.cpp) tests/support/racing.cpp) $(BUILD)/libreferee.a
	$(call step,LD,$@)$(CXX) $(ldflags) -o $@ $^ $(LIBS)

$(BUILD)/dicewars-training: $(call object,$(wildcard ai-samples/dicewars/training/*.cpp)) $(call library,dicewars) $(BUILD)/libreferee.a
	$(call step,LD,$@)$(CXX) $(ldflags) -o $@ $^ $(LIBS)

$(BUILD)/gems-training: $(call object,ai-samples/gems/training/train.cpp) $(call library,gems) $(BUILD)/libreferee.a
	$(call step,LD,$@)$(CXX) $(ldflags) -o $@ $^ $(LIBS)

$(BUILD)/cops-matrix: $(call object,ai-samples/cops/matrix/matrix.cpp) $(call library,cops) $(BUILD)/libreferee.a
	$(call step,LD,$@)$(CXX) $(ldflags) -o $@ $^ $(LIBS)

# Flags are dependencies too: a file holds those of the last build.
flags := $(filter-out ccache,$(CXX)) $(cppflags) $(cxxflags) $(COLD_OPTIMISE) $(TEST_OPTIMISE) $(PRECOMPILED) \
         $(filter-out ccache,$(CC)) $(cflags) $(ldflags) $(LIBS)
ifneq ($(strip $(flags)),$(strip $(file <$(BUILD)/flags)))
# The letters of make's options come first; without any, a long option does, like the one added above.
ifeq (,$(findstring n,$(filter-out --%,$(firstword -$(MAKEFLAGS))))$(filter help clean format dependencies,$(MAKECMDGOALS)))
$(shell mkdir -p $(BUILD))
$(file >$(BUILD)/flags,$(flags))
endif
endif
$(BUILD)/flags: ;

includes = -Ireferee -Iai-samples $(if $(filter tests/%,$<),-Itests -I.)
pch     := $(call precompiled,referee)
$(BUILD)/objects/%.o: %.cpp $(BUILD)/flags $(addsuffix .gch,$(pch))
	@mkdir -p $(@D)
	$(call step,CXX,$<)$(CXX) $(cppflags) $(includes) $(addprefix -include ,$(pch)) $(cxxflags) -MMD -MP -c -o $@ $<

test_objects := $(call object,$(test_sources))
# A reference AI needs no other file, and the main program of Catch2 sets its header up for itself.
alone := $(call object,$(wildcard ai-reference/*/*.cpp) tests/support/main.cpp)
with_tests_pch := $(filter-out $(alone),$(test_objects))
$(alone): private pch :=
$(with_tests_pch): private pch := $(call precompiled,tests)
$(with_tests_pch): $(addsuffix .gch,$(call precompiled,tests))
$(test_objects) $(BUILD)/precompiled/tests.hpp.gch: private optimise := $(TEST_OPTIMISE)
$(call object,$(cold_sources)): private optimise := $(COLD_OPTIMISE)
# Without this make would delete them after each build.
.SECONDARY: $(foreach header,referee tests,$(BUILD)/precompiled/$(header).hpp.gch)
$(BUILD)/precompiled/%.hpp.gch: %/precompiled.hpp $(BUILD)/flags
	@mkdir -p $(@D)
	$(call step,PCH,$<)$(CXX) $(cppflags) $(includes) $(cxxflags) -MMD -MP -x c++-header -c -o $@ $<

# One definition of the flags for programs in C: static, because a program that needs no loader
# starts in half the time.
$(BUILD)/bare-loop: tests/bench/programs/bare_loop.c
$(BUILD)/bare-resident-loop: tests/bench/programs/bare_resident_loop.c
$(BUILD)/bare-game-loop: tests/bench/programs/bare_game_loop.c
$(BUILD)/trivial-ai: tests/bench/programs/trivial_ai.c
$(BUILD)/trivial-resident: tests/bench/programs/trivial_resident.c
$(BUILD)/no-libc-ai: tests/bench/programs/no_libc_ai.c
$(season_player): tests/end-to-end/programs/season_player.c
$(BUILD)/no-libc-ai: cflags += -ffreestanding -nostdlib -fno-stack-protector
# Apart from the recipe, so that the source stays the first prerequisite.
$(bench_programs) $(season_player): $(BUILD)/flags
$(bench_programs) $(season_player):
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CC) $(cppflags) $(cflags) -static -o $@ $<

# Makes single system calls of the referee fail; its list of calls comes from the objects.
failing_objects := $(call object,$(wildcard referee/process/*.cpp referee/match/*.cpp))
$(BUILD)/failing-calls.so: tests/failing-calls/generate $(failing_objects)
	$(call step,GEN,$(BUILD)/failing_calls.c)tests/failing-calls/generate $(failing_objects) > $(BUILD)/failing_calls.c
	$(call step,CC,$(BUILD)/failing_calls.c)$(CC) -shared -fPIC -O1 -o $@ $(BUILD)/failing_calls.c -ldl

$(BUILD)/hostile/%: tests/hostile/programs/%.c tests/hostile/programs/attack.h $(BUILD)/flags
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CC) $(cppflags) $(cflags) -o $@ $< -lpthread

# The reference AI of a game needs no other file.
$(references): $(ai)/%: $(BUILD)/objects/ai-reference/%.o $(sanitizer_options)
	@mkdir -p $(@D)
	$(call step,LD,$@)$(CXX) $(ldflags) -o $@ $^

link_sample = $(call step,LD,$@)$(CXX) $(ldflags) -o $@ $^ -Wl,--as-needed -lboost_program_options -lfmt
define rules_of_game
$(call programs,$(1)): $(ai)/%: $(BUILD)/objects/ai-samples/%.o $(call shared,$(1))
	@mkdir -p $$(@D)
	$$(link_sample)
endef
$(foreach game,$(games),$(eval $(call rules_of_game,$(game))))

# A folder with sources has a program of its own; one without may take along those of the others.
define rules_of_folder
$(BUILD)/objects/$(2)/program: $(call object,$(3)) $(call shared,$(1))
	$$(link_sample)
$(2:ai-samples/%=$(ai)/%)/ai.ini: $(shell find $(2) -type f ! -name '*.[ch]pp' ! -path '*/__pycache__/*') scripts/copy-ai \
    $(if $(3),$(BUILD)/objects/$(2)/program,$(call programs,$(1)) $(with_program))
	$$(call step,CP,$$(@D))scripts/copy-ai $(2) $$(@D) $(if $(3),$(BUILD)/objects/$(2)/program)
endef
$(foreach game,$(games),\
  $(eval with_program := $(foreach folder,$(call folders,$(game)),$(if $(wildcard $(folder)/main.cpp),$(folder:ai-samples/%=$(ai)/%)/ai.ini)))\
  $(foreach folder,$(call folders,$(game)),$(eval $(call rules_of_folder,$(game),$(folder),$(wildcard $(folder)/*.cpp)))))

# Scripts are linked, so that a change to one counts at once.
link_script = @mkdir -p $(@D) && ln -sfn '$(CURDIR)/$<' $@
$(ai)/%-bash: ai-samples/%.sh
	$(link_script)
$(ai)/%-python: ai-samples/%.py
	$(link_script)
$(ai)/%-perl: ai-samples/%.pl
	$(link_script)
$(ai)/%-javascript: ai-samples/%.js
	$(link_script)
$(ai)/%-lua: ai-samples/%.lua
	$(link_script)
$(ai)/%-c: ai-samples/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CC) $(cflags) -o $@ $<
$(ai)/%-rust: ai-samples/%.rs
	@mkdir -p $(@D)
	$(call step,RUST,$<)MAKEFLAGS= rustc --edition 2021 -O -o $@ $<
# Without paths of this machine in the program, and without the network.
$(ai)/%-go: ai-samples/%.go
	@mkdir -p $(@D)
	$(call step,GO,$<)GOCACHE='$(CURDIR)/$(BUILD)/go-cache' GOFLAGS= GOPROXY=off CGO_ENABLED=0 go build -trimpath -o $@ $<

# For clangd and clang-tidy.
ai_sources  := $(wildcard ai-samples/*/*.cpp ai-samples/*/*/*.cpp ai-reference/*/*.cpp)
all_sources := $(library_sources) referee/main.cpp $(test_sources) $(bench_sources) \
               $(wildcard tests/fuzz/*.cpp tests/fuzz/*/*.cpp) \
               $(ai_sources)
compile_commands.json: force
	@mkdir -p $(BUILD)
	@printf '[%s\n]\n' "$$(for file in $(all_sources); do printf '%s\n{"directory": "%s", "file": "%s", "command": "%s"}' \
	  "$$separator" "$(CURDIR)" "$$file" "$(CXX) $(cppflags) -Ireferee -Iai-samples -Itests -I. -I$(BUILD)/generated -std=c++20 $(WARNINGS) -c $$file"; separator=,; done)" > $(BUILD)/$@.new
	@if cmp -s $(BUILD)/$@.new $@; then rm $(BUILD)/$@.new; else mv $(BUILD)/$@.new $@; fi

-include $(shell find $(BUILD)/objects $(BUILD)/precompiled $(BUILD)/python -name '*.d' 2>/dev/null)
