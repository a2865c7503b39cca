package dev.losslessd.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.SwitchSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What every system of switches has to bring. */
class SwitchContractsTest {
  /** Systems whose contract is still to be written; it is kept by tests of their own. */
  private static final Set<SwitchSystem> WITHOUT =
      EnumSet.of(
          SwitchSystem.NXOS,
          SwitchSystem.EOS,
          SwitchSystem.NVUE,
          SwitchSystem.SONIC,
          SwitchSystem.JUNOS,
          SwitchSystem.ESXI);

  @Test
  void everySystemHasItsContractAndItsPage() {
    for (SwitchSystem system : SwitchSystem.values()) {
      assertThat(hasContract(system.word()))
          .as(system.word())
          .isNotEqualTo(WITHOUT.contains(system));
      assertThat(Path.of("src/docs/vendors", system.word() + ".md"))
          .satisfies(page -> assertThat(Files.readString(page)).contains("verified by"));
    }
  }

  private static boolean hasContract(String word) {
    String name = Character.toUpperCase(word.charAt(0)) + word.substring(1) + "ContractTest";
    try {
      return SwitchContract.class.isAssignableFrom(
          Class.forName("dev.losslessd.driver." + word + "." + name));
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
