# The AIs: ai-reference and ai-samples.

# AIs are found by where they lie; ai-samples/README.md says how.
ai      := $(BUILD)/ai
library  = $(call object,$(wildcard ai-samples/lib/*.cpp ai-samples/$(1)/lib/*.cpp ai-samples/$(1)/lib/*/*.cpp))
# What every C++ sample of a game is linked with: the rules, and what is known of a position.
shared   = $(call library,$(1)) $(sanitizer_options) \
           $(call object,$(foreach part,rules areas features learning/,$(wildcard referee/games/$(1)/$(part)*.cpp)))
programs = $(patsubst ai-samples/%.cpp,$(ai)/%,$(wildcard ai-samples/$(1)/*.cpp))
folders  = $(patsubst %/ai.ini,%,$(wildcard ai-samples/$(1)/*/ai.ini))
sanitizer_options := $(if $(findstring address,$(SAN)),$(call object,ai-samples/sanitizer_options.cpp))

# Other languages: only where their tool is there. The end of the build names what was left out.
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
# AIs whose ai.ini has the line "# needs NumPy" are left out where Debian's Python lacks it.
has_numpy := $(wildcard /usr/lib/python3/dist-packages/numpy /usr/lib*/python3*/site-packages/numpy /usr/local/lib/python3*/*-packages/numpy)
with_numpy := $(shell grep -lx '\# needs NumPy' ai-samples/*/*/ai.ini)
left_out := $(strip $(left_out) $(if $(has_numpy),,NumPy))
folders_left_out := $(if $(left_out),$(shell grep -lxE 'language = ($(subst $(space),|,$(left_out)))' ai-samples/*/*/ai.ini)) \
                    $(if $(has_numpy),,$(with_numpy))
# What folders take from elsewhere in the tree: `build` says $$SOURCE.
taken_from_tree := $(wildcard referee/python/referee_games/player/*.py referee/python/examples/policy.py referee/python/starter/bot.py \
                     referee/python/starter/*/choices.py referee/games/*/observation.py)

# They wait for servers; their library takes long to compile.
bridges := $(wildcard ai-samples/battlesnake/http/*.cpp ai-samples/spe_ed/websocket/*.cpp)

references := $(patsubst ai-reference/%.cpp,$(ai)/%,$(wildcard ai-reference/*/reference.cpp))
ais := $(references) $(foreach game,$(games) $(program_games),$(call programs,$(game))) \
       $(call in_language,Bash,sh,bash) $(call in_language,Python,py,python) $(call in_language,Perl,pl,perl) \
       $(call in_language,JavaScript,js,javascript) $(call in_language,C,c,c) $(call in_language,Rust,rs,rust) \
       $(call in_language,Go,go,go) $(call in_language,Lua,lua,lua) \
       $(patsubst ai-samples/%,$(ai)/%,$(filter-out $(folders_left_out),$(wildcard ai-samples/*/*/ai.ini)))
gone := $(strip $(filter-out $(patsubst %/ai.ini,%,$(ais)),$(wildcard $(ai)/*/*)) $(games_gone))

# The reference AI of a game needs no other file.
$(references): $(ai)/%: $(BUILD)/objects/ai-reference/%.o $(sanitizer_options)
	@mkdir -p $(@D)
	$(call step,LD,$@)$(CXX) $(ldflags) $(static) -o $@ $^

link_sample = $(call step,LD,$@)$(CXX) $(ldflags) $(static) -o $@ $^ $(libraries_of_bridges)
# They look up the names of servers, for which the C library loads others.
bridge_programs := $(patsubst %,$(BUILD)/objects/%program,$(sort $(dir $(bridges))))
$(bridge_programs): private static :=
$(bridge_programs): private libraries_of_bridges := -Wl,--as-needed -lboost_program_options -lfmt
define rules_of_game
$(call programs,$(1)): $(ai)/%: $(BUILD)/objects/ai-samples/%.o $(call shared,$(1))
	@mkdir -p $$(@D)
	$$(link_sample)
endef
$(foreach game,$(games) $(program_games),$(eval $(call rules_of_game,$(game))))

# A folder with sources has a program of its own; one without may take along those of the others.
define rules_of_folder
$(BUILD)/objects/$(2)/program: $(call object,$(3)) $(call shared,$(1))
	$$(link_sample)
$(2:ai-samples/%=$(ai)/%)/ai.ini: $(shell find $(2) -type f ! -name '*.[ch]pp' ! -path '*/__pycache__/*') scripts/copy-ai \
    $(if $(3),$(BUILD)/objects/$(2)/program,$(call programs,$(1)) $(with_program)) \
    $(if $(filter $(2)/ai.ini,$(with_numpy)),$(taken_from_tree))
	$$(call step,CP,$$(@D))scripts/copy-ai $(2) $$(@D) $(if $(3),$(BUILD)/objects/$(2)/program)
endef
$(foreach game,$(games) $(program_games),\
  $(eval with_program := $(foreach folder,$(call folders,$(game)),$(if $(wildcard $(folder)/main.cpp),$(folder:ai-samples/%=$(ai)/%)/ai.ini)))\
  $(foreach folder,$(call folders,$(game)),$(eval $(call rules_of_folder,$(game),$(folder),$(wildcard $(folder)/*.cpp)))))

# Scripts are linked, so that a change to one counts at once.
link_script = $(call link,$<)
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
	$(call step,CC,$<)$(CC) $(cflags) $(static) -o $@ $<
$(ai)/%-rust: ai-samples/%.rs
	@mkdir -p $(@D)
	$(call step,RUST,$<)MAKEFLAGS= rustc --edition 2021 -O -o $@ $<
# Without paths of this machine in the program, and without the network.
$(ai)/%-go: ai-samples/%.go
	@mkdir -p $(@D)
	$(call step,GO,$<)GOCACHE='$(CURDIR)/$(BUILD)/go-cache' GOFLAGS= GOPROXY=off CGO_ENABLED=0 go build -trimpath -o $@ $<

$(BUILD)/dicewars-training: $(call object,$(wildcard ai-samples/dicewars/training/*.cpp)) $(call library,dicewars) $(BUILD)/libreferee.a
	$(call step,LD,$@)$(CXX) $(ldflags) -o $@ $^ $(LIBS)

$(BUILD)/battlesnake-training: $(call object,$(wildcard ai-samples/battlesnake/training/*.cpp) $(filter-out %/main.cpp,$(wildcard ai-samples/battlesnake/duel/*.cpp))) $(call library,battlesnake) $(BUILD)/libreferee.a
	$(call step,LD,$@)$(CXX) $(ldflags) -o $@ $^ $(LIBS)

$(BUILD)/gems-training: $(call object,ai-samples/gems/training/train.cpp) $(call library,gems) $(BUILD)/libreferee.a
	$(call step,LD,$@)$(CXX) $(ldflags) -o $@ $^ $(LIBS)

$(BUILD)/cops-matrix: $(call object,ai-samples/cops/matrix/matrix.cpp) $(call library,cops) $(BUILD)/libreferee.a
	$(call step,LD,$@)$(CXX) $(ldflags) -o $@ $^ $(LIBS)

$(BUILD)/cops-distance: $(call object,ai-samples/cops/matrix/distance.cpp ai-samples/cops/matrix/fit.cpp ai-samples/cops/matrix/recorded.cpp) $(call library,cops) $(BUILD)/libreferee.a
	$(call step,LD,$@)$(CXX) $(ldflags) -o $@ $^ $(LIBS)
