// The rules of @NAME@: functions of the state, which referee_game.go calls.
//
// Nothing may be kept elsewhere: the referee may ask any process about any state, and all randomness is in the field.

package main

import (
	"fmt"
	"strconv"
	"strings"
)

// State goes out as JSON and comes back with the next request.
type State struct {
	Heaps []int `json:"heaps"`
	Count int   `json:"turn"`
	Taken []int `json:"taken"`
}

type game struct{}

// Create draws the sections of a new field: rows of words.
func (game) Create(players int, parameters Parameters, seed uint64) Sections {
	random := NewRandom(seed)
	heaps := []string{}
	for i := 0; i < parameters.Int("heaps"); i++ {
		heaps = append(heaps, strconv.Itoa(1+random.Below(parameters.Int("stones"))))
	}
	return Sections{"heaps": {heaps}}
}

// Start has the first state. An error refuses the field, Refused a row of it.
func (game) Start(players int, parameters Parameters, sections Sections) (*State, error) {
	state := &State{Heaps: []int{}, Taken: []int{0, 0}}
	most := parameters.Int("stones")
	for _, row := range sections["heaps"] {
		for _, word := range row {
			stones, err := strconv.Atoi(word)
			if err != nil || stones < 1 || stones > most {
				return nil, Refused{fmt.Sprintf("a heap must have 1 to %d stones", most), "heaps", 1}
			}
			state.Heaps = append(state.Heaps, stones)
		}
	}
	if len(state.Heaps) != parameters.Int("heaps") {
		return nil, fmt.Errorf("[heaps] must hold %d numbers", parameters.Int("heaps"))
	}
	return state, nil
}

func left(state *State) int {
	sum := 0
	for _, stones := range state.Heaps {
		sum += stones
	}
	return sum
}

// Turn must grow with each call of Play.
func (game) Turn(state *State) int { return state.Count }

// ToMove has the seats that answer now; none at the end.
func (game) ToMove(state *State) []int {
	if left(state) == 0 {
		return []int{}
	}
	return []int{1 + state.Count%2}
}

// Ending is nil while the game is in progress.
func (game) Ending(state *State) *Ending {
	if left(state) > 0 {
		return nil
	}
	scores := []int{0, 0}
	scores[1-state.Count%2] = 1 // the seat that moved last
	return &Ending{Ranks: RanksOf(scores), Scores: scores, Reason: "the last stone is taken"}
}

// Rank is the ending of a game that a limit ends, such as max-turns. Without it nobody wins then.
func (game) Rank(state *State) *Ending {
	return &Ending{Ranks: RanksOf(state.Taken), Scores: state.Taken, Reason: "more stones taken"}
}

// The effect of an answer, and what is done: heap, from 0, and stones.
func judged(state *State, answer Answer) (Effect, int, int) {
	first := 0
	for state.Heaps[first] == 0 {
		first++
	}
	if answer.Fault != "" { // timeout, crash …: it stays, and costs what game.ini says
		return Faulty(answer.Fault, "", ""), first, 1
	}
	words := strings.Fields(answer.Text)
	if len(words) != 2 {
		return Faulty("bad-result", "", "two integers are expected: the number of a heap and a number of stones"), first, 1
	}
	heap, isHeap := integer(words[0])
	stones, isStones := integer(words[1])
	if !isHeap || !isStones {
		return Faulty("bad-result", "", "the number of a heap and the number of stones must be integers"), first, 1
	}
	text := fmt.Sprintf("%d %d", heap, stones)
	if heap < 1 || heap > len(state.Heaps) {
		return Faulty("illegal", text, fmt.Sprintf("%s: there is no heap %d", text, heap)), first, 1
	}
	if most := state.Heaps[heap-1]; stones < 1 || stones > most {
		return Faulty("illegal", text, fmt.Sprintf("%s: the heap has %d stones", text, most)), first, 1
	}
	return Legal(text), heap - 1, stones
}

// An integer of any length; beyond the range of int it is the largest or smallest one.
func integer(word string) (int, bool) {
	digits := strings.TrimLeft(word, "+-")
	if len(word)-len(digits) > 1 || digits == "" || strings.Trim(digits, "0123456789") != "" {
		return 0, false
	}
	value, _ := strconv.Atoi(word)
	return value, true
}

// Play carries out the answers of one turn; it changes the state and returns an effect for each answer.
func (game) Play(state *State, answers []Answer) []Effect {
	effect, heap, stones := judged(state, answers[0])
	state.Heaps[heap] -= stones
	state.Taken[answers[0].Seat-1] += stones
	state.Count++
	effect.Comment = "takes the last stone"
	if left(state) > 0 {
		effect.Comment = fmt.Sprintf("%d left", left(state))
	}
	return []Effect{effect}
}

// Files of a seat that moves; "match" are lines of match.dat.
func (game) Files(state *State, seat int) Files {
	heaps := strings.Trim(fmt.Sprint(state.Heaps), "[]") + "\n"
	return Files{"match": map[string]int{"left": left(state)}, "heaps.dat": heaps}
}

// Choices are the legal answers, for people and for random players.
func (game) Choices(state *State, seat int) any {
	answers := []string{}
	for i, most := range state.Heaps {
		for stones := 1; stones <= most; stones++ {
			answers = append(answers, fmt.Sprintf("%d %d", i+1, stones))
		}
	}
	return answers
}

// Show has what pages and terminals show. Nothing is hidden here, so all seats see the same.
func (game) Show(state *State, viewer int) any {
	picture := ""
	for i, stones := range state.Heaps {
		picture += fmt.Sprintf("heap %d  %s\n", i+1, strings.Repeat("o ", stones))
	}
	measures := [][]int{}
	for _, taken := range state.Taken {
		measures = append(measures, []int{taken})
	}
	return map[string]any{"heaps": state.Heaps, "measures": measures, "picture": picture}
}

func main() { Run[State](game{}) }
