package dev.losslessd.commit;

import dev.losslessd.model.Change;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Setting;
import dev.losslessd.plan.Neighbourhood;
import dev.losslessd.plan.Stage;
import java.util.List;

/** Which end of its cables comes first in a rollback. */
final class FarEnds {
  private FarEnds() {}

  /**
   * Whether the other ends of its cables rely on what a rollback of a lane does: a switch that gets
   * protection back comes before its NICs, and one that loses it comes after them.
   *
   * @param lane in the order of application
   */
  static boolean relyOn(Stage.Lane lane, Neighbourhood around) {
    boolean getsBack = lane.changes().stream().anyMatch(FarEnds::tookProtection);
    return around.isSwitch(lane.device()) == getsBack;
  }

  private static boolean tookProtection(Change change) {
    return !lossless(change.after()).containsAll(lossless(change.before()));
  }

  private static List<Priority> lossless(Setting value) {
    return switch (value) {
      case Pfc pfc -> pfc.lossless().priorities();
      case Lossless whole -> whole.priorities().priorities();
      default -> List.of();
    };
  }
}
