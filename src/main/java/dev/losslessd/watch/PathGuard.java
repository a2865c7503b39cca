package dev.losslessd.watch;

import dev.losslessd.model.Contact;
import dev.losslessd.model.DeviceId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The management paths of one commit: a device that answered before it is to answer again after the
 * settle time, by any of its ways. It counts as lost only where each of its ways was asked in vain
 * since then. One that was silent before is not judged, nor one that has answered since.
 *
 * <p>Where the commit changes this host, the path to all devices may run over what it changed: that
 * is lost when none of those that answered before answers any more.
 *
 * <p>Times are monotonic nanoseconds. Safe for threads.
 */
public final class PathGuard {
  private final Function<DeviceId, List<Contact>> contacts;
  private final Consumer<DeviceId> ask;
  private final GuardLimits limits;

  /**
   * Devices of the commit that have not answered since the settle time; how often each was asked.
   */
  private final Map<DeviceId, Integer> own = new TreeMap<>();

  /** The others, where the commit changes this host; empty as soon as one has answered. */
  private final Map<DeviceId, Integer> all = new TreeMap<>();

  private boolean applied;
  private long settledAt;

  /**
   * @param changed devices that the commit writes
   * @param others that are reached over this host's NICs; none where the commit does not change it
   * @param contacts with a device, by each way; none for a device that needs no path
   * @param ask makes a device be asked soon, whatever its poll period
   */
  public PathGuard(
      Collection<DeviceId> changed,
      Collection<DeviceId> others,
      Function<DeviceId, List<Contact>> contacts,
      Consumer<DeviceId> ask,
      GuardLimits limits) {
    this.contacts = contacts;
    this.ask = ask;
    this.limits = limits;
    changed.stream().filter(this::answers).forEach(device -> own.put(device, 0));
    others.stream().filter(this::answers).forEach(device -> all.put(device, 0));
  }

  private boolean answers(DeviceId device) {
    return contacts.apply(device).stream().anyMatch(Contact::answers);
  }

  /** All is written and read back: the settle time runs from now. */
  public synchronized void applied(long tickNanos) {
    applied = true;
    settledAt = tickNanos + limits.settle().toNanos();
  }

  /** To be called again and again: sees who has answered, and has the others asked. */
  public synchronized void check(long tickNanos) {
    if (!applied || tickNanos - settledAt < 0) {
      return;
    }
    own.keySet().removeIf(this::isBack);
    if (all.keySet().stream().anyMatch(this::isBack)) {
      all.clear();
    }
    boolean last = isOver(tickNanos);
    own.replaceAll((device, times) -> asked(device, times, last));
    all.replaceAll((device, times) -> asked(device, times, last));
  }

  /** Once when the settle time is over, and once more at the end; polls ask meanwhile. */
  private int asked(DeviceId device, int times, boolean last) {
    if (times == 0 || (times == 1 && last)) {
      ask.accept(device);
      return times + 1;
    }
    return times;
  }

  private boolean isBack(DeviceId device) {
    return contacts.apply(device).stream().anyMatch(way -> way.answeredSince(settledAt));
  }

  private boolean isOver(long tickNanos) {
    return applied && tickNanos - settledAt >= limits.returnWithin().toNanos();
  }

  /** Each way was asked in vain since the settle time. */
  private boolean isSilent(DeviceId device) {
    List<Contact> ways = contacts.apply(device);
    return !isBack(device) && ways.stream().allMatch(way -> way.silentSince(settledAt));
  }

  /** Says which devices no longer answer since the change; empty if none is lost. */
  public synchronized Optional<String> breach(long tickNanos) {
    if (!isOver(tickNanos)) {
      return Optional.empty();
    }
    long seconds = (tickNanos - settledAt) / 1_000_000_000;
    String since = " since the change, " + seconds + " s after its settle time";
    Set<DeviceId> lost =
        own.keySet().stream().filter(this::isSilent).collect(Collectors.toCollection(TreeSet::new));
    if (!lost.isEmpty()) {
      return Optional.of(
          lost.stream().map(this::silence).collect(Collectors.joining("; ")) + since);
    }
    return all.isEmpty() || !all.keySet().stream().allMatch(this::isSilent)
        ? Optional.empty()
        : Optional.of(
            "none of the %s devices that this host reached before the change has answered%s"
                .formatted(all.size(), since));
  }

  /** {@code leaf1 answers neither ssh nor snmp}. */
  private String silence(DeviceId device) {
    List<String> ways = contacts.apply(device).stream().map(Contact::way).toList();
    return device
        + (ways.size() == 1
            ? " does not answer " + ways.getFirst()
            : " answers neither " + String.join(" nor ", ways));
  }

  /** Why the paths are not judged yet. */
  public synchronized Optional<String> undecided() {
    if (!own.isEmpty()) {
      return Optional.of(names(own.keySet()) + " not answered since the settle time");
    }
    return all.isEmpty()
        ? Optional.empty()
        : Optional.of("no device has answered this host since the settle time");
  }

  private static String names(Set<DeviceId> devices) {
    DeviceId first = devices.iterator().next();
    return devices.size() == 1
        ? first + " has"
        : first + " and " + (devices.size() - 1) + " others have";
  }
}
