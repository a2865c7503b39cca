# shellcheck shell=bash
# Sourced by run-unit: what surrounds the service, one check for each thing that it does, and a way to
# run it under its unit with drop-ins and single directives.
UNIT=/etc/systemd/system
TABLE=/host/table

# ---- what surrounds it ----

install_service() {
  cp /host/systemd/losslessd*.service $UNIT/
  systemd-sysusers /host/systemd/sysusers.d/losslessd.conf
  install -m 755 /host/mstconfig /usr/bin/mstconfig
  cat >/usr/bin/losslessd <<'SCRIPT'
#!/bin/sh
exec /opt/losslessd/jre/bin/java @/host/jvm.options -XX:AOTCache=/opt/losslessd/losslessd.aot '-Xlog:aot*=off' '-Xlog:cds*=off' \
  -Dlosslessd.home=/opt/losslessd -jar /opt/losslessd/losslessd.jar "$@"
SCRIPT
  chmod 755 /usr/bin/losslessd
}

# A switch, as far as the network goes: a real sshd and a real snmpd at an address that is not the host's loopback.
switch() {
  ip link add leaf1 type dummy
  ip addr add 10.9.9.1/24 dev leaf1
  ip link set leaf1 up
  useradd -m ops
  echo ops:secret | chpasswd
  mkdir -p /run/sshd /etc/losslessd
  (umask 077; echo secret >/etc/losslessd/password; echo lab >/etc/losslessd/community)
  [ -e /etc/ssh/ssh_host_ed25519_key ] || ssh-keygen -q -t ed25519 -N '' -f /etc/ssh/ssh_host_ed25519_key
  echo "10.9.9.1 $(cut -d' ' -f1,2 /etc/ssh/ssh_host_ed25519_key.pub)" >/etc/losslessd/known_hosts
  /usr/sbin/sshd -E /run/sshd.log -o ListenAddress=10.9.9.1 -o HostKey=/etc/ssh/ssh_host_ed25519_key -o UsePAM=no
  printf 'agentaddress udp:10.9.9.1:161\nrocommunity lab\n' >/run/snmpd.conf
  /usr/sbin/snmpd -a -Lf /run/snmpd.log -C -c /run/snmpd.conf
}

surroundings() {
  load
  modprobe -a ib_uverbs rdma_cm rdma_rxe dummy
  rdma link add rxe0 type rxe netdev lab0
  dcb pfc set dev lab0 prio-pfc 3:on
  switch
  perl /host/speak.pl &
  SPEAKS=$!
}

# ---- what it does, each answered by yes or by something else ----

