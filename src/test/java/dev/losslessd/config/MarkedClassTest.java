package dev.losslessd.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Dscp;
import dev.losslessd.model.Policy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which class of a policy {@code mark} is for, and its mistakes. */
class MarkedClassTest {
  @TempDir private Path folder;

  @Test
  void oneClassMayBeMarkedAndRdmaIsInItEvenWhereAnotherIsLosslessFirst() throws IOException {
    Policy policy =
        ((ConfigLoader.Loaded)
                load(
                    "{ name: storage, priority: 4, dscp: [34], pfc: on }",
                    "{ name: roce, priority: 3, dscp: [26, 24], pfc: on, mark: true }"))
            .config()
            .policy();

    assertThat(policy.marked()).map(Policy.TrafficClass::name).contains("roce");
    assertThat(policy.ofRdma()).map(one -> one.dscp().getFirst()).contains(Dscp.of(26));
  }

  @Test
  void whereNoneIsMarkedRdmaIsInTheFirstLosslessClassWithADscp() throws IOException {
    Policy policy =
        ((ConfigLoader.Loaded)
                load(
                    "{ name: bulk, priority: 1, dscp: [8] }",
                    "{ name: bare, priority: 2, pfc: on }",
                    "{ name: roce, priority: 3, dscp: [26], pfc: on }"))
            .config()
            .policy();

    assertThat(policy.marked()).isEmpty();
    assertThat(policy.ofRdma()).map(Policy.TrafficClass::name).contains("roce");
  }

  @Test
  void twoMarkedClassesAndOneWithoutADscpAreOneMistakeEach() throws IOException {
    assertThat(
            mistakes(
                "{ name: a, priority: 1, dscp: [3], mark: on }",
                "{ name: b, priority: 2, dscp: [4], mark: true }"))
        .containsExactly("class 'a' is marked already, expected one class with mark: on");
    assertThat(mistakes("{ name: a, priority: 1, mark: on }"))
        .containsExactly("the class has no DSCP to mark with, expected dscp: [0..63]");
    assertThat(mistakes("{ name: a, priority: 1, dscp: [3], mark: 26 }"))
        .singleElement()
        .asString()
        .contains("'26'", "on or off");
  }

  private List<String> mistakes(String... classes) throws IOException {
    return ((ConfigLoader.Broken) load(classes)).problems().stream().map(Problem::message).toList();
  }

  private ConfigLoader.Result load(String... classes) throws IOException {
    String text = "policy: { classes: [ " + String.join(", ", classes) + " ] }";
    return ConfigLoader.load(
        Files.writeString(folder.resolve("test.yaml"), text), "gpu01", List.of());
  }
}
