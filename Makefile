# The referee: `make help` lists what can be made. Nothing here needs root but the installation of
# packages (scripts/install-dependencies) and `make install` into a system folder.

# Settings of one's own, e.g. CXX = clang++ or PREFIX = /opt: in config.mk.
-include config.mk

# A sanitizer build lies in a folder of its own: make test SAN=address,undefined or SAN=thread
SAN     ?=
comma   := ,
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
TEST_OPTIMISE ?= $(if $(SAN),$(OPTIMISE),-O1)
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow
sanitize := $(if $(SAN),-fsanitize=$(SAN) -fno-sanitize-recover=all -fno-omit-frame-pointer)
cppflags := -D_GNU_SOURCE $(CPPFLAGS)
optimise := $(OPTIMISE)
cxxflags  = -std=c++20 $(optimise) $(WARNINGS) $(sanitize) $(CXXFLAGS)
cflags   := -std=c17 $(OPTIMISE) $(WARNINGS) $(CFLAGS)
ldflags  := $(sanitize) $(LDFLAGS)
LIBS     := -lboost_program_options -lboost_filesystem -lfmt -lnettle -lseccomp -lSQLiteCpp -lsqlite3

# Headers that most files include are compiled once. PRECOMPILED= builds without.
PRECOMPILED ?= yes
precompiled  = $(if $(PRECOMPILED),$(BUILD)/precompiled/$(1).hpp)
# What ccache asks for before it caches what is compiled with such a header.
export CCACHE_SLOPPINESS := pch_defines,time_macros,include_file_ctime,include_file_mtime

# Without a -j of one's own all cores are used.
ifeq (,$(filter -j% --jobs%,$(MAKEFLAGS)))
MAKEFLAGS += --jobs=$(shell nproc)
endif
MAKEFLAGS += --no-builtin-rules
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

library_sources := $(filter-out referee/main.cpp,$(wildcard referee/*.cpp referee/*/*.cpp referee/*/*/*.cpp))
test_sources    := $(wildcard tests/support/*.cpp tests/unit/*.cpp tests/playthroughs/*.cpp tests/statistics/simulations.cpp \
                     tests/golden/*.cpp tests/hostile/*.cpp tests/end-to-end/*.cpp tests/failing-calls/*.cpp)
bench_sources   := $(wildcard tests/bench/*.cpp)
object          = $(1:%.cpp=$(BUILD)/objects/%.o)

# Games are found by their folders.
games := $(notdir $(patsubst %/,%,$(wildcard referee/games/*/)))

# AIs. Every source in ai-samples/GAME is one in C++ that stands on the rules, but for those that the
# others of its game share, and those with a rule of their own below.
ai    := $(BUILD)/ai
gems_shared := sample search
gems_own    := resident
dicewars_shared := sample odds moves agents smejk maxn_search maxn_choice foresight_futures foresight_choice
dicewars_own    :=
spe_ed_shared := sample space_choice domme_terrain domme_search domme_keep_tree domme_player voronoi_area voronoi_search
spe_ed_own    := domme_keep
battlesnake_shared := sample area policies opponents search
battlesnake_own    := http http_client http_request http_server
cops_shared := a_star arena foresight_cops foresight_thief futures ground knowledge policemen sample thieves
cops_own    :=

shared_sources = $(patsubst %,ai-samples/$(1)/%.cpp,$($(1)_shared))
own_sources    = $(patsubst %,ai-samples/$(1)/%.cpp,$($(1)_own))
sample_sources = $(filter-out $(call shared_sources,$(1)) $(call own_sources,$(1)),$(wildcard ai-samples/$(1)/*.cpp))
# What every C++ AI of a game is linked with.
ai_objects     = $(call object,$(call shared_sources,$(1)) $(wildcard referee/games/$(1)/rules*.cpp)) $(sanitizer_options)
sanitizer_options := $(if $(findstring address,$(SAN)),$(call object,ai-samples/sanitizer_options.cpp))
shared_objects := $(foreach game,$(games),$(call object,$(call shared_sources,$(game))))

ais := $(patsubst ai-reference/%.cpp,$(ai)/%,$(wildcard ai-reference/*/reference.cpp))
ais += $(foreach game,$(games),$(patsubst ai-samples/%.cpp,$(ai)/%,$(call sample_sources,$(game))))
ais += $(addprefix $(ai)/gems/reference-,bash c)
ais += $(addprefix $(ai)/,$(addsuffix /ai.ini,gems/resident-cpp battlesnake/http spe_ed/domme-keep spe_ed/domme-short \
         spe_ed/websocket cops/hardhalo))

