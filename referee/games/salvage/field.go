// Fields: how they are drawn, and how they are read.

package main

import (
	"fmt"
	"sort"
	"strconv"
)

const maxSeats = 4

// Crate is one that comes up later.
type Crate struct {
	Turn  int   `json:"turn"`
	Place Place `json:"place"`
	Value int   `json:"value"`
}

// turned is the place after so many quarter turns of the sea.
func (place Place) turned(quarters, size int) Place {
	for ; quarters > 0; quarters-- {
		place = Place{size - 1 - place[1], place[0]}
	}
	return place
}

// orbit has the places that are alike for the players: the sea of two turns by half, that of more by a quarter.
func orbit(place Place, players, size int) []Place {
	step := 1
	if players == 2 {
		step = 2
	}
	var places []Place
	for quarters := 0; quarters < 4; quarters += step {
		turned := place.turned(quarters, size)
		isNew := true
		for _, other := range places {
			isNew = isNew && other != turned
		}
		if isNew {
			places = append(places, turned)
		}
	}
	return places
}

// distances from a place over water, in moves; -1 where no way leads.
func distances(sea Grid, size int, from ...Place) []int {
	found := make([]int, len(sea))
	for i := range found {
		found[i] = -1
	}
	queue := append([]Place(nil), from...)
	for _, place := range from {
		found[place.index(size)] = 0
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, step := range steps {
			next := Place{queue[0][0] + step.by[0], queue[0][1] + step.by[1]}
			if next.isIn(size) && sea[next.index(size)] != rock && found[next.index(size)] < 0 {
				found[next.index(size)] = found[queue[0].index(size)] + 1
				queue = append(queue, next)
			}
		}
	}
	return found
}

func apart(one, other Place) int {
	return max(max(one[0]-other[0], other[0]-one[0]), max(one[1]-other[1], other[1]-one[1]))
}

func nearest(place Place, others []Place) int {
	found := apart(place, others[0])
	for _, other := range others[1:] {
		found = min(found, apart(place, other))
	}
	return found
}

// drawSea with rocks in chains, the same for all players, and all water linked; nil if the rocks leave too little of it.
func drawSea(players, size, percent int, homes []Place, random *Random) Grid {
	sea := filled(size, water)
	for count, tries := 0, 0; count < size*size*percent/100 && tries < size*size; tries++ {
		place := Place{random.Below(size), random.Below(size)}
		for length := 1 + random.Below(5); length > 0; length-- {
			for _, same := range orbit(place, players, size) {
				if nearest(same, homes) > 1 && sea[same.index(size)] == water {
					sea[same.index(size)] = rock
					count++
				}
			}
			by := steps[random.Below(len(steps))].by
			if next := (Place{place[0] + by[0], place[1] + by[1]}); next.isIn(size) {
				place = next
			}
		}
	}
	reached := distances(sea, size, homes[0])
	count := 0
	for square, way := range reached {
		if way < 0 {
			sea[square] = rock
		} else {
			count++
		}
	}
	for _, home := range homes {
		if reached[home.index(size)] < 0 || count*2 < size*size {
			return nil
		}
	}
	return sea
}

