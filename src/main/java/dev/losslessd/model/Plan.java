package dev.losslessd.model;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Ordered changes, or the reasons why there may be none. Every prefix of the changes is safe.
 *
 * @param id made of the content: the same situation gives the same id
 * @param digest of everything that was observed; a commit refuses a plan whose digest is stale
 * @param changes in the order of application; empty when nothing differs
 * @param refusals if there is one, nothing is applied
 * @param waived what would have refused it, had the operator not taken it upon himself
 * @param unset overrides that it takes away
 * @param identities what the devices and ports that it was made for say that they are, and this
 *     host; a part of the digest
 * @param withheld the steps of a plan that is refused and has no changes for that, for people
 */
public record Plan(
    String id,
    String digest,
    List<Change> changes,
    List<Refusal> refusals,
    List<Waiver> waived,
    List<Unset> unset,
    Identities identities,
    List<Change> withheld) {
  /** A plan that takes no override away, for devices of which nothing is known but their names. */
  public Plan(
      String id, String digest, List<Change> changes, List<Refusal> refusals, List<Waiver> waived) {
    this(id, digest, changes, refusals, waived, List.of(), Identities.NONE, List.of());
  }

  public Plan {
    changes = List.copyOf(changes);
    refusals = List.copyOf(refusals);
    waived = List.copyOf(waived);
    unset = List.copyOf(unset);
    withheld = List.copyOf(withheld);
  }

  /** Returns a copy with its changes in another order. */
  public Plan with(List<Change> row) {
    return new Plan(id, digest, row, refusals, waived, unset, identities, withheld);
  }

  /** Returns a copy with more waivers. */
  public Plan waiving(List<Waiver> more) {
    List<Waiver> all = Stream.concat(waived.stream(), more.stream()).toList();
    return new Plan(id, digest, changes, refusals, all, unset, identities, withheld);
  }

  /** Returns a copy that also removes these overrides. */
  public Plan unsetting(List<Unset> all) {
    return new Plan(id, digest, changes, refusals, waived, all, identities, withheld);
  }

  /** Returns a copy for devices with these identities. */
  public Plan identifying(Identities found) {
    return new Plan(id, digest, changes, refusals, waived, unset, found, withheld);
  }

  /** Returns a copy with another name and digest. */
  public Plan named(String newId, String newDigest) {
    return new Plan(newId, newDigest, changes, refusals, waived, unset, identities, withheld);
  }

  /** Returns a copy with more refusals; its steps stay visible. */
  public Plan refusing(List<Refusal> more) {
    List<Refusal> all = Stream.concat(refusals.stream(), more.stream()).toList();
    return new Plan(id, digest, changes, all, waived, unset, identities, withheld);
  }

  /** Returns a copy that shows what it would have done. */
  public Plan withholding(List<Change> steps) {
    return new Plan(id, digest, changes, refusals, waived, unset, identities, steps);
  }

  /** Returns a copy that withholds its steps. */
  public Plan unbegun() {
    return with(List.of()).withholding(changes.isEmpty() ? withheld : changes);
  }

  /** Each target that it changes, or of which it takes an override away. */
  public Stream<Target> targets() {
    return Stream.concat(
            changes.stream().map(Change::target), unset.stream().map(one -> one.key().target()))
        .distinct();
  }

  public boolean refused() {
    return !refusals.isEmpty();
  }

  /**
   * What each resource shows when all is done. A setting that took two steps shows the last; a port
   * of a switch that has one lossless set for all shows that set.
   */
  public SortedMap<Key, Setting> results() {
    return results(changes);
  }

  /** Results of some of the changes, in their order. */
  public static SortedMap<Key, Setting> results(List<Change> changes) {
    TreeMap<Key, Setting> all = new TreeMap<>();
    changes.forEach(change -> all.put(change.key(), change.after()));
    all.replaceAll((key, value) ->
        value instanceof Pfc pfc && !pfc.lossless().isEmpty() && !isDevice(key)
            ? onItsSwitch(key, pfc, all)
            : value);
    return all;
  }

  private static boolean isDevice(Key key) {
    return key.target() instanceof Target.Device;
  }

  private static Setting onItsSwitch(Key key, Pfc own, Map<Key, Setting> all) {
    Key box = new Key(new Target.Device(key.target().device()), SettingKind.LOSSLESS);
    return all.get(box) instanceof Lossless set ? new Pfc(set.priorities()) : own;
  }
}
