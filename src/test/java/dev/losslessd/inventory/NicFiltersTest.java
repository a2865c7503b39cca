package dev.losslessd.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding.Severity;
import dev.losslessd.model.FindingRule;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.sysfs.HostFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A pattern of the config that matches no NIC is told, with what is there. */
class NicFiltersTest {
  private static final List<String> ANY = List.of("*");
  private static final List<String> NONE = List.of();

  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit fills it
  Path root;

  @BeforeEach
  void names() throws IOException {
    rdma("rocep161s0f0", "rocep161s0f1");
    for (String name : new String[] {"lo", "ens1f0np0", "ens1f1np1", "eno1"}) {
      Files.createDirectories(root.resolve("sys/class/net/" + name));
    }
  }

  private void rdma(String... names) throws IOException {
    for (String name : names) {
      Files.createDirectories(root.resolve("sys/class/infiniband/" + name));
    }
  }

  private NicFilters of(List<String> include, List<String> exclude, List<String> labels) {
    return NicFilters.of(new HostFiles(root, WriteGate.OPEN), include, exclude, labels);
  }

  @Test
  void anIncludeThatMatchesNothingNamesWhatIsThere() {
    assertThat(of(List.of("mlx5_*"), NONE, NONE).finding(new DeviceId("gpu07")))
        .hasValueSatisfying(one -> {
          assertThat(one.rule()).isEqualTo(FindingRule.NICS_FILTER);
          assertThat(one.severity()).isEqualTo(Severity.WARNING);
          assertThat(one.subject()).isEqualTo("gpu07");
          assertThat(one.message())
              .isEqualTo(
                  "nics.include 'mlx5_*' matches no NIC of this host; its RDMA devices:"
                      + " rocep161s0f0, rocep161s0f1 (RDMA devices are renamed by rdma-core); no"
                      + " NIC is watched");
        });
  }

  @Test
  void oneOfSeveralThatMatchesNothingIsInformation() {
    assertThat(of(List.of("roce*", "bnxt_re*"), NONE, NONE).finding(new DeviceId("gpu07")))
        .hasValueSatisfying(one -> {
          assertThat(one.severity()).isEqualTo(Severity.INFO);
          assertThat(one.message())
              .startsWith("nics.include 'bnxt_re*' matches")
              .doesNotContain("watched");
        });
  }

  @Test
  void excludesAndLabelsCountAsWell() {
    assertThat(of(ANY, List.of("mlx5_8"), List.of("ens9*")).text())
        .hasValueSatisfying(text ->
            assertThat(text).startsWith("nics.exclude 'mlx5_8', nics.labels 'ens9*' match no NIC"));
    assertThat(of(ANY, List.of("rocep161s0f1"), List.of("rocep161s0f1")).text())
        .as("what is excluded gets no label")
        .hasValueSatisfying(text -> assertThat(text).startsWith("nics.labels"));
  }

  @Test
  void whatMatchesIsNotTold() {
    assertThat(of(ANY, NONE, NONE).text()).isEmpty();
    assertThat(of(List.of("ens1f0np0"), List.of("rocep161s0f1"), List.of("ens*")).text()).isEmpty();
    assertThat(of(NONE, NONE, NONE).text()).isEmpty();
  }

  @Test
  void aHostWithoutNicsAndOneWithMany() throws Exception {
    Path empty = Files.createDirectories(root.resolve("empty"));
    HostFiles files = new HostFiles(empty, WriteGate.OPEN);
    assertThat(NicFilters.of(files, ANY, NONE, NONE).text()).isEmpty();
    assertThat(NicFilters.of(files, List.of("mlx5_*"), NONE, NONE).text())
        .hasValueSatisfying(text -> assertThat(text).endsWith("its RDMA devices: none"));

    for (int n = 0; n < 100; n++) {
      rdma("hns_" + n);
    }
    assertThat(of(List.of("mlx5_*"), List.of("roce*"), NONE).text())
        .hasValueSatisfying(text -> assertThat(text).hasSizeLessThan(300).endsWith(" and 92 more"));
  }
}
