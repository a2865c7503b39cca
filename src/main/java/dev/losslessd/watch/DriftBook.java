package dev.losslessd.watch;

import dev.losslessd.inventory.Reboot;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Key;
import dev.losslessd.model.Observation;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.watch.Drift.Difference;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The open differences: since when, and by which writer, if the kernel reported one. It reports
 * writes of DCB settings by netlink, refused ones too, and not those by sysfs, firmware or a reset.
 * Safe for threads.
 */
public final class DriftBook {
  /** Writer of a setting where the kernel reported none. */
  public static final String UNKNOWN = "unknown";

  /** A read may have begun before a write that its time comes after. */
  private static final Duration OVERLAP = Duration.ofSeconds(2);

  private static final Set<SettingKind> TOLD =
      EnumSet.of(
          SettingKind.PFC,
          SettingKind.ETS,
          SettingKind.TRUST,
          SettingKind.DSCP_MAP,
          SettingKind.HEADROOM);

  /**
   * One difference and its history.
   *
   * @param since when it began, as far as was seen
   * @param writer who wrote what is there, in words; {@link #UNKNOWN} if not reported
   */
  public record Fact(Difference difference, Instant since, String writer) {
    public Key key() {
      return difference.key();
    }
  }

  private record Notice(String writer, Instant at) {}

  private final Function<DeviceId, Optional<Reboot>> reboots;
  private final Map<Target, Notice> notices = new HashMap<>();
  private Map<Key, Fact> open = Map.of();

  /** Differences that could not be read again since: neither gone nor seen to go on. */
  private Map<Key, Fact> unread = Map.of();

  /**
   * @param reboots the last reboot of a device, if one was seen: what came with it, nobody wrote
   */
  public DriftBook(Function<DeviceId, Optional<Reboot>> reboots) {
    this.reboots = reboots;
  }

  /** Takes note that the kernel reported a write of a port's DCB settings. */
  public synchronized void onDcbWrite(PortId port, String writer, Instant at) {
    notices.put(Target.port(port), new Notice(writer, at));
  }

  /**
   * Drops notices of writes up to a moment as the agent's own. Later ones may be another's, even if
   * the commit ends meanwhile.
   *
   * @param held targets of commits that were open at that moment
   */
  public synchronized void ours(Set<Target> held, Instant until) {
    notices
        .entrySet()
        .removeIf(one -> held.contains(one.getKey()) && !one.getValue().at().isAfter(until));
  }

  /** One round: what differs now. */
  public synchronized List<Fact> round(
      List<Difference> differences, Map<Target, Observation> seen, Instant now) {
    Map<Key, Fact> next = new HashMap<>();
    List<Fact> facts = new ArrayList<>();
    for (Difference difference : differences) {
      Fact fact = fact(difference, seen.get(difference.key().target()), now);
      next.put(fact.key(), fact);
      facts.add(fact);
    }
    unread = unread(next, seen);
    open = next;
    forget(seen);
    return List.copyOf(facts);
  }

  private Map<Key, Fact> unread(Map<Key, Fact> next, Map<Target, Observation> seen) {
    Map<Key, Fact> all = known();
    all.keySet().removeIf(key -> next.containsKey(key) || isRead(seen.get(key.target()), key));
    return all;
  }

  private static boolean isRead(@Nullable Observation seen, Key key) {
    return seen != null && !(seen.observed().reading(key.kind()) instanceof Reading.Unread);
  }

  /** Every difference that is not known to be over, those that cannot be read now included. */
  public synchronized Map<Key, Fact> known() {
    Map<Key, Fact> all = new HashMap<>(unread);
    all.putAll(open);
    return all;
  }

  /** Known facts of an open difference. */
  public synchronized Optional<Fact> of(Key key) {
    return Optional.ofNullable(open.get(key));
  }

  private Fact fact(Difference difference, @Nullable Observation seen, Instant now) {
    Fact before = open.getOrDefault(difference.key(), unread.get(difference.key()));
    Optional<Notice> notice = notice(difference.key());
    if (before == null) {
      Instant at = seen == null ? now : seen.at();
      Instant since = notice.map(Notice::at).filter(told -> told.isBefore(at)).orElse(at);
      return new Fact(difference, since, writer(difference.key(), since, notice));
    }
    boolean same = before.difference().observed().equals(difference.observed());
    String writer =
        same && !before.writer().equals(UNKNOWN)
            ? before.writer()
            : writer(difference.key(), before.since(), notice);
    return new Fact(difference, before.since(), writer);
  }

  private String writer(Key key, Instant since, Optional<Notice> notice) {
    DeviceId device = key.target().device();
    return notice
        .map(Notice::writer)
        .or(() ->
            reboots
                .apply(device)
                .filter(reboot -> reboot.explains(since))
                .map(_ -> "a reboot of " + device))
        .orElse(UNKNOWN);
  }

  private Optional<Notice> notice(Key key) {
    return TOLD.contains(key.kind())
        ? Optional.ofNullable(notices.get(key.target()))
        : Optional.empty();
  }

  /** A notice after which all is as wanted, or which has its difference, is over. */
  private void forget(Map<Target, Observation> seen) {
    notices
        .entrySet()
        .removeIf(entry -> {
          Observation observation = seen.get(entry.getKey());
          return observation != null
              && TOLD.stream().anyMatch(kind -> isRead(observation, new Key(entry.getKey(), kind)))
              && entry.getValue().at().plus(OVERLAP).isBefore(observation.at());
        });
  }
}
