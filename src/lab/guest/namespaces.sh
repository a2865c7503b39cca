# shellcheck shell=bash
# Sourced by run-namespaces. One namespace is the host's, `pod` has a port of its own, `docker` has none.
LIBRARY=$(echo /usr/lib/*/libibverbs/librxe-rdmav*.so)

# ---- the namespaces, by other eyes than ours ----

# in NAMESPACE COMMAND...: `host` is the first
at() {
  if [ "$1" = host ]; then "${@:2}"; else ip netns exec "$@"; fi
}
# a port of Soft-RoCE, of a netdev that has an address in a namespace: PORT NETDEV ADDRESS NAMESPACE
port() {
  ip link add "$2" type veth peer name "$2-peer"
  [ "$4" = host ] || ip link set "$2" netns "$4"
  ip link set "$2-peer" up
  at "$4" ip link set "$2" up
  at "$4" ip addr add "$3/24" dev "$2"
  at "$4" rdma link add "$1" type rxe netdev "$2"
}
namespace() { ip netns add "$1" && ip -n "$1" link set lo up; }
mode() { echo "$(rdma system show | grep -o 'netns [a-z]*') $(cat /sys/module/ib_core/parameters/netns_mode)"; }
links() { at "$1" rdma link | sed 's/link \([^ ]*\).* netdev \(.*\)/\1 \2/; s/link \([^ ]*\).*/\1 -/' | xargs; }
library() { at "$1" ibv_devinfo -l | xargs; }
# whether the connection manager binds an address: rping waits for a peer that never comes
binds() {
  local said
  said=$(at "$1" timeout 3 rping -s -a "$2" 2>&1)
  [ $? = 124 ] && echo bound || echo "${said%%$'\n'*}"
}
ndev() { at "$1" cat "/sys/class/infiniband/$2/ports/1/gid_attrs/ndevs/1"; }
local_addresses() { at "$1" cat /proc/net/fib_trie | grep -B 1 'host LOCAL' | grep -o '10\.9\.[0-9.]*' | sort -u | xargs; }
verbs() { at "$1" cat /sys/class/infiniband_verbs/uverbs0/ibdev /sys/class/infiniband_verbs/uverbs1/ibdev 2>&1 | xargs; }
# opens NAMESPACE UVERBS
opens() { at "$1" bash -c "exec 5<>/dev/infiniband/$2" 2>&1 | sed 's/.*: //' | grep . || echo open; }
# In /dev/infiniband of one process and its children: only these devices, as a device plug-in does it.
only() {
  # shellcheck disable=SC2016 # of the shell inside
  at "$1" unshare -m bash -c '
    mount -t tmpfs tmpfs /dev/infiniband
    mknod -m 666 /dev/infiniband/rdma_cm c $(tr : " " </sys/class/misc/rdma_cm/dev)
    mknod -m 666 /dev/infiniband/$0 c $(tr : " " </sys/class/infiniband_verbs/$0/dev)
    "$@"' "${@:2}"
}
# queue pairs by verbs alone, both ends in a namespace, over one port: what perftest says of the end
pair() {
  local options=(-d "$2" -x 1 -s 4096 -n 5 -F --qp-timeout=18)
  at "$1" ib_write_bw "${options[@]}" >/host/server.log 2>&1 &
  at "$1" bash -c "while ! ss -ltn | grep -q :18515; do sleep 0.1; done"
  at "$1" timeout 60 ib_write_bw "${options[@]}" 127.0.0.1 >/host/client.log 2>&1 && echo "written" || tail -n 4 /host/client.log | xargs
  wait $!
}

# ---- losslessd ----

# gate COMMAND...: its exit code and words, where losslessd is the last of the command
gate() {
  local said
  said=$("$@" losslessd check --gate --within 90s --ignore contract 2>&1)
  echo "exit $? $(echo "$said" | grep -v '^Host\|^Asked' | xargs -d '\n' | tr -s ' ')"
}
# advice COMMAND...: the exit code of env, and the list of HCAs that it prints
advice() {
  local said
  said=$("$@" losslessd env --within 90s 2>&1)
  echo "exit $? $(echo "$said" | sed -n 's/^export NCCL_IB_HCA=//p; s/^env: //p' | xargs -d '\n')"
}

chapter "Shared mode: every namespace sees every device"
namespace pod
namespace docker
port rxe0 one0 10.9.1.1 host
port rxe1 two0 10.9.2.1 pod
claim "rdma system, and the file that is read for it" "netns shared Y" "$(mode)"
for place in host pod docker; do
  claim "$place: libibverbs has both, by ibv_devinfo" "2 HCAs found: rxe0 rxe1" "$(library $place)"
  claim "$place: sysfs shows the netdevs of both GIDs by name" "one0 two0" "$(ndev $place rxe0) $(ndev $place rxe1)"
  claim "$place: and each uverbs device with its RDMA device" "rxe0 rxe1" "$(verbs $place)"
done
claim "host: rdma shows a netdev for its own port alone" "rxe0/1 one0 rxe1/1 -" "$(links host)"
claim "pod: rdma shows a netdev for its own port alone" "rxe0/1 - rxe1/1 two0" "$(links pod)"
claim "docker: rdma shows no netdev" "rxe0/1 - rxe1/1 -" "$(links docker)"
claim "fib_trie has the addresses of its own namespace" "10.9.1.1, 10.9.2.1, none" \
  "$(local_addresses host), $(local_addresses pod), $(local_addresses docker | grep . || echo none)"
claim "host: the connection manager binds its own address" "bound" "$(binds host 10.9.1.1)"
claim "host: and not that of the pod" "*Cannot assign requested address" "$(binds host 10.9.2.1)"
claim "pod: the same the other way" "bound, *Cannot assign requested address" "$(binds pod 10.9.2.1), $(binds pod 10.9.1.1)"
claim "docker: neither" "*Cannot assign requested address, *Cannot assign requested address" "$(binds docker 10.9.1.1), $(binds docker 10.9.2.1)"

claim "host: losslessd's gate" "exit 0 Ready: yes*Left out: rxe1/1 has slot 1 of two0, which is not in this network namespace*" "$(gate at host)"
claim "host: env" "exit 0 '=rxe0'" "$(advice at host)"
claim "pod: losslessd's gate" "exit 0 Ready: yes*Left out: rxe0/1 has slot 1 of one0, which is not in this network namespace*" "$(gate at pod)"
claim "pod: env" "exit 0 '=rxe1'" "$(advice at pod)"
claim "pod with its own uverbs device alone: libibverbs" "1 HCA found: rxe1" "$(only pod uverbs1 ibv_devinfo -l | xargs)"
claim "pod with its own uverbs device alone: the gate" "exit 0 Ready: yes*Left out: rxe0 is not open to this process: uverbs0 *" "$(gate only pod uverbs1)"
claim "pod with its own uverbs device alone: env" "exit 0 '=rxe1'" "$(advice only pod uverbs1)"
claim "pod with the other's uverbs device: the gate" "exit 1 *rxe0/1*slot 1 of one0, which is not in this network namespace*" "$(gate only pod uverbs0)"
claim "docker with a device and without its netdev: the gate" "exit 1 *rxe0/1*slot 1 of one0, which is not in this network namespace*" "$(gate only docker uverbs0)"
claim "docker with a device and without its netdev: env" "exit 1 *slot 1 of one0, which is not in this network namespace*" "$(advice only docker uverbs0)"
claim "docker with all devices: the gate" "exit 1 *which is not in this network namespace*" "$(gate at docker)"
claim "though verbs alone, without the connection manager, connect by that netdev: perftest" "written" "$(pair docker rxe0)"

chapter "Two ports in one namespace, and one that is not open"
port rxe2 three0 10.9.3.1 host
claim "ibv_devinfo with uverbs0 alone" "1 HCA found: rxe0" "$(only host uverbs0 ibv_devinfo -l | xargs)"
claim "the gate" "exit 0 Ready: yes*Left out: rxe2 is not open to this process: uverbs2 *" "$(gate only host uverbs0)"
claim "env" "exit 0 '=rxe0'" "$(advice only host uverbs0)"
rdma link del rxe2

chapter "A provider that is missing"
mv "$LIBRARY" /root/
claim "ibv_devinfo" "*couldn't load driver*0 HCAs found:*" "$(ibv_devinfo -l 2>&1 | xargs -d '\n')"
claim "the gate has its words" "exit 1 *libibverbs does not have rxe0: couldn't load driver 'librxe-rdmav*" "$(gate at host)"
mv "/root/${LIBRARY##*/}" "$LIBRARY"
mkdir -p /run/slow
printf '#!/bin/sh\nexec sleep 600\n' >/run/slow/ibv_devinfo
chmod 755 /run/slow/ibv_devinfo
BEGAN=$SECONDS
claim "an ibv_devinfo that never ends leaves that check unknown" "exit 3 *rdma-devices host unknown *ibv_devinfo: no end within*" "$(gate at host env PATH="/run/slow:$PATH")"
say "        after $((SECONDS - BEGAN)) s, of the 90 that it was given"

chapter "Exclusive mode: a device is in one namespace"
claim "the kernel refuses it while there are namespaces" "*Device or resource busy" "$(rdma system set netns exclusive 2>&1)"
ip netns del pod
ip netns del docker
until_like 20 "rxe0/1 one0" links host >/host/scratch
claim "and does it without them" "netns exclusive N" "$(rdma system set netns exclusive 2>&1)$(mode)"
namespace pod
namespace docker
port rxe1 two0 10.9.2.1 pod
claim "a new device is in the first namespace" "rxe0/1 one0 rxe1/1 -; 0 HCAs found:" "$(links host); $(library pod)"
claim "the kernel moves no Soft-RoCE by itself" "*Operation not supported" "$(rdma dev set rxe1 netns pod 2>&1)"
insmod /host/losslessmove.ko
claim "with losslessmove.ko it does" "rxe0/1 one0, rxe1/1 two0" "$(rdma dev set rxe1 netns pod 2>&1)$(links host), $(links pod)"
claim "host: ibv_devinfo has its own" "1 HCA found: rxe0" "$(library host)"
claim "pod: ibv_devinfo has its own" "1 HCA found: rxe1" "$(library pod)"
claim "docker: ibv_devinfo has none" "0 HCAs found:" "$(library docker)"
claim "the other's uverbs device is there and does not open" "Operation not permitted, Operation not permitted" "$(opens pod uverbs0), $(opens host uverbs1)"
claim "host: losslessd's gate, which names no other port" "exit 0 Ready: yes. [0-9] answers are ok, 0 are not, 0 are unknown." "$(gate at host)"
claim "host: env" "exit 0 '=rxe0'" "$(advice at host)"
claim "pod: losslessd's gate, which names no other port" "exit 0 Ready: yes. [0-9] answers are ok, 0 are not, 0 are unknown." "$(gate at pod)"
claim "pod: env" "exit 0 '=rxe1'" "$(advice at pod)"
claim "docker: losslessd's gate" "exit 1 *exclusive, and no RDMA device is in this network namespace*" "$(gate at docker)"
claim "docker: env" "exit 1 *this host has no RDMA port*" "$(advice at docker)"
