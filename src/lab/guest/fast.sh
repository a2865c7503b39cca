# shellcheck shell=bash
# Sourced by run-fast: what the fast set of eight ports takes, in instructions, as this guest's clock
# counts nothing else: each instruction is a nanosecond, the kernel's and the interrupts' too.
chapter "The fast set of 8 ports at 100 Hz (Soft-RoCE), by instructions"
# 1 % of a core that does 2,000,000,000 in a second: 2 GHz at one a cycle
BUDGET=200000
WARM=60
WINDOW=30

# Nanoseconds of CPU that threads of the daemon took whose name is like $1.
cpu_of() {
  local sum=0 task name taken _
  for task in /proc/"$DAEMON"/task/*; do
    { read -r name <"$task/comm" && read -r taken _ <"$task/schedstat"; } 2>/dev/null || continue
    # shellcheck disable=SC2053 # a pattern
    if [[ $name == $1 ]]; then sum=$((sum + taken)); fi
  done
  echo $sum
}
# rows PORT SECONDS: how often it was read in the last so many.
rows() { curl -s --unix-socket "$SOCKET" "http://localhost/api/v1/ports/lab/$1/flight?from=-$2s&format=csv" | grep -c '^20'; }

claim "losslessd finds the RDMA devices" 8 "$(until_like 60 8 ports_on_the_fast_clock)"
sleep $WARM
fast=$(cpu_of "*fast") all=$(cpu_of "*") wake=$(awk '{print $1}' /proc/"$WAKER"/schedstat)
sleep $WINDOW
fast=$(($(cpu_of "*fast") - fast)) all=$(($(cpu_of "*") - all)) wake=$(($(awk '{print $1}' /proc/"$WAKER"/schedstat) - wake))
claim "each port was read 100 times a second: rows of the last ten" "@(9[5-9]?|10[0-4]?)" "$(rows fast7 10)"
tick=$((fast / WINDOW / 100))
say "        a program that only wakes: $((wake / WINDOW / 100)) instructions each time"
say "        the whole daemon, with its other readers: $((all / WINDOW / 100)) in the same time"
claim "a tick of 8 ports takes less than $BUDGET instructions" less "$([ $tick -gt 0 ] && [ $tick -lt $BUDGET ] && echo less)"
say "        it took $tick: $((tick * 100 / BUDGET)) hundredths of a percent of such a core"
