package dev.losslessd.driver.sonic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.SwitchSession;
import dev.losslessd.driver.Wishes;
import dev.losslessd.model.Change;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A switch of a pair as SONiC's own templates set it up (qos_config.j2 of dual top-of-rack hosts):
 * what the two tunnel to each other has DSCP 33 and traffic class 8, which is no priority, and
 * classes 2 and 6 have no queues of their own.
 */
class ClassesBeyondTest extends OnSonicLeaf {
  private static final Target PORT = SonicLeaf.port(1);
  private static final String MAP = "DSCP_TO_TC_MAP|AZURE";

  @BeforeEach
  void isOneOfAPair() throws IOException {
    set(MAP, "33", "8");
    for (String map : List.of("TC_TO_QUEUE_MAP", "TC_TO_PRIORITY_GROUP_MAP")) {
      set(map + "|AZURE", "8", "1");
    }
    set("TC_TO_QUEUE_MAP|AZURE", "2", "1");
    set("TC_TO_QUEUE_MAP|AZURE", "6", "1");
  }

  private void set(String row, String field, String value) throws IOException {
    leaf.foreign("sudo sonic-db-cli CONFIG_DB hset '" + row + "' " + field + " " + value);
  }

  @Test
  void theirDscpIsToldAndStaysWhereItIs() throws Exception {
    try (SwitchSession session = leaf.session()) {
      Reading is = session.read(SonicLeaf.box()).reading(SettingKind.DSCP_MAP);
      assertThat(((DscpMap) is.inForce().orElseThrow()).entries())
          .hasSize(63)
          .doesNotContainKey(Dscp.of(33));
      assertThat(is.text()).contains("DSCP 33 has traffic class 8");
      List<String> found = leaf.cells(MAP);

      Change change = SonicLeaf.change(session, SonicLeaf.box(), Wishes.map(Map.of(26, 3)));
      session.apply(change);
      assertThat(leaf.cells(MAP)).anyMatch(cell -> cell.matches(".*\\b33\\b.*\\b8\\b.*"));
      session.apply(change.inverse());
      assertThat(leaf.cells(MAP)).isEqualTo(found);

      Change theirs = SonicLeaf.change(session, SonicLeaf.box(), Wishes.map(Map.of(33, 3)));
      assertThatThrownBy(() -> session.apply(theirs))
          .hasMessageContaining("DSCP_TO_TC_MAP|AZURE has DSCP 33 in traffic class 8: no priority");
      assertThat(leaf.cells(MAP)).isEqualTo(found);
    }
  }

  @Test
  void aMapOfOursKeepsTheirClass() throws Exception {
    try (SwitchSession session = leaf.session()) {
      List<String> found = leaf.state();
      Change change = SonicLeaf.change(session, PORT, SonicLeaf.shares());
      session.apply(change);
      assertThat(leaf.cells("TC_TO_QUEUE_MAP|losslessd-queue-012345671"))
          .anyMatch(cell -> cell.matches(".*\\b8\\b.*\\b1\\b.*"));
      session.apply(change.inverse());
      session.cleanUp();
      assertThat(leaf.state()).isEqualTo(found);
    }
  }

  /** No map gives each class its own queue, so one draft both makes and reads a new map. */
  @Test
  void whatGoesInOnePatchReadsTheMapThatItMakes() throws Exception {
    try (SwitchSession session = leaf.session()) {
      List<String> found = leaf.state();
      List<Change> changes =
          List.of(
              SonicLeaf.change(session, PORT, SonicLeaf.shares()),
              SonicLeaf.change(session, PORT, Wishes.ecn(400_000, 1_600_000, 20)));
      session.applyTogether(changes);
      for (Change change : changes) {
        assertThat(SonicLeaf.value(session, PORT, change.after())).isEqualTo(change.after());
      }
      session.applyTogether(changes.reversed().stream().map(Change::inverse).toList());
      session.cleanUp();
      assertThat(leaf.state()).isEqualTo(found);
    }
  }

  @Test
  void aClassWithAQueueOfItsOwnCanMarkAndOneWithoutCannot() throws Exception {
    try (SwitchSession session = leaf.session()) {
      Change change = SonicLeaf.change(session, PORT, Wishes.ecn(400_000, 1_600_000, 20));
      session.apply(change);
      assertThat(SonicLeaf.value(session, PORT, change.after())).isEqualTo(change.after());
      session.apply(change.inverse());

      Change two =
          SonicLeaf.change(
              session, PORT, Ecn.of(Map.of(Priority.of(2), new Ecn.Marking(9, 99, 1))));
      assertThatThrownBy(() -> session.apply(two))
          .hasMessageContaining("gives queue 2 not to traffic class 2 alone: set its ets first");
    }
  }
}
