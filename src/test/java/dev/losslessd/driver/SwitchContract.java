package dev.losslessd.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.SwitchSystem;
import dev.losslessd.model.Target;
import dev.losslessd.model.Verdict;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.WriteGate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * Contract of every switch driver, one subclass by system: laws of what is read, of counters by
 * SNMP, and of writes. A system that is only read brings a script, texts by command; a system that
 * is written brings its switch of the fabric.
 */
public abstract class SwitchContract extends CounterLaws {
  /** Commands of one write that are cut, one at a time; each step takes others. */
  private static final int CUTS = 2;

  private FabricLeaf leaf() {
    return box.leaf().orElseThrow();
  }

  private SwitchSystem system() {
    return SwitchSystem.of(getClass().getPackageName().replaceFirst(".*\\.", ""));
  }

  /** The state of delivery, with these lines of configuration. */
  private List<String> begin(String lines) throws IOException {
    leaf().forget();
    leaf().control().reset();
    if (!lines.isEmpty()) {
      leaf().control().foreign(lines);
    }
    leaf().control().clearLog();
    return leaf().state();
  }

  private static Reading reading(SwitchSession session, Change change) {
    return session.read(change.target()).reading(change.kind());
  }

  /** The change from the present value. */
  private static Change change(SwitchSession session, Map.Entry<Target, Setting> step) {
    Target target = step.getKey();
    Reading is = session.read(target).reading(step.getValue().kind());
    Setting before = is.standing().orElseThrow(() -> new AssertionError(target + " " + is.text()));
    Setting wanted = step.getValue().over(before);
    return new Change(target, before, wanted, is.words(), "", List.of(), Set.of());
  }

  private static Reading requireShown(SwitchSession session, Change change) {
    Reading now = reading(session, change);
    assertThat(now.standing().filter(change.after()::isMetBy))
        .as(change.text() + " reads " + now.text())
        .isPresent();
    return now;
  }

  @Test
  void everyChangeReadsBackTwiceIsOnceAndTheInverseRestoresEveryByte() throws Exception {
    assumeThat(steps()).isNotEmpty();
    for (String start : starts()) {
      List<String> before = begin(start);
      try (SwitchSession session = box.session()) {
        List<Change> done = new ArrayList<>();
        for (Map.Entry<Target, Setting> step : steps()) {
          done.add(applyTwice(session, change(session, step)));
        }
        assertThat(leaf().state()).isNotEqualTo(before);
        for (Change change : done.reversed()) {
          session.apply(change.inverse());
          Reading now = requireShown(session, change.inverse());
          assertThat(now.words()).isEqualTo(change.wordsBefore());
        }
        assertThat(leaf().state()).as(start).isEqualTo(before);
      }
    }
  }

  private Change applyTwice(SwitchSession session, Change change) throws IOException {
    session.apply(change);
    Reading _ = requireShown(session, change);
    List<String> once = leaf().state();
    assertThat(leaf().sent()).noneMatch(line -> line.matches(othersEdited()));
    leaf().control().clearLog();
    session.apply(change);
    assertThat(leaf().state()).as(change.text()).isEqualTo(once);
    assertThat(leaf().sent()).as(change.text() + " again").allMatch(this::isRead);
    return change;
  }

  @Test
  void anAnswerThatIsCutWhileWritingIsAnErrorAndNeverAWrongValue() throws Exception {
    assumeThat(steps()).isNotEmpty();
    begin(starts().getLast());
    int failed = 0;
    int cut = 0;
    for (Map.Entry<Target, Setting> step : steps()) {
      List<String> commands = commandsOf(step);
      for (int n = 0; n < CUTS; n++) {
        failed += refusesCut(commands.get(cut % commands.size()), step) ? 1 : 0;
        cut++;
      }
      try (SwitchSession session = box.session()) {
        session.apply(change(session, step));
      }
    }
    assertThat(failed).isPositive();
  }

  /** Commands with a text that a write sends, which is taken back. */
  private List<String> commandsOf(Map.Entry<Target, Setting> step) throws Exception {
    Set<String> commands = new LinkedHashSet<>();
    try (SwitchSession session = box.session()) {
      Change change = change(session, step);
      leaf()
          .control()
          .rewrite((command, text) -> {
            if (!command.isBlank() && !text.isBlank()) {
              commands.add(command);
            }
            return text;
          });
      session.apply(change);
      leaf().control().clear();
      session.apply(change.inverse());
    }
    return List.copyOf(commands);
  }

