// The loop of a game's rules: one JSON line in, one JSON line out. See referee/game_programs/README.md.
//
// Run(rules) calls the methods of Rules. What else the rules may have: Dealer, Ranker, Eliminator.

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"sort"
	"strings"
)

// Everything is the viewer who sees all; 0 is what everybody knows, 1 and more are the seats.
const Everything = -1

// Parameters of a field: integers, numbers and words.
type Parameters map[string]any

// Int is the value of an integer.
func (parameters Parameters) Int(name string) int { return int(parameters[name].(float64)) }

// Sections of a field: rows of words.
type Sections map[string][][]string

// Refused is an error of Start: the field is wrong. Row counts from 1 in the section.
type Refused struct {
	Why     string `json:"refused"`
	Section string `json:"section,omitempty"`
	Row     int    `json:"row,omitempty"`
}

func (refused Refused) Error() string { return refused.Why }

// Answer of a seat: a text, or a fault.
type Answer struct {
	Seat  int    `json:"seat"`
	Text  string `json:"text"`
	Fault string `json:"fault"`
}

// Effect of an answer.
type Effect struct {
	Fault   *string `json:"fault"`
	Text    string  `json:"text,omitempty"`
	Reason  string  `json:"reason,omitempty"`
	Comment string  `json:"comment,omitempty"`
}

// Legal is the effect of an answer that counts.
func Legal(text string) Effect { return Effect{Text: text} }

// Faulty is the effect of one that doesn't: fault is what the answer came with, "bad-result" or "illegal".
func Faulty(fault, text, reason string) Effect {
	return Effect{Fault: &fault, Text: text, Reason: reason}
}

// Ending of a game.
type Ending struct {
	Ranks    []int  `json:"ranks"`
	Scores   []int  `json:"scores"`
	Reason   string `json:"reason"`
	NoWinner bool   `json:"no_winner,omitempty"`
}

// RanksOf scores: rank 1 has the highest score; seats with equal scores share a rank.
func RanksOf(scores []int) []int {
	ranks := make([]int, len(scores))
	for i, own := range scores {
		ranks[i] = 1
		for _, other := range scores {
			if other > own {
				ranks[i]++
			}
		}
	}
	return ranks
}

// Files of a seat: texts by name; "match" has the keys that it adds to match.dat.
type Files map[string]any

// Rules of a game whose states are of type S. A state goes out as JSON and comes back with the next request; nothing
// else is remembered.
type Rules[S any] interface {
	Create(players int, parameters Parameters, seed uint64) Sections
	Start(players int, parameters Parameters, sections Sections) (*S, error)
	ToMove(state *S) []int
	Turn(state *S) int
	Ending(state *S) *Ending
	Files(state *S, seat int) Files
	Play(state *S, answers []Answer) []Effect
	Choices(state *S, seat int) any
	Show(state *S, viewer int) any
}

// Dealer is for games with secrets: what the seat doesn't know, dealt again.
type Dealer[S any] interface {
	Deal(state *S, seat int, random *Random)
}

// Ranker knows the ending of a game that a limit ends.
type Ranker[S any] interface {
	Rank(state *S) *Ending
}

// Eliminator knows the seats that will not move again.
type Eliminator[S any] interface {
	Eliminated(state *S) []int
}

// Random numbers that are the same everywhere (SplitMix64).
type Random struct{ state uint64 }

// NewRandom begins with a seed.
func NewRandom(seed uint64) *Random { return &Random{seed} }

// Below is at least 0 and less than count.
func (random *Random) Below(count int) int {
	random.state += 0x9e3779b97f4a7c15
	mixed := random.state
	mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9
	mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb
	return int((mixed ^ (mixed >> 31)) % uint64(count))
}

// Shuffle calls swap as sort.Interface has it.
func (random *Random) Shuffle(count int, swap func(i, j int)) {
	for i := count - 1; i > 0; i-- {
		swap(i, random.Below(i+1))
	}
}

type request struct {
	Do         string          `json:"do"`
	Players    int             `json:"players"`
	Parameters Parameters      `json:"parameters"`
	Sections   Sections        `json:"sections"`
	Seed       uint64          `json:"seed"`
	State      json.RawMessage `json:"state"`
	Seat       *int            `json:"seat"`
	Answers    []Answer        `json:"answers"`
}

