package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.http.TestCa;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A real Prometheus scrapes the metrics listener of a real daemon by TLS and password. */
@SystemGroup
class CentralScrapeTest {
  /** Hash of "correct horse", made by crypt(3) of libxcrypt. */
  private static final String HASH = "$2y$10$abcdefghijklmnopqrstuu23JPZtHcGhwXSF41f93o/7vBdDut3Xu";

  @TempDir private Path folder;

  @Test
  @Timeout(300)
  void prometheusScrapesByTlsWithThePasswordAndOnlyWithIt() throws IOException {
    TestCa ca = new TestCa(folder);
    ca.sign("server", "/CN=gpu01", "DNS:gpu01.example");
    Path web =
        Files.writeString(
            folder.resolve("web.yaml"),
            """
            tls_server_config: { cert_file: server.crt, key_file: server.key }
            basic_auth_users: { prometheus: "%s" }
            """
                .formatted(HASH));
    Files.setPosixFilePermissions(web, PosixFilePermissions.fromString("rw-------"));
    String metrics = "metrics: { listen: \"127.0.0.1:0\", webConfig: " + web + " }\n";
    try (DaemonFixture stage = new DaemonFixture(folder, "observe", metrics)) {
      stage.start();
      int port = metricsPort(folder.resolve("daemon.log"));
      try (RealPrometheus prometheus =
          RealPrometheus.of(
              folder.resolve("prometheus"),
              "scrape_configs:\n"
                  + job("losslessd", port, "correct horse", ca)
                  + job("wrong", port, "other", ca))) {
        DaemonFixture.await(
            () -> value(prometheus.query("up{job=\"losslessd\"}")) == 1, "it is not scraped");
        DaemonFixture.await(
            () -> prometheus.query("up{job=\"wrong\"}").size() == 1, "it was not tried");

        assertThat(value(prometheus.query("max_over_time(up{job=\"wrong\"}[5m])"))).isZero();
        assertThat(value(prometheus.query("count(roce_findings)"))).isPositive();
        String ends = "losslessd_tls_certificate_not_after_seconds{listener=\"metrics\"}";
        assertThat(value(prometheus.query(ends)))
            .isBetween(
                (double) Instant.now().getEpochSecond(),
                (double) Instant.now().plusSeconds(90_000).getEpochSecond());
      }
    }
  }

  private static String job(String name, int port, String password, TestCa ca) {
    return """
      - job_name: %s
        scheme: https
        scrape_interval: 1s
        scrape_timeout: 1s
        basic_auth: { username: prometheus, password: "%s" }
        tls_config: { ca_file: %s, server_name: gpu01.example }
        static_configs: [ { targets: [ "127.0.0.1:%d" ] } ]
    """
        .formatted(name, password, ca.file("ca.crt"), port);
  }

  private static double value(JsonNode series) {
    return series.isEmpty() ? Double.NaN : series.get(0).path("value").get(1).asDouble();
  }

  private static int metricsPort(Path log) throws IOException {
    Matcher url =
        Pattern.compile("https://127\\.0\\.0\\.1:(\\d+)/metrics").matcher(Files.readString(log));
    assertThat(url.find()).isTrue();
    return Integer.parseInt(url.group(1));
  }
}
