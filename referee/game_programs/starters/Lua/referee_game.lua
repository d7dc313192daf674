-- The loop of a game's rules in Lua: one JSON line in, one JSON line out. See referee/game_programs/README.md.
--
-- run(game) calls the functions of the table with the rules by name:
--
--     create(players, parameters, seed)     -> {sections = {…}}
--     start(players, parameters, sections)  -> the first state; error(refused("why")) to refuse a field,
--                                              or refused("why", "section", row): the line of a row, from 1
--     to_move(state), turn(state), ending(state), files(state, seat)
--     play(state, answers)                  -> the effects; changes the state
--     choices(state, seat), show(state, seat): seat nil is everything
--     deal(state, seat, seed)               -> only in games with secrets: what the seat doesn't know, dealt again
--     rank(state)                           -> the ending of a game that a limit ends (max-turns): optional
--
-- A list is list{…}: an empty table of Lua could be a list or an object. null is null.

local M = {}

M.null = setmetatable({}, { __name = "null" })
local list_type = { __name = "list" }

function M.list(items)
  return setmetatable(items or {}, list_type)
end
local list = M.list

-- JSON ---------------------------------------------------------------------------------------------------------------

local escapes = { ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t" }

local function text_of(text)
  return '"' .. text:gsub('[%c"\\]', function(c) return escapes[c] or string.format("\\u%04x", c:byte()) end) .. '"'
end

local function encode(value, out)
  local kind = type(value)
  if value == M.null or value == nil then
    out[#out + 1] = "null"
  elseif kind == "string" then
    out[#out + 1] = text_of(value)
  elseif kind == "number" then
    out[#out + 1] = math.type(value) == "integer" and string.format("%d", value) or string.format("%.17g", value)
  elseif kind == "boolean" then
    out[#out + 1] = tostring(value)
  elseif getmetatable(value) == list_type then
    out[#out + 1] = "["
    for i, item in ipairs(value) do
      if i > 1 then out[#out + 1] = "," end
      encode(item, out)
    end
    out[#out + 1] = "]"
  else -- sorted, because the order of pairs() is different in each process
    local keys = {}
    for key in pairs(value) do keys[#keys + 1] = key end
    table.sort(keys)
    out[#out + 1] = "{"
    for i, key in ipairs(keys) do
      out[#out + 1] = (i > 1 and "," or "") .. text_of(key) .. ":"
      encode(value[key], out)
    end
    out[#out + 1] = "}"
  end
end

function M.encoded(value)
  local out = {}
  encode(value, out)
  return table.concat(out)
end

local named = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t", ['"'] = '"', ["\\"] = "\\", ["/"] = "/" }

local function decoded_text(text, at)
  local parts = {}
  while true do
    local from, to = text:find('["\\]', at)
    parts[#parts + 1] = text:sub(at, from - 1)
    if text:sub(from, to) == '"' then return table.concat(parts), to + 1 end
    local c = text:sub(to + 1, to + 1)
    if c == "u" then
      local code = tonumber(text:sub(to + 2, to + 5), 16)
      at = to + 6
      if code >= 0xd800 and code < 0xdc00 then -- the first of two
        code = 0x10000 + ((code - 0xd800) << 10) + tonumber(text:sub(at + 2, at + 5), 16) - 0xdc00
        at = at + 6
      end
      parts[#parts + 1] = utf8.char(code)
    else
      parts[#parts + 1] = named[c]
      at = to + 2
    end
  end
end

local function decode(text, at)
  at = text:find("[^ ]", at)
  local c = text:sub(at, at)
  if c == '"' then return decoded_text(text, at + 1) end
  if c == "[" or c == "{" then
    local is_list = c == "["
    local found = is_list and list() or {}
    at = text:find("[^ ]", at + 1)
    if text:find("^[%]}]", at) then return found, at + 1 end
    while true do
      local key
      if not is_list then
        key, at = decoded_text(text, text:find('"', at, true) + 1)
        at = text:find(":", at, true) + 1
      end
      found[key or #found + 1], at = decode(text, at)
      local _, to, mark = text:find("^ *([,%]}])", at)
      at = to + 1
      if mark ~= "," then return found, at end
    end
  end
  local word = text:match("^[%w%.+-]+", at)
  at = at + #word
  if word == "true" then return true, at end
  if word == "false" then return false, at end
  if word == "null" then return M.null, at end
  return math.tointeger(word) or tonumber(word), at
end

function M.decoded(text)
  return (decode(text, 1))
end

-- For rules ----------------------------------------------------------------------------------------------------------

-- A field that start() refuses; `row` counts from 1 in the section.
function M.refused(why, section, row)
  return setmetatable({ refused = why, section = section, row = row }, { __name = "refused" })
end

-- Rank 1 has the highest score; seats with equal scores share a rank.
function M.ranks_of(scores)
  local ranks = list()
  for i, own in ipairs(scores) do
    ranks[i] = 1
    for _, other in ipairs(scores) do
      if other > own then ranks[i] = ranks[i] + 1 end
    end
  end
  return ranks
end

-- Numbers that are the same everywhere: math.random would make the game depend on chance.
function M.random(seed)
  local state = seed
  local random = {}
  function random.below(count) -- from 0
    state = state + 0x9e3779b97f4a7c15
    local mixed = (state ~ (state >> 30)) * 0xbf58476d1ce4e5b9
    mixed = (mixed ~ (mixed >> 27)) * 0x94d049bb133111eb
    return ((mixed ~ (mixed >> 31)) >> 1) % count
  end
  function random.shuffle(items)
    for i = #items, 2, -1 do
      local j = random.below(i) + 1
      items[i], items[j] = items[j], items[i]
    end
    return items
  end
  return random
end

-- The loop -----------------------------------------------------------------------------------------------------------

local function position(game, state)
  local movers = game.to_move(state)
  local files = {}
  for _, seat in ipairs(movers) do files[tostring(seat)] = game.files(state, seat) end
  return { state = state, turn = game.turn(state), to_move = movers, ending = game.ending(state), files = files }
end

local answer = {
  create = function(game, request) return game.create(request.players, request.parameters, request.seed) end,
  start = function(game, request)
    local reply = position(game, game.start(request.players, request.parameters, request.sections))
    reply.knows = list(game.rank and { "rank" } or {})
    return reply
  end,
  play = function(game, request)
    local effects = game.play(request.state, request.answers)
    local reply = position(game, request.state)
    reply.effects = effects
    return reply
  end,
  choices = function(game, request) return game.choices(request.state, request.seat) end,
  show = function(game, request)
    return game.show(request.state, request.seat ~= M.null and request.seat or nil)
  end,
  deal = function(game, request) return position(game, game.deal(request.state, request.seat, request.seed)) end,
  rank = function(game, request) return { ending = game.rank(request.state) } end,
}

function M.run(game)
  for line in io.lines() do
    local request = M.decoded(line)
    local ok, reply = xpcall(answer[request["do"]], function(problem)
      if type(problem) == "table" then return problem end
      return debug.traceback(problem, 2)
    end, game, request)
    if not ok and type(reply) ~= "table" then -- one line with its place, for the referee's message
      io.stderr:write(reply:match("^[^\n]*"):gsub("^.*/", ""), " (", request["do"], ")\n")
      os.exit(1)
    end
    io.write(M.encoded(reply), "\n")
    io.flush()
  end
end

return M
