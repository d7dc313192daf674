# Compiling: flags, precompiled headers, the rule for every object, compile_commands.json.

# Flags are dependencies too: a file holds those of the last build.
flags := $(filter-out ccache,$(CXX)) $(cppflags) $(cxxflags) $(COLD_OPTIMISE) $(TEST_OPTIMISE) $(PRECOMPILED) \
         $(filter-out ccache,$(CC)) $(cflags) $(ldflags) $(LIBS)
ifneq ($(strip $(flags)),$(strip $(file <$(BUILD)/flags)))
ifneq (,$(may_write))
$(shell mkdir -p $(BUILD))
$(file >$(BUILD)/flags,$(flags))
endif
endif
$(BUILD)/flags: ;

includes = -Ireferee -Iai-samples $(if $(filter tests/% $(BUILD)/together/%,$<),-Itests -I.) $(python_headers)
pch     := $(call precompiled,referee)
$(BUILD)/objects/%.o: %.cpp $(BUILD)/flags $(addsuffix .gch,$(pch))
	@mkdir -p $(@D)
	$(call step,CXX,$<)$(CXX) $(cppflags) $(includes) $(addprefix -include ,$(pch)) $(cxxflags) -MMD -MP -c -o $@ $<
$(BUILD)/objects/together/%.o: $(BUILD)/together/%.cpp $(BUILD)/flags $(addsuffix .gch,$(pch))
	@mkdir -p $(@D)
	$(compile_unit) $(CXX) $(cppflags) $(includes) $(addprefix -include ,$(pch)) $(cxxflags)

test_objects := $(call object,$(test_sources))
# A reference AI needs no other file, and the main program of Catch2 sets its header up for itself.
alone := $(call object,$(wildcard ai-reference/*/*.cpp) tests/support/main.cpp)
with_tests_pch := $(filter-out $(alone),$(test_objects))
$(alone): private pch :=
$(with_tests_pch): private pch := $(call precompiled,tests)
$(with_tests_pch): $(addsuffix .gch,$(call precompiled,tests))
$(test_objects) $(BUILD)/precompiled/tests.hpp.gch: private optimise := $(TEST_OPTIMISE)
$(call object,$(cold_sources) $(bridges)): private optimise := $(COLD_OPTIMISE)
# Without this make would delete them after each build.
.SECONDARY: $(foreach header,referee tests,$(BUILD)/precompiled/$(header).hpp $(BUILD)/precompiled/$(header).hpp.gch)
# A compiler that refuses the precompiled header, for whatever reason, reads this one.
$(BUILD)/precompiled/%.hpp:
	@mkdir -p $(@D)
	@echo '#include "$(CURDIR)/$*/precompiled.hpp"' >$@
$(BUILD)/precompiled/%.hpp.gch: %/precompiled.hpp $(BUILD)/flags | $(BUILD)/precompiled/%.hpp
	@mkdir -p $(@D)
	$(call step,PCH,$<)$(CXX) $(cppflags) $(includes) $(cxxflags) -MMD -MP -x c++-header -c -o $@ $<

# For clangd and clang-tidy.
ai_sources  := $(wildcard ai-samples/*/*.cpp ai-samples/*/*/*.cpp ai-samples/*/lib/*/*.cpp ai-reference/*/*.cpp)
all_sources := $(library_sources) referee/main.cpp $(test_sources) $(bench_sources) \
               $(wildcard tests/fuzz/*.cpp tests/fuzz/*/*.cpp) \
               $(ai_sources)
compile_commands.json: force
	@mkdir -p $(BUILD)
	@printf '[%s\n]\n' "$$(for file in $(all_sources); do printf '%s\n{"directory": "%s", "file": "%s", "command": "%s"}' \
	  "$$separator" "$(CURDIR)" "$$file" "$(CXX) $(cppflags) -Ireferee -Iai-samples -Itests -I. -I$(BUILD)/generated -std=c++20 $(WARNINGS) -c $$file"; separator=,; done)" > $(BUILD)/$@.new
	@if cmp -s $(BUILD)/$@.new $@; then rm $(BUILD)/$@.new; else mv $(BUILD)/$@.new $@; fi
