package dev.losslessd.driver;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Observed;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.Target;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * Contract of every switch driver for what it reads: one subclass brings the switch as texts by
 * command, and what each setting of a port has to say then. Nothing simulates the switch: real SSH,
 * and a script.
 */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class SwitchContract {
  private static final DeviceId LEAF = new DeviceId("leaf1");
  private static final Target BOX = new Target.Device(LEAF);

  /** Places at which each text is cut. */
  private static final int CUTS = 6;

  @SuppressWarnings("NullAway.Init") // before all tests
  private ScriptedSwitch all;

  /** Expected reading of a setting. */
  public record Told(boolean value, String words) {
    /** The setting has a value, and reads so. */
    public static Told exactly(String words) {
      return new Told(true, words);
    }

    /** The setting is unknown or unsupported, and says this. */
    public static Told unknown(String words) {
      return new Told(false, words);
    }

    void check(Reading reading, String why) {
      if (value) {
        assertThat(reading).as(why).isInstanceOf(Reading.Value.class);
        assertThat(reading.text()).as(why).isEqualTo(words);
      } else {
        assertThat(reading)
            .as(why + ": " + reading.text())
            .isInstanceOfAny(Reading.Unread.class, Reading.Unsupported.class);
        assertThat(reading.text()).as(why).contains(words);
      }
    }
  }

  /**
   * A switch that is configured otherwise, or prints otherwise.
   *
   * @param edits what becomes of the text of a command
   * @param port whose setting is read
   */
  public record Case(
      String why,
      Map<String, UnaryOperator<String>> edits,
      String port,
      SettingKind kind,
      Told told) {}

  protected abstract SwitchDriver driver();

  /** An empty switch with its prompt and its word of refusal. */
  protected abstract ScriptedSwitch bare() throws Exception;

  /** All that the switch says, by command. */
  protected abstract Map<String, String> texts();

  /** What it says to a line that it does not know. */
  protected abstract String refusal();

  /** What it says to an account that may not. */
  protected abstract String denial();

  /** The port that has every setting. */
  protected abstract String port();

  /** Another port of the same texts. */
  protected abstract String other();

  /** The name of a port that the switch does not have. */
  protected abstract String gone();

  /** Every setting of the port. */
  protected abstract Map<SettingKind, Told> settings();

  /** Queue counters of the port by the command line. */
  protected abstract int queueCounters();

  /** A member of a bundle: its own lines are not what acts. */
  protected abstract List<Case> members();

  /** Defaults that the switch does not print: never taken for none. */
  protected abstract List<Case> unprinted();

  /** A line or a word that is not known, within a section that is. */
  protected abstract List<Case> unknownLines();

  /** A row of {@link #other} that is not understood, in a text that has all ports. */
  protected abstract List<Case> strangeRows();

  private static Target target(String port) {
    return Target.port(new PortId(LEAF, port));
  }

  @BeforeAll
  final void start() throws Exception {
    all = bare();
  }

  @AfterAll
  final void stop() throws Exception {
    all.close();
  }

  @BeforeEach
  final void sayAll() {
    texts().forEach(all::answer);
  }

  /** One session with a switch that says something else. */
  private Observed read(Map<String, String> changed, String port) throws Exception {
    sayAll();
    changed.forEach(all::answer);
    try (SwitchSession session = all.session(driver())) {
      return session.read(target(port));
    }
  }

  @Test
  void everySettingReadsAsExpected() throws Exception {
    try (SwitchSession session = all.session(driver())) {
      assertThat(session.targets()).startsWith(BOX).contains(target(port()), target(other()));
      Observed now = session.read(target(port()));

      assertThat(now.readings().keySet()).isEqualTo(settings().keySet());
      settings().forEach((kind, told) -> told.check(now.reading(kind), kind.word()));
    }
  }

  @Test
  void aMemberOfABundleIsNeverReadByItsOwnLines() throws Exception {
    keep(members());
  }

  @Test
  void aDefaultThatIsNotPrintedIsNotNone() throws Exception {
    keep(unprinted());
  }

  @Test
  void anUnknownLineInAKnownSectionLeavesTheSettingUnknown() throws Exception {
    keep(unknownLines());
  }

  @Test
  void aRowThatIsNotUnderstoodIsOfItsOwnPortAlone() throws Exception {
    Map<SettingKind, Reading> before = read(Map.of(), port()).readings();
    keep(strangeRows());
    for (Case one : strangeRows()) {
      assertThat(one.port()).as(one.why()).isEqualTo(other());
      assertThat(read(edited(one), port()).readings()).as(one.why()).isEqualTo(before);
    }
  }

  private void keep(List<Case> cases) throws Exception {
    assertThat(cases).isNotEmpty();
    for (Case one : cases) {
      one.told().check(read(edited(one), one.port()).reading(one.kind()), one.why());
    }
  }

  private Map<String, String> edited(Case one) {
    Map<String, String> changed = new LinkedHashMap<>();
    one.edits()
        .forEach((command, edit) -> {
          String text = requireNonNull(texts().get(command), command);
          changed.put(command, edit.apply(text));
          assertThat(changed.get(command)).as(one.why() + " changes " + command).isNotEqualTo(text);
        });
    return changed;
  }

  @Test
  void aCutAnswerIsNeverAnotherValue() throws Exception {
    Observed before = read(Map.of(), port());
    for (String command : asked()) {
      List<String> lines = requireNonNull(texts().get(command)).lines().toList();
      int lost = 0;
      for (int n = 0; n < CUTS; n++) {
        String cut = String.join("\n", lines.subList(0, lines.size() * n / CUTS)) + "\n";
        lost += lost(before, Map.of(command, cut), command + " cut after " + n + "/" + CUTS);
      }
      assertThat(lost).as(command).isPositive();
    }
  }

  @Test
  void aRefusedCommandLeavesNoWrongValue() throws Exception {
    Observed before = read(Map.of(), port());
    for (String command : asked()) {
      assertThat(lost(before, Map.of(command, refusal() + "\n"), command + " refused"))
          .as(command)
          .isPositive();
    }
  }

  /** Settings of the port that have no value any more; each that has one has the same. */
  private int lost(Observed before, Map<String, String> changed, String why) throws Exception {
    Observed after;
    try {
      after = read(changed, port());
    } catch (DeviceException e) {
      return settings().size();
    }
    int lost = 0;
    for (SettingKind kind : settings().keySet()) {
      if (after.reading(kind) instanceof Reading.Value value) {
        assertThat(value).as(why + ": " + kind.word()).isEqualTo(before.reading(kind));
      } else if (before.reading(kind) instanceof Reading.Value) {
        lost++;
      }
    }
    return lost;
  }

  /** Commands with a text that a read of the port asks. */
  private List<String> asked() throws Exception {
    try (SwitchSession session = all.session(driver())) {
      int before = all.sent().size();
      session.read(target(port()));
      List<String> asked = new ArrayList<>(all.sent());
      asked.subList(0, before).clear();
      asked.removeIf(line -> texts().getOrDefault(line, "").isBlank());
      return asked.stream().distinct().toList();
    }
  }

  @Test
  void anAccountThatMayNotIsToldWhatIsDenied() throws Exception {
    try (SwitchSession session = all.session(driver())) {
      assertThat(session.missingPermissions()).isEmpty();
    }
    int told = 0;
    for (String command : asked()) {
      sayAll();
      try (SwitchSession session = all.answer(command, denial() + "\n").session(driver())) {
        List<String> missing = session.missingPermissions();
        if (!missing.isEmpty()) {
          assertThat(missing).as(command).containsExactly(command + ": " + denial());
          told++;
        }
      }
    }
    assertThat(told).as("what a preflight tries").isGreaterThanOrEqualTo(2);
  }

  @Test
  void everyLineThatIsSentIsAReadOfTheLedger() throws Exception {
    try (SwitchSession session = all.session(driver())) {
      session.targets();
      session.read(BOX);
      session.read(target(port()));
      assertThat(session.neighbours()).isNotEmpty();
      assertThat(queueCounters(session)).isEqualTo(queueCounters());
      assertThat(all.sent())
          .isNotEmpty()
          .allSatisfy(line ->
              assertThat(driver().ledger().find(line))
                  .as(line)
                  .hasValueSatisfying(
                      entry -> assertThat(entry.access()).isEqualTo(Ledger.Access.READ)));
    }
  }

  private long queueCounters(SwitchSession session) {
    long there = 0;
    for (Sweep sweep : session.sweepQueues(List.of(new PortId(LEAF, port())), 1_000, 2_000)) {
      for (int n = 0; n < sweep.schema().size(); n++) {
        there += sweep.has(n) ? 1 : 0;
      }
    }
    return there;
  }

  @Test
  void aPortThatIsGoneIsSaidToBe() throws Exception {
    try (SwitchSession session = all.session(driver())) {
      assertThat(session.targets()).doesNotContain(target(gone()));
      assertThatThrownBy(() -> session.read(target(gone())))
          .isInstanceOfSatisfying(
              DeviceException.class,
              e -> assertThat(e.kind()).isEqualTo(DeviceException.Kind.GONE));
    }
  }
}
