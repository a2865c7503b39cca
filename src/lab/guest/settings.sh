# shellcheck shell=bash
# Every setting that a NIC has, set by losslessd and read by others.
chapter "Settings, set by losslessd and read by ethtool, dcb and cat"

claim "headroom: losslessd" confirmed "$(change headroom '{"bufferOfPriority":[0,0,0,1,0,0,0,0],"bufferBytes":[20480,196608,0,0,0,0,0,0]}')"
claim "headroom: dcb buffer show" "*0:20Kb 1:192Kb*" "$(dcb buffer show dev lab0 | grep buffer-size)"
claim "headroom: priority 3 uses buffer 1" "*3:1*" "$(dcb buffer show dev lab0 | grep prio-buffer)"

claim "link pause is on before PFC: ethtool -a" "on on" "$(ethtool -a lab0 | sed -n 's/^[RT]X:\s*//p' | xargs)"
claim "pfc 3: losslessd" confirmed "$(change pfc '{"lossless":[3]}')"
claim "pfc 3: dcb pfc show" "3 " "$(pfc_on)"
claim "pfc 3 took link pause away: ethtool -a" "off off" "$(ethtool -a lab0 | sed -n 's/^[RT]X:\s*//p' | xargs)"

ets='{"classes":[{"selection":"ets","bandwidthPercent":50},{"selection":"ets","bandwidthPercent":0},{"selection":"ets","bandwidthPercent":0},{"selection":"ets","bandwidthPercent":50},{"selection":"ets","bandwidthPercent":0},{"selection":"ets","bandwidthPercent":0},{"selection":"strict","bandwidthPercent":0},{"selection":"ets","bandwidthPercent":0}],"classOfPriority":[0,0,0,3,0,0,6,0]}'
claim "ets: losslessd" confirmed "$(change ets "$ets")"
claim "ets: dcb ets show, shares" "*0:50*3:50*" "$(dcb ets show dev lab0 | grep tc-bw | head -n 1)"
claim "ets: dcb ets show, class 6" "*6:strict*" "$(dcb ets show dev lab0 | grep tc-tsa | head -n 1)"

claim "dscp 26=3 48=6: losslessd" confirmed "$(change dscp '{"map":{"26":3,"48":6}}')"
claim "dscp: dcb app show" "*AF31:3*CS6:6*" "$(dcb app show dev lab0 | xargs)"
claim "dscp 26=3 on the other end: losslessd" confirmed "$(change dscp '{"map":{"26":3}}' lab1)"
claim "dscp 48=5, where CNPs would not be strict, is refused" "*expected strict*cnp-not-strict*" "$(change dscp '{"map":{"26":3,"48":5}}')"

# 10 Gbit/s are 10,000,000 Kbit/s on the wire; dcb of iproute2 6.1 prints those as bytes/s
claim "max-rate tc0=10gbit, by the command line" "*onfirmed*" "$(losslessd set lab:lab0 max-rate tc0=10gbit --yes --confirm 2>&1 | xargs)"
claim "max-rate: dcb maxrate show (its 80Mbit are 10,000,000 of the kernel's Kbit/s)" "*0:80Mbit 1:0bit*" "$(dcb maxrate show dev lab0)"

claim "dcbx host: dcb dcbx show" "host*ieee*" "$(dcb dcbx show dev lab0)"
claim "dcbx firmware: losslessd" confirmed "$(change dcbx '{"decider":"firmware"}')"
claim "dcbx firmware: dcb dcbx show has no host" "cee ieee*" "$(dcb dcbx show dev lab0)"
claim "dcbx host: losslessd" confirmed "$(change dcbx '{"decider":"host"}')"
claim "dcbx host: dcb dcbx show" "host*ieee*" "$(dcb dcbx show dev lab0)"

claim "dcqcn minTimeBetweenCnps 2 us, CNP DSCP 46: losslessd" confirmed "$(change dcqcn '{"minTimeBetweenCnpsMicros":2,"cnpDscp":46}')"
claim "dcqcn: cat cc_params/np_min_time_between_cnps" 2 "$(cat "$DEBUGFS/cc_params/np_min_time_between_cnps")"
claim "dcqcn: cat cc_params/np_cnp_dscp" 46 "$(cat "$DEBUGFS/cc_params/np_cnp_dscp")"
claim "dcqcn: a parameter that was not named is as it was" 1019 "$(cat "$DEBUGFS/cc_params/rp_dce_tcp_g")"
claim "a rate that the NIC would round is refused" "*steps of 1gbit*" "$(change max-rate '{"kbitPerSecond":[25600000,0,0,0,0,0,0,0]}')"
