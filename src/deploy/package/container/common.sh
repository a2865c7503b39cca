# shellcheck shell=bash
# Sourced by what runs in the booted container: the table, the daemon, the simulated fabric. /host holds
# packages, config and the simulated fabric's jars. What a step expects is a pattern of [[ == ]].
exec >>/host/log 2>&1
export DEBIAN_FRONTEND=noninteractive
STATE=/var/lib/losslessd
PORT=ens1f0np0
CONFIG=/etc/losslessd/losslessd.yaml
DROPINS=/etc/systemd/system/losslessd.service.d

# ---- the table ----

# step TEXT EXPECTED SEEN
step() {
  local result=ok
  # shellcheck disable=SC2053 # a pattern
  [[ $3 == $2 ]] || { result=FAIL; echo "$1: saw '$3', expected '$2'" >>/host/failed; }
  printf '| %s | %s | %s |\n' "$1" "$(tr '\n|' ' /' <<<"$3" | cut -c 1-110)" "$result" >>/host/table
}

# until_like SECONDS PATTERN COMMAND...: what the command said last; ends early when it fits
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

# within MOST NUMBER: yes, or the number
within() { if [ "$2" -le "$1" ]; then echo yes; else echo "$2"; fi; }

# ---- the daemon ----

ask() {
  curl -s --max-time 60 --unix-socket /run/losslessd/losslessd.sock -X "$1" -H 'If-Match: *' \
    -H 'Content-Type: application/json' ${3:+-d "$3"} "http://localhost$2"
}
text() { grep -o "\"$1\":\"[^\"]*\"" | head -n 1 | cut -d'"' -f4; }
state_of() { ask GET "/api/v1/commits/$1" | text state; }
begin() { ask PUT "/api/v1/ports/gpu01/$PORT/pfc${2:-}" "$1" | text id; }
awaiting() { until_like 60 awaiting-confirm state_of "$1"; }
confirm() { ask POST "/api/v1/commits/$1:confirm" | text state; }
pfc() { ask GET "/api/v1/ports/gpu01/$PORT/pfc" | grep -o '"lossless":\[[0-9,]*\]' | head -n 1; }
findings() { ask GET /api/v1/findings; }
condition() { ask GET /api/v1/status | grep -o "{\"type\":\"$1\"[^}]*"; }
unit() { systemctl show -P "$1" "${2:-losslessd.service}"; }
active() { systemctl is-active losslessd.service; }
enabled() { systemctl is-enabled losslessd.service losslessd-recover.timer | xargs; }
main() { unit MainPID; }
another() { local now; now=$(main); [ "$now" != 0 ] && [ "$now" != "$1" ] && echo another; }
ready_after() { # milliseconds from the process's start to READY=1
  echo $((($(unit ActiveEnterTimestampMonotonic) - $(unit ExecMainStartTimestampMonotonic)) / 1000))
}
page() { curl -s --max-time 20 http://127.0.0.1:9464/metrics; }
value() { page | awk -v name="$1" '$1 == name { print $2 }'; }
logged() { journalctl -u losslessd.service -o cat --since "@$1" --no-pager; }
rule() { findings | grep -o '"rule":"[^"]*' | cut -d'"' -f4 | sort -u | grep -x "$1"; }
in_force() { ask GET /api/v1/config | grep -o "\\\\n  $1: [0-9a-z]*" | head -n 1 | sed 's/.*: //'; }
kept() { cat $STATE/on-devices 2>/dev/null; }

# memory WHEN: resident memory of the daemon, into the figures
memory() {
  echo "resident $1: $(awk '/^(VmRSS|RssAnon)/ { printf "%s %.1f MiB ", $1, $2 / 1024 }' "/proc/$(main)/status")" \
    >>/host/figures
}

# install_deb FILE [OPTION]: apt's exit code
install_deb() {
  apt-get install -y --no-install-recommends -o Dpkg::Options::=--force-confold "${@:2}" "$1" \
    >>/host/install.log 2>&1
  echo $?
}

# ---- two simulated hosts and a leaf; not a part of the package ----

fabric() {
  cat >/run/systemd/system/fabric.service <<'UNIT'
[Service]
ExecStart=/host/jre/bin/java -Xmx128m -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED -cp /host/fabric/losslessd.jar:/host/fabric/losslessd-fabric.jar:/host/fabric/lib-fabric/* dev.losslessd.demo.Main fabric --dir /fabric --os nxos
UNIT
  systemctl start fabric.service
  until_like 60 yes sh -c 'test -S /fabric/gpu01/rdma.sock && test -s /fabric/leaf1/ssh.port && test -s /fabric/leaf1/snmp.port && echo yes' >/dev/null
  mkdir -p /run/systemd/system/losslessd.service.d
  printf '[Service]\nReadWritePaths=/fabric\n' >/run/systemd/system/losslessd.service.d/fabric.conf
}

# a host of the fabric that is set, and its leaf, whose secret is NAME of the credentials
configure() {
  cat >$CONFIG <<YAML
mode: enforce
host: { name: gpu01, root: /fabric/gpu01/root, kernel: "unix:/fabric/gpu01" }
poll: { nic: 1s, settings: 2s }
commit: { confirmWithin: 600s }
switches:
  - name: leaf1
    address: 127.0.0.1
    os: nxos
    manage: true
    ssh: { user: admin, port: $(cat /fabric/leaf1/ssh.port), password: "$1", knownHosts: /fabric/leaf1/known_hosts }
    snmp: { version: 2c, port: $(cat /fabric/leaf1/snmp.port), community: "$1" }
    poll: { snmp: 2s, ssh: 10s }
YAML
}

drop_in() {
  mkdir -p $DROPINS
  ln -sf "/usr/share/losslessd/systemd/drop-ins/$1" $DROPINS/
}
