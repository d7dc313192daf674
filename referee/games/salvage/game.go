// Salvage: boats bring crates home through fog. The rules for people are in README.md.

package main

import (
	"fmt"
	"sort"
	"strings"
)

// Ruleset has the parameters of the field.
type Ruleset struct {
	Turns int `json:"turns"`
	Sight int `json:"sight"`
	Hold  int `json:"hold"`
	Buoys int `json:"buoys"`
}

// State of a game. All functions are functions of it.
type State struct {
	Rules  Ruleset `json:"rules"`
	Turn   int     `json:"turn"`
	Size   int     `json:"size"`
	Sea    Grid    `json:"sea"`    // water, rocks, and the crates that float
	Later  []Crate `json:"later"`  // crates that come up, in the order of their turns
	Boats  []Boat  `json:"boats"`  // by seat
	Events []Event `json:"events"` // of the last turn
}

// Boat of a seat.
type Boat struct {
	Place Place   `json:"place"`
	Home  Place   `json:"home"`
	Score int     `json:"score"`
	Load  []int   `json:"load"` // worth of the crates in the hold, the most valuable first
	Buoys []Place `json:"buoys"`
	Left  int     `json:"left"` // buoys that it has left
	Seen  Grid    `json:"seen"` // the sea as the seat has seen it last
	Wake  []Place `json:"wake"` // where it was before, the last place first
}

const maxWake = 6

// Event of a turn: a crate is taken, delivered, or robbed from another seat.
type Event struct {
	Kind  string `json:"kind"`
	Seat  int    `json:"seat"`
	From  int    `json:"from,omitempty"`
	Value int    `json:"value"`
	Place Place  `json:"place"`
	Seen  []int  `json:"seen"` // the seats that have seen it
}

var steps = []struct {
	word string
	by   Place
}{{"up", Place{0, -1}}, {"down", Place{0, 1}}, {"left", Place{-1, 0}}, {"right", Place{1, 0}}}

func stepBy(word string) (Place, bool) {
	for _, step := range steps {
		if step.word == word {
			return step.by, true
		}
	}
	return Place{}, false
}

func isHarbour(state *State, place Place) bool {
	for i := range state.Boats {
		if state.Boats[i].Home == place {
			return true
		}
	}
	return false
}

// Salvage is the game.
type Salvage struct{}

func main() { Run[State](Salvage{}) }

func (Salvage) Create(players int, parameters Parameters, seed uint64) Sections {
	return create(players, parameters, seed)
}

func (Salvage) Start(players int, parameters Parameters, sections Sections) (*State, error) {
	return start(players, parameters, sections)
}

func (Salvage) Turn(state *State) int { return state.Turn }

// No crate floats, comes up later, or is in a hold.
func isEmpty(state *State) bool {
	for i := range state.Boats {
		if len(state.Boats[i].Load) > 0 {
			return false
		}
	}
	for _, kind := range state.Sea {
		if isCrate(kind) {
			return false
		}
	}
	return len(state.Later) == 0
}

func isOver(state *State) bool { return state.Turn >= state.Rules.Turns || isEmpty(state) }

func (Salvage) ToMove(state *State) []int {
	seats := []int{}
	for i := 0; i < len(state.Boats) && !isOver(state); i++ {
		seats = append(seats, i+1)
	}
	return seats
}

func (game Salvage) Ending(state *State) *Ending {
	if !isOver(state) {
		return nil
	}
	ending := game.Rank(state)
	if isEmpty(state) {
		ending.Reason = "all crates are home"
	}
	return ending
}

// Rank by the points, as they are.
func (Salvage) Rank(state *State) *Ending {
	scores := make([]int, len(state.Boats))
	for i := range state.Boats {
		scores[i] = state.Boats[i].Score
	}
	return &Ending{Ranks: RanksOf(scores), Scores: scores, Reason: fmt.Sprintf("%d turns are over", state.Turn)}
}

