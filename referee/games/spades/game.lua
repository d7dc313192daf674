-- Spades: bids and tricks, two against two. The rules for people are in README.md.
--
-- The state: the deals of the field, the number of this one, the hands, the bids (-1: not yet) and tricks by seat, the
-- cards on the table, the tricks of this deal, points and bags by team, the results of the deals, the turn.

package.path = arg[0]:match("^(.*)/") .. "/?.lua"
local referee = require("referee_game")
local list, null = referee.list, referee.null

local suits = "SHDC" -- spades are trumps
local values = "23456789TJQKA"

local function suit_of(card) return card:sub(2, 2) end
local function value_of(card) return values:find(card:sub(1, 1), 1, true) end
local function team_of(seat) return (seat - 1) % 2 + 1 end
local function next_to(seat) return seat % 4 + 1 end

-- Spades first, in each suit the lowest card last.
local function comes_before(one, other)
  local a, b = suits:find(suit_of(one), 1, true), suits:find(suit_of(other), 1, true)
  return a < b or (a == b and value_of(one) > value_of(other))
end

local function all_cards()
  local cards = list()
  for suit in suits:gmatch(".") do
    for value in values:gmatch(".") do cards[#cards + 1] = value .. suit end
  end
  return cards
end

local function four(value)
  return list { value, value, value, value }
end

-- The first seat that bids and leads is another one in each deal.
local function first_of(state) return (state.deal - 1) % 4 + 1 end
local function is_over(state) return state.deal > #state.deals end
local function is_bidding(state) return state.bids[(first_of(state) + 2) % 4 + 1] < 0 end

local function begin_deal(state)
  state.hands = list { list(), list(), list(), list() }
  state.bids, state.taken, state.table, state.tricks = four(-1), four(0), list(), list()
  state.to_move = first_of(state)
  if is_over(state) then return end
  for i, card in ipairs(state.deals[state.deal]) do
    local hand = state.hands[(i - 1) % 4 + 1]
    hand[#hand + 1] = card
  end
  for _, hand in ipairs(state.hands) do table.sort(hand, comes_before) end
end

local function create(_, parameters, seed)
  local random = referee.random(seed)
  local deals = list()
  for i = 1, parameters.deals do deals[i] = random.shuffle(all_cards()) end
  return { sections = { deals = deals } }
end

local function start(_, parameters, sections)
  local deals = sections.deals
  if #deals ~= parameters.deals then
    error(referee.refused(("[deals] has %d rows for %d deals"):format(#deals, parameters.deals)))
  end
  for row, cards in ipairs(deals) do
    local known, count = {}, 0
    for _, card in ipairs(cards) do known[card] = true end
    for _, card in ipairs(all_cards()) do count = count + (known[card] and 1 or 0) end
    if #cards ~= 52 or count ~= 52 then
      error(referee.refused("a row must have all 52 cards, each once", "deals", row))
    end
  end
  local state = { deals = deals, deal = 1, turn = 0, worth = parameters["nil"], points = list { 0, 0 },
    bags = list { 0, 0 }, results = list() }
  begin_deal(state)
  return state
end

local function is_broken(state)
  for _, trick in ipairs(state.tricks) do
    for _, card in ipairs(trick.cards) do
      if suit_of(card) == "S" then return true end
    end
  end
  return false
end

local function of_suit(cards, suit, isnt)
  local found = list()
  for _, card in ipairs(cards) do
    if (suit_of(card) == suit) ~= (isnt or false) then found[#found + 1] = card end
  end
  return found
end

-- Follow suit; spades are led only after one was played, or if there is nothing else.
local function legal_cards(state, seat)
  local hand = state.hands[seat]
  local found
  if #state.table > 0 then
    found = of_suit(hand, suit_of(state.table[1].card))
  elseif not is_broken(state) then
    found = of_suit(hand, "S", true)
  end
  return found and #found > 0 and found or hand
end

local function choices(state, seat)
  if not is_bidding(state) then return list { table.unpack(legal_cards(state, seat)) } end
  local bids = list()
  for bid = 0, 13 do bids[bid + 1] = tostring(bid) end
  return bids
end

local function contains(items, wanted)
  for _, item in ipairs(items) do
    if item == wanted then return true end
  end
  return false
end

-- The effect of an answer, and what is bid or played.
local function judged(state, answer)
  local seat = answer.seat
  local bids = is_bidding(state)
  local legal = choices(state, seat)
  local instead = bids and "1" or legal[1]
  if answer.fault then return { fault = answer.fault }, instead end
  local words = {}
  for word in answer.text:gmatch("[^ \t\r\n]+") do words[#words + 1] = word end
  local word = words[1] or ""
  if bids then
    local digits = #words == 1 and word:match("^[+-]?%d+$")
    if not digits then return { fault = "bad-result", reason = "write one integer: a bid from 0 to 13" }, instead end
    local bid = #digits < 10 and math.tointeger(digits) or 99
    if bid < 0 or bid > 13 then
      return { fault = "illegal", text = digits, reason = digits:sub(1, 20) .. ": a bid is from 0 to 13" }, instead
    end
    return { fault = null, text = tostring(bid) }, tostring(bid)
  end
  if #words ~= 1 or not contains(all_cards(), word) then
    return { fault = "bad-result", reason = "write one card from hand.dat, such as AS" }, instead
  end
  if not contains(legal, word) then
    local reason = not contains(state.hands[seat], word) and "you don't hold this card"
      or #state.table > 0 and "you must follow suit" or "no spade was played yet, so you can't lead one"
    return { fault = "illegal", text = word, reason = word .. ": " .. reason }, instead
  end
  return { fault = null, text = word }, word
end

local function winner_of(cards)
  local best = cards[1]
  for _, each in ipairs(cards) do
    local same = suit_of(each.card) == suit_of(best.card)
    if (same and value_of(each.card) > value_of(best.card)) or (not same and suit_of(each.card) == "S") then
      best = each
    end
  end
  return best.seat
end

-- What a team gets for a deal, and its new bags.
local function points_of(state, team)
  local points, contract, taken = 0, 0, 0
  for seat = team, 4, 2 do
    local bid, tricks = state.bids[seat], state.taken[seat]
    contract, taken = contract + bid, taken + tricks
    if bid == 0 then points = points + (tricks == 0 and state.worth or -state.worth) end
  end
  if taken < contract then return points - 10 * contract, 0 end
  return points + 10 * contract + taken - contract, taken - contract
end

local function end_deal(state)
  local result = { bids = state.bids, taken = state.taken, points = list() }
  for team = 1, 2 do
    local points, bags = points_of(state, team)
    state.bags[team] = state.bags[team] + bags
    if state.bags[team] >= 10 then
      points = points - 100
      state.bags[team] = state.bags[team] - 10
    end
    state.points[team] = state.points[team] + points
    result.points[team] = points
  end
  state.results[#state.results + 1] = result
  state.deal = state.deal + 1
  begin_deal(state)
  return result
end

local function play_card(state, seat, card)
  local hand = state.hands[seat]
  for i, held in ipairs(hand) do
    if held == card then
      table.remove(hand, i)
      break
    end
  end
  local on_table = state.table
  on_table[#on_table + 1] = { seat = seat, card = card }
  state.to_move = next_to(seat)
  if #on_table < 4 then return null end
  local winner = winner_of(on_table)
  local trick = { leader = on_table[1].seat, cards = list(), winner = winner }
  for i, each in ipairs(on_table) do trick.cards[i] = each.card end
  state.tricks[#state.tricks + 1] = trick
  state.taken[winner] = state.taken[winner] + 1
  state.table, state.to_move = list(), winner
  local comment = winner == seat and "takes the trick" or ("the trick goes to seat %d"):format(winner)
  if #hand > 0 then return comment end
  local points = end_deal(state).points
  return ("%s; the deal brings %+d to seats 1 and 3, %+d to seats 2 and 4"):format(comment, points[1], points[2])
end

local function play(state, answers)
  local answer = answers[1]
  local effect, word = judged(state, answer)
  state.turn = state.turn + 1
  if is_bidding(state) then
    state.bids[answer.seat] = math.tointeger(word)
    state.to_move = next_to(answer.seat)
    if not is_bidding(state) then state.to_move = first_of(state) end
  else
    effect.comment = play_card(state, answer.seat, word)
  end
  return list { effect }
end

local function ended(state, reason)
  local scores = list { state.points[1], state.points[2], state.points[1], state.points[2] }
  return { scores = scores, ranks = referee.ranks_of(scores), reason = reason }
end

local function ending(state)
  return is_over(state) and ended(state, "all deals are played") or null
end

local function lines(rows)
  local text = {}
  for i, row in ipairs(rows) do text[i] = table.concat(row, " ") .. "\n" end
  return table.concat(text)
end

local function files(state, seat)
  local bids, on_table, tricks = {}, {}, {}
  for each = 1, 4 do bids[each] = { each, state.bids[each], state.taken[each] } end
  for i, each in ipairs(state.table) do on_table[i] = { each.seat, each.card } end
  for i, trick in ipairs(state.tricks) do
    tricks[i] = { trick.leader, table.concat(trick.cards, " "), trick.winner }
  end
  return {
    match = { step = is_bidding(state) and "bid" or "play", deal = state.deal, first = first_of(state) },
    ["hand.dat"] = lines { state.hands[seat] },
    ["bids.dat"] = lines(bids),
    ["trick.dat"] = lines(on_table),
    ["tricks.dat"] = lines(tricks),
    ["scores.dat"] = lines { { state.points[1], state.bags[1] }, { state.points[2], state.bags[2] } },
  }
end

local function picture(frame)
  local text = { frame.over and "all deals are played" or ("deal %d of %d, %s"):format(frame.deal, frame.deals,
    frame.step == "bid" and "bids" or ("trick %d"):format(frame.trick)) }
  text[2] = ("seats 1 and 3: %d points, seats 2 and 4: %d points"):format(frame.points[1], frame.points[2])
  for seat, player in ipairs(frame.players) do
    local card = "  "
    for _, each in ipairs(frame.on_table) do
      if each.seat == seat then card = each.card end
    end
    local hand = player.hand == null and ("%d cards"):format(player.count) or table.concat(player.hand, " ")
    text[#text + 1] = ("seat %d  %s of %s  %s  %s"):format(seat, player.tricks,
      player.bid < 0 and "?" or player.bid, card, hand):sub(1, 80)
  end
  return table.concat(text, "\n") .. "\n"
end

-- seat nil: everything; 0: what everybody knows; else what that seat knows.
local function show(state, seat)
  local over = is_over(state)
  local last = state.results[#state.results]
  local frame = { deal = math.min(state.deal, #state.deals), deals = #state.deals, over = over, first = first_of(state),
    step = is_bidding(state) and "bid" or "play", to_move = over and 0 or state.to_move, points = state.points,
    bags = state.bags, on_table = state.table, trick = #state.tricks + 1, last = state.tricks[#state.tricks] or null,
    result = last or null, players = list(), measures = list() }
  for each = 1, 4 do
    local knows = seat == nil or seat == each
    frame.players[each] = { bid = state.bids[each], tricks = state.taken[each], count = #state.hands[each],
      hand = knows and state.hands[each] or null }
    local taken = state.taken[each]
    for _, result in ipairs(state.results) do taken = taken + result.taken[each] end
    frame.measures[each] = list { state.points[team_of(each)], taken }
  end
  frame.picture = picture(frame)
  return frame
end

-- Who didn't follow suit has no card of it left; who led a spade before one was played has nothing else.
local function known_voids(state)
  local voids = { {}, {}, {}, {} }
  local broken = false
  local function see(leader, cards)
    local seat = leader
    if suit_of(cards[1]) == "S" and not broken then
      for suit in ("HDC"):gmatch(".") do voids[leader][suit] = true end
    end
    for _, card in ipairs(cards) do
      if suit_of(card) ~= suit_of(cards[1]) then voids[seat][suit_of(cards[1])] = true end
      broken = broken or suit_of(card) == "S"
      seat = next_to(seat)
    end
  end
  for _, trick in ipairs(state.tricks) do see(trick.leader, trick.cards) end
  if #state.table > 0 then
    local cards = {}
    for i, each in ipairs(state.table) do cards[i] = each.card end
    see(state.table[1].seat, cards)
  end
  return voids
end

-- What the seat doesn't know, dealt again: the other hands, and the deals to come. Two cards change places, again and
-- again, unless everybody knows that one can't be there.
local function deal(state, seat, seed)
  local random = referee.random(seed)
  local voids = known_voids(state)
  local places = {}
  for other, hand in ipairs(state.hands) do
    for i = 1, other == seat and 0 or #hand do places[#places + 1] = { hand = hand, at = i, voids = voids[other] } end
  end
  for _ = 1, 10 * #places do
    local one, other = places[random.below(#places) + 1], places[random.below(#places) + 1]
    local card, moved = one.hand[one.at], other.hand[other.at]
    if not one.voids[suit_of(moved)] and not other.voids[suit_of(card)] then
      one.hand[one.at], other.hand[other.at] = moved, card
    end
  end
  for _, hand in ipairs(state.hands) do table.sort(hand, comes_before) end
  for number = state.deal + 1, #state.deals do random.shuffle(state.deals[number]) end
  return state
end

referee.run {
  create = create, start = start, to_move = function(state) return list(is_over(state) and {} or { state.to_move }) end,
  turn = function(state) return state.turn end, ending = ending, files = files, play = play, choices = choices,
  show = show, deal = deal, rank = function(state) return ended(state, "the deals end here") end,
}
