# Sourced by the scripts of both kinds of package.

state=/var/lib/losslessd
units="losslessd.service losslessd-recover.timer"

systemd_runs() { [ -d /run/systemd/system ]; }

install_accounts() {
  if command -v systemd-sysusers >/dev/null 2>&1; then
    systemd-sysusers losslessd.conf
  elif ! getent group losslessd >/dev/null; then
    groupadd --system losslessd
  fi
  if command -v systemd-tmpfiles >/dev/null 2>&1; then
    systemd-tmpfiles --create losslessd.conf || true
  else
    install -d -m 0700 -o root -g losslessd "$state"
  fi
}

# A change that nobody confirmed would stay on its devices, with nothing left to undo it.
refuse_open_changes() {
  if [ -n "$(ls -A "$state/deadman" 2>/dev/null || true)" ]; then
    {
      echo "losslessd: a change is open, and would stay on its devices with nothing to undo it:"
      ls "$state/deadman" | sed 's/^/  /'
      echo "'losslessd confirm' keeps it, 'losslessd cancel' undoes it; without a daemon"
      echo "'losslessd recover' undoes what is over. Then remove the package again."
    } >&2
    exit 1
  fi
}

# What differs from the time before the first change; asked while there is a daemon.
note_what_stays() {
  [ -d "$state" ] || return 0
  if timeout 60 losslessd rollback 0 --dry-run >"$state/stays" 2>&1; then
    return 0
  fi
  if grep -q 'nothing changed after revision 0' "$state/stays"; then
    rm "$state/stays"
  elif [ -f "$state/audit.jsonl" ]; then
    echo "not known, as no daemon answered; $state/audit.jsonl has all that was written" \
      >"$state/stays"
  fi
}

tell_what_stays() {
  if [ -s "$state/stays" ]; then
    echo "losslessd: what it set stays on the devices. Back to before would be:"
    sed 's/^/  /' "$state/stays"
  fi
}
