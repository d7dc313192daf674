#!/usr/bin/env lua
-- The gems reference AI: takes the first legal swap, scanning rows from the bottom,
-- at each stone trying up, then right.

-- board[y][x], both from 0, y from the bottom; the file begins with the top row.
local board = {}
local row = 9
for line in io.lines("gamefield.dat") do
    board[row] = {}
    local x = 0
    for stone in line:gmatch("%S") do
        board[row][x] = stone:match("%d") and "bomb" or stone -- bombs of any values are equal
        x = x + 1
    end
    row = row - 1
end

local function has_line()
    for y = 0, 9 do
        for x = 0, 9 do
            local stone = board[y][x]
            local across = x < 8 and board[y][x + 1] == stone and board[y][x + 2] == stone
            local upwards = y < 8 and board[y + 1][x] == stone and board[y + 2][x] == stone
            if stone ~= "." and (across or upwards) then
                return true
            end
        end
    end
    return false
end

local function swap(x1, y1, x2, y2)
    board[y1][x1], board[y2][x2] = board[y2][x2], board[y1][x1]
end

local function is_legal(x1, y1, x2, y2)
    if x2 > 9 or y2 > 9 or board[y1][x1] == "." or board[y2][x2] == "." then
        return false
    end
    swap(x1, y1, x2, y2)
    local legal = has_line()
    swap(x1, y1, x2, y2)
    return legal
end

local function choose_move()
    for y = 0, 9 do
        for x = 0, 9 do
            if is_legal(x, y, x, y + 1) then
                return { x, y, x, y + 1 }
            elseif is_legal(x, y, x + 1, y) then
                return { x, y, x + 1, y }
            end
        end
    end
    error("no legal swap")
end

local move = choose_move()
local file = assert(io.open("result.dat", "w"))
file:write(table.concat(move, " "), "\n")
file:close()
