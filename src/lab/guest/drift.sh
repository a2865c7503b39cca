# shellcheck shell=bash
# Somebody else writes.
chapter "A foreign dcb pfc set"

drift_of() { ask GET /drift | grep -o '{"port":"lab:lab0","setting":"pfc"[^}]*}[^}]*}[^}]*}'; }
# foreign N: the milliseconds from before the foreign write until losslessd knew, and its words for it
foreign() {
  local before since
  before=$(now_ms)
  dcb pfc set dev lab0 prio-pfc 4:on
  drift=$(until_like 20 '*since*' drift_of)
  since=$(echo "$drift" | text since)
  took=$(($(date -d "$since" +%s%3N) - before))
  dcb pfc set dev lab0 prio-pfc 4:off
  gone=$(until_like 20 '' drift_of)
}

# the first is not counted: it is the one in which the Java machine loads what drift needs
foreign
say "  seen  first foreign write, drift after $took ms (the first meets code that was never run)"
for time in 1 2 3; do
  foreign
  claim "foreign write $time is drift within 1000 ms" "yes, after * ms" "$([ "$took" -le 1000 ] && echo yes || echo no), after $took ms"
done
claim "drift: what was wanted and what is there" "wanted 3, the device shows 3,4" "$(echo "$drift" | text message)"
claim "drift: its writer, as far as this kernel tells" "*netlink*" "$(echo "$drift" | text writer)"
claim "drift ends when it is put back" "" "$gone"
