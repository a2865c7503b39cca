package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real Prometheus that wants native histograms, and so scrapes the daemon by protobuf. */
@SystemGroup
class NativeHistogramTest {
  @TempDir private Path folder;

  @Test
  void quantilesOfTheDaemonsCallsAndCountersOfPortsComeByProtobuf() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      Files.writeString(fixture.config, Files.readString(fixture.config) + "switches:\n");
      fixture.add("leaf1", "lldp");
      fixture.start();
      assertThat(
              fixture
                  .type(
                      "set",
                      "gpu01:ens1f0np0",
                      "pfc",
                      "3",
                      "--while-busy",
                      "--waive=one-end=lab",
                      "--confirm",
                      "--yes")
                  .code())
          .isZero();
      try (RealPrometheus prometheus =
          RealPrometheus.ofNativeHistograms(folder.resolve("prometheus"), fixture.port())) {
        for (String one :
            List.of(
                "scrape_duration_seconds{format=\"protobuf\"}",
                "snmp_request_duration_seconds{device=\"leaf1\"}",
                "ssh_command_duration_seconds{device=\"leaf1\"}",
                "netlink_call_duration_seconds{family=\"route\"}",
                "netlink_call_duration_seconds{family=\"rdma\"}",
                "commit_phase_duration_seconds{phase=\"applying\"}")) {
          quantile(prometheus, "losslessd_" + one);
        }
        DaemonFixture.await(
            () -> !prometheus.query("rate(roce_port_bytes_total{end=\"nic\"}[10s])").isEmpty(),
            "no counters of ports");
      }
    }
  }

  /** Without buckets in the query, only a native histogram has a quantile. */
  private static void quantile(RealPrometheus prometheus, String histogram) {
    String query = String.format(Locale.ROOT, "histogram_quantile(0.9, %s)", histogram);
    DaemonFixture.await(() -> !prometheus.query(query).isEmpty(), "nothing for " + query);
    double seconds = prometheus.query(query).at("/0/value/1").asDouble();
    assertThat(seconds).as(histogram).isBetween(1e-7, 60.0);
  }
}
