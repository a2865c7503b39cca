package dev.losslessd.commit;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Time since the host's boot, which nobody sets, unlike the clock of the wall. It goes on over a
 * restart of the daemon, and begins anew with the next boot.
 *
 * @param boot id of this boot
 * @param sinceBoot empty where the kernel does not tell it
 */
public record BootClock(String boot, Supplier<Optional<Duration>> sinceBoot) {
  /** Where only the clock of the wall is known. */
  public static final BootClock UNKNOWN = new BootClock("", Optional::empty);

  /** A moment so much later than now, as text that the same boot can read. */
  Optional<String> in(Duration time) {
    return sinceBoot.get().map(now -> boot + " " + now.plus(time).toMillis());
  }

  /** Time until a moment of this boot, negative once it is over; empty for another boot's. */
  Optional<Duration> until(String moment) {
    String[] words = moment.strip().split(" ", -1);
    if (words.length != 2 || !words[0].equals(boot) || !words[1].matches("-?[0-9]{1,18}")) {
      return Optional.empty();
    }
    return sinceBoot.get().map(Duration.ofMillis(Long.parseLong(words[1]))::minus);
  }
}
