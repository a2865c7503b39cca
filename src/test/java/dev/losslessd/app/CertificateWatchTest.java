package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.http.CertificateStatus;
import dev.losslessd.http.FileFailure;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class CertificateWatchTest {
  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void aCertificateOfMonthsIsReportedAWeekBeforeItsEndAndLoudlyAfter() {
    Instant end = BEGIN.plus(Duration.ofDays(90));

    assertThat(found(end, end.minus(Duration.ofDays(7)).minusSeconds(1))).isEmpty();
    assertThat(found(end, end.minus(Duration.ofDays(7))))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.rule()).isEqualTo(FindingRule.TLS_CERTIFICATE);
          assertThat(finding.severity()).isEqualTo(Finding.Severity.WARNING);
          assertThat(finding.subject()).isEqualTo("gpu01");
          assertThat(finding.message()).contains("CN=gpu01", "listener http", "ends at " + end);
          assertThat(finding.since()).isEqualTo(end.minus(Duration.ofDays(7)));
        });
    assertThat(found(end, end.plusSeconds(1)))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.severity()).isEqualTo(Finding.Severity.CRITICAL);
          assertThat(finding.message()).contains("ended at " + end, "clients refuse it");
          assertThat(finding.since()).isEqualTo(end);
        });
  }

  @Test
  void aCertificateOfADayIsReportedInItsLastFifth() {
    Instant end = BEGIN.plus(Duration.ofHours(20));

    assertThat(found(end, end.minus(Duration.ofHours(4)).minusSeconds(1))).isEmpty();
    assertThat(found(end, end.minus(Duration.ofHours(4)))).hasSize(1);
  }

  @Test
  void aFileThatCannotBeUsedIsReportedUntilItCan() {
    FileFailure failure = new FileFailure("metrics", "web.yaml:3:1 unknown key", BEGIN);

    assertThat(CertificateWatch.findings("gpu01", List.of(), List.of(failure), BEGIN))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.rule()).isEqualTo(FindingRule.TLS_FILES);
          assertThat(finding.severity()).isEqualTo(Finding.Severity.WARNING);
          assertThat(finding.message()).contains("listener metrics: web.yaml:3:1 unknown key");
          assertThat(finding.since()).isEqualTo(BEGIN);
        });
  }

  private static List<Finding> found(Instant end, Instant now) {
    CertificateStatus status = new CertificateStatus("http", "CN=gpu01", BEGIN, end);
    return CertificateWatch.findings("gpu01", List.of(status), List.of(), now).toList();
  }
}
