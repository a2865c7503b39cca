package dev.losslessd.jobs;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;

/**
 * What a log of NCCL shows of the network that a job used, and errors of UCX and NVSHMEM in it. The
 * log may be of any size: what is kept depends on hosts, devices and kinds of errors, not on lines.
 */
public final class NcclLog {
  private final SeenNetworks networks = new SeenNetworks();
  private final SeenChannels channels = new SeenChannels();
  private final SeenSettings settings = new SeenSettings();
  private final SeenErrors errors = new SeenErrors();
  private final SeenErrors headless = new SeenErrors();
  private final SeenDeaths deaths = new SeenDeaths();
  private final SeenLibrary library = new SeenLibrary();
  private final OtherLibraries others = new OtherLibraries(this::foreign);
  private final Tally hosts = new Tally(NcclReport.MOST_HOSTS);
  private long messages;
  private long lines;

  private NcclLog() {}

  /** Reads a log to its end. */
  public static NcclLog read(Reader text) throws IOException {
    NcclLog log = new NcclLog();
    LogReader reader = new LogReader(log::accept, log::other);
    reader.read(text);
    log.others.end();
    log.lines = reader.lines();
    return log;
  }

  private void accept(LogRecord record) {
    messages++;
    if (!record.host().isEmpty()) {
      hosts.add(record.host());
    }
    networks.accept(record);
    channels.accept(record);
    settings.accept(record);
    errors.accept(record);
  }

  /** PyTorch repeats NCCL's last error without its head. */
  private void other(String line, long number) {
    settings.other(line);
    deaths.accept(line, number);
    library.accept(line, number);
    others.accept(line, number);
    if (line.contains("Got completion")) {
      headless.accept(new LogRecord(number, "", "", "", true, line.strip()));
    }
  }

  /** An error of UCX or NVSHMEM. */
  private void foreign(LogRecord record) {
    if (!record.host().isEmpty()) {
      hosts.add(record.host());
    }
    errors.accept(record);
  }

  /** Messages of NCCL, and errors of UCX and NVSHMEM; 0 in a log that has none of them. */
  public long messages() {
    return messages + headless.completionCount() + others.count();
  }

  /** Devices of this host say nothing of a job that ran on others. */
  private JobHost ofThisLog(JobHost host) {
    boolean others = !hosts.isEmpty() && hosts.names().stream().noneMatch(host.host()::equals);
    return others ? host.elsewhere() : host;
  }

  /** Returns the verdict, in the light of what else is known of the hosts. */
  public NcclReport report(LogContext context, JobHost host) {
    SeenErrors seen = errors.completionCount() > 0 ? errors : errors.or(headless);
    ErrorTable table = new ErrorTable(seen, networks, deaths, settings.versions().names(), context);
    NetworkChecks network = new NetworkChecks(networks, channels, settings, library);
    DeviceChecks devices = new DeviceChecks(networks, channels, settings, library, context);
    GidChecks gids = new GidChecks(settings, seen);
    OverrideTable overrides = new OverrideTable(settings, networks, ofThisLog(host));
    List<Check> checks = new ArrayList<>();
    if (messages > 0) {
      checks.addAll(network.checks());
      checks.addAll(devices.checks());
    }
    if (messages == 0 || network.usesRdma() || library.reason().isEmpty()) {
      library.check(network.usesRdma()).ifPresent(checks::add); // else the network names it
    }
    checks.addAll(gids.checks());
    checks.addAll(overrides.checks());
    checks.addAll(table.checks());
    return new NcclReport(
        lines,
        messages(),
        List.copyOf(settings.versions().names()),
        settings.ranks(),
        List.copyOf(hosts.names()),
        checks,
        devices.paths(),
        table.faults(),
        seen.completionCount(),
        table.warnings(),
        overrides.rows());
  }
}
