#!/usr/bin/env lua
-- Bids the tricks that its high cards and spades promise. Plays the lowest card, or the highest one if that wins.

local function lines_of(name)
  local lines = {}
  for line in io.lines(name) do
    local words = {}
    for word in line:gmatch("%S+") do words[#words + 1] = word end
    lines[#lines + 1] = words
  end
  return lines
end

local match = {}
for _, words in ipairs(lines_of("match.dat")) do match[words[1]] = words[2] end
local hand = lines_of("hand.dat")[1]

local function suit_of(card) return card:sub(2, 2) end
local function value_of(card) return ("23456789TJQKA"):find(card:sub(1, 1), 1, true) end -- 13: an ace

local function bid()
  local count, tricks = { S = 0, H = 0, D = 0, C = 0 }, 0
  for _, card in ipairs(hand) do count[suit_of(card)] = count[suit_of(card)] + 1 end
  for _, card in ipairs(hand) do
    if value_of(card) == 13 or (value_of(card) == 12 and count[suit_of(card)] > 1) then tricks = tricks + 1 end
  end
  return math.max(1, tricks + math.max(0, count.S - 3))
end

-- True if the card beats the other one, which lies on the table.
local function beats(card, other)
  if suit_of(card) == suit_of(other) then return value_of(card) > value_of(other) end
  return suit_of(card) == "S"
end

local function legal_cards(on_table)
  local is_broken = false
  for _, trick in ipairs(lines_of("tricks.dat")) do
    for i = 2, 5 do is_broken = is_broken or suit_of(trick[i]) == "S" end
  end
  local legal = {}
  for _, card in ipairs(hand) do
    local fits = #on_table > 0 and suit_of(card) == suit_of(on_table[1][2])
      or #on_table == 0 and (is_broken or suit_of(card) ~= "S")
    if fits then legal[#legal + 1] = card end
  end
  return #legal > 0 and legal or hand
end

local function card_to_play()
  local on_table = lines_of("trick.dat")
  local best = on_table[1]
  for _, each in ipairs(on_table) do
    if beats(each[2], best[2]) then best = each end
  end
  local lowest, highest
  for _, card in ipairs(legal_cards(on_table)) do
    local worth = value_of(card) + (suit_of(card) == "S" and 13 or 0)
    if not lowest or worth < lowest.worth then lowest = { card = card, worth = worth } end
    if not highest or worth > highest.worth then highest = { card = card, worth = worth } end
  end
  if not best or (best[1] ~= match.partners and beats(highest.card, best[2])) then return highest.card end
  return lowest.card
end

local answer = io.open("result.dat", "w")
answer:write(match.step == "bid" and bid() or card_to_play(), "\n")
answer:close()
