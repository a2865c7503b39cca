package dev.losslessd.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Key;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Refusal;
import dev.losslessd.model.SettingKind;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Code points of a lossless class that one end of a link would have alone. */
class OneEndDscpTest extends TwoPortFixture {
  private static final DscpMap IN3 = map(26, 3);

  @BeforeEach
  void bothEndsPause() {
    is.remove(new Key(LEAF, SettingKind.LOSSLESS));
    set(NIC, ON3);
    set(PORT, ON3);
  }

  @Test
  void aMapThatGoesBackAloneIsRefusedWhileTheNicReliesOnIt() {
    set(NIC, IN3);
    set(LEAF, IN3);
    exact = true;

    assertThat(rules(LEAF, map(26, 1))).as("put back as it was").containsExactly("one-end");
    assertThat(rules(LEAF, DscpMap.EMPTY)).containsExactly("one-end");
  }

  @Test
  void aWaivedCodePointHidesNoOther() {
    DscpMap both = DscpMap.of(Map.of(Dscp.of(26), Priority.of(3), Dscp.of(30), Priority.of(3)));
    set(NIC, both);
    set(LEAF, both);
    exact = true;
    waived.put("dscp-elsewhere", "26 is not used");

    assertThat(plan(LEAF, map(26, 1)).refusals())
        .extracting(Refusal::reason)
        .anyMatch(why -> why.startsWith("DSCP 30 in lossless priority 3 would be removed here"));
  }

  @Test
  void aCodePointThatThePlanItselfMapsCounts() {
    set(NIC, IN3);
    set(LEAF, IN3);
    want(NIC, IN3);
    want(LEAF, IN3);

    assertThat(rules(NIC, map(46, 3))).containsExactly("one-end");
    assertThat(rules(LEAF, map(46, 3))).as("leaves first").isEmpty();
  }

  private static DscpMap map(int dscp, int priority) {
    return DscpMap.of(Map.of(Dscp.of(dscp), Priority.of(priority)));
  }
}
