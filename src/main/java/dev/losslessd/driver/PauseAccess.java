package dev.losslessd.driver;

import dev.losslessd.model.Capability;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.transport.Errno;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.ethtool.EthtoolClient;
import dev.losslessd.transport.ethtool.PauseParam;

/** 802.3x link pause by ethtool. */
public record PauseAccess(NicPort port, Capability writable) implements SettingAccess {
  /** Ledger id of the write of link pause. */
  public static final String WRITE = "ethtool.spauseparam";

  @Override
  public SettingKind kind() {
    return SettingKind.GLOBAL_PAUSE;
  }

  @Override
  public Capability capability(DcbView dcb) {
    return switch (read(dcb)) {
      case Reading.Value v -> writable;
      case Reading.Staged s -> writable;
      case Reading.Unsupported u -> Capability.none(u.why());
      case Reading.Unread u -> Capability.none("could not be read: " + u.why());
    };
  }

  @Override
  public Reading read(DcbView dcb) {
    try {
      return new Reading.Value(meaning(port.access().ethtool().pause(port.ifname())));
    } catch (TransportException e) {
      return e.errno() == Errno.EOPNOTSUPP
          ? new Reading.Unsupported(
              "the kernel driver %s has no pause parameters (EOPNOTSUPP)"
                  .formatted(port.nic().kernelDriver()))
          : new Reading.Unread(String.valueOf(e.getMessage()));
    }
  }

  private static GlobalPause meaning(PauseParam pause) {
    return new GlobalPause(pause.receive(), pause.send());
  }

  @Override
  public void write(Setting after) {
    GlobalPause wanted = (GlobalPause) after;
    EthtoolClient ethtool = port.access().ethtool();
    PauseParam now = ethtool.pause(port.ifname());
    if (meaning(now).equals(wanted)) {
      return;
    }
    port.ledger().require(WRITE);
    ethtool.setPause(port.ifname(), new PauseParam(now.autoneg(), wanted.receive(), wanted.send()));
  }
}
