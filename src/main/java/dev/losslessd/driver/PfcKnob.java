package dev.losslessd.driver;

import dev.losslessd.model.Capability;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.transport.netlink.DcbState;
import dev.losslessd.transport.netlink.IeeePfc;

/** The PFC mask by dcbnl. Delay and macsec bypass stay as they are. */
public record PfcKnob(DcbPort port, Capability writable) implements Knob {
  /** Ledger id. */
  public static final String WRITE = "dcbnl.ieee-set.pfc";

  private static final String ATTRIBUTE = "IEEE_PFC";

  @Override
  public SettingKind kind() {
    return SettingKind.PFC;
  }

  @Override
  public Capability capability(DcbView dcb) {
    return dcb.capability(DcbState::pfc, ATTRIBUTE, writable);
  }

  @Override
  public Reading read(DcbView dcb) {
    return dcb.reading(DcbState::pfc, ATTRIBUTE, pfc -> new Pfc(new PrioritySet(pfc.enabled())));
  }

  @Override
  public void write(Setting after) {
    PrioritySet wanted = ((Pfc) after).lossless();
    DcbState now = port.read();
    IeeePfc pfc = now.pfc().orElseThrow(() -> port.unsupported(ATTRIBUTE));
    if (pfc.enabled() == wanted.mask()) {
      return;
    }
    if (wanted.size() > pfc.capable()) {
      throw port.refuse(
          "pfc " + wanted + ": " + wanted.size() + " priorities, the NIC can do " + pfc.capable());
    }
    port.ledger().require(WRITE);
    IeeePfc fresh = port.inHostMode(now).pfc().orElse(pfc);
    port.client().setPfc(port.ifname(), fresh.withEnabled(wanted.mask()));
  }
}
