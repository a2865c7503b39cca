package dev.losslessd.commit;

import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Key;
import dev.losslessd.model.Setting;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * The overrides that the journal must have: requests that were confirmed, in the order of its
 * revisions. Each wish is known again by its reason, also where its id was never announced.
 */
final class Overrides {
  private final Consumer<String> wrong;
  private final AtomicInteger asked = new AtomicInteger();
  private final Map<String, Wish> wishes = new ConcurrentHashMap<>();
  private final Map<Long, String> revisions = new ConcurrentSkipListMap<>();

  /** Devices that were left: nothing is wanted there. */
  private final Set<DeviceId> left = ConcurrentHashMap.newKeySet();

  /**
   * A request that somebody has made.
   *
   * @param back the revision to go back to, and the latest one at that time
   */
  private record Wish(Request request, Optional<Back> back) {}

  /** A rollback does not concern devices that were left when it was asked for. */
  private record Back(long to, long from, Set<DeviceId> left) {}

  /** All that is overridden after a revision, and what that changed. */
  private record Made(SortedMap<Key, Setting> rest, Set<Key> changed, boolean back) {}

  Overrides(Consumer<String> wrong) {
    this.wrong = wrong;
  }

  String reason() {
    return "wish " + asked.incrementAndGet();
  }

  Request ask(Request request) {
    wishes.put(request.origin().reason(), new Wish(request, Optional.empty()));
    return request;
  }

  Request askBack(Request style, long to, long from) {
    wishes.put(style.origin().reason(), new Wish(style, Optional.of(new Back(to, from, left()))));
    return style;
  }

  /** Who made the request with a reason. */
  Optional<String> requester(String reason) {
    return Optional.ofNullable(wishes.get(reason)).map(wish -> wish.request().origin().actor());
  }

  /** Devices that a request leaves once it is confirmed. */
  Set<DeviceId> leaves(String reason) {
    Wish wish = wishes.get(reason);
    return wish == null ? Set.of() : wish.request().goal().releases();
  }

  void confirmed(Commit.Confirmed done) {
    if (!done.repair()) {
      revisions.put(done.revision(), done.run().reason());
      left.addAll(leaves(done.run().reason()));
    }
  }

  Set<DeviceId> left() {
    return Set.copyOf(left);
  }

  void left(DeviceId device) {
    left.add(device);
  }

  void givenBack(DeviceId device) {
    left.remove(device);
  }

  /** A process died while a device was left or given back: what the next one has counts. */
  void leftIs(Set<DeviceId> devices) {
    left.clear();
    left.addAll(devices);
  }

  void check(CommitEngine engine, String when) {
    SortedMap<Key, Setting> rest = new TreeMap<>(last(made()).rest());
    rest.keySet().removeIf(key -> left.contains(key.target().device()));
    if (!engine.intent().rest().equals(rest)) {
      wrong.accept(
          "the overrides " + when + " are " + engine.intent().rest() + ", confirmed were " + rest);
    }
  }

  private static Made last(TreeMap<Long, Made> all) {
    return all.isEmpty() ? new Made(new TreeMap<>(), Set.of(), false) : all.lastEntry().getValue();
  }

  private TreeMap<Long, Made> made() {
    TreeMap<Long, Made> all = new TreeMap<>();
    revisions.forEach((revision, reason) -> {
      Wish wish = wishes.get(reason);
      if (wish == null) {
        wrong.accept("revision " + revision + " was asked for by nobody: " + reason);
      } else {
        requireSeen(all, revision, wish.request());
        all.put(revision, next(all, wish));
      }
    });
    return all;
  }

  private static Made next(TreeMap<Long, Made> before, Wish wish) {
    TreeMap<Key, Setting> rest = new TreeMap<>(last(before).rest());
    Set<Key> changed = new TreeSet<>();
    if (wish.back().isPresent()) {
      Back back = wish.back().get();
      before.subMap(back.to(), false, back.from(), true).values().stream()
          .map(Made::changed)
          .forEach(changed::addAll);
      changed.removeIf(key -> back.left().contains(key.target().device()));
      rest.keySet().removeAll(changed);
      var then = before.floorEntry(back.to());
      if (then != null) {
        then.getValue()
            .rest()
            .forEach((key, value) -> {
              if (changed.contains(key)) {
                rest.put(key, value);
              }
            });
      }
    } else {
      changed.addAll(wish.request().goal().delta().keySet());
      changed.addAll(wish.request().goal().unset());
      rest.keySet().removeAll(changed);
      rest.putAll(wish.request().goal().overrides());
    }
    return new Made(rest, changed, wish.back().isPresent());
  }

  /** Checks for lost updates: the version that a request saw was still a resource's latest. */
  private void requireSeen(TreeMap<Long, Made> before, long revision, Request request) {
    request
        .expected()
        .versions()
        .forEach((key, seen) -> {
          List<Long> between =
              before.tailMap(seen, false).entrySet().stream()
                  .filter(one -> !one.getValue().back() && one.getValue().changed().contains(key))
                  .map(Map.Entry::getKey)
                  .toList();
          if (!between.isEmpty()) {
            wrong.accept(
                "revision "
                    + revision
                    + " has seen "
                    + key
                    + " at "
                    + seen
                    + ", and not "
                    + between);
          }
        });
  }
}
