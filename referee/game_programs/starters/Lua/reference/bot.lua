-- A first AI: a random legal move. The state is in files in the current folder.

math.randomseed(tonumber(os.getenv("REFEREE_SEED")))
local heaps, full = {}, {}
for line in io.lines("heaps.dat") do
  for word in line:gmatch("%d+") do
    heaps[#heaps + 1] = math.tointeger(word)
    if heaps[#heaps] > 0 then full[#full + 1] = #heaps end
  end
end
local heap = full[math.random(#full)]
local result = assert(io.open("result.dat", "w"))
result:write(heap, " ", math.random(heaps[heap]), "\n")
result:close()
