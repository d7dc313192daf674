# WebAssembly: the games as one module, and the C++ AIs, for pages in which they run. Optional: nothing
# else needs it: referee/pages/wasm/README.md

WASM_CXX     ?= clang++-19
wasm         := $(BUILD)/wasm
wasm_source  := referee/pages/wasm/module
wasm_overlay := $(wildcard $(wasm_source)/overlay/* $(wasm_source)/overlay/*/*)
# The headers of fmt and nlohmann-json alone: the rest of /usr/include is for this machine.
wasm_headers := $(wasm)/include/fmt $(wasm)/include/nlohmann
wasm_object   = $(1:%.cpp=$(wasm)/objects/%.o)
# Every byte is in every page. What AIs compute with is fast, all else is small.
wasm_fast    := ai-reference/% ai-samples/% $(wildcard referee/games/*/rules.cpp referee/games/*/areas.cpp referee/games/*/learning/*.cpp)
wasm_optimise = $(if $(filter $(wasm_fast),$<),-O2,-Oz)
wasm_compile  = $(WASM_CXX) --target=wasm32-wasi -isystem $(wasm_source)/overlay -isystem $(wasm)/include -D_GNU_SOURCE \
                -DFMT_HEADER_ONLY=1 -Ireferee -Iai-samples -I$(BUILD)/generated -std=c++20 -fno-ident -Wall -Wextra -MMD -MP
# The templates that headers use are compiled with them: that halves the time of a build, and objects stay the same.
wasm_pch     := $(wasm)/precompiled-O2.pch $(wasm)/precompiled-Oz.pch
# An AI gets 1 MiB of stack and at most 256 MiB in all.
wasm_link     = $(WASM_CXX) --target=wasm32-wasi -O2 -Wl,--strip-all -Wl,-z,stack-size=1048576 -Wl,--max-memory=268435456

# The games: what the Python module consists of without Python, and without what only learns.
wasm_games_sources := $(filter-out %/ini.cpp %/bytes.cpp %/random.cpp %/remedy.cpp %/contract_check.cpp %/offers_check.cpp %/secrets_check.cpp %/breach.cpp %/environment.cpp %/observation.cpp,$(call sources_in,base game)) \
    $(filter-out %/observation.cpp,$(wildcard referee/games/*/*.cpp)) referee/match/move_files.cpp \
    $(wasm_source)/games.cpp $(wasm_source)/sha256.cpp $(wasm_source)/support.cpp

# The AIs: each reference and every sample that is one C++ program and needs no library but fmt.
wasm_library    = $(call wasm_object,$(wildcard ai-samples/lib/*.cpp ai-samples/$(1)/lib/*.cpp ai-samples/$(1)/lib/*/*.cpp) \
                  $(foreach part,rules areas features learning/,$(wildcard referee/games/$(1)/$(part)*.cpp)) $(wasm_source)/support.cpp)
wasm_ai        := $(wasm)/ai
wasm_programs   = $(patsubst ai-samples/%.cpp,$(wasm_ai)/%.wasm,$(wildcard ai-samples/$(1)/*.cpp))
# They talk to servers.
wasm_excluded  := %/http %/websocket
wasm_folders    = $(filter-out $(wasm_excluded),$(patsubst %/main.cpp,%,$(filter $(addsuffix /main.cpp,$(call folders,$(1))),$(wildcard ai-samples/$(1)/*/main.cpp))))
wasm_references:= $(patsubst ai-reference/%.cpp,$(wasm_ai)/%.wasm,$(wildcard ai-reference/*/reference.cpp))
wasm_ais       := $(wasm_references) $(foreach game,$(games),$(call wasm_programs,$(game)) \
                  $(patsubst ai-samples/%,$(wasm_ai)/%.wasm,$(call wasm_folders,$(game))))

# What an AI's ai.ini says, and the ladders with a sentence about each AI.
wasm_declared  := $(patsubst ai-samples/%/ai.ini,$(wasm_ai)/%.ini,$(shell grep -lx 'language = C++' $(foreach game,$(games),$(wildcard ai-samples/$(game)/*/ai.ini))))
wasm_ladders   := $(patsubst fields/%,$(wasm_ai)/%,$(foreach game,$(games),$(wildcard fields/$(game)/ladder.ini)))

.PHONY: wasm
wasm: $(wasm)/games.wasm $(wasm_ais) $(wasm_declared) $(wasm_ladders)  ## build the games and the C++ AIs as WebAssembly, for pages in which they run

.PHONY: wasm-test
wasm-test: all wasm  ## play with native AIs and compare all with the modules, in Node and Chromium; WHAT=gems: only that
	@$(with_environment) WHAT="$(WHAT)" node --test tests/wasm/compare.test.mjs

$(wasm)/tools: scripts/check-wasm-tools
	@mkdir -p $(@D)
	@scripts/check-wasm-tools $(WASM_CXX)
	@touch $@

$(wasm_headers): $(wasm)/include/%: | $(wasm)/tools
	@mkdir -p $(@D)
	@ln -sfn /usr/include/$* $@

$(wasm_pch): $(wasm)/precompiled%.pch: $(wasm_source)/precompiled.hpp $(wasm_overlay) scripts/make/wasm.mk $(wasm)/tools | $(wasm_headers)
	$(call step,PCH,$<)$(wasm_compile) $* -MF $(@:.pch=.d) -fpch-instantiate-templates -x c++-header -o $@ $<

# The precompiled header comes with its whole path, which would tie the objects to this place.
$(wasm)/objects/%.o: %.cpp $(wasm_pch)
	@mkdir -p $(@D)
	$(call step,WASM,$<)$(wasm_compile) $(wasm_optimise) -include-pch $(wasm)/precompiled$(wasm_optimise).pch -c -o $@ $<
	@sed -i 's#$(CURDIR)/##' $(@:.o=.d)
$(wasm)/objects/referee/game/registry.o: $(BUILD)/generated/games_list.hpp

$(wasm)/games.wasm: $(call wasm_object,$(wasm_games_sources))
	$(call step,LD,$@)$(wasm_link) -mexec-model=reactor -o $@ $^

$(wasm_references): $(wasm_ai)/%.wasm: $(wasm)/objects/ai-reference/%.o $(wasm)/objects/$(wasm_source)/support.o
	@mkdir -p $(@D)
	$(call step,LD,$@)$(wasm_link) -o $@ $^

$(wasm_declared): $(wasm_ai)/%.ini: ai-samples/%/ai.ini
	@mkdir -p $(@D)
	@cp $< $@
$(wasm_ladders): $(wasm_ai)/%: fields/%
	@mkdir -p $(@D)
	@cp $< $@

define wasm_rules_of_game
$(call wasm_programs,$(1)): $(wasm_ai)/%.wasm: $(wasm)/objects/ai-samples/%.o $(call wasm_library,$(1))
	@mkdir -p $$(@D)
	$$(call step,LD,$$@)$$(wasm_link) -o $$@ $$^
endef
define wasm_rules_of_folder
$(2:ai-samples/%=$(wasm_ai)/%).wasm: $(call wasm_object,$(wildcard $(2)/*.cpp)) $(call wasm_library,$(1))
	@mkdir -p $$(@D)
	$$(call step,LD,$$@)$$(wasm_link) -o $$@ $$^
endef
$(foreach game,$(games),$(eval $(call wasm_rules_of_game,$(game)))\
  $(foreach folder,$(call wasm_folders,$(game)),$(eval $(call wasm_rules_of_folder,$(game),$(folder)))))

-include $(shell find $(wasm) -name '*.d' 2>/dev/null)
