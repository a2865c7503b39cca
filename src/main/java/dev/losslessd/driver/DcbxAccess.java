package dev.losslessd.driver;

import dev.losslessd.model.Capability;
import dev.losslessd.model.DcbxMode;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.transport.netlink.DcbState;
import java.util.Optional;
import java.util.OptionalInt;

/** The DCBX mode, that is who decides on the port's DCB settings, by dcbnl. */
public record DcbxAccess(NicPort port, Capability writable) implements SettingAccess {
  /** Ledger id of the step back to firmware; the step to the host is {@link NicPort#HOST_MODE}. */
  public static final String FIRMWARE_MODE = "dcbnl.sdcbx.firmware";

  private static final String ATTRIBUTE = "DCB_ATTR_DCBX";

  /**
   * Returns read-only access for a driver whose firmware agent is switched by other means; the
   * reason names them.
   */
  public static DcbxAccess readOnly(NicPort port) {
    return new DcbxAccess(
        port,
        Capability.readOnly(
            "what this kernel driver makes of SDCBX is its own affair; where the firmware decides, "
                + port.agentOff()));
  }

  @Override
  public SettingKind kind() {
    return SettingKind.DCBX_MODE;
  }

  @Override
  public Capability capability(DcbView dcb) {
    return dcb.capability(DcbxAccess::mode, ATTRIBUTE, writable);
  }

  @Override
  public Reading read(DcbView dcb) {
    return dcb.reading(DcbxAccess::mode, ATTRIBUTE, mode -> mode);
  }

  private static Optional<DcbxMode> mode(DcbState state) {
    OptionalInt bits = state.dcbx();
    return bits.isEmpty()
        ? Optional.empty()
        : Optional.of(NicPort.hostDecides(bits.getAsInt()) ? DcbxMode.HOST : DcbxMode.FIRMWARE);
  }

  @Override
  public void write(Setting after) {
    DcbState now = port.read();
    DcbxMode is = mode(now).orElseThrow(() -> port.unsupported(ATTRIBUTE));
    if (is.equals(after)) {
      return;
    }
    if (after.equals(DcbxMode.HOST)) {
      port.inHostMode(now);
    } else {
      port.ledger().require(FIRMWARE_MODE);
      port.client().setDcbx(port.ifname(), 0);
    }
  }
}
