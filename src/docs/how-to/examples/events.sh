#!/bin/sh
# What happened, as pages of JSON; then what happens, for two seconds, as server-sent events.
set -eu
socket=${LOSSLESSD_SOCKET:-/run/losslessd/losslessd.sock}
api=http://localhost/api/v1

curl --fail-with-body --silent --show-error --unix-socket "$socket" --get \
  --data kind=commit --data limit=10 "$api/events"
echo

# A client that was away goes on with --header "Last-Event-ID: $id"; 'event: lost' says what it missed.
code=0
curl --fail-with-body --silent --show-error --no-buffer --max-time 2 --unix-socket "$socket" \
  --header 'Accept: text/event-stream' "$api/events?after=0" || code=$?
[ "$code" = 28 ] || exit "$code" # 28: the two seconds are over
echo
echo "nothing to do"
