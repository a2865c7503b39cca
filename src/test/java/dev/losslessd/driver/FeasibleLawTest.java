package dev.losslessd.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.inventory.Drivers;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.SwitchSystem;
import dev.losslessd.model.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The law over all settings of each system of switches and servers, on the fabric: one value of
 * each, and all of them by {@code bin/test --long law}.
 */
@Timeout(300)
class FeasibleLawTest {
  private static final long SEED = 37;
  private static final Path SIMULATORS = Path.of("src/fabric/java/dev/losslessd/fabric");

  @TempDir private Path folder;

  private FabricLeaf leaf(SwitchSystem system) throws IOException {
    return system.isServer()
        ? new FabricLeaf(folder, system, Drivers.of(system), new DeviceId("esx1")) {}
        : new FabricLeaf(folder, system, Drivers.of(system));
  }

  /** A system that is only read may be without a simulator; one that is written has one. */
  static Stream<SwitchSystem> simulated() {
    return Stream.of(SwitchSystem.values())
        .filter(system -> Files.isDirectory(SIMULATORS.resolve(system.word())));
  }

  @ParameterizedTest
  @MethodSource("simulated")
  void whatIsNotRefusedIsCarriedOutAndTakenBackBeforeAConfirmAndAfterIt(SwitchSystem system)
      throws Exception {
    AtomicLong nanos = new AtomicLong();
    try (FabricLeaf leaf = leaf(system);
        SwitchSession session = leaf.session("admin", nanos::get)) {
      Target box = new Target.Device(leaf.id());
      Target port =
          session.targets().stream()
              .filter(Target.Port.class::isInstance)
              .findFirst()
              .orElseThrow();
      FeasibleLaw law =
          new FeasibleLaw(
              session,
              List.of(box, port),
              leaf::state,
              system.isServer() ? Set.of(leaf.id()) : Set.of(),
              () -> nanos.addAndGet(Duration.ofMinutes(1).toNanos()));
      for (String start : starts(system)) {
        leaf.tell("reset " + leaf.id());
        if (!start.isEmpty()) {
          leaf.tell("foreign " + leaf.id() + " " + start);
        }
        for (Target target : List.of(box, port)) {
          if (FeasibleLaw.ALL) {
            law.checkAll(target, SEED);
          } else {
            law.checkEach(target, SEED);
          }
        }
      }

      System.out.println(system + ": " + law);
      assertThat(law.failures()).as(law.toString()).isEmpty();
      assertThat(law.refused()).isNotEmpty();
    }
  }

  /** As somebody set it up by hand; in the long run as delivered, too. */
  private static List<String> starts(SwitchSystem system) {
    return switch (system) {
      case NXOS, EOS, NVUE, JUNOS -> {
        String site = Transcript.site(system);
        yield FeasibleLaw.ALL ? List.of("", site) : List.of(site);
      }
      default -> List.of("");
    };
  }
}
