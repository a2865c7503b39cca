package dev.losslessd.app;

import dev.losslessd.config.ConfigReload;
import dev.losslessd.config.ReloadResult;
import dev.losslessd.metrics.OwnMeters;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells, while it is so, that the config file is not the config in force. */
final class ReloadWatch {
  private static final Logger LOG = LoggerFactory.getLogger(ReloadWatch.class);

  private static final Duration AGAIN = Duration.ofSeconds(5);

  private ReloadWatch() {}

  static void start(
      DaemonContext context, Reloader reloader, ConfigSource source, OwnMeters meters) {
    if (!source.broken().isEmpty()) {
      source.broken().forEach(one -> LOG.error("config: {}", one.text()));
      LOG.error(
          "config {} is broken; started with what was in force last, {}",
          source.file(),
          KeptConfig.in(source.config().state()).file());
    }
    String host = context.inventory().host().id().name();
    context.scheduler().every("kept config", AGAIN, reloader::keepAgain);
    context
        .monitoring()
        .alsoFinds(
            "config",
            _ ->
                Stream.concat(
                    finding(host, reloader.status()).stream(),
                    reloader.unkept().map(one -> unkept(host, one)).stream()));
    meters.reloads(
        () -> reloader.status().isFileInForce(), () -> reloader.success().getEpochSecond());
  }

  static Optional<Finding> finding(String host, ConfigReload.Status status) {
    if (status.isFileInForce()) {
      return Optional.empty();
    }
    Instant since = status.last().map(ReloadResult::at).orElse(status.since());
    return Optional.of(
        FindingRule.CONFIG_NOT_IN_FORCE
            .at(
                host,
                (status.kept()
                        ? "%s is not in force: %s; the daemon was started with what it had kept of"
                            + " an earlier one"
                        : "%s is not in force: %s; what was in force before is")
                    .formatted(status.file(), status.why()))
            .worseIf(status.kept())
            .from(since));
  }

  private static Finding unkept(String host, Reloader.Unkept unkept) {
    return FindingRule.CONFIG_NOT_KEPT
        .at(
            host,
            ("the config in force is not kept at %s: %s; a start that finds the file"
                    + " broken would have an earlier one, or none")
                .formatted(unkept.file(), unkept.why()))
        .from(unkept.since());
  }
}
