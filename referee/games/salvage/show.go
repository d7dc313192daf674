// What seats and pages are told.

package main

import (
	"fmt"
	"strings"
)

// The sea row by row; harbours are known to all.
func rowsOf(state *State, grid Grid) []string {
	shown := append(Grid(nil), grid...)
	for i := range state.Boats {
		shown[state.Boats[i].Home.index(state.Size)] = byte('A' + i)
	}
	rows := make([]string, state.Size)
	for y := range rows {
		rows[y] = string(shown[y*state.Size : (y+1)*state.Size])
	}
	return rows
}

func (Salvage) Files(state *State, seat int) Files {
	mask := visible(state, seat)
	me := &state.Boats[seat-1]
	var boats, buoys, players strings.Builder
	for i := range state.Boats {
		boat := &state.Boats[i]
		if i+1 != seat && mask[boat.Place.index(state.Size)] {
			fmt.Fprintln(&boats, i+1, boat.Place[0], boat.Place[1], len(boat.Load))
		}
		for _, buoy := range boat.Buoys {
			if mask[buoy.index(state.Size)] {
				fmt.Fprintln(&buoys, i+1, buoy[0], buoy[1])
			}
		}
		fmt.Fprintln(&players, i+1, boat.Score, boat.Home[0], boat.Home[1])
	}
	load := strings.Trim(fmt.Sprint(me.Load), "[]")
	return Files{
		"gamefield.dat": strings.Join(rowsOf(state, me.Seen), "\n") + "\n",
		"player.dat":    fmt.Sprintf("%d %d %d %d %d\n%s\n", seat, me.Place[0], me.Place[1], me.Score, me.Left, load),
		"boats.dat":     boats.String(),
		"buoys.dat":     buoys.String(),
		"players.dat":   players.String(),
	}
}

// ShownBoat is a boat as a viewer knows it.
type ShownBoat struct {
	Home   Place   `json:"home"`
	Score  int     `json:"score"`
	Place  *Place  `json:"place"`  // null: nobody knows where it is
	Crates *int    `json:"crates"` // the number of crates; null with the place
	Load   []int   `json:"load"`   // null: only their owner knows what they are worth
	Left   *int    `json:"left"`   // the same
	Buoys  []Place `json:"buoys"`
	Wake   []Place `json:"wake"`
}

// Frame is a state as pages get it.
type Frame struct {
	Turn     int         `json:"turn"`
	Turns    int         `json:"turns"`
	Size     int         `json:"size"`
	Sight    int         `json:"sight"`
	Hold     int         `json:"hold"`
	Over     bool        `json:"over"`
	Sea      []string    `json:"sea"`
	Charted  []string    `json:"charted,omitempty"` // who has seen each square: a digit of 1, 2, 4 and 8, in base 16
	Boats    []ShownBoat `json:"boats"`
	Events   []Event     `json:"events"`
	Measures [][]*int    `json:"measures"`
	Picture  string      `json:"picture"`
}

// Show keeps the fog at the end of a game, too: the next game of a match has the same sea.
func (Salvage) Show(state *State, viewer int) any {
	all := viewer == Everything
	mask := make([]bool, len(state.Sea))
	sea := state.Sea
	if !all {
		sea = filled(state.Size, unknown)
		if viewer > 0 {
			sea = state.Boats[viewer-1].Seen
			mask = visible(state, viewer)
		}
	}
	frame := Frame{
		Turn: state.Turn, Turns: state.Rules.Turns, Size: state.Size, Sight: state.Rules.Sight, Hold: state.Rules.Hold,
		Over: isOver(state), Sea: rowsOf(state, sea), Boats: []ShownBoat{}, Events: []Event{}, Measures: [][]*int{},
	}
	for i := range state.Boats {
		boat := &state.Boats[i]
		isOwn := all || viewer == i+1
		shown := ShownBoat{Home: boat.Home, Score: boat.Score, Buoys: []Place{}, Wake: []Place{}}
		measures := []*int{&boat.Score, nil, nil}
		if isOwn || mask[boat.Place.index(state.Size)] {
			count := len(boat.Load)
			shown.Place, shown.Crates = &boat.Place, &count
		}
		if isOwn {
			cargo, charted := worth(boat.Load), percentOf(boat.Seen)
			shown.Load, shown.Left, shown.Wake = boat.Load, &boat.Left, boat.Wake
			measures[1], measures[2] = &cargo, &charted
		}
		for _, buoy := range boat.Buoys {
			if isOwn || mask[buoy.index(state.Size)] {
				shown.Buoys = append(shown.Buoys, buoy)
			}
		}
		frame.Boats = append(frame.Boats, shown)
		frame.Measures = append(frame.Measures, measures)
	}
	for _, event := range state.Events {
		isSeen := all || event.Kind == "delivers"
		for _, seat := range event.Seen {
			isSeen = isSeen || seat == viewer
		}
		if !isSeen {
			continue
		}
		if event.Kind != "delivers" && !all && event.Seat != viewer && event.From != viewer {
			event.Value = 0 // what a crate is worth that another boat has taken was seen before, or isn't known
		}
		event.Seen = nil
		frame.Events = append(frame.Events, event)
	}
	if all {
		frame.Charted = chartedBy(state)
	}
	frame.Picture = picture(state, &frame)
	return frame
}

