#!/usr/bin/env lua
-- The reference AI in Lua: attacks at random while it can, then ends its turn. Its random numbers
-- differ from those of the one in C++, so the two play alike, but not the same games.

local match = {}
for line in io.lines("match.dat") do
    local key, value = line:match("^(%S+)%s+(%S+)")
    if key then
        match[key] = value
    end
end
if match.phase ~= "move" then
    os.exit() -- nothing to prepare
end

local seat = tonumber(match.seat)
local areas, owner = {}, {}
for line in io.lines("gamefield.dat") do
    local numbers = {} -- area, owner, dice, how many neighbours, and these
    for word in line:gmatch("%d+") do
        numbers[#numbers + 1] = tonumber(word)
    end
    areas[#areas + 1] = numbers
    owner[numbers[1]] = numbers[2]
end

local attacks = {}
for _, numbers in ipairs(areas) do
    if numbers[2] == seat and numbers[3] >= 2 then
        for i = 5, #numbers do
            if owner[numbers[i]] ~= seat then
                attacks[#attacks + 1] = "battle " .. numbers[1] .. " " .. numbers[i]
            end
        end
    end
end

local answer = #attacks > 0 and attacks[tonumber(match.seed) % #attacks + 1] or "end"
local file = assert(io.open("result.dat", "w"))
file:write(answer, "\n")
file:close()
