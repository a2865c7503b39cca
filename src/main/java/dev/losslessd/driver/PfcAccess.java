package dev.losslessd.driver;

import dev.losslessd.model.Capability;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.transport.netlink.DcbState;
import dev.losslessd.transport.netlink.IeeeEts;
import dev.losslessd.transport.netlink.IeeePfc;
import java.util.List;

/** The PFC mask by dcbnl. Delay and macsec bypass stay as they are. */
public record PfcAccess(NicPort port, Capability writable) implements DcbnlAccess<IeeePfc> {
  /** Ledger id of the write of the PFC mask. */
  public static final String WRITE = "dcbnl.ieee-set.pfc";

  private static final Attribute<IeeePfc> ATTRIBUTE =
      new Attribute<>(
          SettingKind.PFC,
          "IEEE_PFC",
          WRITE,
          DcbState::pfc,
          pfc -> new Pfc(new PrioritySet(pfc.enabled())));

  @Override
  public Attribute<IeeePfc> attribute() {
    return ATTRIBUTE;
  }

  @Override
  public void send(Setting after, IeeePfc is) {
    port.client().setPfc(port.ifname(), is.withEnabled(((Pfc) after).lossless().mask()));
  }

  /** pfc_cap counts classes (802.1Qaz), and a class may have many priorities. */
  @Override
  public void check(Setting after, IeeePfc pfc, DcbState now) {
    PrioritySet wanted = ((Pfc) after).lossless();
    List<Integer> classOf =
        now.ets()
            .filter(IeeeEts::classesAreKnown)
            .map(IeeeEts::classOfPriority)
            .orElse(List.of(0, 1, 2, 3, 4, 5, 6, 7));
    long classes =
        wanted.priorities().stream().map(one -> classOf.get(one.value())).distinct().count();
    if (classes > pfc.capable()) {
      throw port.refuse(
          "pfc %s: in %s traffic classes, the NIC can do %s"
              .formatted(wanted, classes, pfc.capable()));
    }
  }
}
