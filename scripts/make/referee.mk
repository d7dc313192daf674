# The referee: its sources, the library, the programs, the Python module.

# What is only compiled to WebAssembly lies in referee/pages/wasm/module.
sources_in = $(sort $(shell find $(1:%=referee/%) -path referee/pages/wasm/module -prune -o -name '*.cpp' -print))
demo_program    := referee/cli/demo_program.cpp
library_sources := $(filter-out referee/main.cpp referee/python/module.cpp $(demo_program), \
                     $(sort $(shell find referee -path referee/pages/wasm/module -prune -o -name '*.cpp' -print)))
# Half the work of building; `make demo` does without: tournaments, seasons, live pages, pages that run AIs, reruns, and
# what only AIs and the Python module use.
not_in_demo := $(call sources_in,tournament season judge/fit pages/report pages/site pages/live pages/wasm record/dataset record/rerun cli/contests cli/rerun python) \
               $(wildcard referee/record/judged_record.cpp referee/game/environment.cpp referee/games/*/observation.cpp referee/games/*/learning/*.cpp)
# Not hot: commands, pages, tables, and what a season does beside its games.
cold_sources := $(call sources_in,pages cli advice ai judge/fit record/rerun season tournament/play tournament/report tournament/explain)

# Games are found by their folders. Those with an observation.cpp can be learnt in Python.
games     := $(sort $(notdir $(patsubst %/,%,$(dir $(wildcard referee/games/*/*.cpp)))))
learnable := $(patsubst referee/games/%/observation.cpp,%,$(wildcard referee/games/*/observation.cpp))

# Lists of what the folders hold; the registry of games includes them.
generated_lists := $(BUILD)/generated/games_list.hpp $(BUILD)/generated/environments_list.hpp

# The training environment, with the rules as they are: the same objects.
PYTHON         ?= $(eval PYTHON := $(shell scripts/find-python --or-fail))$(PYTHON)
PYTHON_FOLDER  ?= $(shell scripts/python-folder '$(PYTHON)' '$(PREFIX)')
python_sources := $(filter-out referee/base/ini.cpp,$(call sources_in,base game games python))
python_objects := $(call object,$(python_sources))
python_scripts := $(patsubst referee/python/%,$(BUILD)/python/%,$(shell find referee/python/referee_games -name '*.py' -o -name '*.pyi' -o -name py.typed))
# Each game's reader of state files is a module of the package.
python_readers := $(patsubst referee/games/%/observation.py,$(BUILD)/python/referee_games/player/%.py,$(wildcard referee/games/*/observation.py))
python_module  := $(BUILD)/python/referee_games/_native.so $(python_scripts) $(python_readers)
python_gone     = $(filter-out $(python_module) %/__pycache__%,$(shell find $(BUILD)/python/referee_games -type f 2>/dev/null))

# It finds AIs, fields and games beside itself.
# Renamed when it is whole: who runs it meanwhile keeps the one before.
$(BUILD)/referee: $(call object,referee/main.cpp) $(BUILD)/libreferee.a | $(game_programs) $(BUILD)/fields
	$(call step,LD,$@)$(CXX) $(ldflags) -o $@.new $^ $(LIBS) && mv -f $@.new $@

$(BUILD)/fields $(BUILD)/demo/fields:
	$(call link,fields)
$(BUILD)/demo/ai $(BUILD)/demo/games: $(BUILD)/demo/%:
	$(call link,$(BUILD)/$*)

# The man page and the completion: what is written by hand, and where a line says so what the
# program knows of its options.
manual := $(BUILD)/man/referee.1 $(BUILD)/completion.bash
$(BUILD)/man/referee.1: referee/man/referee.1
$(BUILD)/completion.bash: scripts/completion.bash
$(BUILD)/man/referee.1: private part := --man
$(BUILD)/completion.bash: private part := --completion
$(manual): $(BUILD)/referee
	@mkdir -p $(@D)
	$(call step,GEN,$@)$(BUILD)/referee help $(part) > $@.part && \
	  sed -e "/'referee help $(part)' puts them here/ {r $@.part" -e 'd }' $(filter-out %/referee,$^) > $@ && rm $@.part

