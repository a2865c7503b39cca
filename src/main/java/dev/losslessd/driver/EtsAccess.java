package dev.losslessd.driver;

import dev.losslessd.model.Capability;
import dev.losslessd.model.Ets;
import dev.losslessd.model.Ets.Selection;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.transport.netlink.DcbState;
import dev.losslessd.transport.netlink.IeeeEts;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The transmit schedule by dcbnl. A class that is not scheduled by ETS has no share: mlx5 reads it
 * back as 0, so it is read and written as 0.
 *
 * @param shapesByCredit whether the driver takes the credit-based shaper
 */
public record EtsAccess(NicPort port, Capability writable, boolean shapesByCredit)
    implements DcbnlAccess<IeeeEts> {
  /** Ledger id of the write of ETS. */
  public static final String WRITE = "dcbnl.ieee-set.ets";

  private static final Attribute<IeeeEts> ATTRIBUTE =
      new Attribute<>(SettingKind.ETS, "IEEE_ETS", WRITE, DcbState::ets, EtsAccess::meaning);

  private static final int WHOLE = 100;

  @Override
  public Attribute<IeeeEts> attribute() {
    return ATTRIBUTE;
  }

  @Override
  public Reading read(DcbView dcb) {
    if (dcb instanceof DcbView.Known known
        && known.state().ets().filter(ets -> !ets.classesAreKnown()).isPresent()) {
      return new Reading.Unread(
          "the driver has refused a write and does not tell the class of each priority since then");
    }
    return DcbnlAccess.super.read(dcb);
  }

  private static Ets meaning(IeeeEts ets) {
    List<Selection> selection = ets.selection().stream().map(Selection::ofCode).toList();
    return new Ets(selection, shares(selection, ets.txPercent()), ets.classOfPriority());
  }

  private static List<Integer> shares(List<Selection> selection, List<Integer> percent) {
    return IntStream.range(0, percent.size())
        .mapToObj(tc -> selection.get(tc) == Selection.ETS ? percent.get(tc) : Integer.valueOf(0))
        .toList();
  }

  @Override
  public void write(Setting after) {
    Ets wanted = (Ets) after;
    DcbnlAccess.super.write(
        new Ets(
            wanted.selection(),
            shares(wanted.selection(), wanted.bandwidthPercent()),
            wanted.classOfPriority()));
  }

  @Override
  public boolean isMet(Setting after, IeeeEts is) {
    return is.classesAreKnown() && DcbnlAccess.super.isMet(after, is);
  }

  @Override
  public void send(Setting after, IeeeEts is) {
    Ets wanted = (Ets) after;
    List<Integer> codes = wanted.selection().stream().map(Selection::code).toList();
    port.client()
        .setEts(port.ifname(), is.with(wanted.bandwidthPercent(), codes, wanted.classOfPriority()));
  }

  @Override
  public Optional<String> limit(Setting after, IeeeEts ets) {
    Ets wanted = (Ets) after;
    return whyNot(wanted, ets.classes()).map(why -> "ets " + wanted.text() + ": " + why);
  }

  /**
   * @param classes of the NIC; 0 where it does not tell
   */
  private Optional<String> whyNot(Ets wanted, int classes) {
    if (!shapesByCredit && wanted.selection().contains(Selection.CREDIT_SHAPER)) {
      return Optional.of("the NIC has no credit-based shaper");
    }
    // a NIC may have been found with less, and its kernel takes that back or says no
    if (wanted.sharedPercent() > WHOLE) {
      return Optional.of("shares sum to " + wanted.sharedPercent() + ", expected at most 100");
    }
    return wanted.classOfPriority().stream()
        .filter(tc -> classes > 0 && tc >= classes)
        .findFirst()
        .map(tc -> "traffic class " + tc + ", the NIC has " + classes);
  }
}
