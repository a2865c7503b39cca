package dev.losslessd.http;

import dev.losslessd.checks.ReadinessBoard;
import dev.losslessd.commit.CommitEngine;
import dev.losslessd.config.ConfigReload;
import dev.losslessd.inventory.NicReads;
import dev.losslessd.inventory.SwitchTrust;
import dev.losslessd.metrics.PageRequest;
import dev.losslessd.model.WaveSize;
import dev.losslessd.watch.Conditions;
import dev.losslessd.watch.DeviceReport;
import dev.losslessd.watch.EventStream;
import dev.losslessd.watch.JobHosts;
import dev.losslessd.watch.Judgement;
import dev.losslessd.watch.Readiness;
import dev.losslessd.watch.Readings;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * All that answers are made of; each group of routes is handed the parts that it needs. All but the
 * engine, {@code nicReads} and {@code trust} only read memory: a scrape or a page never makes a
 * device work.
 *
 * @param reload of the config file
 * @param metrics writes the Prometheus page that is asked for
 * @param jobHosts this host as jobs see it
 * @param hostChecks whether it is ready for them
 * @param tokens of callers; the one of the state folder or config is in {@link HttpOptions}
 * @param usualWaves of a commit whose request names none; empty for all at once
 */
public record HttpSources(
    CommitEngine commitEngine,
    DeviceReport devices,
    NicReads nicReads,
    SwitchTrust trust,
    Readings readings,
    Judgement judgement,
    Readiness readiness,
    Conditions conditions,
    ConfigReload reload,
    EventStream events,
    BiConsumer<PageRequest, OutputStream> metrics,
    JobHosts jobHosts,
    ReadinessBoard hostChecks,
    Supplier<List<WaveSize>> usualWaves,
    AccessTokens tokens,
    About about) {
  /**
   * Facts about the daemon itself, beside its devices.
   *
   * @param host name of this host
   * @param clock of the answers
   * @param root below which its files are
   * @param excluded globs of NICs that are never opened
   */
  public record About(
      String host,
      String version,
      InstantSource clock,
      Path root,
      Supplier<List<String>> excluded) {}
}
