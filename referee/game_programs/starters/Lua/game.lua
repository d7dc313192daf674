-- The rules of @NAME@. All functions are functions of the state; referee_game.lua calls them by name.
--
-- The state is any JSON value. Here it is {heaps = {4, 7, 1}, turn = 0, taken = {0, 0}}. Nothing may be kept
-- elsewhere: the referee may ask any process about any state, and all randomness is in the field.

package.path = arg[0]:match("^(.*)/") .. "/?.lua"
local referee = require("referee_game")
local list, null = referee.list, referee.null

local game = {}

-- The sections of a new field: rows of words.
function game.create(_, parameters, seed)
  local random = referee.random(seed)
  local heaps = list()
  for i = 1, parameters.heaps do heaps[i] = 1 + random.below(parameters.stones) end
  return { sections = { heaps = list { heaps } } }
end

-- The first state. The words of a field are texts. refused() refuses the field, or a row of it.
function game.start(_, parameters, sections)
  local heaps = list()
  for _, row in ipairs(sections.heaps) do
    for _, word in ipairs(row) do
      local stones = word:match("^%d+$") and #word < 10 and math.tointeger(word)
      if not stones or stones < 1 or stones > parameters.stones then
        error(referee.refused(("a heap must have 1 to %d stones"):format(parameters.stones), "heaps", 1))
      end
      heaps[#heaps + 1] = stones
    end
  end
  if #heaps ~= parameters.heaps then
    error(referee.refused(("[heaps] must hold %d numbers"):format(parameters.heaps)))
  end
  return { heaps = heaps, turn = 0, taken = list { 0, 0 } }
end

local function left_in(state)
  local sum = 0
  for _, stones in ipairs(state.heaps) do sum = sum + stones end
  return sum
end

-- Must grow with each call of play().
function game.turn(state) return state.turn end

-- The seats that answer now; none at the end.
function game.to_move(state)
  return left_in(state) > 0 and list { 1 + state.turn % 2 } or list()
end

function game.ending(state)
  if left_in(state) > 0 then return null end
  local scores = list { 0, 0 }
  scores[2 - state.turn % 2] = 1 -- the seat that moved last
  return { ranks = referee.ranks_of(scores), scores = scores, reason = "the last stone is taken" }
end

-- The ending of a game that a limit ends, such as max-turns. Without this function nobody wins then.
function game.rank(state)
  return { ranks = referee.ranks_of(state.taken), scores = state.taken, reason = "more stones taken" }
end

-- Any length is an integer; what is out of every range is illegal.
local function integer(word)
  return math.tointeger(math.max(-1e15, math.min(1e15, tonumber(word))))
end

-- The effect of an answer, and what is done: heap and stones.
local function judged(state, answer)
  local first = 1
  while state.heaps[first] == 0 do first = first + 1 end
  local function refused(fault, reason, text) return { fault = fault, reason = reason, text = text }, first, 1 end
  if answer.fault then return { fault = answer.fault }, first, 1 end -- timeout, crash …: it costs what game.ini says
  local heap, stones, more = answer.text:match("^%s*([+-]?%d+)%s+([+-]?%d+)%s*(.*)$")
  if not heap or more ~= "" then
    return refused("bad-result", "two integers are expected: the number of a heap and a number of stones")
  end
  heap, stones = integer(heap), integer(stones)
  local text = ("%d %d"):format(heap, stones)
  if not state.heaps[heap] then return refused("illegal", ("%s: there is no heap %g"):format(text, heap), text) end
  if stones < 1 or stones > state.heaps[heap] then
    return refused("illegal", ("%s: the heap has %d stones"):format(text, state.heaps[heap]), text)
  end
  return { fault = null, text = ("%d %d"):format(heap, stones) }, heap, stones
end

-- Carries out the answers of one turn; changes the state and returns an effect for each answer.
function game.play(state, answers)
  local effect, heap, stones = judged(state, answers[1])
  local seat = answers[1].seat
  state.heaps[heap] = state.heaps[heap] - stones
  state.taken[seat] = state.taken[seat] + stones
  state.turn = state.turn + 1
  local left = left_in(state)
  effect.comment = left > 0 and left .. " left" or "takes the last stone"
  return list { effect }
end

-- The files of a seat that moves; "match" are lines of match.dat.
function game.files(state)
  return { match = { left = left_in(state) }, ["heaps.dat"] = table.concat(state.heaps, " ") .. "\n" }
end

-- The legal answers, for people and for random players.
function game.choices(state)
  local answers = list()
  for heap, most in ipairs(state.heaps) do
    for stones = 1, most do answers[#answers + 1] = heap .. " " .. stones end
  end
  return answers
end

-- What pages and terminals show. Nothing is hidden here, so all seats see the same.
function game.show(state)
  local lines, measures = {}, list()
  for heap, stones in ipairs(state.heaps) do lines[heap] = ("heap %d  %s\n"):format(heap, ("o "):rep(stones)) end
  for seat, taken in ipairs(state.taken) do measures[seat] = list { taken } end
  return { heaps = state.heaps, measures = measures, picture = table.concat(lines) }
end

referee.run(game)
