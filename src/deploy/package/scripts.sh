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
  # it wants /proc, which the tree of an image need not have
  if ! systemd-tmpfiles --create losslessd.conf 2>/dev/null; then
    # 'install' would set owner and mode of whatever a link leads to
    if [ -L "$state" ]; then
      echo "losslessd: $state is a link, and its owner and mode stay as they are" >&2
      return
    fi
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

# The daemon keeps the list (commit.OnDevices), so that it is there when none runs any more.
tell_what_stays() {
  if [ -s "$state/on-devices" ]; then
    echo "losslessd: what it set stays on the devices:"
    sed 's/^/  /' "$state/on-devices"
  fi
}
