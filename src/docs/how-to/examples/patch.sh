#!/bin/sh
# Settings of several ports as one plan. What a value leaves out stays; null takes an override away.
set -eu
socket=${LOSSLESSD_SOCKET:-/run/losslessd/losslessd.sock}
api=http://localhost/api/v1
wish='{
  "gpu01:ens1f0np0": { "pfc": { "lossless": [3] }, "dcqcn": { "minTimeBetweenCnpsMicros": 8 } },
  "gpu01:ens2f0np0": { "pfc": { "lossless": [3] }, "max-rate": null }
}'

patch() {
  curl --fail-with-body --silent --show-error --unix-socket "$socket" --request PATCH \
    --header "If-Match: $etag" --header 'Content-Type: application/merge-patch+json' \
    --header 'Prefer: wait=60' --data "$wish" "$api/intent?$1"
}

etag=$(curl --fail --silent --show-error --unix-socket "$socket" --head --request GET \
  "$api/intent?limit=1" | tr -d '\r' | sed -n 's/^etag: //Ip')
patch dryRun=true >/dev/null # a plan with its changes and refusals; a refused one is 422 below

answer=$(patch reason=example)
commit=$(printf '%s' "$answer" | sed -n 's/.*"id" *: *"\(c-[0-9]*\)".*"state" *: *"awaiting-confirm".*/\1/p')
if [ -n "$commit" ]; then
  curl --fail-with-body --silent --show-error --unix-socket "$socket" --request POST \
    --header 'Content-Type: application/json' --data '{}' "$api/commits/$commit:confirm" >/dev/null
  echo "$commit is confirmed"
else
  echo "nothing to do"
fi