  private boolean refusesCut(String command, Map.Entry<Target, Setting> step) throws Exception {
    List<String> before;
    Change change;
    try (SwitchSession session = box.session()) {
      session.cleanUp();
      before = leaf().state();
      change = change(session, step);
    }
    String why = change.text() + ", '" + command + "' is cut";
    boolean refused = whileCut(command, session -> session.apply(change));
    try (SwitchSession session = box.session()) {
      Reading now = reading(session, change);
      // what the switch was not told is seen by reading back: then nothing is written at all
      assertThat(now.standing().stream())
          .as(why + ": " + now.text())
          .allMatch(is -> change.after().isMetBy(is) || change.before().isMetBy(is));
      if (change.isMet(now)) {
        whileCut(command, other -> requireNoOther(reading(other, change), change, why));
      } else if (!refused) {
        assertThat(leaf().state()).as(why).isEqualTo(before);
      }
      if (!change.inverse().isMet(now)) {
        session.apply(change.inverse());
      }
      session.cleanUp();
      assertThat(leaf().state()).as(why).isEqualTo(before);
    }
    return refused;
  }

  private static void requireNoOther(Reading cut, Change change, String why) {
    assertThat(cut.standing().stream())
        .as(why + ": " + cut.text())
        .allMatch(change.after()::isMetBy);
  }

  /**
   * Uses a session while the text of a command ends in its middle.
   *
   * @return whether that is an error
   */
  private boolean whileCut(String command, Consumer<SwitchSession> work) throws Exception {
    leaf().control().rewrite((line, text) -> line.equals(command) ? half(text) : text);
    try (SwitchSession session = box.session()) {
      work.accept(session);
      return false;
    } catch (DeviceException e) {
      return true;
    } finally {
      leaf().control().clear();
    }
  }

  /** The text up to the end of a line where it has several. */
  private static String half(String text) {
    int line = text.lastIndexOf('\n', text.length() / 2);
    return text.substring(0, line < 0 ? text.length() / 2 : line);
  }

  @Test
  void aClosedGateLetsNothingThroughButReads() throws Exception {
    WriteGate closed =
        what -> {
          throw new TransportException(TransportException.Kind.CLOSED_GATE, what + ": closed");
        };
    assumeThat(steps()).isNotEmpty();
    List<String> before = begin(starts().getLast());
    try (SwitchSession shut = ((FabricContract) box).session(closed)) {
      Change first = change(shut, steps().getFirst());
      assertThatThrownBy(() -> shut.apply(first))
          .isInstanceOfSatisfying(
              DeviceException.class,
              e -> assertThat(e.kind()).isEqualTo(DeviceException.Kind.CLOSED_GATE));
      for (Map.Entry<Target, Setting> step : steps()) {
        Change change = change(shut, step);
        if (!change.before().equals(change.after())) {
          assertThatThrownBy(() -> shut.apply(change)).isInstanceOf(DeviceException.class);
        }
      }
    }
    assertThat(leaf().sent()).isNotEmpty().allMatch(this::isRead);
    assertThat(leaf().state()).isEqualTo(before);
  }

  @Test
  void aSystemWithoutStepsWritesNothing() throws Exception {
    try (SwitchSession session = box.session()) {
      assertThat(session.capabilities(target(port())).settings().values())
          .isNotEmpty()
          .extracting(one -> one.access() == Capability.Access.WRITE)
          .satisfies(can -> assertThat(can.contains(true)).isEqualTo(!steps().isEmpty()));
    }
  }

  @Test
  void aWriteThatTheSwitchSwallowsIsSeenByReadingBack() throws Exception {
    assumeThat(steps()).isNotEmpty();
    begin(starts().getFirst());
    try (SwitchSession session = box.session()) {
      for (Map.Entry<Target, Setting> step : steps()) {
        Change change = change(session, step);
        if (change.kind() == SettingKind.PFC) {
          leaf().control().lie(lie(), 1);
          session.apply(change);
          assertThat(reading(session, change).standing().stream())
              .noneMatch(change.after()::isMetBy);
          return;
        }
        session.apply(change);
      }
    }
    throw new AssertionError("no step of PFC");
  }

  @Test
  void thePlanOfAPolicyLetsTheLinkFitAndIsUndone() throws Exception {
    assumeThat(steps()).isNotEmpty();
    assumeThat(system().isServer()).isFalse();
    LinkPlan link = new LinkPlan(driver(), new PortId(box.id(), port()));
    List<String> before = begin("");
    try (SwitchSession session = box.session()) {
      assertThat(link.contract(session).verdict()).isEqualTo(Verdict.BROKEN);
      Plan plan = link.plan(session);
      assertThat(plan.refusals()).isEmpty();
      plan.changes().forEach(session::apply);
      assertThat(link.contract(session).checks())
          .isNotEmpty()
          .noneMatch(check -> check.verdict() == Verdict.BROKEN);
      plan.changes().reversed().forEach(change -> session.apply(change.inverse()));
      session.cleanUp();
      assertThat(leaf().state()).isEqualTo(before);
    }
  }
}
