package dev.losslessd.driver;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Key;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a system brings to {@link SwitchContract}, and how its switch is read. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class OnContractSwitch {
  @SuppressWarnings("NullAway.Init") // before all tests
  ContractSwitch box;

  /** Expected reading of a setting. */
  public record Expected(boolean known, String words) {
    /** The setting has a value, and reads so. */
    public static Expected value(String words) {
      return new Expected(true, words);
    }

    /** No value is known to be effective, and the reading contains this. */
    public static Expected unknown(String words) {
      return new Expected(false, words);
    }

    void check(Reading reading, String why) {
      String text = why + ": " + reading.text();
      if (known) {
        assertThat(reading).as(text).isInstanceOf(Reading.Value.class);
        assertThat(reading.text()).as(why).isEqualTo(words);
      } else {
        assertThat(reading.inForce()).as(text).isEmpty();
        assertThat(reading.text()).as(why).contains(words);
      }
    }
  }

  /**
   * A switch that is configured otherwise, or prints otherwise.
   *
   * @param lines of configuration beside those that the switch has; empty for none
   * @param edits of the text of a command
   * @param port whose setting is read; empty for the switch as a whole
   */
  public record Case(
      String why,
      String lines,
      Map<String, UnaryOperator<String>> edits,
      String port,
      SettingKind kind,
      Expected expected) {
    /** The switch prints otherwise. */
    public static Case printed(
        String why,
        String command,
        UnaryOperator<String> edit,
        String port,
        SettingKind kind,
        Expected expected) {
      return new Case(why, "", Map.of(command, edit), port, kind, expected);
    }

    /** The switch is configured otherwise. */
    public static Case configured(
        String why, String lines, String port, SettingKind kind, Expected expected) {
      return new Case(why, lines, Map.of(), port, kind, expected);
    }
  }

  protected abstract SwitchDriver driver();

  /** Every line that the driver may send. */
  protected abstract Ledger ledger();

  /**
   * Starts the switch: a {@link ScriptedContract}, or a {@link FabricContract} where it is written.
   *
   * @param folder for the fabric
   */
  protected abstract ContractSwitch start(Path folder) throws Exception;

  /** Words of the switch to an account that may not. */
  protected abstract String denial();

  /** The port that has every setting. */
  protected abstract String port();

  /** Another port of the same texts. */
  protected abstract String other();

  /** The name of a port that the switch does not have. */
  protected abstract String gone();

  /** Every setting of the port. */
  protected abstract Map<SettingKind, Expected> settings();

  /** Every setting of the switch as a whole. */
  protected Map<SettingKind, Expected> wholeSettings() {
    return Map.of();
  }

  /** Commands of a read that decide no value: what they print goes into a note, or to writes. */
  protected Set<String> asides() {
    return Set.of();
  }

  /** Whether neighbours come by the command line. */
  protected boolean hears() {
    return true;
  }

  /** Queue counters of the port by the command line. */
  protected abstract int queueCounters();

  /** The port's ifName as the SNMP agent has it. */
  protected String agentName() {
    return port();
  }

  /** A member of a bundle, or a port that another place configures: its own lines do not count. */
  protected abstract List<Case> members();

  /** Defaults that the switch does not print: never taken for none. */
  protected abstract List<Case> unprinted();

  /** A line or a word that is not known, within a section that is: the reading names it. */
  protected abstract List<Case> unknownLines();

  /** A row of {@link #other} that is not understood, in a text that has all ports. */
  protected abstract List<Case> strangeRows();

  /** Settings that are written one after the other; none where the system is only read. */
  protected List<Map.Entry<Target, Setting>> steps() {
    return List.of();
  }

  /** Configurations that operators may have made before; empty for the state of delivery. */
  protected List<String> starts() {
    return List.of("");
  }

  /** Regular expression of lines that change what other operators have built. */
  protected String othersEdited() {
    return "(?!)";
  }

  /** Kind of lie of the fabric that swallows the first PFC step. */
  protected String lie() {
    return "pfc";
  }

  @BeforeAll
  final void startBox(@TempDir Path folder) throws Exception {
    box = start(folder);
  }

  @AfterAll
  final void stopBox() throws Exception {
    box.close();
  }

  @BeforeEach
  final void printAll() throws Exception {
    box.print(Map.of());
  }

  protected final Target whole() {
    return new Target.Device(box.id());
  }

  protected final Target target(String port) {
    return port.isEmpty() ? whole() : Target.port(new PortId(box.id(), port));
  }

  /** One session with a switch that prints something else: the port, and the whole switch. */
  final Map<Key, Reading> read(Map<String, String> changed, String port) throws Exception {
    box.print(changed);
    return readNow(port);
  }

  /** One session with the switch as it prints now. */
  final Map<Key, Reading> readNow(String port) throws Exception {
    Map<Key, Reading> all = new LinkedHashMap<>();
    try (SwitchSession session = box.session()) {
      for (Target target : new TreeSet<>(List.of(target(port), whole()))) {
        session
            .read(target)
            .readings()
            .forEach((kind, reading) -> all.put(new Key(target, kind), reading));
      }
    }
    return all;
  }

  final Map<Key, Reading> read(Case one, String port) throws Exception {
    if (one.lines().isEmpty()) {
      return read(edited(one), port);
    }
    box.print(Map.of());
    box.leaf().orElseThrow().control().foreign(one.lines());
    return readNow(port);
  }

  private Map<String, String> edited(Case one) {
    Map<String, String> changed = new LinkedHashMap<>();
    one.edits()
        .forEach((command, edit) -> {
          String text = requireNonNull(box.texts().get(command), command);
          changed.put(command, edit.apply(text));
          assertThat(changed.get(command).equals(text)).as(one.why() + " of " + command).isFalse();
        });
    return changed;
  }

  final void keep(List<Case> cases) throws Exception {
    assertThat(cases).isNotEmpty();
    for (Case one : cases) {
      Key key = new Key(target(one.port()), one.kind());
      Map<Key, Reading> all = read(one, one.port());
      one.expected().check(requireNonNull(all.get(key), key::toString), one.why());
    }
  }
}
