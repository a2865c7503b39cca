package dev.losslessd.driver.irdma;

import dev.losslessd.driver.DcbView;
import dev.losslessd.driver.EtsAccess;
import dev.losslessd.driver.ForwardingAccess;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Ets;
import dev.losslessd.model.Setting;
import dev.losslessd.transport.netlink.DcbState;
import dev.losslessd.transport.netlink.IeeeEts;
import java.util.List;
import java.util.Optional;

/**
 * The schedule of ice, judged before it is written: ice keeps what it has refused for the next
 * write of anything, takes a map that it ignores in DSCP mode with success, and switches DCB off
 * where a class is left out (ice_dcbnl_setets, ice_dcb_bwchk, ice_dcb_get_num_tc).
 */
record IceEts(EtsAccess plain) implements ForwardingAccess {
  @Override
  public Capability capability(DcbView dcb) {
    return plain
        .capability(dcb)
        .within(wanted -> ofClasses((Ets) wanted).map(why -> "ets " + wanted.text() + ": " + why));
  }

  @Override
  public void write(Setting after) {
    Ets wanted = (Ets) after;
    DcbState now = plain.port().read();
    plain
        .port()
        .refuseFor(
            now.ets()
                .flatMap(is -> whyNot(wanted, is, IceDcbRules.inDscpMode(now)))
                .map(why -> "ets " + wanted.text() + ": " + why));
    plain.write(after);
  }

  private static Optional<String> whyNot(Ets wanted, IeeeEts is, boolean dscpMode) {
    if (dscpMode && !wanted.classOfPriority().equals(is.classOfPriority())) {
      return Optional.of(
          "with DSCP entries ice keeps prio-tc="
              + String.join(",", is.classOfPriority().stream().map(String::valueOf).toList())
              + " and ignores another; expected that, or no dscp entries");
    }
    return ofClasses(wanted);
  }

  private static Optional<String> ofClasses(Ets wanted) {
    int used = (int) wanted.classOfPriority().stream().distinct().count();
    if (wanted.classOfPriority().stream().anyMatch(tc -> tc >= used)) {
      return Optional.of(
          "ice uses one class alone where one between them has no priority; expected classes 0.."
              + (used - 1));
    }
    return used > 1 ? sum(wanted, used) : Optional.empty();
  }

  private static Optional<String> sum(Ets wanted, int used) {
    List<Integer> shares = wanted.bandwidthPercent().subList(0, used);
    int sum = 0;
    for (int tc = 0; tc < used; tc++) {
      sum += wanted.selection().get(tc) == Ets.Selection.ETS ? shares.get(tc) : 0;
    }
    return sum == 100 || sum == 0 || wanted.sharedPercent() > 100 // which the plain access refuses
        ? Optional.empty()
        : Optional.of("shares of the classes in use sum to " + sum + ", expected 100");
  }
}
