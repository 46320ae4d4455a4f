"""JSON for files that people read too: indented, but with lists of numbers on one line."""

import json
import re
from typing import Any, Final

_NUMBERS: Final = re.compile(r"\[\s+(-?[0-9][^\[\]{}\"]*?)\s+\]")


def dump_json(value: Any) -> str:
    """The value as JSON text, with a line end.

    >>> print(dump_json({"one": [1, 2.5], "two": {"3": "4"}}), end="")
    {
     "one": [1, 2.5],
     "two": {
      "3": "4"
     }
    }
    """
    text = json.dumps(value, indent=1)
    return _NUMBERS.sub(lambda match: f"[{', '.join(match[1].split())}]".replace(",,", ","), text) + "\n"
