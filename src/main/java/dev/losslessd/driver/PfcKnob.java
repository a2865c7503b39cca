package dev.losslessd.driver;

import dev.losslessd.model.Capability;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.transport.netlink.DcbState;
import dev.losslessd.transport.netlink.IeeeEts;
import dev.losslessd.transport.netlink.IeeePfc;
import java.util.List;

/** The PFC mask by dcbnl. Delay and macsec bypass stay as they are. */
public record PfcKnob(DcbPort port, Capability writable) implements SettingAccess {
  /** Ledger id of the write of the PFC mask. */
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
    check(wanted, pfc, now);
    port.ledger().require(WRITE);
    IeeePfc fresh = port.inHostMode(now).pfc().orElse(pfc);
    port.client().setPfc(port.ifname(), fresh.withEnabled(wanted.mask()));
  }

  /** pfc_cap counts classes (802.1Qaz), and a class may have many priorities. */
  private void check(PrioritySet wanted, IeeePfc pfc, DcbState now) {
    List<Integer> classOf =
        now.ets()
            .filter(IeeeEts::classesAreKnown)
            .map(IeeeEts::classOfPriority)
            .orElse(List.of(0, 1, 2, 3, 4, 5, 6, 7));
    long classes =
        wanted.priorities().stream().map(one -> classOf.get(one.value())).distinct().count();
    if (classes > pfc.capable()) {
      throw port.refuse(
          "pfc "
              + wanted
              + ": in "
              + classes
              + " traffic classes, the NIC can do "
              + pfc.capable());
    }
  }
}
