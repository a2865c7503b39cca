package dev.losslessd.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.Key;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.SwitchSystem;
import dev.losslessd.model.Target;
import dev.losslessd.topology.LinkContract.Verdict;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.WriteGate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Contract of every switch driver, one subclass by system: laws of what is read, of counters by
 * SNMP, and of writes. A system that is only read brings a script, texts by command; a system that
 * is written brings its switch of the fabric.
 */
public abstract class SwitchContract extends CounterLaws {
  /** Outputs of a write or of a read after it that are cut, one at a time. */
  private static final int[] CUTS = {0, 2, 5};

  private FabricLeaf leaf() {
    return box.leaf().orElseThrow();
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

  private static void requireShown(SwitchSession session, Change change) {
    Reading now = reading(session, change);
    assertThat(now.standing().filter(change.after()::isMetBy))
        .as(change.text() + " reads " + now.text())
        .isPresent();
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
          requireShown(session, change.inverse());
          assertThat(reading(session, change).words()).isEqualTo(change.wordsBefore());
        }
        assertThat(leaf().state()).as(start).isEqualTo(before);
      }
    }
  }

  private Change applyTwice(SwitchSession session, Change change) throws IOException {
    session.apply(change);
    requireShown(session, change);
    List<String> once = leaf().state();
    leaf().control().clearLog();
    session.apply(change);
    assertThat(leaf().state()).as(change.text()).isEqualTo(once);
    assertThat(leaf().sent()).as(change.text() + " again").allMatch(this::isRead);
    return change;
  }

  @Test
  void anAnswerThatIsCutWhileWritingIsAnErrorAndNeverAWrongValue() throws Exception {
    assumeThat(steps()).isNotEmpty();
    AtomicInteger failed = new AtomicInteger();
    begin(starts().getLast());
    Set<Key> tried = new HashSet<>();
    for (Map.Entry<Target, Setting> step : steps()) {
      boolean first = tried.add(new Key(step.getKey(), step.getValue().kind()));
      for (int n = 0; first && n < CUTS.length; n++) {
        cutAt(CUTS[n], step, failed);
      }
      try (SwitchSession session = box.session()) {
        session.apply(change(session, step));
      }
    }
    assertThat(failed).hasPositiveValue();
  }

  private void cutAt(int cut, Map.Entry<Target, Setting> step, AtomicInteger failed)
      throws Exception {
    List<String> before;
    Change change;
    try (SwitchSession session = box.session()) {
      session.cleanUp();
      before = leaf().state();
      change = change(session, step);
    }
    String why = change.text() + ", output " + cut + " is cut";
    boolean accepted = tryToApply(cut, change);
    failed.addAndGet(accepted ? 0 : 1);
    try (SwitchSession session = box.session()) {
      Reading now = reading(session, change);
      // what the switch was not told is seen by reading back: then nothing is written at all
      assertThat(now.standing().stream())
          .as(why + ": " + now.text())
          .allMatch(is -> change.after().isMetBy(is) || change.before().isMetBy(is));
      if (change.isMet(now)) {
        requireNoOther(cut, change, why);
      } else if (accepted) {
        assertThat(leaf().state()).as(why).isEqualTo(before);
      }
      if (!change.inverse().isMet(now)) {
        session.apply(change.inverse());
      }
      session.cleanUp();
      assertThat(leaf().state()).as(why).isEqualTo(before);
    }
  }

  private boolean tryToApply(int cut, Change change) throws Exception {
    cutOutput(cut);
    try (SwitchSession session = box.session()) {
      return catchThrowableOfType(DeviceException.class, () -> session.apply(change)) == null;
    } finally {
      leaf().control().clear();
    }
  }

  /** A read of which an output is cut has the value, or none. */
  private void requireNoOther(int cut, Change change, String why) throws Exception {
    cutOutput(cut);
    try (SwitchSession session = box.session()) {
      Reading[] cutReading = new Reading[1];
      @Nullable DeviceException error =
          catchThrowableOfType(
              DeviceException.class, () -> cutReading[0] = reading(session, change));
      if (error == null) {
        assertThat(cutReading[0].standing().stream())
            .as(why + ": " + cutReading[0].text())
            .allMatch(change.after()::isMetBy);
      }
    } finally {
      leaf().control().clear();
    }
  }

  /** Cuts one output in its middle, at the end of a line where there are several. */
  private void cutOutput(int number) {
    AtomicInteger left = new AtomicInteger(number);
    leaf()
        .control()
        .rewrite((_, text) -> {
          if (left.getAndDecrement() != 0) {
            return text;
          }
          int line = text.lastIndexOf('\n', text.length() / 2);
          return text.substring(0, line < 0 ? text.length() / 2 : line);
        });
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
          assertThat(reading(session, change).standing()).contains(change.before());
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
    assumeThat(SwitchSystem.of(driver().name()).isServer()).isFalse();
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
