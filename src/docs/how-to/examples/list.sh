#!/bin/sh
# Every port, two at a time; then what is not as wanted, and what is wrong.
set -eu
socket=${LOSSLESSD_SOCKET:-/run/losslessd/losslessd.sock}
api=http://localhost/api/v1
get() {
  curl --fail-with-body --silent --show-error --unix-socket "$socket" --get "$@"
}

after=
while :; do
  if [ -n "$after" ]; then
    page=$(get --data-urlencode "after=$after" --data limit=2 "$api/ports")
  else
    page=$(get --data limit=2 "$api/ports")
  fi
  printf '%s\n' "$page"
  after=$(printf '%s' "$page" | sed -n 's/.*"next" *: *"\([^"]*\)".*/\1/p')
  [ -n "$after" ] || break
done
get "$api/drift"
get "$api/findings"
echo
echo "nothing to do"
