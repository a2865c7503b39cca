package dev.losslessd.driver.mlx5.mst;

import dev.losslessd.driver.NicFirmware;
import dev.losslessd.files.FileThreads;
import dev.losslessd.model.FirmwareConfig;
import dev.losslessd.model.FirmwareEntry;
import dev.losslessd.text.Pattern;
import dev.losslessd.transport.LocalProgram;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.WriteGate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * {@code mstconfig} of Debian's mstflint: queries, and {@code set} with the answer yes. One runs at
 * a time, as it locks the NIC.
 */
public final class MstConfig implements NicFirmware {
  private static final List<String> PLACES =
      List.of("usr/bin/mstconfig", "usr/sbin/mstconfig", "usr/local/bin/mstconfig");

  private static final Pattern PCI = Pattern.compile("[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\\.\\d");

  private static final String EFFECTIVE = "CapEff:";
  private static final long CAP_SYS_ADMIN = 1L << 21;

  private static final String BLIND =
      "; not permitted: it reads PCI configuration beyond 64 bytes, for which this daemon lacks"
          + " CAP_SYS_ADMIN; link drop-ins/mstconfig.conf into losslessd.service.d"
          + " (src/docs/reference/exposure.md)";

  /** Age at which entries are read anew: what another program stages is seen after this. */
  private static final Duration FRESH = Duration.ofMinutes(10);

  /**
   * @param entries null where the query failed
   */
  private record Known(
      @Nullable List<FirmwareEntry> entries, @Nullable TransportException failure, long atNanos) {}

  private final Path root;
  private final LocalProgram programs;
  private final WriteGate gate;
  private final LongSupplier nanos;
  private final Map<String, Known> known = new ConcurrentHashMap<>();
  private final Set<String> looking = ConcurrentHashMap.newKeySet();
  private final ReentrantLock turn = new ReentrantLock();

  /**
   * @param root below which the program is looked for, {@code /} in production
   * @param deadline of one run
   * @param nanos monotonic time
   */
  public MstConfig(Path root, Duration deadline, WriteGate gate, LongSupplier nanos) {
    this.root = root;
    this.programs = new LocalProgram(deadline);
    this.gate = gate;
    this.nanos = nanos;
  }

  private Optional<Path> program() {
    return PLACES.stream().map(root::resolve).filter(Files::isExecutable).findFirst();
  }

  private static TransportException missing() {
    return TransportException.gone("mstconfig is not installed (Debian: apt install mstflint)");
  }

  @Override
  public boolean isThere() {
    return program().isPresent();
  }

  @Override
  public Optional<List<FirmwareEntry>> known(String pciAddress) {
    Known last = known.get(pciAddress);
    boolean old = last == null || nanos.getAsLong() - last.atNanos() > FRESH.toNanos();
    if (old && isThere() && looking.add(pciAddress)) {
      Thread.ofVirtual().name("mstconfig " + pciAddress).start(() -> check(pciAddress, last));
    }
    if (last == null) {
      return Optional.empty();
    }
    if (last.failure() != null) {
      throw last.failure();
    }
    return Optional.ofNullable(last.entries());
  }

  /** Queries, unless another has since the caller looked. */
  private void check(String pciAddress, @Nullable Known last) {
    try {
      if (Objects.equals(known.get(pciAddress), last)) {
        query(pciAddress);
      }
    } catch (TransportException e) {
      known.put(pciAddress, new Known(null, e, nanos.getAsLong()));
    } finally {
      looking.remove(pciAddress);
    }
  }

  @Override
  public List<FirmwareEntry> query(String pciAddress) {
    requirePci(pciAddress);
    List<FirmwareEntry> entries = MstOutput.parse(run("-d", pciAddress, "-e", "q"));
    known.put(pciAddress, new Known(entries, null, nanos.getAsLong()));
    return entries;
  }

  @Override
  public void stage(String pciAddress, Map<String, String> values) {
    requirePci(pciAddress);
    List<String> words = new ArrayList<>(List.of("-d", pciAddress, "-y", "set"));
    // its constructor holds each name and value to the grammar
    new FirmwareConfig(new TreeMap<>(values))
        .values()
        .forEach((name, value) -> words.add(name + "=" + value));
    gate.through("mstconfig " + String.join(" ", words), () -> run(words.toArray(String[]::new)));
    query(pciAddress);
  }

  private static void requirePci(String pciAddress) {
    if (!PCI.matcher(pciAddress).matches()) {
      throw TransportException.refused("mstconfig of '" + pciAddress + "': expected a PCI address");
    }
  }

  private String run(String... arguments) {
    List<String> line = new ArrayList<>();
    line.add(program().orElseThrow(MstConfig::missing).toString());
    line.addAll(List.of(arguments));
    String what = "mstconfig " + String.join(" ", arguments);
    turn.lock();
    try {
      LocalProgram.Ended ended = programs.run(line, what);
      if (ended.code() != 0) {
        throw TransportException.refused(what + ": " + complaint(ended));
      }
      return ended.text();
    } finally {
      turn.unlock();
    }
  }

  /** Its lines of errors begin with -E-. */
  private String complaint(LocalProgram.Ended ended) {
    return ended
            .text()
            .lines()
            .filter(line -> line.startsWith("-E-"))
            .map(line -> line.substring(3).strip())
            .findFirst()
            .orElse("exit code " + ended.code())
        + (maySeeAll() ? "" : BLIND);
  }

  /** The kernel gives the rest of a PCI configuration to no one else (pci_read_config). */
  private boolean maySeeAll() {
    try {
      return FileThreads.SHARED
          .text(root.resolve("proc/self/status"))
          .lines()
          .filter(line -> line.startsWith(EFFECTIVE))
          .map(line -> Long.parseUnsignedLong(line.substring(EFFECTIVE.length()).strip(), 16))
          .allMatch(all -> (all & CAP_SYS_ADMIN) != 0);
    } catch (IOException | NumberFormatException e) {
      return true;
    }
  }
}
