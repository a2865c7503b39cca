package dev.losslessd.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Forms of {@code policy.ports}, its default and its mistakes. */
class PolicyScopeTest {
  @TempDir private Path folder;

  @Test
  void theDefaultIsEveryPortWithAHost() throws IOException {
    assertThat(scope("policy: {}").items()).containsExactly("rdma");
    assertThat(scope("").rdma()).isTrue();
    assertThat(scope("").all()).isFalse();
  }

  @Test
  void oneItemOrAList() throws IOException {
    assertThat(scope("policy: { ports: mine }")).hasToString("mine");
    assertThat(scope("policy: { ports: \"leaf1:Ethernet1/*\" }").rdma()).isFalse();
    assertThat(scope("policy: { ports: [rdma, \"!leaf?:Ethernet1/7\"] }").items())
        .containsExactly("rdma", "!leaf?:Ethernet1/7");
  }

  @Test
  void everyMistakeIsToldAtOnceWithItsLine() throws IOException {
    List<Problem> problems =
        ((ConfigLoader.Broken)
                load(
                    """
                    policy:
                      ports:
                        - rmda
                        - "leaf9:Ethernet1/1"
                        - Ethernet1/1
                    """))
            .problems();

    assertThat(problems).extracting(Problem::line).containsExactly(3, 4, 5);
    assertThat(problems.getFirst().message())
        .contains("'rmda'", "rdma, all, mine, or a glob like leaf1:Ethernet1/*");
  }

  @Test
  void aGlobOfNoSwitchIsAMistake() throws IOException {
    assertThat(((ConfigLoader.Broken) load("policy: { ports: \"leaf9:*\" }")).problems())
        .singleElement()
        .extracting(Problem::message)
        .isEqualTo("'leaf9:*' is of no switch in switches, expected a port of leaf1");
  }

  private PolicyScope scope(String policy) throws IOException {
    return ((ConfigLoader.Loaded) load(policy)).config().policyPorts();
  }

  private ConfigLoader.Result load(String policy) throws IOException {
    String text =
        policy + "\nswitches: [ { name: leaf1, address: 192.0.2.1, os: nxos, manage: true } ]\n";
    return ConfigLoader.load(
        Files.writeString(folder.resolve("test.yaml"), text), "gpu01", List.of());
  }
}