page() { curl -s --max-time 20 http://127.0.0.1:9464/metrics; }
if_like() { [[ $1 == $2 ]] && echo yes || echo "no"; } # shellcheck disable=SC2053

# What the device says, without what is wanted of it, which stands before.
status_of() {
  local json
  json=$(ask GET "/ports/lab/lab0/$1")
  echo "${json#*\"status\":{}"
}

f_page() { [ -n "$(page)" ] && echo yes; }
f_state() { if_like "$(stat -c '%a %U' /var/lib/losslessd/token)" "600 root"; }
f_group() {
  local group
  group=$(getent group losslessd | cut -d: -f3)
  setpriv --reuid=65534 --regid=65534 --clear-groups curl -s --unix-socket $SOCKET http://localhost/healthz >/dev/null && return
  setpriv --reuid=65534 --regid=65534 --groups="$group" curl -s --unix-socket $SOCKET http://localhost/healthz | grep -q '"ok"' && echo yes
}
f_dcb() { if_like "$(status_of pfc)" '*"lossless":[[]3*'; }
f_ethtool() { if_like "$(metric 'roce_priority_packets_total{device="lab",port="lab0"')" '[0-9]*'; }
f_rdma() { [ "$(ask GET '/ports/lab/lab0/flight?from=-5s&format=csv' | grep -c '^20')" -gt 0 ] && echo yes; }
f_debugfs() { if_like "$(status_of dcqcn)" '*"cnpDscp":*'; }
f_lldp() { if_like "$(ask GET /links)" '*leaf1:Ethernet0*'; }
f_lldpad() { if_like "$(ask GET /findings)" '*two sources of DCB: lldpad*'; }
f_writer() { if_like "$(cat /run/losslessd/probe)" systemd; }
f_ssh() { [ "$(grep -c 'Accepted password for ops' /run/sshd.log)" -gt "$SSH_BEFORE" ] && echo yes; }
f_snmp() { [ "$(grep -c 'Connection from' /run/snmpd.log)" -gt "$SNMP_BEFORE" ] && echo yes; }
f_mstconfig() { if_like "$(status_of firmware)" '*ROCE_CONTROL*'; }
# What mstconfig was refused, once it was run, which the daemon does behind the first question.
refused_space() { until_like 60 '*only 64 bytes*' status_of firmware; }
f_set_pfc() {
  local want='{"lossless":[3,4]}'
  [ "$(pfc_on)" = "3 " ] || want='{"lossless":[3]}'
  confirmed pfc "$want"
}
f_set_pause() {
  local want=true
  ethtool -a lab1 | grep -q 'RX:.*on' && want=false
  confirmed global-pause "{\"receive\":$want,\"send\":$want}" lab1
}
f_set_dcqcn() { confirmed dcqcn "{\"cnpDscp\":$([ "$(cat $DEBUGFS/cc_params/np_cnp_dscp)" = 46 ] && echo 48 || echo 46)}"; }
f_set_tos() {
  local want=104
  status_of roce-tos | grep -q 104 && want=106
  confirmed roce-tos "{\"tos\":$want}"
}
confirmed() { if_like "$(change "$@" | tee /run/last)" confirmed; }

WATCHES="page state group dcb ethtool rdma"
SETS="set_pfc set_pause set_dcqcn set_tos"

# ---- exposures ----

# exposure NAME MODE [DROP-IN | DIRECTIVE=VALUE]...: starts the service anew with these.
exposure() {
  EXPOSURE=$1
  local mode=$2 part
  shift 2
  systemctl stop losslessd losslessd-recover
  systemctl reset-failed losslessd 2>/dev/null
  rm -rf $UNIT/losslessd.service.d
  mkdir -p $UNIT/losslessd.service.d
  printf '[Service]\nExecStartPre=/bin/sh -c "cat /proc/1/comm >/run/losslessd/probe 2>&1; true"\n' >$UNIT/losslessd.service.d/90-probe.conf
  for part in "$@"; do
    if [[ $part == *=* ]]; then
      printf '[Service]\n%s\n' "$part" >>$UNIT/losslessd.service.d/99-one.conf
    else
      cp "/host/systemd/drop-ins/$part.conf" "$UNIT/losslessd.service.d/50-$part.conf"
    fi
  done
  sed "s/^mode: .*/mode: $mode/" /host/unit.yaml >/etc/losslessd/losslessd.yaml
  SSH_BEFORE=$(grep -c 'Accepted password for ops' /run/sshd.log)
  SNMP_BEFORE=$(grep -c 'Connection from' /run/snmpd.log)
  systemctl daemon-reload
  chapter "$EXPOSURE: mode $mode${*:+, with $*}"
  BEGAN=$SECONDS
  systemctl start losslessd
}

# works FUNCTION...: each of them does, in the exposure that runs.
works() { local one; for one in "$@"; do result "$one" yes "$(until_like 150 yes "f_$one")"; done; }
# fails FUNCTION...: looked at once, when what works has been seen to.
fails() { local one; for one in "$@"; do result "$one" "!(yes)" "$("f_$one")"; done; }

result() {
  local cell=no
  [ "$3" = yes ] && cell=yes
  printf '%s\t%s\t%s\n' "$EXPOSURE" "$1" $cell >>$TABLE
  shopt -s extglob
  case $2 in
    yes) claim "$1 works" yes "$3" ;;
    *) claim "$1 does not" "no" "$cell" ;;
  esac
}

# The unit's last words that are like a pattern; for what a function failed of.
words() { say "        $(journalctl -u losslessd -o cat --no-pager | grep -E "$1" | tail -n 1 | cut -c 1-220)"; }
