package dev.losslessd.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.SwitchSystem;
import dev.losslessd.model.Target;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Contract of drivers for systems that are watched, on a switch of the fabric. */
public abstract class OnWatchedLeaf extends OnLeaf {
  private final Target port;
  private final SwitchSystem system;

  /**
   * @param port the first one
   */
  protected OnWatchedLeaf(SwitchSystem system, SwitchDriver driver, Target port) {
    super(system, driver, port);
    this.system = system;
    this.port = port;
  }

  /** Lines of somebody who has set up RoCE on the first port, by hand. */
  protected String byHand() {
    return Transcript.site(system);
  }

  /** Expected reading of each setting of the first port; none where it must be unsupported. */
  protected abstract Map<SettingKind, String> read();

  /** Regular expression of the lines that change nothing. */
  protected abstract String reads();

  /** Whether the agent has this counter. */
  protected abstract boolean serves(String rawName);

  @Test
  void everySettingIsReadAsSomebodyElseHasSetIt() throws IOException {
    leaf.tell("foreign leaf1 " + byHand());

    assertThat(session.targets()).startsWith(BOX, port);
    Observed now = session.read(port);
    assertThat(now.readings().keySet()).isEqualTo(read().keySet());
    read()
        .forEach((kind, text) -> {
          Reading reading = now.reading(kind);
          assertThat(reading)
              .as(kind.word())
              .isInstanceOf(text.isEmpty() ? Reading.Unsupported.class : Reading.Value.class);
          assertThat(reading.text()).as(kind.word()).startsWith(text);
        });
  }

  @Test
  void nothingIsWrittenAndEveryLineIsARead() throws IOException {
    List<String> before = leaf.state();
    session.read(BOX);
    session.read(port);
    session.neighbours();
    assertThat(session.missingPermissions()).isEmpty();
    assertThat(session.capabilities(port).settings().values())
        .isNotEmpty()
        .allSatisfy(one -> assertThat(one.access()).isEqualTo(Capability.Access.READ));
    for (Change change :
        List.of(
            new Change(port, new Mtu(1500), new Mtu(9000), "", "", List.of(), Set.of()),
            new Change(
                port, GlobalPause.OFF, new GlobalPause(true, true), "", "", List.of(), Set.of()))) {
      assertThatThrownBy(() -> session.apply(change))
          .isInstanceOfSatisfying(
              DeviceException.class,
              e -> assertThat(e.kind()).isEqualTo(DeviceException.Kind.UNSUPPORTED));
    }

    assertThat(leaf.state()).isEqualTo(before);
    assertThat(leaf.sent()).isNotEmpty().allMatch(line -> line.matches(reads()));
  }

  @Test
  void aCutAnswerIsUnreadAndNeverAValue() throws IOException {
    leaf.tell("foreign leaf1 " + byHand());
    leaf.tell("truncate leaf1");
    try (SwitchSession cut = fresh()) {
      assertThatThrownBy(() -> cut.read(port)).isInstanceOf(DeviceException.class);
    }
  }

  @Test
  void whatTheAgentServesIsCountedAndTheRestIsMissing() {
    Sweep sweep = session.sweeper(((Target.Port) port).id()).sweep(1_000, 2_000);

    for (int n = 0; n < sweep.schema().size(); n++) {
      String name = sweep.schema().counters().get(n).rawName();
      assertThat(sweep.missing(n))
          .as(name)
          .isEqualTo(serves(name) ? Sweep.Missing.NOT : Sweep.Missing.NOT_EXPOSED);
    }
  }

  @Test
  void neighboursComeBySnmpAndByTheCommandLine() throws IOException {
    leaf.tell("lldp leaf1 " + ((Target.Port) port).id().name() + " spine2 Ethernet1/32");
    try (SwitchSession plain = leaf.session("admin")) {
      for (SwitchSession one : List.of(session, plain)) {
        assertThat(one.neighbours())
            .anySatisfy(heard -> {
              assertThat(heard.localPort()).isEqualTo(((Target.Port) port).id());
              assertThat(heard.remoteSystem()).isEqualTo("spine2");
              assertThat(heard.remotePort()).isEqualTo("Ethernet1/32");
            });
        assertThat(one.neighbours()).extracting(Neighbour::remoteSystem).contains("gpu02");
      }
      assertThat(plain.neighbours())
          .as("what the command line does not show is unknown")
          .usingRecursiveFieldByFieldElementComparatorIgnoringFields("forwarding")
          .containsExactlyElementsOf(session.neighbours());
    }
  }
}
