# Compiling the files of a folder as one unit. Most of the time that a small file takes goes into headers and their
# templates, so a unit takes about as long as two or three of its files.
#
# A build from nothing does so: that takes two thirds of the time. A build folder stays as it has begun. While one file is
# changed again and again, or with ccache, each file by itself is better: TOGETHER= on the command line or in config.mk.
#
# Files of a unit share their nameless namespaces. If two of them have different things of one name there,
# scripts/make/compile-together says so and compiles the files of the unit one by one.
TOGETHER ?= $(if $(SAN)$(wildcard $(BUILD)/objects),$(if $(wildcard $(BUILD)/objects/together),yes),yes)

# Tests that compute for minutes without optimising. They say so in a line of their own.
calculating_sources := $(shell grep -rlx --include='*.cpp' '// Compiled with optimising: it computes.' tests)

# What is linked without the rest of its folder, has flags of its own, is a program, or uses the names of another game
# in each file.
apart := %/main.cpp %/train.cpp referee/main.cpp referee/python/module.cpp referee/cli/demo_program.cpp \
         referee/base/ini.cpp referee/game/environment.cpp referee/pages/wasm/% \
         $(foreach part,rules areas features observation,$(wildcard referee/games/*/$(part)*.cpp)) \
         $(wildcard ai-samples/*/*.cpp tests/golden/mutations/*.cpp) tests/bench/% tests/browser/% tests/fuzz/% \
         tests/statistics/% \
         $(filter-out %_test.cpp,$(wildcard tests/golden/*.cpp)) \
         $(patsubst %,tests/support/%.cpp,main processes run net/http_client stored/racing stored/stored_tournament wasm/modules \
           games/battlesnake_scenes games/dicewars_boards games/gems_boards games/golden games/spe_ed_trace) \
         $(calculating_sources)
may_be_together := $(if $(TOGETHER),$(filter-out $(apart),$(sort $(shell find referee ai-samples tests -name '*.cpp'))))

# The object of each source: that of its unit, or its own.
object = $(sort $(foreach source,$(1),$(BUILD)/objects/$(or $(unit_of.$(source)),$(source:%.cpp=%)).o))

# Units of at most nine files: $(call add_units,NAME,FILES). A file alone is none.
units :=
define add_unit
units += together/$(1)
files_of.together/$(1) := $(2)
$(foreach source,$(2),$(eval unit_of.$(source) := together/$(1)))
endef
add_units = $(if $(word 2,$(2)),$(eval $(call add_unit,$(1),$(wordlist 1,9,$(2))))$(call add_units,$(1)-more,$(wordlist 10,99,$(2))))
$(foreach folder,$(sort $(dir $(may_be_together))),\
  $(call add_units,$(folder:%/=%),$(foreach file,$(may_be_together),$(if $(filter $(folder),$(dir $(file))),$(file)))))

# Whether files may be written while make reads its rules. The letters of make's options come first; without any, a
# long option does.
may_write := $(if $(findstring n,$(filter-out --%,$(firstword -$(MAKEFLAGS))))$(filter help clean format dependencies,$(MAKECMDGOALS)),,yes)

# The source of a unit includes its files.
hash := \#
define newline


endef
source_of_unit = $(foreach file,$(files_of.$(1)),$(hash)include "$(file)"$(newline))
changed_units := $(strip $(foreach unit,$(units),$(if $(subst $(strip $(file <$(BUILD)/$(unit).cpp)),,$(strip $(call source_of_unit,$(unit)))),$(unit))))
ifneq (,$(and $(may_write),$(changed_units)))
$(shell mkdir -p $(sort $(dir $(changed_units:%=$(BUILD)/%))))
$(foreach unit,$(changed_units),$(file >$(BUILD)/$(unit).cpp,$(call source_of_unit,$(unit))))
endif
$(units:%=$(BUILD)/%.cpp): ;

compile_unit = $(if $(V),,@printf '$(progress)  %-4s %s\n' CXX '$(patsubst $(BUILD)/together/%.cpp,%,$<): $(words $(files_of.$(<:$(BUILD)/%.cpp=%))) files' && )scripts/make/compile-together $@ $<
