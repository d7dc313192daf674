// The battlesnake reference AI: the first step of a shortest way to the nearest food, else any safe one.
package main

import (
	"log"
	"os"
	"strconv"
	"strings"
)

type cell struct{ x, y int } // x counts from the left, y from the bottom

// Among equals the first one is taken.
var directions = []struct {
	name string
	step cell
}{{"up", cell{0, 1}}, {"down", cell{0, -1}}, {"left", cell{-1, 0}}, {"right", cell{1, 0}}}

const never = 10_000

func (c cell) plus(step cell) cell {
	return cell{c.x + step.x, c.y + step.y}
}

func readWords(name string) []string {
	text, err := os.ReadFile(name)
	if err != nil {
		log.Fatal(err)
	}
	return strings.Fields(string(text))
}

func readNumbers(name string) (numbers []int) {
	for _, word := range readWords(name) {
		number, err := strconv.Atoi(word)
		if err != nil {
			log.Fatal(name, ": ", err)
		}
		numbers = append(numbers, number)
	}
	return numbers
}

// Takes a snake from the numbers of a file: seat, health, length, then x and y head first. Returns its
// body and the numbers that follow.
func takeBody(numbers []int) (body []cell, rest []int) {
	length := numbers[2]
	numbers = numbers[3:]
	for i := 0; i < length; i++ {
		body = append(body, cell{numbers[2*i], numbers[2*i+1]})
	}
	return body, numbers[2*length:]
}

type board struct {
	rows    []string // rows[y][x]
	blocked map[cell]bool
}

func (b *board) isOpen(c cell) bool {
	isInside := 0 <= c.y && c.y < len(b.rows) && 0 <= c.x && c.x < len(b.rows[0])
	return isInside && !b.blocked[c]
}

// The steps to the nearest food, or never.
func (b *board) distanceToFood(start cell) int {
	steps := map[cell]int{start: 0}
	queue := []cell{start}
	for len(queue) > 0 {
		here := queue[0]
		queue = queue[1:]
		if b.rows[here.y][here.x] == 'F' {
			return steps[here]
		}
		for _, direction := range directions {
			there := here.plus(direction.step)
			if _, isKnown := steps[there]; !isKnown && b.isOpen(there) {
				steps[there] = steps[here] + 1
				queue = append(queue, there)
			}
		}
	}
	return never
}

func main() {
	log.SetFlags(0) // no date before a message
	me, _ := takeBody(readNumbers("player.dat"))
	numbers := readNumbers("opponent.dat")
	opponents := make([][]cell, numbers[0])
	rest := numbers[1:]
	for i := range opponents {
		opponents[i], rest = takeBody(rest)
	}

	b := board{blocked: map[cell]bool{}}
	for _, row := range readWords("gamefield.dat") { // the file begins with the top row
		b.rows = append([]string{row}, b.rows...)
	}
	contested := map[cell]bool{}
	for _, body := range append([][]cell{me}, opponents...) {
		// The cells of bodies after this turn. Tails move on, except stacked ones.
		for _, segment := range body[:len(body)-1] {
			b.blocked[segment] = true
		}
	}
	for _, body := range opponents {
		// The cells to which a longer or equal opponent could move in this turn, too.
		for _, direction := range directions {
			if len(body) >= len(me) {
				contested[body[0].plus(direction.step)] = true
			}
		}
	}

	best, bestValue := "up", 1_000_000
	for _, direction := range directions {
		there := me[0].plus(direction.step)
		if !b.isOpen(there) {
			continue
		}
		value := b.distanceToFood(there)
		if contested[there] {
			value += 100_000
		}
		if value < bestValue {
			best, bestValue = direction.name, value
		}
	}
	if err := os.WriteFile("result.dat", []byte(best+"\n"), 0o644); err != nil {
		log.Fatal(err)
	}
}
