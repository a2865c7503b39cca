package dev.losslessd.jobs;

import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Ends of processes that launchers, shells and PyTorch print: the peer of a dead one sees errors.
 */
final class SeenDeaths {
  private static final int MOST = 256;

  /** Such a line is short; longer ones are not searched. */
  private static final int LONGEST_LINE = 1_024;

  private static final int LONGEST = 90;

  /** The host where the line names one: srun, Open MPI's handler of signals. */
  private static final Pattern DEATH =
      Pattern.compile(
          "srun: error: ([\\w.-]+): tasks? .*?(?:Killed|Segmentation|Aborted|Bus error|Out Of"
              + " Memory|Exited)"
              + "|^\\W*([\\w.-]+):\\d+\\] \\*\\*\\* Process received signal"
              + "|Segmentation fault|Signal \\d+ \\(SIG\\w+\\) received by PID|OutOfMemoryError"
              + "|oom-kill|Out of memory: Killed|CUDA error: |exitcode ?: ?-\\d|NVRM: Xid"
              + "|fell off the bus");

  /**
   * An end of a process.
   *
   * @param host empty where the line does not name it
   */
  record Death(long line, String host, String text) {}

  private final List<Death> deaths = new ArrayList<>();

  void accept(String text, long line) {
    if (deaths.size() < MOST && text.length() <= LONGEST_LINE) {
      Matcher death = DEATH.matcher(text);
      if (death.find()) {
        String shown = text.strip();
        deaths.add(
            new Death(
                line,
                LogMessages.firstGroup(death).orElse(""),
                shown.length() > LONGEST ? shown.substring(0, LONGEST) + " ..." : shown));
      }
    }
  }

  /** The first before a line; of the host where one of it is there. */
  Optional<Death> before(long line, String host) {
    List<Death> earlier = deaths.stream().filter(one -> one.line() < line).toList();
    return earlier.stream()
        .filter(one -> one.host().equals(host))
        .findFirst()
        .or(() -> earlier.stream().filter(one -> one.host().isEmpty()).findFirst());
  }
}
