package dev.losslessd.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Change;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.SwitchSystem;
import dev.losslessd.model.Target;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.snmp.SnmpSocket;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A switch of the fabric and a session with it over real SSH, one for all tests of a class; and the
 * laws that every driver keeps which writes by a command line of its own.
 */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class OnLeaf {
  protected static final Target BOX = new Target.Device(FabricLeaf.ID);
  protected static final Hold HOLD = new Hold("c7", Duration.ofMinutes(10));

  private final SwitchSystem system;
  private final SwitchDriver driver;
  private final Target port;

  @SuppressWarnings("NullAway.Init") // JUnit calls open
  protected FabricLeaf leaf;

  @SuppressWarnings("NullAway.Init")
  protected SnmpSocket socket;

  @SuppressWarnings("NullAway.Init")
  protected SwitchSession session;

  /**
   * @param port the one that is set
   */
  protected OnLeaf(SwitchSystem system, SwitchDriver driver, Target port) {
    this.system = system;
    this.driver = driver;
    this.port = port;
  }

  @BeforeAll
  final void open(@TempDir Path temp) throws IOException {
    leaf = new FabricLeaf(temp.resolve("f"), system, driver);
    socket = new SnmpSocket(_ -> {});
    session = fresh();
  }

  @BeforeEach
  protected final void reset() throws IOException {
    leaf.forget();
    leaf.tell("clear leaf1");
    leaf.tell("reset leaf1");
    leaf.tell("log leaf1 clear");
  }

  @AfterAll
  final void close() throws IOException {
    session.close();
    socket.close();
    leaf.close();
  }

  /** Opens a new session, as another process would. */
  protected final SwitchSession fresh() throws IOException {
    return leaf.session("admin", WriteGate.OPEN, Optional.of(leaf.snmp(socket)));
  }

  protected final Reading reading(Target target, SettingKind kind) {
    return session.read(target).reading(kind);
  }

  protected final Setting value(Target target, Setting like) {
    Reading reading = reading(target, like.kind());
    assertThat(reading).as(reading.text()).isInstanceOf(Reading.Value.class);
    return reading.inForce().orElseThrow();
  }

  protected final Change change(Target target, Setting wanted) {
    String words = reading(target, wanted.kind()).words();
    return new Change(target, value(target, wanted), wanted, words, "", List.of(), Set.of());
  }

  /** Changes of the port that make up one batch. */
  protected final List<Change> changes() {
    return List.of(
        change(port, new Pfc(PrioritySet.of(3))),
        change(port, Wishes.ecn()),
        change(port, Wishes.shares()));
  }

  /**
   * Each step reads back, twice is once, and the inverses restore the configuration in reverse.
   *
   * @param start what somebody configured before
   */
  protected final void keepTheLaws(String start, List<Map.Entry<Target, Setting>> steps)
      throws IOException {
    reset();
    leaf.tell("foreign leaf1 " + start);
    List<String> before = leaf.state();
    List<Change> done = new ArrayList<>();
    for (var step : steps) {
      done.add(passes(step.getKey(), step.getValue()));
    }
    assertThat(leaf.state()).isNotEqualTo(before);
    Collections.reverse(done);
    for (Change back : done) {
      session.apply(back);
      assertThat(value(back.target(), back.after())).matches(back.after()::isMetBy);
      assertThat(reading(back.target(), back.kind()).words()).isEqualTo(back.wordsAfter());
    }
    assertThat(leaf.state()).isEqualTo(before);
  }

  /**
   * The laws of one change, but the last.
   *
   * @return the step back
   */
  private Change passes(Target target, Setting wanted) throws IOException {
    Change change = change(target, wanted);
    session.apply(change);
    assertThat(value(target, wanted)).matches(wanted::isMetBy, wanted.text());
    List<String> once = leaf.state();
    session.apply(change);
    assertThat(leaf.state()).isEqualTo(once);
    return change.inverse();
  }

  /** The first step of each setting of the port is taken back in the order in which it was done. */
  protected final void restoreInAnyOrder(String start, List<Map.Entry<Target, Setting>> steps)
      throws IOException {
    leaf.tell("foreign leaf1 " + start);
    List<String> before = leaf.state();
    List<Change> done = new ArrayList<>();
    Set<SettingKind> once = EnumSet.noneOf(SettingKind.class);
    for (var step : steps) {
      if (step.getKey().equals(port) && once.add(step.getValue().kind())) {
        Change change = change(port, step.getValue());
        session.apply(change);
        done.add(change.inverse());
      }
    }

    done.forEach(session::apply);

    assertThat(leaf.state()).isEqualTo(before);
  }

  protected static int column(Sweep sweep, Signal signal, int priority) {
    for (int n = 0; n < sweep.schema().size(); n++) {
      var counter = sweep.schema().counters().get(n);
      if (counter.signal() == signal && Priority.of(priority).equals(counter.priority())) {
        return n;
      }
    }
    throw new AssertionError(signal + " of " + priority);
  }
}
