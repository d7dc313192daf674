#!/usr/bin/env lua
-- The battlesnake reference AI: the first step of a shortest way to the nearest food, else any safe one.

-- Among equals the first one is taken. x counts from the left, y from the bottom.
local directions = { { "up", 0, 1 }, { "down", 0, -1 }, { "left", -1, 0 }, { "right", 1, 0 } }
local never = 10000

-- Returns a function that gives the numbers of a file one after the other.
local function numbers_of(name)
    local file = assert(io.open(name))
    local words = file:read("*a"):gmatch("%S+")
    file:close()
    return function()
        return tonumber(words())
    end
end

-- seat, health, length, then x and y head first
local function read_body(next_number)
    local _, _, length = next_number(), next_number(), next_number()
    local body = {}
    for i = 1, length do
        body[i] = { x = next_number(), y = next_number() }
    end
    return body
end

local me = read_body(numbers_of("player.dat"))
local next_number = numbers_of("opponent.dat")
local opponents = {}
for i = 1, next_number() do
    opponents[i] = read_body(next_number)
end
local rows = {} -- the file begins with the top row
for row in io.lines("gamefield.dat") do
    table.insert(rows, 1, row)
end

-- The sign on a cell; nil off the board.
local function sign_at(x, y)
    local row = rows[y + 1]
    return row and x >= 0 and row:match("^%S", x + 1)
end

-- A cell as a text, the same for the same cell, so that it can be a table's key.
local function key_of(x, y)
    return x .. " " .. y
end

-- The cells of bodies after this turn. Tails move on, except stacked ones.
local blocked = {}
local function block(body)
    for i = 1, #body - 1 do
        blocked[key_of(body[i].x, body[i].y)] = true
    end
end

-- The cells to which a longer or equal opponent could move in this turn, too.
local contested = {}
block(me)
for _, body in ipairs(opponents) do
    block(body)
    for _, direction in ipairs(directions) do
        if #body >= #me then
            contested[key_of(body[1].x + direction[2], body[1].y + direction[3])] = true
        end
    end
end

local function is_open(x, y)
    return sign_at(x, y) and not blocked[key_of(x, y)]
end

local function distance_to_food(start_x, start_y)
    local steps = { [key_of(start_x, start_y)] = 0 }
    local queue = { { start_x, start_y } }
    for _, here in ipairs(queue) do -- it grows in the loop
        local count = steps[key_of(here[1], here[2])]
        if sign_at(here[1], here[2]) == "F" then
            return count
        end
        for _, direction in ipairs(directions) do
            local x, y = here[1] + direction[2], here[2] + direction[3]
            if is_open(x, y) and not steps[key_of(x, y)] then
                steps[key_of(x, y)] = count + 1
                queue[#queue + 1] = { x, y }
            end
        end
    end
    return never
end

local best, best_value = "up", 1000000
for _, direction in ipairs(directions) do
    local x, y = me[1].x + direction[2], me[1].y + direction[3]
    if is_open(x, y) then
        local value = distance_to_food(x, y) + (contested[key_of(x, y)] and 100000 or 0)
        if value < best_value then
            best, best_value = direction[1], value
        end
    end
end
local file = assert(io.open("result.dat", "w"))
file:write(best, "\n")
file:close()
