package dev.losslessd.model;

import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How much may change at once, and when. Only the begin of a commit is held by it: what undoes one
 * never is.
 *
 * @param devicesPerCommit most devices that one commit may write; empty for no limit
 * @param bouncesPerCommit most ports whose link one commit may take down; empty for no limit
 * @param windows times at which changes may begin; none means at any time
 */
public record Limits(
    OptionalInt devicesPerCommit, OptionalInt bouncesPerCommit, List<ChangeWindow> windows) {
  public static final Limits NONE = new Limits(OptionalInt.empty(), OptionalInt.empty(), List.of());

  public Limits {
    windows = List.copyOf(windows);
  }

  /** Whether changes may begin at this time. */
  public boolean open(Instant at) {
    return windows.isEmpty() || windows.stream().anyMatch(window -> window.open(at));
  }

  /** When the next window opens; empty without windows. */
  public Optional<ZonedDateTime> next(Instant after) {
    return windows.stream()
        .map(window -> window.next(after))
        .min(Comparator.comparing(ZonedDateTime::toInstant));
  }
}
