#!/usr/bin/env python3
# A small Battlesnake server: it goes to the nearest food over free cells, on wrapped boards over the border, too,
# and keeps off hazards while it can.
#
#     snake_server.py PORT [LOG]
#
# With LOG every request is appended to that file, one JSON object per line. PORT 0 takes a free port,
# which is then the first line of that file.

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

DIRECTIONS = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}
LOOKS = {"apiversion": "1", "color": "#336699", "head": "smile", "tail": "curled"}


def choose(request):
    board, head = request["board"], request["you"]["head"]
    is_wrapped = request["game"]["ruleset"]["name"].startswith("wrapped")
    hazards = {(cell["x"], cell["y"]) for cell in board["hazards"]}
    blocked = {(cell["x"], cell["y"]) for snake in board["snakes"] for cell in snake["body"][:-1]}

    def steps_to_food(x, y):
        return min((abs(x - food["x"]) + abs(y - food["y"]) for food in board["food"]), default=0)

    choices = []
    for name, (dx, dy) in DIRECTIONS.items():
        x, y = head["x"] + dx, head["y"] + dy
        if is_wrapped:
            x, y = x % board["width"], y % board["height"]
        if 0 <= x < board["width"] and 0 <= y < board["height"] and (x, y) not in blocked:
            choices.append(((x, y) in hazards, steps_to_food(x, y), name))
    return {"move": min(choices)[2] if choices else "up", "shout": f"{len(choices)} ways"}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # connections are kept
    wbufsize = -1  # head and body leave together

    def do_GET(self):
        self.answer(LOOKS)

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        note({"path": self.path, "request": request})
        self.answer(choose(request) if self.path == "/move" else {})

    def answer(self, value):
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def note(value):
    if len(sys.argv) > 2:
        with open(sys.argv[2], "a") as log:
            print(json.dumps(value), file=log)


server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler)
note(server.server_port)
server.serve_forever()
