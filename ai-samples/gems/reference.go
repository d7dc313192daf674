// The gems reference AI: takes the first legal swap, scanning rows from the bottom,
// at each stone trying up, then right.
package main

import (
	"fmt"
	"log"
	"os"
	"strings"
)

type board [10][10]string // b[y][x] with y from the bottom

func readBoard() (b board) {
	text, err := os.ReadFile("gamefield.dat")
	if err != nil {
		log.Fatal(err)
	}
	stones := strings.Fields(string(text))
	if len(stones) != 100 {
		log.Fatal("gamefield.dat: 100 stones expected")
	}
	for i, stone := range stones { // the file begins with the top row
		if strings.Contains("12345", stone) {
			stone = "bomb" // bombs of any values are equal
		}
		b[9-i/10][i%10] = stone
	}
	return b
}

func (b *board) hasLine() bool {
	for y := 0; y < 10; y++ {
		for x := 0; x < 10; x++ {
			stone := b[y][x]
			if stone == "." {
				continue
			}
			if x < 8 && b[y][x+1] == stone && b[y][x+2] == stone {
				return true
			}
			if y < 8 && b[y+1][x] == stone && b[y+2][x] == stone {
				return true
			}
		}
	}
	return false
}

// The board comes as a copy, so that the swap can be tried on it.
func isLegal(b board, x1, y1, x2, y2 int) bool {
	if x2 > 9 || y2 > 9 || b[y1][x1] == "." || b[y2][x2] == "." {
		return false
	}
	b[y1][x1], b[y2][x2] = b[y2][x2], b[y1][x1]
	return b.hasLine()
}

func main() {
	log.SetFlags(0) // no date before a message
	b := readBoard()
	for y := 0; y < 10; y++ {
		for x := 0; x < 10; x++ {
			for _, other := range [][2]int{{x, y + 1}, {x + 1, y}} {
				if isLegal(b, x, y, other[0], other[1]) {
					answer := fmt.Sprintln(x, y, other[0], other[1])
					if err := os.WriteFile("result.dat", []byte(answer), 0o644); err != nil {
						log.Fatal(err)
					}
					return
				}
			}
		}
	}
	log.Fatal("no legal swap")
}