# Other languages: only where their tool is there. What is left out is said at the end of the build.
python := $(wildcard /usr/bin/python3 /usr/local/bin/python3)
perl   := $(wildcard /usr/bin/perl /usr/local/bin/perl)
node   := $(wildcard /usr/bin/node /usr/local/bin/node)
java   := $(and $(wildcard /usr/bin/java /usr/local/bin/java),$(shell command -v javac))
rustc  := $(shell command -v rustc)
ais += $(if $(python),$(patsubst ai-samples/%.py,$(ai)/%-python,$(wildcard ai-samples/*/reference.py)))
ais += $(if $(python),$(addprefix $(ai)/,$(addsuffix /ai.ini,gems/resident-python battlesnake/http-python dicewars/course)))
ais += $(if $(perl),$(ai)/gems/reference-perl)
ais += $(if $(node),$(addsuffix /reference-javascript,$(ai)/gems $(ai)/battlesnake))
ais += $(if $(java),$(ai)/gems/reference-java/ai.ini)
ais += $(if $(rustc),$(ai)/gems/reference-rust)
left_out := $(if $(python),,Python) $(if $(perl),,Perl) $(if $(node),,JavaScript) \
            $(if $(java),,Java) $(if $(rustc),,Rust)

bench_programs := $(addprefix $(BUILD)/,bare-loop bare-resident-loop bare-game-loop trivial-ai trivial-resident)
# Its system calls are written for two processors.
has_no_libc    := $(filter x86_64-% aarch64-%,$(shell $(CC) -dumpmachine))
bench_programs += $(if $(has_no_libc),$(BUILD)/no-libc-ai)

# What is fuzzed: each source in tests/fuzz is a harness. The short runs belong to `make test`.
fuzz_kinds := $(patsubst tests/fuzz/%.cpp,%,$(wildcard tests/fuzz/*.cpp))
short_runs := $(fuzz_kinds:%=$(BUILD)/fuzz-short/%) $(BUILD)/fuzz-short/faulty
TIME       ?= 60

hostile := $(patsubst tests/hostile/programs/%.c,$(BUILD)/hostile/%,$(wildcard tests/hostile/programs/*.c))

# --- What can be made --------------------------------------------------------------------------

.PHONY: all help demo test fuzz fuzz-programs mutations old-kernels bench statistics ladder paper-table cops-matrix format tidy install clean dependencies

all: $(BUILD)/referee $(ais) compile_commands.json  ## build the referee and all AIs (the default)
	@$(if $(strip $(left_out)),echo "left out$(comma) because their tool is not installed: the AIs in $(strip $(left_out))")

help:  ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## */\1\t/' | expand -t 15
	@echo "SAN=address,undefined or SAN=thread with 'all' or 'test' builds with these sanitizers."

dependencies:  ## install the Debian packages that are missing
	@scripts/install-dependencies

demo:  ## install what is missing, build, play a double match, write and show its record
	@scripts/install-dependencies
	@$(MAKE) --no-print-directory all
	@scripts/demo $(BUILD)

test:  ## build and run all tests; SAN=… with sanitizers
	@scripts/install-dependencies
	@$(MAKE) --no-print-directory $(BUILD)/tests $(BUILD)/failing-calls.so $(bench_programs) all $(hostile) $(short_runs)
	@REFEREE_BUILD=$(abspath $(BUILD)) REFEREE_SOURCE=$(CURDIR) SAN=$(SAN) scripts/run-tests $(if $(TESTS),'$(TESTS)')

fuzz:  ## fuzz all that is read, TIME=60 seconds a kind, under sanitizers; KIND=records only that
	@scripts/install-dependencies --fuzz
	@$(MAKE) --no-print-directory BUILD=build/fuzz SAN=fuzzer-no-link,address,undefined CXX='$(FUZZ_CXX)' fuzz-programs
	@REFEREE_SOURCE=$(CURDIR) scripts/fuzz build/fuzz $(TIME) $(or $(KIND),$(fuzz_kinds))

FUZZ_CXX ?= clang++
fuzz-programs: $(fuzz_kinds:%=$(BUILD)/libfuzzer/%)

mutations: $(BUILD)/tests  ## prove that the golden tests can fail: build them with wrong rules, which they must find
	@for script in $(wildcard tests/golden/*_mutations); do echo "$$script"; $$script $(BUILD) || exit; done

old-kernels: $(BUILD)/tests all $(hostile)  ## run the hostile suite with each older version of Landlock
	@for version in 1 2 3 4 5; do echo "Landlock version $$version:"; \
	  REFEREE_TEST_LANDLOCK=$$version REFEREE_BUILD=$(abspath $(BUILD)) REFEREE_SOURCE=$(CURDIR) \
	  scripts/run-tests '[hostile]' || exit; done

bench: $(BUILD)/bench $(bench_programs) all  ## measure speed, side by side with a bare loop; WHAT=gems only that
	@$(BUILD)/bench $(BUILD) $(WHAT)

statistics: $(BUILD)/statistics  ## simulate tournaments of known strengths: how often is true what tables say?
	@$(BUILD)/statistics

ladder: all  ## play the gems AIs against one another, 100 double matches a pair
	@scripts/ladder $(BUILD)

paper-table: all  ## play the 2,000 games of the paper's dicewars tournament, compare each
	@scripts/paper-table $(BUILD)

cops-matrix: $(BUILD)/cops-matrix  ## play all thieves of cops against all policemen, 100 fields a pair
	@$(BUILD)/cops-matrix

format:  ## put all sources into the project's form
	clang-format -i $(shell git ls-files '*.cpp' '*.hpp' '*.c')

tidy: compile_commands.json  ## look for faults with clang-tidy
	clang-tidy -p . --quiet $(library_sources) referee/main.cpp

install: $(BUILD)/referee  ## install the referee, its man page and completion (PREFIX=/usr/local)
	install -D -m 755 $(BUILD)/referee $(DESTDIR)$(PREFIX)/bin/referee
	install -D -m 644 referee/referee.1 $(DESTDIR)$(PREFIX)/share/man/man1/referee.1
	install -D -m 644 scripts/completion.bash $(DESTDIR)$(PREFIX)/share/bash-completion/completions/referee

clean:  ## remove what was built
	rm -rf build compile_commands.json

# --- How it is made ----------------------------------------------------------------------------

$(BUILD)/referee: $(call object,referee/main.cpp) $(BUILD)/libreferee.a
	$(call step,LD,$@)$(CXX) $(ldflags) -o $@ $^ $(LIBS)

# Made anew each time: ar would keep the objects of files that are gone.
$(BUILD)/libreferee.a: $(call object,$(library_sources))
	$(call step,AR,$@)rm -f $@ && ar rcs $@ $^

# The list of games for the registry. It is written only when it differs, so that nothing else is made anew.
$(BUILD)/generated/games_list.hpp: force
	@mkdir -p $(@D)
	@scripts/list-games $(games) > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

$(BUILD)/objects/referee/games/registry.o: $(BUILD)/generated/games_list.hpp
$(BUILD)/objects/referee/games/registry.o: cppflags += -I$(BUILD)/generated

.PHONY: force

$(BUILD)/tests: $(call object,$(test_sources)) $(shared_objects) $(call object,$(addprefix ai-samples/spe_ed/websocket/,messages.cpp server.cpp)) $(BUILD)/libreferee.a
	$(call step,LD,$@)$(CXX) $(ldflags) -o $@ $^ $(shell scripts/catch2-libraries) -lboost_iostreams $(LIBS)

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

$(BUILD)/bench: $(call object,$(bench_sources)) $(shared_objects) $(BUILD)/libreferee.a
	$(call step,LD,$@)$(CXX) $(ldflags) -o $@ $^ $(LIBS)

$(BUILD)/statistics: $(call object,$(wildcard tests/statistics/*.cpp)) $(BUILD)/libreferee.a
	$(call step,LD,$@)$(CXX) $(ldflags) -o $@ $^ $(LIBS)

$(BUILD)/cops-matrix: $(call object,ai-samples/cops/matrix/matrix.cpp $(call shared_sources,cops)) $(BUILD)/libreferee.a
	$(call step,LD,$@)$(CXX) $(ldflags) -o $@ $^ $(LIBS)

# Flags are dependencies too: a file holds those of the last build.
flags := $(filter-out ccache,$(CXX)) $(cppflags) $(cxxflags) $(TEST_OPTIMISE) $(PRECOMPILED) \
         $(filter-out ccache,$(CC)) $(cflags) $(ldflags) $(LIBS)
ifneq ($(strip $(flags)),$(strip $(file <$(BUILD)/flags)))
ifeq (,$(findstring n,$(firstword -$(MAKEFLAGS)))$(filter help clean format dependencies,$(MAKECMDGOALS)))
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
# A reference AI stands alone, and the main program of Catch2 sets its header up for itself.
alone := $(call object,$(wildcard ai-reference/*/*.cpp) tests/support/main.cpp)
with_tests_pch := $(filter-out $(alone),$(test_objects))
$(alone): private pch :=
$(with_tests_pch): private pch := $(call precompiled,tests)
$(with_tests_pch): $(addsuffix .gch,$(call precompiled,tests))
$(test_objects) $(BUILD)/precompiled/tests.hpp.gch: private optimise := $(TEST_OPTIMISE)
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
$(BUILD)/no-libc-ai: cflags += -ffreestanding -nostdlib -fno-stack-protector
$(bench_programs):
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CC) $(cppflags) $(cflags) -static -o $@ $<

# Makes single system calls of the referee fail; its list of calls comes from the objects.
failing_objects := $(call object,$(wildcard referee/process/*.cpp referee/match/*.cpp))
$(BUILD)/failing-calls.so: tests/failing-calls/generate $(failing_objects)
	$(call step,GEN,$(BUILD)/failing_calls.c)tests/failing-calls/generate $(failing_objects) > $(BUILD)/failing_calls.c
	$(call step,CC,$(BUILD)/failing_calls.c)$(CC) -shared -fPIC -O1 -o $@ $(BUILD)/failing_calls.c -ldl

$(BUILD)/hostile/%: tests/hostile/programs/%.c tests/hostile/programs/attack.h
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CC) $(cppflags) $(cflags) -o $@ $< -lpthread

# The reference AI of a game stands alone; the samples are linked with its rules and what they share.
define rules_of_ais
$(ai)/$(1)/reference: $(BUILD)/objects/ai-reference/$(1)/reference.o $(sanitizer_options)
	@mkdir -p $$(@D)
	$$(call step,LD,$$@)$$(CXX) $$(ldflags) -o $$@ $$^

$(patsubst ai-samples/%.cpp,$(ai)/%,$(call sample_sources,$(1))): $(ai)/$(1)/%: $(BUILD)/objects/ai-samples/$(1)/%.o $(call ai_objects,$(1))
	@mkdir -p $$(@D)
	$$(call step,LD,$$@)$$(CXX) $$(ldflags) -o $$@ $$^
endef
$(foreach game,$(games),$(eval $(call rules_of_ais,$(game))))

$(ai)/gems/reference-c: ai-samples/gems/reference.c
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CC) $(cflags) -o $@ $<

$(ai)/gems/reference-rust: ai-samples/gems/reference.rs
	@mkdir -p $(@D)
	rustc --edition 2021 -O -o $@ $<

# A string that javac joins itself starts 25 ms sooner than one joined at run time.
$(ai)/gems/reference-java/ai.ini: ai-samples/gems/reference-java.ini ai-samples/gems/Reference.java
	@mkdir -p $(@D)
	javac -XDstringConcat=inline -d $(@D) ai-samples/gems/Reference.java
	cp ai-samples/gems/Reference.java $(@D)
	cp $< $@

# Scripts are linked, so that a change to one counts at once.
$(ai)/%/reference-bash: ai-samples/%/reference.sh
	@mkdir -p $(@D)
	ln -sfn $(abspath $<) $@

$(ai)/%/reference-python: ai-samples/%/reference.py
	@mkdir -p $(@D)
	ln -sfn $(abspath $<) $@

$(ai)/%/reference-perl: ai-samples/%/reference.pl
	@mkdir -p $(@D)
	ln -sfn $(abspath $<) $@

$(ai)/%/reference-javascript: ai-samples/%/reference.js
	@mkdir -p $(@D)
	ln -sfn $(abspath $<) $@

# Resident AIs are folders.
$(ai)/gems/resident-cpp/ai.ini: ai-samples/gems/resident-cpp.ini $(ai)/gems/resident-cpp/resident
	cp $< $@

$(ai)/gems/resident-cpp/resident: $(call object,ai-samples/gems/resident.cpp) $(call ai_objects,gems)
	@mkdir -p $(@D)
	$(call step,LD,$@)$(CXX) $(ldflags) -o $@ $^

$(ai)/spe_ed/domme-keep/ai.ini: ai-samples/spe_ed/domme-keep.ini $(ai)/spe_ed/domme-keep/domme_keep
	cp $< $@

$(ai)/spe_ed/domme-keep/domme_keep: $(call object,ai-samples/spe_ed/domme_keep.cpp) $(call ai_objects,spe_ed)
	@mkdir -p $(@D)
	$(call step,LD,$@)$(CXX) $(ldflags) -o $@ $^

$(ai)/spe_ed/domme-short/ai.ini: ai-samples/spe_ed/domme-short.ini $(ai)/spe_ed/domme
	@mkdir -p $(@D)
	cp $(ai)/spe_ed/domme $(@D)
	cp $< $@

# The bridge for contest clients, with a client in Python.
websocket_objects := $(call object,$(wildcard ai-samples/spe_ed/websocket/*.cpp)) $(call ai_objects,spe_ed)
$(ai)/spe_ed/websocket/ai.ini: $(addprefix ai-samples/spe_ed/websocket/,ai.ini client.py) $(ai)/spe_ed/websocket/websocket
	cp ai-samples/spe_ed/websocket/client.py $(@D)
	cp $< $@

$(ai)/spe_ed/websocket/websocket: $(websocket_objects)
	@mkdir -p $(@D)
	$(call step,LD,$@)$(CXX) $(ldflags) -o $@ $^ -lboost_program_options -lfmt

# The bridge to HTTP servers. Beast and Asio are headers only.
$(ai)/battlesnake/http/ai.ini: ai-samples/battlesnake/http.ini $(ai)/battlesnake/http/bridge
	cp $< $@

$(ai)/battlesnake/http/bridge: $(call object,$(call own_sources,battlesnake)) $(call ai_objects,battlesnake)
	@mkdir -p $(@D)
	$(call step,LD,$@)$(CXX) $(ldflags) -o $@ $^

$(ai)/battlesnake/http-python/ai.ini: ai-samples/battlesnake/http-python.ini ai-samples/battlesnake/snake_server.py $(ai)/battlesnake/http/bridge
	@mkdir -p $(@D)
	cp ai-samples/battlesnake/snake_server.py $(ai)/battlesnake/http/bridge $(@D)
	cp $< $@

$(ai)/gems/resident-python/ai.ini: ai-samples/gems/resident-python.ini ai-samples/gems/resident.py
	@mkdir -p $(@D)
	cp ai-samples/gems/resident.py $(@D)
	cp $< $@

# The bridge for agents of the course's environment, with one of them.
$(ai)/dicewars/course/ai.ini: $(shell find ai-samples/dicewars/course -type f)
	@mkdir -p $(@D)
	cp -r ai-samples/dicewars/course/. $(@D)
	@touch $@

# A variant of another AI: its program with options.
$(ai)/cops/hardhalo/ai.ini: ai-samples/cops/hardhalo.ini $(ai)/cops/gatehalo
	@mkdir -p $(@D)
	cp $(ai)/cops/gatehalo $(@D)
	cp $< $@

# For clangd and clang-tidy.
all_sources := $(library_sources) referee/main.cpp $(test_sources) $(bench_sources) \
               $(wildcard tests/fuzz/*.cpp tests/fuzz/*/*.cpp) \
               $(wildcard ai-samples/*/*.cpp ai-samples/*/*/*.cpp ai-reference/*/*.cpp)
compile_commands.json: Makefile
	@printf '[%s\n]\n' "$$(for file in $(all_sources); do printf '%s\n{"directory": "%s", "file": "%s", "command": "%s"}' \
	  "$$separator" "$(CURDIR)" "$$file" "$(CXX) $(cppflags) -Ireferee -Iai-samples -Itests -I. -I$(BUILD)/generated -std=c++20 $(WARNINGS) -c $$file"; separator=,; done)" > $@

-include $(shell find $(BUILD)/objects $(BUILD)/precompiled -name '*.d' 2>/dev/null)
