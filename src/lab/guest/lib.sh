# shellcheck shell=bash
# Sourced by the guest's checks: claims, the daemon and its REST interface, waiting without sleeping blindly.
SOCKET=/run/losslessd.sock
export LOSSLESSD_SOCKET=$SOCKET
CONFIG=/host/losslessd.yaml
DEBUGFS=/sys/kernel/debug/mlx5/0000:c0:00.0
FAULT=$DEBUGFS/lab

# ---- claims: one line each, and a count of those that do not hold ----

say() { echo "$*" >>/host/report; }
chapter() { say ""; say "$*"; }

# claim TEXT EXPECTED SEEN: EXPECTED is a pattern of [[ == ]].
claim() {
  # shellcheck disable=SC2053 # a pattern
  if [[ $3 == $2 ]]; then
    say "  ok    $1: ${3:-(nothing)}"
  else
    say "  FAIL  $1: saw '$3', expected '$2'"
    echo "$1" >>/host/failed
  fi
}

# until_like SECONDS PATTERN COMMAND...: prints what the command said last; ends early when it fits.
until_like() {
  local end=$((SECONDS + $1)) pattern=$2 said
  shift 2
  while :; do
    said=$("$@" 2>&1)
    # shellcheck disable=SC2053 # a pattern
    if [[ $said == $pattern ]] || [ $SECONDS -ge $end ]; then break; fi
    sleep 0.1
  done
  echo "$said"
}

now_ms() { date +%s%3N; }

# Seconds by which this clock is ahead of the host's, which stamps what is written to the share.
ahead() {
  echo >/host/scratch
  echo $(($(date +%s) - $(stat -c %Y /host/scratch)))
}

# ---- losslessd ----

losslessd() {
  /opt/losslessd/jre/bin/java -XX:+UseSerialGC -Xms16m -Xmx64m -Xss512k -XX:+UseCompactObjectHeaders \
    -XX:TieredStopAtLevel=1 -XX:-UsePerfData -Dlosslessd.home=/opt/losslessd -jar /opt/losslessd/losslessd.jar "$@"
}

start_daemon() {
  losslessd run --config $CONFIG >>/host/daemon.log 2>&1 &
  # shellcheck disable=SC2034 # of the script that sources this
  DAEMON=$!
  until_like 400 '*"ok"*' curl -s --unix-socket $SOCKET http://localhost/readyz >/host/scratch
}

# ask METHOD PATH [JSON]
ask() {
  curl -s --max-time 120 --unix-socket $SOCKET -X "$1" -H 'If-Match: *' \
    -H 'Content-Type: application/json' ${3:+-d "$3"} "http://localhost/api/v1$2"
}

# The first text of a field in JSON on standard input; reasons have no escaped quotes.
text() { grep -o "\"$1\":\"[^\"]*\"" | head -n 1 | cut -d'"' -f4; }

metric() { curl -s http://127.0.0.1:9464/metrics | grep "^$1" | sed 's/.* //' | head -n 1; }

nics() { ask GET /nics; }
drift_message() { ask GET /drift | text message; }

state_of() { ask GET "/commits/$1" | text state; }
why_of() { ask GET "/commits/$1" | text why; }

# begin SETTING JSON [PORT]: PUTs, prints the id of the commit, or the refusal.
begin() {
  local said
  said=$(ask PUT "/ports/lab/${3:-lab0}/$1" "$2")
  if [[ $said == *'"status":4'* ]]; then echo "$said" | text detail; else echo "$said" | text id; fi
}

# settled COMMIT: the state in which it rests.
settled() {
  local end=$((SECONDS + 120)) state
  while state=$(state_of "$1"); [ "$state" = applying ] && [ $SECONDS -lt $end ]; do sleep 0.1; done
  echo "$state"
}

# change SETTING JSON [PORT]: applied, confirmed; prints the final state.
change() {
  local id state
  id=$(begin "$@")
  state=$(settled "$id")
  if [ "$state" = awaiting-confirm ]; then
    ask POST "/commits/$id:confirm" | text state
  else
    echo "${state:-$id} $(why_of "$id")"
  fi
}

# ---- the device, by other eyes than ours ----

load() {
  # lab2 and lab3 stand for functions of guests
  insmod /host/losslesslab.ko pairs=2 guests=2 drvname=mlx5_core dbgroot=mlx5
  ip link set lab0 mtu 4200 up
  ip link set lab1 mtu 4200 up
}

# The priorities that pause, as dcb(8) has them: "3 4 ".
pfc_on() { dcb pfc show dev "${1:-lab0}" | grep -o '[0-7]:on' | cut -c 1 | tr '\n' ' '; }
statistic() { ethtool -S "$1" | sed -n "s/^ *$2: //p"; }
# begun WRITES: whether a write has reached the module since so many were counted.
begun() { [ "$(cat "$FAULT/nsets")" -gt "$1" ] && echo yes; }

# fault FILE VALUE, of the module: src/lab/module/lab.h
fault() { echo "$2" >"$FAULT/$1"; }