# The objects themselves: an archive of them would have to be made again for the whole.
$(BUILD)/demo/referee: $(call object,referee/main.cpp $(demo_program) $(filter-out $(not_in_demo),$(library_sources))) \
                       $(BUILD)/objects/web_files.o $(BUILD)/objects/starter_files.o $(BUILD)/objects/judge_files.o \
                       | $(BUILD)/demo/ai $(BUILD)/demo/fields $(BUILD)/demo/games $(linked_games)
	@mkdir -p $(@D)
	$(call step,LD,$@)$(CXX) $(ldflags) -o $@.new $^ $(LIBS) && mv -f $@.new $@

# The pages' style sheets and modules and the games' rules in short, as a C++ source. It is written only when it differs.
$(BUILD)/generated/web_files.cpp: force
	@mkdir -p $(@D)
	@scripts/embed referee/pages/web $(wildcard referee/games/*/README.md) > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

$(BUILD)/objects/web_files.o: $(BUILD)/generated/web_files.cpp referee/pages/page.hpp $(BUILD)/flags
	@mkdir -p $(@D)
	$(call step,CXX,$<)$(CXX) $(cppflags) -Ireferee $(cxxflags) -c -o $@ $<

# The starters of `referee new`: the reference AIs themselves. (ais.mk, which comes later, finds them.)
starters = $(sort $(references:$(ai)/%=ai-reference/%.cpp) $(wildcard ai-samples/*/reference-java/*.java) \
              $(wildcard ai-samples/*/reference.*) \
              $(shell find referee/python/starter -type f ! -path '*/__pycache__/*') \
              $(wildcard referee/python/referee_games/player/*.py referee/games/*/observation.py) \
              $(shell find referee/game_programs/starters -type f))
$(BUILD)/generated/starter_files.cpp: force
	@mkdir -p $(@D)
	@scripts/embed-starters $(starters) > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

$(BUILD)/objects/starter_files.o: $(BUILD)/generated/starter_files.cpp referee/ai/starters.hpp $(BUILD)/flags
	@mkdir -p $(@D)
	$(call step,CXX,$<)$(CXX) $(cppflags) -Ireferee $(cxxflags) -c -o $@ $<

# The judges of built-in games.
$(BUILD)/generated/judge_files.cpp: force
	@mkdir -p $(@D)
	@scripts/embed-judges $(wildcard referee/games/*/judge.json) > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

$(BUILD)/objects/judge_files.o: $(BUILD)/generated/judge_files.cpp referee/judge/judge.hpp $(BUILD)/flags
	@mkdir -p $(@D)
	$(call step,CXX,$<)$(CXX) $(cppflags) -Ireferee $(cxxflags) -c -o $@ $<

# Made anew each time: ar would keep the objects of files that are gone.
$(BUILD)/libreferee.a: $(call object,$(library_sources)) $(BUILD)/objects/web_files.o $(BUILD)/objects/starter_files.o \
                       $(BUILD)/objects/judge_files.o
	$(call step,AR,$@)rm -f $@ && ar rcs $@ $^

# The list of games for the registry. It is written only when it differs, so that nothing else is made anew.
$(BUILD)/generated/games_list.hpp: force
	@mkdir -p $(@D)
	@scripts/list-games game/game.hpp Game game $(games) > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

$(BUILD)/generated/environments_list.hpp: force
	@mkdir -p $(@D)
	@scripts/list-games game/environment.hpp Environment environment $(learnable) > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

list_users := referee/game/registry.cpp referee/game/environment.cpp
list_users := $(call object,$(list_users))
$(list_users): $(generated_lists)
$(list_users): cppflags += -I$(BUILD)/generated

.PHONY: force

# The module is compiled for one version of Python, whose headers lie there.
$(BUILD)/generated/python-headers: force
	@mkdir -p $(@D)
	@$(PYTHON) -c "import sysconfig; print(sysconfig.get_path('include'))" > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

$(call object,referee/python/module.cpp): $(BUILD)/generated/python-headers
$(call object,referee/python/module.cpp): private python_headers = -isystem $$(cat $(BUILD)/generated/python-headers)

$(BUILD)/python/referee_games/_native.so: $(python_objects)
	@mkdir -p $(@D)
	$(call step,LD,$@)$(CXX) $(ldflags) -shared -o $@ $^ -lfmt -lnettle -lboost_iostreams

$(python_scripts): $(BUILD)/python/%: referee/python/%
$(python_readers): $(BUILD)/python/referee_games/player/%.py: referee/games/%/observation.py
$(python_scripts) $(python_readers):
	@mkdir -p $(@D)
	$(call step,CP,$@)cp $< $@
