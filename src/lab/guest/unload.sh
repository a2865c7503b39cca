# shellcheck shell=bash
# The driver goes away in the middle of a commit.
chapter "Unloading the module under a commit"
writes=$(cat "$FAULT/nsets")
fault set_delay_ms 3000
id=$(begin pfc '{"lossless":[3,4]}')
until_like 30 yes begun "$writes" >/host/scratch
rmmod losslesslab
claim "the commit is undone as soon as the device is back, and says so" undoing "$(settled "$id")"
claim "why" "@(*ENODEV*|*no such port*)" "$(why_of "$id")"
claim "losslessd lives" '{"status":"ok"*' "$(curl -s --unix-socket "$SOCKET" http://localhost/healthz)"
claim "and has no NIC" '{"items":*]}' "$(until_like 60 '{"items":*]}' nics)"
load
claim "loaded again, it is found again" found "$(until_like 90 '*lab0*' nics | grep -q lab0 && echo found)"
claim "a new device has nothing of ours" "" "$(pfc_on)"
claim "and that is drift" "wanted 3, the device shows none" "$(until_like 60 '*shows none' drift_message)"
