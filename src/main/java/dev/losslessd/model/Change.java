package dev.losslessd.model;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The smallest step: one setting of one target from one value to another. Both values are whole, so
 * the inverse is exact.
 *
 * @param before what was observed in force, or staged
 * @param after what shall be in force, at once or after the event that the device waits for
 * @param wordsBefore the device's own words for {@code before}, where restoring needs them; else
 *     empty
 * @param wordsAfter of a step back: those that were there; empty leaves them to the driver
 * @param touches every port that the step affects, the target's own included
 * @param risks what else it does to traffic
 */
public record Change(
    Target target,
    Setting before,
    Setting after,
    String wordsBefore,
    String wordsAfter,
    List<PortId> touches,
    Set<Risk> risks) {
  /** Creates a step whose values say everything, without words. */
  public Change(
      Target target, Setting before, Setting after, List<PortId> touches, Set<Risk> risks) {
    this(target, before, after, "", "", touches, risks);
  }

  /** Ports that these changes touch, as a set that the caller may change. */
  public static Set<PortId> touched(Collection<Change> changes) {
    return changes.stream()
        .flatMap(change -> change.touches().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Devices that these changes are of, by name, as a set that the caller may change. */
  public static Set<DeviceId> devices(Collection<Change> changes) {
    return changes.stream().map(Change::device).collect(Collectors.toCollection(TreeSet::new));
  }

  public Change {
    if (before.kind() != after.kind()) {
      throw new IllegalArgumentException("a change from " + before.kind() + " to " + after.kind());
    }
    touches = List.copyOf(touches);
    risks = Set.copyOf(risks);
  }

  public SettingKind kind() {
    return after.kind();
  }

  /** The resource that it is about. */
  public Key key() {
    return new Key(target, kind());
  }

  /** The device that it is written to. */
  public DeviceId device() {
    return target.device();
  }

  /** Targets that show the change: a switch shows shared settings in each of its ports too. */
  public Stream<Target> shownBy() {
    return Stream.concat(Stream.of(target), touches.stream().map(Target::port));
  }

  /** Returns the step back, with before and after swapped. */
  public Change inverse() {
    return new Change(target, after, before, wordsAfter, wordsBefore, touches, risks);
  }

  /** Returns the steps back, last first. */
  public static List<Change> inverse(List<Change> steps) {
    return steps.reversed().stream().map(Change::inverse).toList();
  }

  /**
   * Whether a reading of this setting shows that nothing is left to do: in value and in words,
   * where those are wanted; else in a value that tells all. What is staged is done as far as it can
   * be.
   */
  public boolean isMet(Reading is) {
    boolean wording = wordsAfter.isEmpty() ? is.isWhole() : wordsAfter.equals(is.words());
    return wording && is.standing().filter(after::isMetBy).isPresent();
  }

  /** {@code gpu01:ens1f0np0 pfc: none -> 3}; with the words where only they differ. */
  public String text() {
    boolean reworded = before.equals(after) && !wordsBefore.equals(wordsAfter);
    return "%s %s: %s%s -> %s%s"
        .formatted(
            target,
            kind().word(),
            before.text(),
            reworded ? quoted(wordsBefore) : "",
            after.text(),
            reworded ? quoted(wordsAfter) : "");
  }

  private static String quoted(String words) {
    return words.isEmpty() ? "" : " ('" + words + "')";
  }
}
