# shellcheck shell=bash
# The three exposures, each right taken away in turn, and each directive that is not set, set.
install_service
surroundings
say "the switch: $(ss -lntu | grep -c 10.9.9.1) sockets at 10.9.9.1; the other end of lab0 speaks LLDP: process $SPEAKS"

exposure "observe" observe
works $WATCHES debugfs lldp lldpad writer
say "        all of it after $((SECONDS - BEGAN)) s (emulated)"
fails ssh snmp mstconfig
claim "the journal has the priorities, and no line shows one" "0 of [1-9]*" \
  "$(journalctl -u losslessd _COMM=java -o cat --no-pager | grep -c '^<') of $(journalctl -u losslessd _COMM=java -p info --no-pager -o cat | wc -l)"
claim "what it warns of is a warning in the journal" "[1-9]*" "$(journalctl -u losslessd _COMM=java -p 4..4 --no-pager -o cat | wc -l)"
pid=$(systemctl show -P MainPID losslessd)
kill -9 "$pid"
claim "killed, it is started again" 1 "$(until_like 60 1 systemctl show -P NRestarts losslessd)"
until_like 120 yes f_page >/host/scratch
began=$(now_ms)
systemctl stop losslessd
claim "systemctl stop: in order, and in time" "success yes*" \
  "$(systemctl show -P Result losslessd) $([ $(($(now_ms) - began)) -lt 20000 ] && echo yes), after $(($(now_ms) - began)) ms"

exposure "observe without CAP_NET_RAW" observe CapabilityBoundingSet=~CAP_NET_RAW
works $WATCHES debugfs lldpad writer
fails lldp
words 'LLDP'

exposure "observe, ProtectProc=invisible" observe ProtectProc=invisible
works $WATCHES lldp
fails writer

exposure "observe, ProcSubset=pid" observe ProcSubset=pid
works $WATCHES lldp
fails lldpad

exposure "observe, no AF_PACKET" observe "RestrictAddressFamilies=~AF_PACKET"
works $WATCHES debugfs
fails lldp

exposure "observe, no AF_NETLINK" observe "RestrictAddressFamilies=~AF_NETLINK"
works page state group rdma # whose counters sysfs has, too
fails dcb

exposure "observe, PrivateUsers=yes" observe PrivateUsers=yes
works page
fails lldp

exposure "observe, PrivateNetwork=yes" observe PrivateNetwork=yes
works state group
fails page dcb ethtool lldp

exposure "observe, MemoryDenyWriteExecute=yes, -Xint" observe MemoryDenyWriteExecute=yes Environment=JDK_JAVA_OPTIONS=-Xint
until_like 60 '@(auto-restart|failed)' systemctl show -P SubState losslessd >/host/scratch
fails page
words 'Failed to mark'

kill $SPEAKS # beside lldpad nothing would be set
exposure "observe and switches" observe switches
works $WATCHES ssh snmp
fails mstconfig

exposure "enforce" enforce enforce
works $WATCHES debugfs $SETS
claim "mstconfig is given the first 64 bytes, and says so" "*only 64 bytes*" "$(refused_space)"
fails ssh snmp mstconfig

exposure "enforce without CAP_NET_ADMIN" enforce enforce CapabilityBoundingSet=~CAP_NET_ADMIN
works $WATCHES set_dcqcn set_tos
fails set_pfc set_pause
say "        $(cat /run/last)"

exposure "enforce, ProtectKernelTunables=yes" enforce enforce ProtectKernelTunables=yes
works $WATCHES set_pfc set_pause
fails set_dcqcn set_tos
say "        $(cat /run/last)"

exposure "enforce, mstconfig" enforce enforce mstconfig
works dcb mstconfig

exposure "enforce and switches, User=nobody" enforce enforce switches User=nobody AmbientCapabilities="CAP_NET_ADMIN CAP_NET_RAW"
works page dcb set_pfc
fails debugfs ssh set_dcqcn
systemctl stop losslessd
chown -R root:root /var/lib/losslessd

chapter "losslessd-recover.service"
exposure "before a crash" enforce enforce
works dcb
before=$(pfc_on)
id=$(begin pfc "$([ "$before" = "3 " ] && echo '{"lossless":[3,4]}' || echo '{"lossless":[3]}')")
claim "a change waits to be confirmed" awaiting-confirm "$(settled "$id")"
systemctl kill -s KILL losslessd
systemctl stop losslessd
mkdir -p $UNIT/losslessd-recover.service.d
printf '[Service]\nExecStart=\nExecStart=/usr/bin/losslessd recover --config /etc/losslessd/losslessd.yaml\n' >$UNIT/losslessd-recover.service.d/now.conf
systemctl daemon-reload
sleep 35 # the window of the config, while no daemon lives
claim "it is still there after the crash" "!($before)" "$(pfc_on)"
systemctl start losslessd-recover
claim "the unit undoes it: dcb pfc show" "$before" "$(pfc_on)"
claim "and ends well" success "$(systemctl show -P Result losslessd-recover)"
journalctl -u losslessd -u losslessd-recover --no-pager -o short-monotonic >/host/daemon.log
