# Games whose rules are a program: BUILD/games, which the referee searches.

program_games := $(patsubst referee/games/%/game.ini,%,$(wildcard referee/games/*/game.ini))

# Scripts are linked, so that a change to one counts at once. A game whose game.ini has a line `build = COMMAND` is
# copied, and built in the copy, where the first word of the command is installed.
build_of       = $(shell sed -n 's/^build = //p' referee/games/$(1)/game.ini)
compiled_games := $(patsubst referee/games/%/game.ini,%,$(if $(program_games),$(shell grep -l '^build = ' referee/games/*/game.ini)))
games_left_out := $(strip $(foreach game,$(compiled_games),$(if $(shell command -v $(firstword $(call build_of,$(game)))),,$(game))))
linked_games   := $(patsubst %,$(BUILD)/games/%,$(filter-out $(compiled_games),$(program_games)))
game_programs  := $(linked_games) $(patsubst %,$(BUILD)/games/%/game.ini,$(filter-out $(games_left_out),$(compiled_games)))
games_gone     := $(filter-out $(patsubst %/game.ini,%,$(game_programs)),$(wildcard $(BUILD)/games/*))

# An older build has a link to the sources in its place. Its links were absolute: a copy of the tree would use the games,
# fields and AIs of the other one.
$(if $(may_write),$(shell [ ! -L '$(BUILD)/games' ] || rm '$(BUILD)/games'; \
  find $(wildcard $(BUILD)/games $(BUILD)/fields $(BUILD)/demo $(BUILD)/ai) /dev/null -maxdepth 2 -type l -lname '/*' -delete))

# $(call link,TO): a relative link, so that the tree can be moved.
link = @mkdir -p '$(@D)' && ln -sfnr '$(1)' '$@'

$(linked_games): $(BUILD)/games/%:
	$(call link,referee/games/$*)

# Without paths of this machine in the program, and without the network.
define rules_of_compiled_game
$(BUILD)/games/$(1)/game.ini: $(shell find referee/games/$(1) -type f) scripts/build-game
	$$(call step,GAME,referee/games/$(1))GOCACHE='$$(CURDIR)/$$(BUILD)/go-cache' GOFLAGS= GOPROXY=off CGO_ENABLED=0 \
	  scripts/build-game referee/games/$(1) $$(@D)
endef
$(foreach game,$(compiled_games),$(eval $(call rules_of_compiled_game,$(game))))
