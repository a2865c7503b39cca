# shellcheck shell=bash
# Soft-RoCE over the two ports, with perftest.
chapter "RoCE traffic (Soft-RoCE and perftest over lab0 and lab1)"
modprobe -a ib_uverbs rdma_rxe
echo 0 >/proc/sys/net/ipv4/conf/all/rp_filter
number=1
for port in lab0 lab1; do
  echo 1 >/proc/sys/net/ipv4/conf/$port/accept_local
  echo 0 >/proc/sys/net/ipv4/conf/$port/rp_filter
  ip addr add 10.9.1.$number/24 dev $port
  rdma link add rxe$((number - 1)) type rxe netdev $port
  number=2
done
ip neigh replace 10.9.1.2 lladdr "$(cat /sys/class/net/lab1/address)" dev lab0 nud permanent
ip neigh replace 10.9.1.1 lladdr "$(cat /sys/class/net/lab0/address)" dev lab1 nud permanent

claim "losslessd finds the RDMA devices" found "$(until_like 60 '*rxe0*rxe1*' nics | grep -q 'rxe0.*rxe1' && echo found)"
claim "with the function of the netdev below" 0000:c0:00.0 "$(nics | text pciAddress)"

# traffic SECONDS TCLASS: from lab0 to lab1; the client's words
traffic() {
  # a second for an acknowledgement: the usual 67 ms are few where a core is emulated on a busy machine;
  # -F: nor can perftest measure the clock of such a core, without which it would report nothing
  local options=(-x 1 -s 65536 -D "$1" --qp-timeout=18 -F --report_gbits --tclass="$2")
  ib_write_bw -d rxe1 "${options[@]}" >/host/server.log 2>&1 &
  until_like 20 '*:18515*' ss -ltn >/host/scratch
  ib_write_bw -d rxe0 "${options[@]}" 10.9.1.2 2>&1
}
series() { metric "roce_$1{device=\"lab\",port=\"$2\",end=\"nic\",direction=\"$3\",priority=\"3\"}"; }
connected_pair() { rdma res show qp | grep "rxe0.*RTS.*ib_write" | xargs; }
mtu() { ip -o link show dev lab0 | grep -o 'mtu [0-9]*' | cut -d' ' -f2; }
active_mtu() { ibv_devinfo -d rxe0 | sed -n 's/.*active_mtu:\s*//p'; }
busy() { begin pfc '{"lossless":[3,4]}'; }

before=$(statistic lab0 tx_prio3_packets)
traffic 15 104 >/host/client.log &
running=$!
claim "queue pairs are connected, by rdma" "*RTS*ib_write_bw*" "$(until_like 30 '*RTS*ib_write_bw*' connected_pair)"
claim "with them a change of PFC is refused" "*the link of lab:lab0 would go down and up while RDMA traffic runs*busy*" "$(busy)"
claim "and so it is at the end that only receives" "*busy*" "$(begin pfc '{"lossless":[3,4]}' lab1)"
claim "and another MTU, which they would not have" "*the queue pairs of lab:lab0 would keep an MTU*" "$(begin mtu '{"bytes":1500}')"
claim "the device is unchanged" "3 " "$(pfc_on)"
claim "and ip link shows the MTU as it was" 4200 "$(mtu)"
wait $running
claim "perftest ran: bytes, iterations, peak and average Gbit/s, Mpps" "65536 *" "$(grep -E '^\s*65536\s' /host/client.log | xargs)"
sent=$(($(statistic lab0 tx_prio3_packets) - before))
claim "DSCP 26 is counted on priority 3: ethtool" "[1-9]*" "$sent"
claim "/metrics has ethtool's number, sent" "$(statistic lab0 tx_prio3_packets)" \
  "$(until_like 10 "$(statistic lab0 tx_prio3_packets)" series priority_packets_total lab0 tx)"
claim "and at the other end, which has the same map" "[1-9]*" "$(statistic lab1 rx_prio3_packets)"
claim "/metrics has ethtool's number, received at the other end" "$(statistic lab1 rx_prio3_packets)" \
  "$(until_like 10 "$(statistic lab1 rx_prio3_packets)" series priority_packets_total lab1 rx)"
claim "when the queue pairs are gone, PFC may change" awaiting-confirm "$(id=$(until_like 90 'c-*' busy); settled "$id"; ask POST "/commits/$id:cancel" >/host/scratch)"
claim "cancelled, dcb shows the device restored" "3 " "$(until_like 20 '3 ' pfc_on)"

other=/sys/kernel/debug/mlx5/0000:c1:00.0/lab
echo 8 >$other/drop_prios
echo 400 >$other/drop_every
fault ecn_prios 8
fault ecn_every 50
traffic 10 106 >/host/client-with-drops.log
echo 0 >$other/drop_every
fault ecn_every 0
drops=$(statistic lab1 rx_prio3_discards)
marks=$(statistic lab1 rx_prio3_marked)
claim "one frame of 400 dropped: ethtool rx_prio3_discards" "[1-9]*" "$drops"
claim "drops in /metrics" "$drops" "$(until_like 10 "$drops" series priority_discards_total lab1 rx)"
claim "the RDMA end saw holes: rxe's out_of_seq_request" "[1-9]*" "$(cat /sys/class/infiniband/rxe1/ports/1/hw_counters/out_of_seq_request)"
claim "one of 50 marked CE: ethtool rx_prio3_marked" "[1-9]*" "$marks"
claim "marks in /metrics" "$marks" "$(until_like 10 "$marks" series priority_marked_packets_total lab1 rx)"

chapter "Marking and MTU, set by losslessd and read by cat, ip and ibv_devinfo"
modprobe rdma_cm
[ -d /sys/kernel/config/rdma_cm ] || mount -t configfs none /sys/kernel/config
default_tos() {
  mkdir /sys/kernel/config/rdma_cm/rxe0 2>/dev/null
  cat /sys/kernel/config/rdma_cm/rxe0/ports/1/default_roce_tos
  rmdir /sys/kernel/config/rdma_cm/rxe0
}
claim "rdma_cm marks nothing: cat default_roce_tos" 0 "$(default_tos)"
claim "roce-tos 106: losslessd" confirmed "$(change roce-tos '{"tos":106}')"
claim "roce-tos 106: cat default_roce_tos" 106 "$(default_tos)"
claim "roce-tos back to 0: losslessd" confirmed "$(change roce-tos '{"tos":0}')"
claim "roce-tos back to 0: cat default_roce_tos" 0 "$(default_tos)"
claim "MTU 4200 is RDMA MTU 4096: ibv_devinfo" "4096 *" "$(active_mtu)"
claim "mtu 1500, now that nothing is connected: losslessd" confirmed "$(until_like 90 confirmed change mtu '{"bytes":1500}')"
claim "mtu 1500: ip link" 1500 "$(mtu)"
claim "and RDMA MTU 1024: ibv_devinfo" "1024 *" "$(active_mtu)"
claim "a value that the driver does not take is undone" "rolled-back *" "$(change mtu '{"bytes":9979}')"
claim "and ip link shows the one before" 1500 "$(mtu)"

namespaces() { echo "$(rdma system show | grep -o 'netns [a-z]*') $(cat /sys/module/ib_core/parameters/netns_mode)"; }
claim "namespaces share RDMA devices: rdma system, and the file that is read for it" "netns shared Y" "$(namespaces)"
rdma link del rxe0
rdma link del rxe1
