package dev.losslessd.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Change;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Ets;
import dev.losslessd.model.Ets.Selection;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.topology.Links;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A schedule against the traffic that it serves, when its classes get other numbers. */
class OrderTest {
  private static final PortId PORT = PortId.parse("gpu01:ens1f0np0");
  private static final Target TARGET = Target.port(PORT);

  private static final Ets BY_PRIORITY = ets(6, List.of(50, 0, 0, 50, 0, 0, 0, 0), 3);
  private static final Ets CONTIGUOUS = ets(2, List.of(50, 50, 0, 0, 0, 0, 0, 0), 1);

  /** A schedule without a strict priority: its strict class 2 has none. */
  private static final Ets NOT_STRICT =
      new Ets(
          CONTIGUOUS.selection(), CONTIGUOUS.bandwidthPercent(), List.of(0, 0, 0, 1, 0, 0, 0, 0));

  @Test
  void aStrictPriorityThatGetsAnotherClassIsNoWeaker() {
    assertThat(order(BY_PRIORITY, CONTIGUOUS))
        .containsExactly(SettingKind.ETS, SettingKind.DSCP_MAP);
    assertThat(order(CONTIGUOUS, BY_PRIORITY))
        .containsExactly(SettingKind.ETS, SettingKind.DSCP_MAP);
  }

  @Test
  void aStrictPriorityThatIsNotStrictAnyMoreIsWeakerThoughItsClassIsThere() {
    assertThat(order(CONTIGUOUS, NOT_STRICT))
        .containsExactly(SettingKind.DSCP_MAP, SettingKind.ETS);
  }

  private static List<SettingKind> order(Ets before, Ets after) {
    DscpMap map = DscpMap.of(Map.of(Dscp.of(26), Priority.of(3)));
    List<Change> changes =
        new ArrayList<>(List.of(change(DscpMap.of(Map.of()), map), change(before, after)));
    Neighbourhood alone = Neighbourhood.of(List.of(TARGET), Links.of(List.of(), List.of()));
    changes.sort(new Order(alone, List.copyOf(changes)));
    return changes.stream().map(Change::kind).toList();
  }

  private static Change change(Setting before, Setting after) {
    return new Change(TARGET, before, after, List.of(PORT), Set.of());
  }

  /** Priority 6 is strict; class of priority 3. */
  private static Ets ets(int strict, List<Integer> shares, int lossless) {
    List<Selection> selection = new ArrayList<>(Collections.nCopies(8, Selection.ETS));
    selection.set(strict, Selection.STRICT);
    return new Ets(selection, shares, List.of(0, 0, 0, lossless, 0, 0, strict, 0));
  }
}
