package dev.losslessd.driver.bnxt;

import dev.losslessd.driver.DcbView;
import dev.losslessd.driver.EtsAccess;
import dev.losslessd.driver.ForwardingAccess;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Ets;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Risk;
import dev.losslessd.model.Setting;
import java.util.List;
import java.util.Optional;

/** The schedule on bnxt, which cannot be read before it was written: {@link FirstWrite}. */
record BnxtEts(EtsAccess plain) implements ForwardingAccess {
  private static final int WHOLE = 100;

  @Override
  public Capability capability(DcbView dcb) {
    Capability can =
        plain
            .capability(dcb)
            .within(wanted -> whyNot((Ets) wanted).map(why -> "ets " + wanted.text() + ": " + why));
    boolean first =
        can.access() == Capability.Access.WRITE
            && dcb instanceof DcbView.Known known
            && FirstWrite.isToCome(known.state());
    return first ? can.with(Risk.NOT_TOLD_BEFORE) : can;
  }

  @Override
  public Reading read(DcbView dcb) {
    return FirstWrite.reading(dcb, FirstWrite.ONE_CLASS, plain.read(dcb));
  }

  @Override
  public void write(Setting after) {
    plain.port().refuseFor(whyNot((Ets) after).map(why -> "ets " + after.text() + ": " + why));
    plain.write(after);
  }

  /** bnxt_ets_validate: of the classes below the highest one that a priority has. */
  private static Optional<String> whyNot(Ets wanted) {
    int highest = wanted.classOfPriority().stream().mapToInt(tc -> tc).max().orElse(0);
    List<Ets.Selection> selection = wanted.selection().subList(0, highest);
    int sum = 0;
    int starved = -1;
    for (int tc = 0; tc < highest; tc++) {
      if (selection.get(tc) == Ets.Selection.ETS) {
        sum += wanted.bandwidthPercent().get(tc);
        starved = wanted.bandwidthPercent().get(tc) == 0 ? tc : starved;
      }
    }
    return sum == WHOLE && starved >= 0
        ? Optional.of(
            ("bnxt gives the shares of classes below %s only if none of them is 0, and that of"
                    + " class %s is; expected strict there, or a share")
                .formatted(highest, starved))
        : Optional.empty();
  }
}
