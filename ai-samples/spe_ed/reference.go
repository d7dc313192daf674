// The spe_ed reference AI: any of the actions that it would survive on the board as it is now.
package main

import (
	"log"
	"os"
	"strconv"
	"strings"
)

var (
	directions = map[string]int{"up": 0, "right": 1, "down": 2, "left": 3} // turning right is one further
	steps      = [4]struct{ x, y int }{{0, -1}, {1, 0}, {0, 1}, {-1, 0}}   // y counts from the top
	actions    = []string{"turn_left", "turn_right", "slow_down", "speed_up", "change_nothing"}
)

type state struct {
	board                         [][]string // board[y][x], "0" is free
	x, y, direction, speed, round int
}

func (s *state) survives(action string) bool {
	direction, speed := s.direction, s.speed
	switch action {
	case "turn_left":
		direction = (direction + 3) % 4
	case "turn_right":
		direction = (direction + 1) % 4
	case "slow_down":
		speed--
	case "speed_up":
		speed++
	}
	if speed < 1 || speed > 10 {
		return false
	}
	jumps := s.round%6 == 0 && speed >= 3 // then only the first and the last cell count
	for i := 1; i <= speed; i++ {
		x, y := s.x+i*steps[direction].x, s.y+i*steps[direction].y
		if y < 0 || y >= len(s.board) || x < 0 || x >= len(s.board[y]) {
			return false
		}
		isHole := jumps && 1 < i && i < speed
		if s.board[y][x] != "0" && !isHole {
			return false
		}
	}
	return true
}

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

func main() {
	log.SetFlags(0) // no date before a message
	match := map[string]string{}
	for _, words := range readLines("match.dat") {
		match[words[0]] = words[1]
	}
	me := readLines("player.dat")[0] // number, x, y, direction, speed, active
	s := state{
		board:     readLines("gamefield.dat")[1:], // after width and height
		x:         number(me[1]),
		y:         number(me[2]),
		direction: directions[me[3]],
		speed:     number(me[4]),
		round:     number(match["round"]),
	}

	var good []string
	for _, action := range actions {
		if s.survives(action) {
			good = append(good, action)
		}
	}
	answer := "change_nothing"
	if len(good) > 0 {
		answer = good[number(match["seed"])%len(good)]
	}
	if err := os.WriteFile("result.dat", []byte(answer+"\n"), 0o644); err != nil {
		log.Fatal(err)
	}
}
