package dev.losslessd.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.inventory.Drivers;
import dev.losslessd.metrics.SystemLabels;
import dev.losslessd.model.SwitchSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every system of switches has to bring. */
class SwitchContractsTest {
  @ParameterizedTest
  @EnumSource
  void everySystemHasItsContract(SwitchSystem system) throws Exception {
    String word = system.word();
    String name = Character.toUpperCase(word.charAt(0)) + word.substring(1) + "ContractTest";
    assertThat(Class.forName("dev.losslessd.driver." + word + "." + name))
        .isAssignableTo(SwitchContract.class);
    assertThat(Drivers.of(system).getClass().getPackageName())
        .isEqualTo("dev.losslessd.driver." + word);
  }

  @ParameterizedTest
  @EnumSource
  void everySystemHasItsNameInTheReferenceOfMetrics(SwitchSystem system) throws Exception {
    assertThat(Files.readString(Path.of("src/docs/reference/metrics.md")))
        .contains(SystemLabels.of(system.word()));
  }
}
