"""The least an adapter can do: every request is answered with no moves."""

import json
import sys

for line in sys.stdin:
    request = json.loads(line)
    answer = {"id": request["id"], "moves": []}
    if request["do"] == "hello":
        answer = {"id": 0, "protocol": 1, "name": "trivial", "version": "1", "rules": ["english"], "answers": ["moves"]}
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