func percentOf(seen Grid) int {
	count := 0
	for _, kind := range seen {
		if kind != unknown {
			count++
		}
	}
	return 100 * count / len(seen)
}

func chartedBy(state *State) []string {
	rows := make([]string, state.Size)
	row := make([]byte, state.Size)
	for y := range rows {
		for x := range row {
			who := 0
			for i := range state.Boats {
				if state.Boats[i].Seen[y*state.Size+x] != unknown {
					who |= 1 << i
				}
			}
			row[x] = "0123456789abcdef"[who]
		}
		rows[y] = string(row)
	}
	return rows
}

// For terminals, at most 80 columns wide: boats are digits of their seats in small letters a to d.
func picture(state *State, frame *Frame) string {
	var text strings.Builder
	fmt.Fprintf(&text, "turn %d of %d\n", frame.Turn, frame.Turns)
	for i, boat := range frame.Boats {
		fmt.Fprintf(&text, "seat %d  %4d points", i+1, boat.Score)
		if boat.Load != nil {
			fmt.Fprintf(&text, "  crates %v", boat.Load)
		} else if boat.Crates != nil {
			fmt.Fprintf(&text, "  %d crates", *boat.Crates)
		}
		text.WriteString("\n")
	}
	const columns = 80
	if state.Size > columns {
		return text.String()
	}
	for y, row := range frame.Sea {
		line := []byte(strings.ReplaceAll(row, string(rune(unknown)), " "))
		for i, boat := range frame.Boats {
			for _, buoy := range boat.Buoys {
				if buoy[1] == y {
					line[buoy[0]] = '!'
				}
			}
			if boat.Place != nil && boat.Place[1] == y {
				line[boat.Place[0]] = byte('a' + i)
			}
		}
		text.WriteString(strings.TrimRight(string(line), " ") + "\n")
	}
	return text.String()
}

// Deal changes what the seat doesn't know: the sea that it has never seen, crates that it doesn't see now, what others
// hold, where they are and what they know.
func (Salvage) Deal(state *State, seat int, random *Random) {
	mask := visible(state, seat)
	me := &state.Boats[seat-1]
	var hidden, places []int // squares never seen; squares where a crate or a boat may be
	var crates []byte
	for square, kind := range state.Sea {
		if mask[square] {
			continue
		}
		if isCrate(kind) {
			crates = append(crates, kind)
			state.Sea[square] = water
		}
		if me.Seen[square] == unknown && !isHarbour(state, placeAt(square, state.Size)) {
			hidden = append(hidden, square)
		}
	}
	random.Shuffle(len(hidden), func(i, j int) {
		a, b := hidden[i], hidden[j]
		state.Sea[a], state.Sea[b] = state.Sea[b], state.Sea[a]
	})
	for square, kind := range state.Sea {
		if !mask[square] && kind != rock && !isHarbour(state, placeAt(square, state.Size)) {
			places = append(places, square)
		}
	}
	random.Shuffle(len(places), func(i, j int) { places[i], places[j] = places[j], places[i] })

	for i := range state.Boats {
		boat := &state.Boats[i]
		isSeen := mask[boat.Place.index(state.Size)]
		if i+1 == seat {
			continue
		}
		for at := range boat.Load { // what others hold is hidden, and where nobody sees them also how much
			crates = append(crates, byte('0'+boat.Load[at]))
		}
		count := len(boat.Load)
		boat.Load = []int{}
		random.Shuffle(len(crates), func(i, j int) { crates[i], crates[j] = crates[j], crates[i] })
		if !isSeen {
			count = min(len(crates), random.Below(state.Rules.Hold+1))
			boat.Place = placeAt(places[random.Below(len(places))], state.Size) // where it was is such a place, too
		}
		for ; count > 0; count-- {
			boat.stow(int(crates[0] - '0'))
			crates = crates[1:]
		}
		var seen []Place
		for _, buoy := range boat.Buoys {
			if mask[buoy.index(state.Size)] {
				seen = append(seen, buoy)
			}
		}
		boat.Buoys = append([]Place{}, seen...)
		boat.Left = random.Below(state.Rules.Buoys - len(boat.Buoys) + 1)
		boat.Wake = []Place{}
		for square := range boat.Seen {
			if random.Below(2) == 0 {
				boat.Seen[square] = unknown
			} else {
				boat.Seen[square] = state.Sea[square]
			}
		}
	}
	for at, kind := range crates { // no square has two
		state.Sea[places[at]] = kind
	}
	free := places[len(crates):]
	later := []Crate{}
	for at, crate := range state.Later {
		if at < len(free) {
			crate.Place = placeAt(free[at], state.Size)
			later = append(later, crate)
		}
	}
	state.Later = later
	var known []Event
	for _, event := range state.Events {
		isKnown := event.Kind == "delivers"
		for _, witness := range event.Seen {
			isKnown = isKnown || witness == seat
		}
		if isKnown {
			known = append(known, event)
		}
	}
	state.Events = append([]Event{}, known...)
	lookAround(state)
}
