// Who sees what. A boat and each of its buoys see a square of sea around them; what has been seen once is remembered.

package main

const (
	water   = '.'
	rock    = '^'
	unknown = '?'
)

// Grid has a byte for each square, row by row. In JSON it is a text: that is small, and quick to read.
type Grid []byte

func (grid Grid) MarshalText() ([]byte, error) { return grid, nil }

func (grid *Grid) UnmarshalText(text []byte) error {
	*grid = append((*grid)[:0], text...)
	return nil
}

// filled is a grid of one kind.
func filled(size int, kind byte) Grid {
	grid := make(Grid, size*size)
	for i := range grid {
		grid[i] = kind
	}
	return grid
}

func isCrate(kind byte) bool { return kind >= '1' && kind <= '9' }

// Place is x and y, from 0, from the left and from above.
type Place [2]int

func (place Place) isIn(size int) bool {
	return place[0] >= 0 && place[0] < size && place[1] >= 0 && place[1] < size
}

func (place Place) index(size int) int { return place[1]*size + place[0] }

func placeAt(index, size int) Place { return Place{index % size, index / size} }

// visible has true for each square that the seat sees now.
func visible(state *State, seat int) []bool {
	mask := make([]bool, len(state.Sea))
	boat := &state.Boats[seat-1]
	look(mask, state, boat.Place)
	for _, buoy := range boat.Buoys {
		look(mask, state, buoy)
	}
	return mask
}

func look(mask []bool, state *State, from Place) {
	for y := max(0, from[1]-state.Rules.Sight); y <= min(state.Size-1, from[1]+state.Rules.Sight); y++ {
		for x := max(0, from[0]-state.Rules.Sight); x <= min(state.Size-1, from[0]+state.Rules.Sight); x++ {
			mask[y*state.Size+x] = true
		}
	}
}

// lookAround: every seat remembers what it sees now.
func lookAround(state *State) {
	for i := range state.Boats {
		seen := state.Boats[i].Seen
		for square, isSeen := range visible(state, i+1) {
			if isSeen {
				seen[square] = state.Sea[square]
			}
		}
	}
}

func min(a, b int) int {
	if a < b {
		return a
	}
	return b
}

func max(a, b int) int {
	if a > b {
		return a
	}
	return b
}
