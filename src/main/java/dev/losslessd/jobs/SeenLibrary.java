package dev.losslessd.jobs;

import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Warnings of libibverbs on standard error (rdma-core, libibverbs/init.c and dynamic_driver.c): why
 * a device of the kernel is no device for a job.
 */
final class SeenLibrary {
  private static final int MOST = 16;

  private static final Pattern LINE = Pattern.compile("libibverbs: (?:Warning|Fatal): (.{8,300})");

  private static final Pattern ABI =
      Pattern.compile(
          "Driver (\\S+) does not support the kernel ABI of (\\d{1,6}) \\(supports (\\d{1,6}) to"
              + " (\\d{1,6})\\) for device (\\S+)");

  private static final Pattern LOAD =
      Pattern.compile(
          "couldn't load driver '([^']+)'|no userspace device-specific driver found for (\\S+)"
              + "|couldn't open config directory '([^']+)'");

  private static final Pattern KERNEL = Pattern.compile("kernel ABI version \\d+ doesn't match");

  private static final Pattern LOCKED = Pattern.compile("RLIMIT_MEMLOCK is (\\d+) bytes");

  /**
   * A warning with what it means for a job.
   *
   * @param device of the kernel; empty where it names none
   * @param hides whether a device may be missing by it
   */
  record Note(long line, String text, String device, boolean hides, String advice) {}

  private final List<Note> notes = new ArrayList<>();

  void accept(String line, long number) {
    if (notes.size() >= MOST || !line.contains("libibverbs: ")) {
      return;
    }
    Matcher warning = LINE.matcher(line);
    if (warning.find()) {
      note(warning.group(1).strip(), number)
          .filter(one -> notes.stream().noneMatch(old -> old.text().equals(one.text())))
          .ifPresent(notes::add);
    }
  }

  private static Optional<Note> note(String text, long line) {
    Matcher abi = ABI.matcher(text);
    if (abi.find()) {
      String device = abi.group(5).substring(abi.group(5).lastIndexOf('/') + 1);
      boolean old = Integer.parseInt(abi.group(2)) > Integer.parseInt(abi.group(4));
      String advice =
          (old
                  ? "the job's rdma-core is older than the kernel's driver: install the "
                  : "the kernel's driver is older than the job's rdma-core: install the ")
              + abi.group(1)
              + " provider that belongs to the kernel's driver where the job runs";
      return Optional.of(new Note(line, text, device, true, advice));
    }
    Matcher load = LOAD.matcher(text);
    if (load.find()) {
      String advice =
          "install the providers of rdma-core (ibverbs-providers, libibverbs) where the job runs;"
              + " 'ibv_devinfo' there must list the devices";
      return Optional.of(new Note(line, text, "", true, advice));
    }
    if (KERNEL.matcher(text).find()) {
      String advice = "kernel and libibverbs do not fit: use an rdma-core of the kernel's age";
      return Optional.of(new Note(line, text, "", true, advice));
    }
    return LOCKED.matcher(text).find()
        ? Optional.of(new Note(line, text, "", false, "ulimit -l unlimited where the job runs"))
        : Optional.empty();
  }

  /** Why devices are missing; the first of those that name a device, else the first. */
  Optional<Note> reason() {
    List<Note> hiding = notes.stream().filter(Note::hides).toList();
    return hiding.stream()
        .filter(one -> !one.device().isEmpty())
        .findFirst()
        .or(() -> hiding.stream().findFirst());
  }

  /** Why one device is missing; empty where nothing says so. */
  Optional<Note> reasonOf(String hca) {
    return notes.stream().filter(one -> one.device().equals(hca)).findFirst();
  }

  /**
   * The warnings as a check; empty without one.
   *
   * @param rdma whether the job uses RDMA: then a provider that is not there may be one that nobody
   *     needs
   */
  Optional<Check> check(boolean rdma) {
    if (notes.isEmpty()) {
      return Optional.empty();
    }
    Note first = reason().orElse(notes.getFirst());
    String text = "line " + first.line() + ": " + first.text() + more();
    return Optional.of(
        rdma && first.hides()
            ? Check.unknown(
                "libibverbs",
                text + "; other devices work",
                "it matters only where a NIC of this host needs this provider: " + first.advice())
            : Check.finding("libibverbs", text, first.advice()));
  }

  private String more() {
    return notes.size() == 1 ? "" : "; " + (notes.size() - 1) + " more warnings of libibverbs";
  }
}
