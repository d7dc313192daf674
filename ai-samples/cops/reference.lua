#!/usr/bin/env lua
-- The cops reference AI: the thief goes to the nearest gate, around walls and cops; each cop goes to
-- the thief, around walls. A plan always has plan_length letters for each unit.

local match = {}
for line in io.lines("match.dat") do
    local key, value = line:match("^(%S+)%s+(%S+)")
    if key then
        match[key] = value
    end
end
if match.phase ~= "move" then
    os.exit() -- before the first tick there is nothing to plan
end
local size, plan_length = tonumber(match.size), tonumber(match.plan_length)

-- x counts from the left, y from the top.
local steps = { { "N", 0, -1 }, { "E", 1, 0 }, { "S", 0, 1 }, { "W", -1, 0 } }

-- A cell as a number, the same for the same cell, so that it can be a table's key.
local function key_of(x, y)
    return y * (size + 2) + x
end

local function read_cells(name)
    local cells = {}
    for line in io.lines(name) do
        local x, y = line:match("(%d+)%s+(%d+)")
        if x then
            cells[#cells + 1] = { x = tonumber(x), y = tonumber(y) }
        end
    end
    return cells
end

local signs, goals = {}, {} -- by key
local is_thief = match.role == "thief"
local row = 0
for line in io.lines("gamefield.dat") do
    local x = 0
    for sign in line:gmatch("%S") do
        signs[key_of(x, row)] = sign
        goals[key_of(x, row)] = is_thief and sign == "G"
        x = x + 1
    end
    row = row + 1
end
if not is_thief then
    for _, thief in ipairs(read_cells("opponent.dat")) do
        goals[key_of(thief.x, thief.y)] = true
    end
end

-- Only board cells are entered, and the goals.
local function is_open(x, y)
    if x < 0 or x > size + 1 or y < 0 or y > size + 1 then
        return false
    end
    local is_inner = 1 <= x and x <= size and 1 <= y and y <= size
    local sign = signs[key_of(x, y)]
    return goals[key_of(x, y)] or is_inner and sign ~= "W" and not (is_thief and sign == "C")
end

-- The letters to the nearest goal.
local function shortest_path(start)
    local path_to = { [key_of(start.x, start.y)] = "" }
    local queue = { start }
    for _, here in ipairs(queue) do -- grows meanwhile
        local path = path_to[key_of(here.x, here.y)]
        if goals[key_of(here.x, here.y)] then
            return path
        end
        for _, step in ipairs(steps) do
            local letter, x, y = step[1], here.x + step[2], here.y + step[3]
            if is_open(x, y) and not path_to[key_of(x, y)] then
                path_to[key_of(x, y)] = path .. letter
                queue[#queue + 1] = { x = x, y = y }
            end
        end
    end
    return ""
end

local file = assert(io.open("result.dat", "w"))
for _, unit in ipairs(read_cells("player.dat")) do
    local plan = (shortest_path(unit) .. ("-"):rep(plan_length)):sub(1, plan_length)
    file:write((plan:gsub(".", "%0 ")), "\n")
end
file:close()
