// A first AI: a random legal move. The state is in files in the current folder.

package main

import (
	"fmt"
	"math/rand"
	"os"
	"strconv"
	"strings"
)

func main() {
	seed, _ := strconv.ParseInt(os.Getenv("REFEREE_SEED"), 10, 64)
	random := rand.New(rand.NewSource(seed))
	text, _ := os.ReadFile("heaps.dat")
	heaps, full := []int{}, []int{}
	for i, word := range strings.Fields(string(text)) {
		stones, _ := strconv.Atoi(word)
		heaps = append(heaps, stones)
		if stones > 0 {
			full = append(full, i)
		}
	}
	heap := full[random.Intn(len(full))]
	answer := fmt.Sprintf("%d %d\n", heap+1, 1+random.Intn(heaps[heap]))
	if err := os.WriteFile("result.dat", []byte(answer), 0o600); err != nil {
		panic(err)
	}
}
