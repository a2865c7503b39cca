package dev.losslessd.driver.hns;

import dev.losslessd.driver.DcbView;
import dev.losslessd.driver.EtsAccess;
import dev.losslessd.driver.ForwardingAccess;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Ets;
import dev.losslessd.model.Ets.Selection;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The schedule of hns3, which refuses a share of 0, and each share of a class above the highest one
 * that a priority has (hclge_ets_sch_mode_validate of
 * drivers/net/ethernet/hisilicon/hns3/hns3pf/hclge_dcb.c), though it returns both itself
 * (hclge_tm_info_to_ieee_ets). A class without a priority sends nothing: it is written as strict,
 * and read as a share of 0.
 */
record HnsEts(EtsAccess plain) implements ForwardingAccess {
  @Override
  public Reading read(DcbView dcb) {
    Reading reading = plain.read(dcb);
    return reading instanceof Reading.Value value && value.setting() instanceof Ets is
        ? new Reading.Value(unused(is, Selection.ETS), value.words(), value.note(), value.whole())
        : reading;
  }

  @Override
  public Capability capability(DcbView dcb) {
    return plain.capability(dcb).within(wanted -> whyNot((Ets) wanted));
  }

  @Override
  public void write(Setting after) {
    Ets wanted = (Ets) after;
    plain.port().refuseFor(whyNot(wanted));
    plain.write(unused(wanted, Selection.STRICT));
  }

  private static Optional<String> whyNot(Ets wanted) {
    int classes = wanted.sharedPercent() > 100 ? 0 : 8; // of more the plain access says so
    for (int tc = 0; tc < classes; tc++) {
      boolean shares = wanted.selection().get(tc) == Selection.ETS;
      boolean used = wanted.classOfPriority().contains(tc);
      boolean none = wanted.bandwidthPercent().get(tc) == 0;
      String of = "ets " + wanted.text() + ": class " + tc;
      if (used && shares && none) {
        return Optional.of(of + " has a share of 0, expected 1..100");
      }
      if (!used && !(shares && none)) {
        return Optional.of(of + " has no priority, expected a share of 0");
      }
    }
    return Optional.empty();
  }

  private static Ets unused(Ets of, Selection as) {
    List<Selection> selection = new ArrayList<>(of.selection());
    List<Integer> shares = new ArrayList<>(of.bandwidthPercent());
    for (int tc = 0; tc < selection.size(); tc++) {
      if (!of.classOfPriority().contains(tc)) {
        selection.set(tc, as);
        shares.set(tc, 0);
      }
    }
    return new Ets(selection, shares, of.classOfPriority());
  }
}
