#!/bin/sh
# PFC on priority 3 of one port, by who has seen what is wanted now; confirmed after the read-back.
set -eu
socket=${LOSSLESSD_SOCKET:-/run/losslessd/losslessd.sock}
port=gpu01/ens1f0np0
api=http://localhost/api/v1

# The ETag says which version was seen. Somebody who changes it in between makes the PUT fail (412).
etag=$(curl --fail --silent --show-error --unix-socket "$socket" --head --request GET \
  "$api/ports/$port/pfc" | tr -d '\r' | sed -n 's/^etag: //Ip')

# 200: it is so already, or the commit has come to its end. 202: it goes on, see Location.
answer=$(curl --fail-with-body --silent --show-error --unix-socket "$socket" --request PUT \
  --header "If-Match: $etag" --header 'Content-Type: application/json' --header 'Prefer: wait=60' \
  --data '{"lossless": [3]}' "$api/ports/$port/pfc?reason=example")

# A commit that awaits its confirm is undone in ten minutes. Look at it first; here it is kept.
commit=$(printf '%s' "$answer" | sed -n 's/.*"id" *: *"\(c-[0-9]*\)".*"state" *: *"awaiting-confirm".*/\1/p')
if [ -n "$commit" ]; then
  curl --fail-with-body --silent --show-error --unix-socket "$socket" --request POST \
    --header 'Content-Type: application/json' --data '{}' "$api/commits/$commit:confirm" >/dev/null
  echo "$commit is confirmed"
else
  echo "nothing to do"
fi
