# shellcheck shell=bash
# Another program owns DCB.
chapter "lldpad"
mkdir -p /var/lib/lldpad
lldpad -d
pid_of() { tr -d '\0' </run/lldpad.pid; }
pid=$(until_like 20 '[0-9]*' pid_of)
claim "lldpad is named as a second source, with its process" "*lldpad (process $pid)*" \
  "$(until_like 60 '*two sources*' ask GET /findings | grep -o 'two sources of DCB: [^"]*' | head -n 1)"
claim "beside it a plan is refused, by name" "*lldpad (process $pid) runs on this host*two-dcb-sources*" "$(begin pfc '{"lossless":[3,4]}')"
for port in lab0 lab1; do
  lldptool -L -i $port adminStatus=rxtx
  lldptool -T -i $port -V IEEE-DCBX mode=reset
done >/host/scratch 2>&1
lldptool -T -i lab1 -V PFC enableTx=yes willing=no enabled=3,5 >/host/scratch 2>&1
lldptool -T -i lab0 -V PFC enableTx=yes willing=yes >/host/scratch 2>&1
claim "lldpad takes over: dcb shows what its peer proposed" "3 5 " "$(until_like 90 '3 5 ' pfc_on)"
claim "lldpad takes over: drift" "wanted 3, the device shows 3,5" \
  "$(until_like 30 '*3,5' drift_message)"
kill "$pid"
until_like 20 '' grep lldpad /proc/net/unix >/host/scratch
claim "without it the plan is taken, and mends what lldpad left" confirmed "$(change pfc '{"lossless":[3]}')"
claim "mended: dcb pfc show" "3 " "$(pfc_on)"
