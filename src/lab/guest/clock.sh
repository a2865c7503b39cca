# shellcheck shell=bash
# Somebody sets the clock of the host, by a day forward and back: a window lasts as long as it was to.
# What is measured here is time since boot, which no date(1) moves.
chapter "The clock is set during a window"

uptime_ms() { awk '{ printf "%d", $1 * 1000 }' /proc/uptime; }
elapsed() { echo $(($(uptime_ms) - opened)); }
step() { date -s "$(date -d "$1" '+%F %T.%N')" >/dev/null; }

# open WINDOW: PFC of one priority more, until it is confirmed
open() {
  local said
  said=$(ask PUT "/ports/lab/lab0/pfc?confirmWithin=$1" '{"lossless":[3,4]}')
  id=$(echo "$said" | text id)
  said=$(settled "$id")
  opened=$(uptime_ms) # the window began at most so much earlier as one answer takes
  claim "a change waits for $1 to be confirmed" awaiting-confirm "$said"
}

# undone_after SECONDS SLACK: waits until dcb shows the priorities of before, and says whether that was in time
undone_after() {
  local least=$(($1 * 1000 - 3000)) most=$((($1 + $2) * 1000))
  while [ "$(pfc_on)" != "$before" ] && [ "$(elapsed)" -lt $((most + 30000)) ]; do sleep 0.2; done
  local took
  took=$(elapsed)
  [ "$took" -ge $least ] && [ "$took" -le $most ] && [ "$(pfc_on)" = "$before" ] && echo "yes, after $took ms" || echo "no, after $took ms: $(pfc_on)"
}

killed() {
  local java
  java=$(cat "/proc/$DAEMON/task/$DAEMON/children") # of the shell that runs the function
  # shellcheck disable=SC2086 # words
  kill -9 ${java:-$DAEMON}
  wait "$DAEMON"
  rm -f $SOCKET
}
recover() { losslessd recover --config $CONFIG --when-due 2>&1; }

before=$(pfc_on)
for set in "1 day" "-2 days"; do
  open 60s
  step "$set"
  claim "clock set by $set: the dead-man timer says when it is due" "*: due at *" "$(recover)"
  while [ "$(elapsed)" -lt 45000 ]; do sleep 0.2; done
  claim "clock set by $set: after 45 s it still waits" "awaiting-confirm 3 4 " "$(state_of "$id") $(pfc_on)"
  claim "clock set by $set: undone when its 60 s are over" "yes, after * ms" "$(undone_after 60 15)"
done
step "1 day"

for set in "1 day" "-1 day"; do
  open 180s
  killed
  step "$set"
  claim "no daemon, clock set by $set: the dead-man timer says when it is due" "*: due at *" "$(recover)"
  start_daemon
  claim "started again, clock set by $set: it still waits" "awaiting-confirm 3 4 " "$(state_of "$id") $(pfc_on)"
  claim "started again, clock set by $set: undone when its 180 s are over" "yes, after * ms" "$(undone_after 180 20)"
  case $set in -*) step "1 day" ;; *) step "-1 day" ;; esac
done

# the daemon never comes back: the window and two minutes
open 60s
killed
step "-1 day"
claim "no daemon for good, clock set by -1 day: not before its time" "*: due at *" "$(recover)"
while [ "$(elapsed)" -lt 182000 ]; do sleep 1; done
claim "no daemon for good, clock set by -1 day: undone by the dead-man timer after 180 s" "*rolled back*" "$(recover)"
claim "and dcb shows the priorities of before" "$before" "$(pfc_on)"
step "1 day"
start_daemon