type position[S any] struct {
	State      *S            `json:"state"`
	Turn       int           `json:"turn"`
	ToMove     []int         `json:"to_move"`
	Ending     *Ending       `json:"ending"`
	Files      map[int]Files `json:"files"`
	Eliminated []int         `json:"eliminated,omitempty"`
	Effects    []Effect      `json:"effects,omitempty"`
	Knows      []string      `json:"knows,omitempty"`
}

func positionOf[S any](rules Rules[S], state *S) position[S] {
	reply := position[S]{
		State: state, Turn: rules.Turn(state), ToMove: rules.ToMove(state), Ending: rules.Ending(state), Files: map[int]Files{},
	}
	for _, seat := range reply.ToMove {
		reply.Files[seat] = rules.Files(state, seat)
	}
	if eliminator, can := rules.(Eliminator[S]); can {
		reply.Eliminated = eliminator.Eliminated(state)
		sort.Ints(reply.Eliminated)
	}
	return reply
}

func reply[S any](rules Rules[S], asked request) any {
	var state S
	if asked.State != nil {
		if err := json.Unmarshal(asked.State, &state); err != nil {
			panic(err)
		}
	}
	viewer := Everything
	if asked.Seat != nil {
		viewer = *asked.Seat
	}
	switch asked.Do {
	case "create":
		return map[string]any{"sections": rules.Create(asked.Players, asked.Parameters, asked.Seed)}
	case "start":
		first, err := rules.Start(asked.Players, asked.Parameters, asked.Sections)
		if refused, is := err.(Refused); is {
			return refused
		} else if err != nil {
			return Refused{Why: err.Error()}
		}
		begun := positionOf(rules, first)
		if _, can := rules.(Ranker[S]); can {
			begun.Knows = append(begun.Knows, "rank")
		}
		return begun
	case "play":
		effects := rules.Play(&state, asked.Answers)
		played := positionOf(rules, &state)
		played.Effects = effects
		return played
	case "choices":
		return rules.Choices(&state, viewer)
	case "show":
		return rules.Show(&state, viewer)
	case "rank":
		return map[string]any{"ending": rules.(Ranker[S]).Rank(&state)}
	case "deal":
		rules.(Dealer[S]).Deal(&state, viewer, NewRandom(asked.Seed))
		return positionOf(rules, &state)
	}
	panic("no request " + asked.Do)
}

// Run answers requests until the end of the input.
func Run[S any](rules Rules[S]) {
	runtime.GOMAXPROCS(1) // one request at a time
	debug.SetGCPercent(400)
	input := bufio.NewReaderSize(os.Stdin, 1<<16)
	output := bufio.NewWriterSize(os.Stdout, 1<<16)
	for {
		line, err := input.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			answer(rules, line, output)
		}
		if err != nil {
			return
		}
	}
}

func answer[S any](rules Rules[S], line []byte, output *bufio.Writer) {
	var asked request
	defer func() { // one line with its place, for the referee's message
		if problem := recover(); problem != nil {
			fmt.Fprintf(os.Stderr, "%v (%s, %s)\n", problem, placeOfPanic(), asked.Do)
			os.Exit(1)
		}
	}()
	if err := json.Unmarshal(line, &asked); err != nil {
		panic(err)
	}
	encoder := json.NewEncoder(output) // ends each value with the end of a line
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(reply(rules, asked)); err != nil {
		panic(err)
	}
	output.Flush()
}

// The line of the rules that failed: the first one above the runtime's.
func placeOfPanic() string {
	callers := make([]uintptr, 32)
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers)])
	panicked := false
	for {
		frame, more := frames.Next()
		isRuntime := strings.HasPrefix(frame.Function, "runtime.")
		if panicked && !isRuntime {
			return fmt.Sprintf("line %d of %s", frame.Line, filepath.Base(frame.File))
		}
		panicked = panicked || frame.Function == "runtime.gopanic"
		if !more {
			return "an unknown line"
		}
	}
}
