# The tests and what they run: programs, fuzzing, benchmarks, simulations.

test_rooms      := $(filter-out bench browser fuzz statistics,$(notdir $(wildcard tests/*)))
test_sources    := tests/statistics/simulations.cpp tests/statistics/cells.cpp tests/statistics/stopped_tests.cpp tests/bench/figure.cpp $(sort $(shell find $(test_rooms:%=tests/%) -path tests/golden/mutations -prune -o -name '*.cpp' -print))
bench_sources   := $(wildcard tests/bench/*.cpp) $(addprefix tests/support/,net/http_client.cpp processes.cpp run.cpp)

# What tests use of the samples: all but the files with a main program.
sample_objects := $(call object,$(wildcard ai-samples/lib/*.cpp ai-samples/*/lib/*.cpp ai-samples/*/lib/*/*.cpp) \
    $(foreach game,$(games),$(foreach folder,$(call folders,$(game)),$(filter-out %/main.cpp,$(wildcard $(folder)/*.cpp)))) \
    $(filter-out %/main.cpp,$(wildcard ai-samples/battlesnake/training/*.cpp ai-samples/dicewars/training/*.cpp)))

bench_programs := $(addprefix $(BUILD)/,bare-loop bare-resident-loop bare-game-loop trivial-ai trivial-resident)
# An AI of any strength for the tests of seasons.
season_player := $(BUILD)/season-player
# Databases that nobody played, for the browser tests of large pages.
stored_results := $(BUILD)/stored-results
# Modules for the tests of pages that run them.
hostile_modules := $(BUILD)/hostile-modules
# Its system calls are written for two processors.
has_no_libc    := $(filter x86_64-% aarch64-%,$(shell $(CC) -dumpmachine))
bench_programs += $(if $(has_no_libc),$(BUILD)/no-libc-ai)

# What is fuzzed: each source in tests/fuzz is a harness. The short runs belong to `make test`.
fuzz_kinds := $(patsubst tests/fuzz/%.cpp,%,$(wildcard tests/fuzz/*.cpp))
short_runs := $(fuzz_kinds:%=$(BUILD)/fuzz-short/%) $(BUILD)/fuzz-short/faulty
TIME       ?= 60

hostile := $(patsubst tests/hostile/programs/%.c,$(BUILD)/hostile/%,$(wildcard tests/hostile/programs/*.c))

# The library comes first, so that of a function that both have compiled its optimised one is taken.
$(BUILD)/tests: $(call object,$(test_sources)) $(sample_objects) $(BUILD)/libreferee.a
	$(call step,LD,$@)$(CXX) $(ldflags) -o $@ -Wl,--whole-archive $(BUILD)/libreferee.a -Wl,--no-whole-archive \
	    $(filter-out %/libreferee.a,$^) $(shell scripts/catch2-libraries) $(LIBS)

fuzz_driver := $(call object,$(filter-out %/libfuzzer.cpp %/short_run.cpp %/faulty.cpp,$(wildcard tests/fuzz/driver/*.cpp)) \
                 tests/support/stored/stored_tournament.cpp tests/support/wasm/modules.cpp) $(BUILD)/libreferee.a
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

$(stored_results): $(call object,tests/browser/stored_results.cpp) $(BUILD)/libreferee.a
	$(call step,LD,$@)$(CXX) $(ldflags) -o $@ $^ $(LIBS)

$(hostile_modules): $(call object,tests/browser/hostile_modules.cpp tests/support/wasm/modules.cpp)
	$(call step,LD,$@)$(CXX) $(ldflags) -o $@ $^

$(BUILD)/statistics: $(call object,$(wildcard tests/statistics/*.cpp) tests/support/stored/racing.cpp) $(BUILD)/libreferee.a
	$(call step,LD,$@)$(CXX) $(ldflags) -o $@ $^ $(LIBS)

# One definition of the flags for programs in C: static, because a program that needs no loader
# starts in half the time.
$(BUILD)/bare-loop: tests/bench/programs/bare_loop.c
$(BUILD)/bare-resident-loop: tests/bench/programs/bare_resident_loop.c
$(BUILD)/bare-game-loop: tests/bench/programs/bare_game_loop.c
$(BUILD)/trivial-ai: tests/bench/programs/trivial_ai.c
$(BUILD)/trivial-resident: tests/bench/programs/trivial_resident.c
$(BUILD)/no-libc-ai: tests/bench/programs/no_libc_ai.c
$(season_player): tests/season/player.c
$(BUILD)/no-libc-ai: cflags += -ffreestanding -nostdlib -fno-stack-protector
# Apart from the recipe, so that the source stays the first prerequisite.
$(bench_programs) $(season_player): $(BUILD)/flags
$(bench_programs) $(season_player):
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CC) $(cppflags) $(cflags) -static -o $@ $<

# Makes single system calls of the referee fail; its list of calls comes from the objects.
failing_objects := $(call object,$(call sources_in,os sandbox ai keeper match record))
$(BUILD)/failing-calls.so: tests/failing-calls/generate $(failing_objects)
	$(call step,GEN,$(BUILD)/failing_calls.c)tests/failing-calls/generate $(failing_objects) > $(BUILD)/failing_calls.c
	$(call step,CC,$(BUILD)/failing_calls.c)$(CC) -shared -fPIC -O1 -o $@ $(BUILD)/failing_calls.c -ldl

$(BUILD)/hostile/%: tests/hostile/programs/%.c tests/hostile/programs/attack.h $(BUILD)/flags
	@mkdir -p $(@D)
	$(call step,CC,$<)$(CC) $(cppflags) $(cflags) -o $@ $< -lpthread
