# shellcheck shell=bash
# A device that refuses, lies, stalls, flaps, or goes away.
chapter "Faults"
pfc='{"lossless":[3,4]}'

fault fail_mask 1
for code in 5 22 95; do
  fault fail_errno $code
  id=$(begin pfc "$pfc")
  claim "errno $code: the commit" rolled-back "$(settled "$id")"
  claim "errno $code: why" "lab:lab0 pfc 3,4: IEEE_SET PFC lab0: E* ($code)" "$(why_of "$id")"
  claim "errno $code: dcb shows the device unchanged" "3 " "$(pfc_on)"
done
fault fail_mask 64
fault fail_errno 5
claim "errno 5 of cc_params: the commit" "rolled-back *EIO*" "$(change dcqcn '{"cnpDscp":48}')"
claim "errno 5 of cc_params: cat shows it unchanged" 46 "$(cat "$DEBUGFS/cc_params/np_cnp_dscp")"
fault fail_mask 0

fault lie_mask 1
claim "lie: the commit, and why" "rolled-back lab:lab0 pfc: the device said yes and shows 3, expected 3,4" "$(change pfc "$pfc")"
claim "lie: dcb shows the device unchanged" "3 " "$(pfc_on)"
fault lie_mask 0

# one command that firmware holds for longer than the config's deadline of a write
writes=$(cat "$FAULT/nsets")
fault set_delay_ms 30000
id=$(begin pfc "$pfc")
until_like 30 yes begun "$writes" >/host/scratch
fault set_delay_ms 0
claim "delay of 30 s with a deadline of 20 s: the commit" rolled-back "$(until_like 60 rolled-back state_of "$id")"
claim "delay: why" "lab did not answer within 20000 ms: writing lab:lab0 pfc*" "$(why_of "$id")"
claim "delay: the late write was put back, by dcb" "3 " "$(until_like 40 '3 ' pfc_on)"

downs=$(statistic lab0 link_down_events_phy)
fault flap_ms 6000
id=$(begin pfc "$pfc")
claim "flap: the commit" awaiting-confirm "$(settled "$id")"
claim "flap: the link is down, by ip" "*NO-CARRIER*" "$(until_like 5 '*NO-CARRIER*' ip -br link show lab0)"
claim "flap: the link is up again, by ip" "*LOWER_UP*" "$(until_like 20 '*LOWER_UP*' ip -br link show lab0)"
claim "flap: ethtool counts it" "$((downs + 1))" "$(statistic lab0 link_down_events_phy)"
claim "flap: /metrics counts it" "$((downs + 1))" "$(until_like 10 "$((downs + 1))" metric 'roce_link_down_total{device="lab",port="lab0"')"
fault flap_ms 0
ask POST "/commits/$id:cancel" >/host/scratch
claim "flap: cancelled, dcb shows the device restored" "3 " "$(until_like 20 '3 ' pfc_on)"

id=$(begin max-rate '{"kbitPerSecond":[20000000,0,0,0,0,0,0,0]}')
claim "storm: the commit before it" awaiting-confirm "$(settled "$id")"
fault p3_rx_pause_rate 100000
claim "storm on priority 3: the guard undoes the commit" rolled-back "$(until_like 60 rolled-back state_of "$id")"
claim "storm: why" "*lab0*pause*" "$(why_of "$id")"
claim "storm: the limit is what it was, by dcb" "*0:80Mbit 1:0bit*" "$(dcb maxrate show dev lab0)"
fault p3_rx_pause_rate 0
