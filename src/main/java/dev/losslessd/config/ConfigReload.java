package dev.losslessd.config;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/** The config file of a running daemon, taken over without a restart: as a whole or not at all. */
public interface ConfigReload {
  /**
   * Where the config comes from.
   *
   * @param file that the daemon was started with
   * @param since when the config is in force
   * @param effective with all defaults, as YAML; secrets are references
   * @param kept whether the start found a broken file and took the config that was kept
   * @param last reading of the file since the start; empty before the first
   */
  record Status(
      Path file, Instant since, String effective, boolean kept, Optional<ReloadResult> last) {
    /** Whether the file as it was read last is in force. */
    public boolean isFileInForce() {
      return last.map(one -> !one.isRefused()).orElse(!kept);
    }

    /** Why it is not; for messages. */
    public String why() {
      return last.filter(ReloadResult::isRefused)
          .map(one -> one.reasons().getFirst().text() + more(one.reasons().size() - 1))
          .orElse(kept ? "it was broken at the start" : "");
    }

    private static String more(int count) {
      return count == 0 ? "" : " (and " + count + " more)";
    }
  }

  Status status();

  /**
   * Reads the file anew. One at a time; a second call waits for the first.
   *
   * @param dryRun says what would be, and changes nothing
   * @param expected digest of what the caller has seen; another file is refused. Empty takes any
   */
  ReloadResult run(String actor, boolean dryRun, Optional<String> expected);
}
