// The reference AI in Go: attacks at random while it can, then ends its turn. Its random numbers
// differ from those of the one in C++, so the two play alike, but not the same games.
package main

import (
	"fmt"
	"log"
	"os"
	"strconv"
	"strings"
)

// A line of gamefield.dat: number, owner, dice, how many neighbours, and these.
type area struct {
	number, owner, dice int
	neighbours          []int
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

func readAreas() (areas []area) {
	for _, words := range readLines("gamefield.dat") {
		a := area{number: number(words[0]), owner: number(words[1]), dice: number(words[2])}
		for _, word := range words[4:] {
			a.neighbours = append(a.neighbours, number(word))
		}
		areas = append(areas, a)
	}
	return areas
}

func main() {
	log.SetFlags(0) // no date before a message
	match := map[string]string{}
	for _, words := range readLines("match.dat") {
		match[words[0]] = words[1]
	}
	if match["phase"] != "move" {
		return // nothing to prepare
	}
	seat := number(match["seat"])
	areas := readAreas()
	owner := map[int]int{}
	for _, a := range areas {
		owner[a.number] = a.owner
	}

	var attacks []string
	for _, a := range areas {
		if a.owner != seat || a.dice < 2 {
			continue
		}
		for _, other := range a.neighbours {
			if owner[other] != seat {
				attacks = append(attacks, fmt.Sprint("battle ", a.number, " ", other))
			}
		}
	}
	answer := "end"
	if len(attacks) > 0 {
		answer = attacks[number(match["seed"])%len(attacks)]
	}
	if err := os.WriteFile("result.dat", []byte(answer+"\n"), 0o644); err != nil {
		log.Fatal(err)
	}
}