// What an answer may not be now; empty if it is legal.
func objection(state *State, boat *Boat, word string) string {
	if word == "buoy" {
		switch {
		case boat.Left == 0:
			return "you have no buoy left"
		case hasBuoy(boat, boat.Place):
			return "a buoy of yours is here"
		}
		return ""
	}
	by, _ := stepBy(word)
	next := Place{boat.Place[0] + by[0], boat.Place[1] + by[1]}
	switch {
	case !next.isIn(state.Size):
		return "there the sea ends"
	case state.Sea[next.index(state.Size)] == rock:
		return "there is a rock"
	}
	return ""
}

func hasBuoy(boat *Boat, place Place) bool {
	for _, buoy := range boat.Buoys {
		if buoy == place {
			return true
		}
	}
	return false
}

var allWords = []string{"up", "down", "left", "right", "wait", "buoy"}

const wanted = "up, down, left, right, wait or buoy"

// The effect of an answer, and what the boat does.
func judged(state *State, answer Answer) (Effect, string) {
	if answer.Fault != "" {
		return Faulty(answer.Fault, "", ""), "wait"
	}
	words := strings.Fields(answer.Text)
	if len(words) == 0 {
		return Faulty("bad-result", "", "the answer is empty; write "+wanted), "wait"
	}
	isKnown := false
	for _, word := range allWords {
		isKnown = isKnown || word == words[0]
	}
	if !isKnown || len(words) > 1 {
		return Faulty("bad-result", "", "write one word: "+wanted), "wait"
	}
	if reason := objection(state, &state.Boats[answer.Seat-1], words[0]); reason != "" {
		return Faulty("illegal", words[0], words[0]+": "+reason), "wait"
	}
	return Legal(words[0]), words[0]
}

func (Salvage) Play(state *State, answers []Answer) []Effect {
	effects := make([]Effect, len(answers))
	before := make([]Place, len(state.Boats))
	for i, answer := range answers {
		var word string
		effects[i], word = judged(state, answer)
		boat := &state.Boats[answer.Seat-1]
		before[answer.Seat-1] = boat.Place
		boat.Wake = append([]Place{boat.Place}, boat.Wake[:min(len(boat.Wake), maxWake-1)]...)
		if word == "buoy" {
			boat.Left--
			boat.Buoys = append(boat.Buoys, boat.Place)
		} else if by, isStep := stepBy(word); isStep {
			boat.Place = Place{boat.Place[0] + by[0], boat.Place[1] + by[1]}
		}
	}
	state.Turn++
	state.Events = []Event{}
	rob(state, before)
	deliver(state)
	take(state)
	surface(state)
	lookAround(state)
	notice(state)
	for i, answer := range answers {
		effects[i].Comment = comment(state, answer.Seat)
	}
	return effects
}

// Boats meet in one square, or when they exchange squares. First the exchanges.
func rob(state *State, before []Place) {
	for i := range state.Boats {
		for j := 0; j < i; j++ {
			if state.Boats[i].Place == before[j] && state.Boats[j].Place == before[i] && before[i] != before[j] {
				meet(state, []int{j, i})
			}
		}
	}
	for i := range state.Boats {
		group := []int{i}
		for j := i + 1; j < len(state.Boats); j++ {
			if state.Boats[j].Place == state.Boats[i].Place {
				group = append(group, j)
			}
		}
		isFirst := true
		for j := 0; j < i; j++ {
			isFirst = isFirst && state.Boats[j].Place != state.Boats[i].Place
		}
		if isFirst && len(group) > 1 {
			meet(state, group)
		}
	}
}

