# shellcheck shell=bash
# Answers of the kernel that other drivers and other programs bring about: a switch id, a port of a
# guest, entries that fit no priority, a class that does not exist.
chapter "Switch ids, representors, and answers with a part that means nothing"
net=/sys/class/net

# of PORT SETTING: state, value, note or reason, as losslessd says after asking the kernel now
of() { ask GET "/ports/lab/$1/$2?fresh=true" | sed 's/.*"status":{//'; }
apps() { perl /host/app.pl lab0 | sort | xargs; }
role_of() { nics | grep -o "\"port\":\"lab:$1\".*" | text role; }

claim "lab0 has a switch id: cat phys_switch_id" "021ab0fffe000001" "$(cat $net/lab0/phys_switch_id)"
claim "lab0 is an uplink: cat phys_port_name" p0 "$(cat $net/lab0/phys_port_name)"
claim "lab2 stands for a function of a guest: cat phys_port_name" pf0vf0 "$(cat $net/lab2/phys_port_name)"
claim "a port with a switch id may be set: losslessd" physical "$(role_of lab0)"
claim "a port with a switch id is set: losslessd" confirmed "$(change pfc '{"lossless":[3,5]}')"
claim "a port with a switch id is set: dcb pfc show" "3 5 " "$(pfc_on)"
claim "pfc 3 again: losslessd" confirmed "$(change pfc '{"lossless":[3]}')"
claim "the representor has dcbnl operations: dcb pfc show" "*pfc-cap 8*" "$(dcb pfc show dev lab2 | xargs)"
claim "the representor is known as one: losslessd" representor "$(role_of lab2)"
claim "the representor is refused" "*stands for a function of a guest*set the uplink*" "$(begin pfc '{"lossless":[3]}' lab2)"
claim "the representor is as it was: dcb pfc show" "" "$(pfc_on lab2)"

# Ethertype 0x8906 for priorities 3 and 6: a bitmap
perl /host/app.pl lab0 0 35078 72
claim "an entry of CEE is on the kernel's list: netlink" "0:35078:72 5:26:3 5:48:6" "$(apps)"
claim "beside it the DSCP map is read" '*"26":3*"48":6*' "$(of lab0 dscp)"
claim "beside it PFC is read" '*"lossless":\[3\]*' "$(of lab0 pfc)"
fault stray_dscp $((70 << 8 | 3))
claim "a DSCP above 63 is on the kernel's list: dcb app show" "*70:3*" "$(dcb -N app show dev lab0 | xargs)"
claim "beside it the DSCP map is read" '*"26":3*"48":6*' "$(of lab0 dscp)"
claim "beside them the DSCP map is set: losslessd" confirmed "$(change dscp '{"map":{"26":3,"34":4,"48":6}}')"
claim "beside them the DSCP map is set: dcb app show" "*26:3*34:4*" "$(dcb -N app show dev lab0 dscp-prio | xargs)"
claim "both are still there: netlink" "0:35078:72*5:70:3" "$(apps)"
fault stray_dscp $((70 << 8 | 3))
perl /host/app.pl lab0 0 35078 0
claim "both have gone: netlink" "5:26:3 5:34:4 5:48:6" "$(apps)"

fault class8 1
fault fail_mask 2
fault fail_errno 22
dcb ets set dev lab0 tc-tsa all:strict >>/host/scratch 2>&1
claim "after a refused write the classes are 8: dcb ets show" "*0:8*7:8*" "$(dcb ets show dev lab0 | grep prio-tc | head -n 1)"
claim "the schedule alone is unread" '*"state":"unread"*has refused a write*' "$(of lab0 ets)"
claim "PFC is read" '*"lossless":\[3\]*' "$(of lab0 pfc)"
claim "PFC is set: losslessd" confirmed "$(change pfc '{"lossless":[3,4]}')"
claim "PFC is set: dcb pfc show" "3 4 " "$(pfc_on)"
claim "pfc 3 again: losslessd" confirmed "$(change pfc '{"lossless":[3]}')"
claim "what is unread is not written" "*could not be read, so it is not written*" "$(begin ets "$ets")"
dcb ets set dev lab0 tc-tsa all:strict prio-tc all:0 >>/host/scratch 2>&1
claim "after a write that was taken the schedule is read" '*"state":"value"*' "$(of lab0 ets)"
claim "and set: losslessd" confirmed "$(change ets "$ets")"
fault fail_errno 22
other=${ets/:50/:40}
claim "a write of ours that is refused is taken back" "rolled-back *EINVAL*" "$(change ets "${other/:50/:60}")"
claim "and the classes are those from before: dcb ets show" "*3:3*6:6*" "$(dcb ets show dev lab0 | grep prio-tc | head -n 1)"
fault fail_mask 0
fault class8 0
