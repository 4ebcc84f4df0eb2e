"""Trimming of your own for `transcript-lint replay --exec 'python3 trim.py'`.

Reads a JSON line {"id": ..., "messages": [...]} for each prefix and answers {"id": ..., "messages": [...]} with what would be sent.
Put your own code in the place of trim(). Standard output is for answers alone: print what you want to see to sys.stderr.
"""

import json
import sys

BUDGET = 4000  # characters of JSON: a rough measure, in the place of tokens


def trim(messages):
    """The newest messages that fit, from a user turn that answers to nothing; instructions stay in front."""
    system = [message for message in messages[:1] if message["role"] == "system"]
    rest = messages[len(system):]
    size = 0
    start = len(rest)
    window = None
    while start > 0:
        start -= 1
        size += len(json.dumps(rest[start], ensure_ascii=False, separators=(",", ":")))
        if size > BUDGET and window is not None:
            break
        if is_question(rest[start]):
            window = rest[start:]
    return system + (rest if window is None else window)


def is_question(message):
    """A user turn without a tool result: a window may start there."""
    if message["role"] != "user":
        return False
    content = message.get("content")
    return not (isinstance(content, list) and any(part.get("type") == "tool_result" for part in content))


sys.stdin.reconfigure(encoding="utf-8")  # whatever the system is set to
for line in sys.stdin:
    request = json.loads(line)
    answer = {"id": request["id"], "messages": trim(request["messages"])}
    print(json.dumps(answer), flush=True)  # without flush the answer would wait for more
