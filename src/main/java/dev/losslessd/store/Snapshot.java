package dev.losslessd.store;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Footprint;
import dev.losslessd.model.Identities;
import dev.losslessd.model.Key;
import dev.losslessd.model.Maintenance;
import dev.losslessd.model.Release;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Target;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What all records up to some point come to, apart from those that stay.
 *
 * @param latest number of the newest revision, 0 for none
 * @param highest number of a commit, 0 for none
 * @param frozen whether all writing had stopped
 * @param freezer who has frozen; empty if writing goes on
 * @param rest the REST layer of the intent
 * @param versions of resources: the revision in which each last changed
 * @param floor the oldest revision that a rollback can lead to
 * @param base of each open commit, the versions of the resources of its delta when it began
 * @param entries of the commits that are open or that later judgements need, oldest first; empty
 *     where they follow as records
 * @param keys with which commits were begun lately
 * @param maintenance what people work on, also where its time is over and nobody has said so yet
 * @param identities what devices and ports said that they are
 * @param releases devices that this agent left
 * @param footprints settings that this agent has changed
 * @param open ids of commits that had not ended; the ends of all others are in here
 * @param owed targets that were written since their device was last saved
 */
public record Snapshot(
    long latest,
    int highest,
    boolean frozen,
    String freezer,
    SortedMap<Key, Setting> rest,
    Map<Key, Long> versions,
    Floor floor,
    Map<String, Map<Key, Long>> base,
    List<Entry> entries,
    IdempotencyKeys keys,
    List<Maintenance> maintenance,
    Identities identities,
    List<Release> releases,
    Map<Key, Footprint> footprints,
    Set<String> open,
    Map<DeviceId, Set<Target>> owed) {
  /** Before the first record. */
  public static final Snapshot NOTHING =
      new Snapshot(
          0,
          0,
          false,
          "",
          new TreeMap<>(),
          Map.of(),
          Floor.NOTHING,
          Map.of(),
          List.of(),
          new IdempotencyKeys(),
          List.of(),
          Identities.NONE,
          List.of(),
          Map.of(),
          Set.of(),
          Map.of());

  public Snapshot {
    keys = keys.copy();
    rest = Collections.unmodifiableSortedMap(new TreeMap<>(rest));
    versions = Map.copyOf(versions);
    base = Map.copyOf(base);
    entries = List.copyOf(entries);
    maintenance = List.copyOf(maintenance);
    releases = List.copyOf(releases);
    footprints = Map.copyOf(footprints);
    open = Set.copyOf(open);
    owed = Map.copyOf(owed);
  }

  /**
   * The revision below which commits may be dropped, and what held there.
   *
   * @param number 0 before anything was dropped
   * @param rest the REST layer then
   * @param values what each resource that a plan had changed showed then
   * @param commits numbers of the commits of all later revisions, in their order; 0 for none
   */
  public record Floor(
      long number,
      SortedMap<Key, Setting> rest,
      SortedMap<Key, Setting> values,
      List<Integer> commits) {
    public static final Floor NOTHING = new Floor(0, new TreeMap<>(), new TreeMap<>(), List.of());

    public Floor {
      rest = Collections.unmodifiableSortedMap(new TreeMap<>(rest));
      values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
      commits = IntList.copyOf(commits);
    }
  }
}