func create(players int, parameters Parameters, seed uint64) Sections {
	random := NewRandom(seed)
	size := parameters.Int("size")
	homes := orbit(Place{size/3 + random.Below(size/3+1), 1 + random.Below(2)}, players, size)
	var sea Grid
	for percent := parameters.Int("rocks"); sea == nil; percent = percent * 9 / 10 {
		sea = drawSea(players, size, percent, homes, random)
	}
	homes = homes[:players]

	ways := distances(sea, size, homes...)
	farthest := 1
	var free []Place
	for square, way := range ways {
		farthest = max(farthest, way)
		if place := placeAt(square, size); way > 0 && nearest(place, homes) > 1 {
			free = append(free, place)
		}
	}
	random.Shuffle(len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
	taken := map[Place]bool{}
	var crates []Crate
	// Crates far from harbours tend to be worth more.
	drop := func(count int, turn func() int) {
		for ; count > 0 && len(free) > 0; free = free[1:] {
			if taken[free[0]] {
				continue
			}
			when := turn()
			value := min(9, 1+5*ways[free[0].index(size)]/farthest+random.Below(4))
			for _, place := range orbit(free[0], players, size) {
				if !taken[place] && ways[place.index(size)] > 0 && nearest(place, homes) > 1 {
					taken[place] = true
					crates = append(crates, Crate{when, place, value})
					count--
				}
			}
		}
	}
	squares := size * size
	turns := parameters.Int("turns")
	drop(max(1, squares*parameters.Int("crates")/100), func() int { return 0 })
	drop(squares*parameters.Int("flotsam")/100, func() int { return 1 + random.Below(turns*3/4) })
	sort.SliceStable(crates, func(i, j int) bool { return crates[i].Turn < crates[j].Turn })

	for i, home := range homes {
		sea[home.index(size)] = byte('A' + i)
	}
	sections := Sections{"sea": nil, "crates": nil}
	for y := 0; y < size; y++ {
		sections["sea"] = append(sections["sea"], []string{string(sea[y*size : (y+1)*size])})
	}
	for _, crate := range crates {
		sections["crates"] = append(sections["crates"], []string{
			strconv.Itoa(crate.Turn), strconv.Itoa(crate.Place[0]), strconv.Itoa(crate.Place[1]), strconv.Itoa(crate.Value),
		})
	}
	return sections
}

func start(players int, parameters Parameters, sections Sections) (*State, error) {
	rows := sections["sea"]
	size := len(rows)
	if size < 3 || size > 150 {
		return nil, Refused{Why: fmt.Sprintf("[sea] has %d rows; a sea has 3 to 150", size), Section: "sea"}
	}
	state := &State{
		Rules: Ruleset{parameters.Int("turns"), parameters.Int("sight"), parameters.Int("hold"), parameters.Int("buoys")},
		Size:  size, Sea: make(Grid, 0, size*size), Later: []Crate{}, Boats: make([]Boat, players), Events: []Event{},
	}
	isFound := make([]bool, maxSeats)
	for y, row := range rows {
		refuse := func(why string) (*State, error) { return nil, Refused{why, "sea", y + 1} }
		if len(row) != 1 || len(row[0]) != size {
			return refuse(fmt.Sprintf("a row of [sea] is one word of %d characters, because there are %d rows", size, size))
		}
		for x := range row[0] {
			kind := row[0][x]
			if kind >= 'A' && kind < byte('A'+players) && !isFound[kind-'A'] {
				isFound[kind-'A'] = true
				boat := &state.Boats[kind-'A']
				boat.Place, boat.Home = Place{x, y}, Place{x, y}
				kind = water
			} else if kind != water && kind != rock {
				return refuse(fmt.Sprintf("'%c' at x = %d: a sea has ., ^ and a harbour of each player, A to %c", kind, x, 'A'+players-1))
			}
			state.Sea = append(state.Sea, kind)
		}
	}
	for i := 0; i < players; i++ {
		if !isFound[i] {
			return nil, Refused{Why: fmt.Sprintf("the harbour %c of seat %d is missing", 'A'+i, i+1), Section: "sea"}
		}
		boat := &state.Boats[i]
		boat.Load, boat.Buoys, boat.Wake = []int{}, []Place{}, []Place{}
		boat.Left, boat.Seen = state.Rules.Buoys, filled(size, unknown)
	}
	isTaken := map[Place]bool{}
	before := 0
	for i, row := range sections["crates"] {
		refuse := func(why string) (*State, error) { return nil, Refused{why, "crates", i + 1} }
		numbers := make([]int, 4)
		for at := range numbers {
			var err error
			if len(row) != len(numbers) {
				return refuse("a row of [crates] is 'turn x y value'")
			} else if numbers[at], err = strconv.Atoi(row[at]); err != nil {
				return refuse(fmt.Sprintf("'%s' isn't an integer", row[at]))
			}
		}
		crate := Crate{numbers[0], Place{numbers[1], numbers[2]}, numbers[3]}
		switch {
		case crate.Turn < before || crate.Turn >= state.Rules.Turns:
			return refuse(fmt.Sprintf("turn %d: the turns are 0 to %d, in their order", crate.Turn, state.Rules.Turns-1))
		case crate.Value < 1 || crate.Value > 9:
			return refuse(fmt.Sprintf("a crate is worth 1 to 9, not %d", crate.Value))
		case !crate.Place.isIn(size) || state.Sea[crate.Place.index(size)] == rock || isHarbour(state, crate.Place):
			return refuse("there is no water for a crate; x and y count from 0")
		case isTaken[crate.Place]:
			return refuse("another crate has this square")
		}
		isTaken[crate.Place] = true
		before = crate.Turn
		state.Later = append(state.Later, crate)
	}
	if len(state.Later) == 0 {
		return nil, Refused{Why: "there are no crates", Section: "crates"}
	}
	surface(state)
	lookAround(state)
	return state, nil
}
