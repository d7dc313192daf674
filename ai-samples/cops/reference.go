// The cops reference AI: the thief goes to the nearest gate, around walls and cops; each cop goes to
// the thief, around walls. A plan always has plan_length letters for each unit.
package main

import (
	"log"
	"os"
	"strconv"
	"strings"
)

type cell struct{ x, y int } // x counts from the left, y from the top

var steps = []struct {
	letter string
	x, y   int
}{{"N", 0, -1}, {"E", 1, 0}, {"S", 0, 1}, {"W", -1, 0}}

// The words of each line of a file.
func readLines(name string) (lines [][]string) {
	text, err := os.ReadFile(name)
	if err != nil {
		log.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		lines = append(lines, strings.Fields(line))
	}
	return lines
}

func number(word string) int {
	value, err := strconv.Atoi(word)
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func readCells(name string) (cells []cell) {
	for _, words := range readLines(name) {
		cells = append(cells, cell{number(words[0]), number(words[1])})
	}
	return cells
}

// board[y][x], with the ring around it on which the gates lie.
type board [][]string

// Whether a cell is on the board, and nothing there stops the unit.
func (b board) isOpen(c cell, closed string) bool {
	size := len(b) - 2
	isInner := 1 <= c.x && c.x <= size && 1 <= c.y && c.y <= size
	return isInner && !strings.Contains(closed, b[c.y][c.x])
}

// The letters to the nearest goal; only open cells are entered, and the goals.
func (b board) shortestPath(start cell, closed string, goals map[cell]bool) string {
	pathTo := map[cell]string{start: ""}
	queue := []cell{start}
	for len(queue) > 0 {
		here := queue[0]
		queue = queue[1:]
		if goals[here] {
			return pathTo[here]
		}
		for _, step := range steps {
			there := cell{here.x + step.x, here.y + step.y}
			_, isKnown := pathTo[there]
			if !isKnown && (goals[there] || b.isOpen(there, closed)) {
				pathTo[there] = pathTo[here] + step.letter
				queue = append(queue, there)
			}
		}
	}
	return ""
}

func main() {
	log.SetFlags(0) // no date before a message
	match := map[string]string{}
	for _, words := range readLines("match.dat") {
		match[words[0]] = words[1]
	}
	if match["phase"] != "move" {
		return // before the first tick there is nothing to plan
	}
	planLength := number(match["plan_length"])
	b := board(readLines("gamefield.dat"))

	closed, goals := "W", map[cell]bool{}
	if match["role"] == "thief" {
		closed = "WC"
		for y, row := range b {
			for x, sign := range row {
				goals[cell{x, y}] = sign == "G"
			}
		}
	} else {
		for _, thief := range readCells("opponent.dat") {
			goals[thief] = true
		}
	}

	var answer strings.Builder
	for _, unit := range readCells("player.dat") {
		plan := b.shortestPath(unit, closed, goals) + strings.Repeat("-", planLength)
		answer.WriteString(strings.Join(strings.Split(plan[:planLength], ""), " ") + "\n")
	}
	if err := os.WriteFile("result.dat", []byte(answer.String()), 0o644); err != nil {
		log.Fatal(err)
	}
}
