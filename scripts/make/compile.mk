# Compiling: what is made again when flags change, precompiled headers, the rule for every object, compile_commands.json.

# Flags are dependencies too: a file holds those of the last build, another those of the tests.
flags := $(filter-out ccache,$(CXX)) $(cppflags) $(cxxflags) $(COLD_OPTIMISE) $(PRECOMPILED) \
         $(filter-out ccache,$(CC)) $(cflags) $(ldflags) $(static) $(LIBS)
test_flags := $(filter-out ccache,$(TEST_CXX)) $(TEST_OPTIMISE)
define write_flags
ifneq ($$(strip $$($(1))),$$(strip $$(file <$$(BUILD)/$(2))))
ifneq (,$$(may_write))
$$(shell mkdir -p $$(BUILD))
$$(file >$$(BUILD)/$(2),$$($(1)))
endif
endif
$$(BUILD)/$(2): ;
endef
$(eval $(call write_flags,flags,flags))
$(eval $(call write_flags,test_flags,flags-of-tests))

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
calculating := $(call object,$(calculating_sources))
with_tests_pch := $(filter-out $(alone) $(calculating),$(test_objects))
# Boost 1.74 looks for GCC before it lets coroutines be used; compile-together names a warning of GCC; GCC's library uses
# what C++17 deprecates.
for_clang := -DBOOST_ASIO_HAS_CO_AWAIT -DBOOST_ASIO_HAS_STD_COROUTINE -Wno-unknown-warning-option -Wno-deprecated-declarations
# Files that include nlohmann's JSON have it precompiled, too.
with_json := $(filter-out $(call object,$(filter referee/python/%,$(library_sources))),$(call object,$(filter $(library_sources),$(shell grep -rl --include='*.cpp' '<nlohmann/json.hpp>' referee))))
$(with_json): private pch := $(call precompiled,referee/record)
$(with_json): $(addsuffix .gch,$(call precompiled,referee/record))
$(alone): private pch :=
$(with_tests_pch): private pch := $(call precompiled,tests)
$(with_tests_pch): $(addsuffix .gch,$(call precompiled,tests))
$(test_objects) $(BUILD)/precompiled/tests.hpp.gch: $(BUILD)/flags-of-tests
$(test_objects) $(BUILD)/precompiled/tests.hpp.gch: private CXX := $(TEST_CXX)
$(test_objects) $(BUILD)/precompiled/tests.hpp.gch: private optimise := $(TEST_OPTIMISE) $(if $(findstring clang,$(TEST_CXX)),$(for_clang))
$(BUILD)/precompiled/tests.hpp.gch: private optimise += $(if $(findstring clang,$(TEST_CXX)),-fpch-instantiate-templates)
$(calculating): private pch :=
$(calculating): private optimise := $(COLD_OPTIMISE) $(if $(findstring clang,$(TEST_CXX)),$(for_clang))
$(call object,$(cold_sources) $(bridges)): private optimise := $(COLD_OPTIMISE)
# Without this make would delete them after each build.
.SECONDARY: $(foreach header,referee referee/record tests,$(BUILD)/precompiled/$(header).hpp $(BUILD)/precompiled/$(header).hpp.gch)
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
