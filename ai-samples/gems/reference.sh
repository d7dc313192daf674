#!/usr/bin/env bash
# The gems reference AI: takes the first legal swap, scanning rows from the bottom,
# at each stone trying up, then right. Only builtins: starting a program would cost more.

read -r -d '' -a board < gamefield.dat # 100 stones, the top row first
((${#board[@]} == 100)) || exit 1
board=("${board[@]/[1-5]/bomb}") # bombs of any values are equal

has_line() {
    local i stone
    for ((i = 0; i < 100; i++)); do
        stone=${board[i]}
        [[ $stone == . ]] && continue
        ((i % 10 < 8)) && [[ ${board[i + 1]} == "$stone" && ${board[i + 2]} == "$stone" ]] && return
        ((i < 80)) && [[ ${board[i + 10]} == "$stone" && ${board[i + 20]} == "$stone" ]] && return
    done
    return 1
}

# try X1 Y1 X2 Y2: plays the swap and ends the program if it is legal.
try() {
    local first=$((10 * (9 - $2) + $1)) second=$((10 * (9 - $4) + $3))
    local a=${board[first]} b=${board[second]}
    [[ $a == . || $b == . ]] && return
    board[first]=$b board[second]=$a
    if has_line; then
        echo "$@" > result.dat
        exit
    fi
    board[first]=$a board[second]=$b
}

for ((y = 0; y < 10; y++)); do
    for ((x = 0; x < 10; x++)); do
        ((y < 9)) && try "$x" "$y" "$x" "$((y + 1))"
        ((x < 9)) && try "$x" "$y" "$((x + 1))" "$y"
    done
done
echo "no legal swap" >&2
exit 1
