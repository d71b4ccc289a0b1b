# SPDX-License-Identifier: MIT
import json
import sys
HELLO = {"protocol": 2, "name": "refuser", "version": "1", "language": "python",
         "dialects": ["rfc1630"], "ops": ["parse", "resolve", "normalize", "equivalent", "decode"]}
for line in sys.stdin:
    id_ = json.loads(line).get("id")
    print(json.dumps({"id": id_, "status": "rejected"} if id_ else HELLO), flush=True)