// The boat with the fewest crates takes the best one of the boat with the most. Nothing happens if several have as few
// or as many, or a boat is in a harbour.
func meet(state *State, group []int) {
	for _, i := range group {
		if isHarbour(state, state.Boats[i].Place) {
			return
		}
	}
	sort.SliceStable(group, func(a, b int) bool {
		return len(state.Boats[group[a]].Load) < len(state.Boats[group[b]].Load)
	})
	crates := func(at int) int { return len(state.Boats[group[at]].Load) }
	last := len(group) - 1
	if crates(0) == crates(last) || (last > 1 && (crates(0) == crates(1) || crates(last) == crates(last-1))) {
		return
	}
	robber, victim := &state.Boats[group[0]], &state.Boats[group[last]]
	value := victim.Load[0]
	victim.Load = victim.Load[1:]
	robber.stow(value)
	state.Events = append(state.Events, Event{"robs", group[0] + 1, group[last] + 1, value, robber.Place, nil})
}

func (boat *Boat) stow(value int) {
	boat.Load = append(boat.Load, value)
	sort.Sort(sort.Reverse(sort.IntSlice(boat.Load)))
}

func worth(load []int) int {
	all := 0
	for _, value := range load {
		all += value
	}
	return all
}

func deliver(state *State) {
	for i := range state.Boats {
		boat := &state.Boats[i]
		if boat.Place == boat.Home && len(boat.Load) > 0 {
			boat.Score += worth(boat.Load)
			state.Events = append(state.Events, Event{"delivers", i + 1, 0, worth(boat.Load), boat.Place, nil})
			boat.Load = []int{}
		}
	}
}

// A boat takes the crate in its square. Of several boats, the one with the fewest crates does; if two have as few, none.
func take(state *State) {
	for i := range state.Boats {
		boat := &state.Boats[i]
		square := boat.Place.index(state.Size)
		if !isCrate(state.Sea[square]) || len(boat.Load) >= state.Rules.Hold {
			continue
		}
		isFewest := true
		for j := range state.Boats {
			isFewest = isFewest && (j == i || state.Boats[j].Place != boat.Place || len(state.Boats[j].Load) > len(boat.Load))
		}
		if isFewest {
			value := int(state.Sea[square] - '0')
			boat.stow(value)
			state.Sea[square] = water
			state.Events = append(state.Events, Event{"takes", i + 1, 0, value, boat.Place, nil})
		}
	}
}

// Crates come up when their turn is there.
func surface(state *State) {
	for len(state.Later) > 0 && state.Later[0].Turn <= state.Turn {
		state.Sea[state.Later[0].Place.index(state.Size)] = byte('0' + state.Later[0].Value)
		state.Later = state.Later[1:]
	}
}

// Who has seen the events of this turn: whoever saw the square.
func notice(state *State) {
	for i := range state.Events {
		state.Events[i].Seen = []int{}
	}
	for seat := 1; len(state.Events) > 0 && seat <= len(state.Boats); seat++ {
		mask := visible(state, seat)
		for i := range state.Events {
			event := &state.Events[i]
			if mask[event.Place.index(state.Size)] || event.Seat == seat || event.From == seat {
				event.Seen = append(event.Seen, seat)
			}
		}
	}
}

func comment(state *State, seat int) string {
	var said []string
	for _, event := range state.Events {
		switch {
		case event.From == seat:
			said = append(said, fmt.Sprintf("is robbed of a %d by seat %d", event.Value, event.Seat))
		case event.Seat == seat && event.Kind == "robs":
			said = append(said, fmt.Sprintf("robs seat %d of a %d", event.From, event.Value))
		case event.Seat == seat && event.Kind == "takes":
			said = append(said, fmt.Sprintf("takes a %d", event.Value))
		case event.Seat == seat:
			said = append(said, fmt.Sprintf("brings home %d", event.Value))
		}
	}
	return strings.Join(said, ", ")
}

func (Salvage) Choices(state *State, seat int) any {
	choices := []string{}
	for _, word := range allWords {
		if objection(state, &state.Boats[seat-1], word) == "" {
			choices = append(choices, word)
		}
	}
	return choices
}
