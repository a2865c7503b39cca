package dev.losslessd.app;

import dev.losslessd.http.CertificateStatus;
import dev.losslessd.http.FileFailure;
import dev.losslessd.http.HttpServer;
import dev.losslessd.metrics.OwnMeters;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Renews certificates and passwords of the listeners, and reports those that end. */
final class CertificateWatch {
  private static final Duration PERIOD = Duration.ofMinutes(1);

  /** A certificate is renewed before; one of a short life in its last fifth. */
  private static final Duration EARLY = Duration.ofDays(7);

  private CertificateWatch() {}

  static void start(DaemonContext context, HttpServer http, OwnMeters meters) {
    String host = context.inventory().host().id().name();
    context.scheduler().every("TLS files", PERIOD, http::checkFiles);
    context
        .monitoring()
        .alsoFinds(
            "certificates", now -> findings(host, http.certificates(), http.fileFailures(), now));
    meters.certificates(() ->
        http.certificates().stream()
            .collect(
                Collectors.toMap(
                    CertificateStatus::listener, one -> one.notAfter().getEpochSecond())));
  }

  static Stream<Finding> findings(
      String host, List<CertificateStatus> all, List<FileFailure> failures, Instant now) {
    return Stream.concat(
        all.stream().flatMap(one -> ending(host, one, now).stream()),
        failures.stream().map(one -> unused(host, one)));
  }

  private static Optional<Finding> ending(String host, CertificateStatus one, Instant now) {
    Duration fifth = Duration.between(one.notBefore(), one.notAfter()).dividedBy(5);
    Instant early = one.notAfter().minus(fifth.compareTo(EARLY) < 0 ? fifth : EARLY);
    if (now.isBefore(early)) {
      return Optional.empty();
    }
    boolean ended = now.isAfter(one.notAfter());
    return Optional.of(
        FindingRule.TLS_CERTIFICATE
            .at(
                host,
                (ended
                        ? "the certificate %s of listener %s ended at %s; clients refuse it"
                        : "the certificate %s of listener %s ends at %s")
                    .formatted(one.subject(), one.listener(), one.notAfter()))
            .worseIf(ended)
            .from(ended ? one.notAfter() : early));
  }

  private static Finding unused(String host, FileFailure failure) {
    return FindingRule.TLS_FILES
        .at(
            host,
            "listener %s: %s; what was before is in force"
                .formatted(failure.listener(), failure.why()))
        .from(failure.since());
  }
}
