package dev.losslessd.commit;

import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Key;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Target;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * What stood on devices before our first write that stayed: a release has to bring it back, exactly
 * and all of it.
 */
final class FoundValues {
  private final Function<PortId, FakeNic> box;
  private final Predicate<PortId> excused;
  private final Consumer<String> wrong;
  private final Map<Key, Setting> found = new ConcurrentSkipListMap<>();
  private final Set<String> counted = new TreeSet<>();

  /**
   * @param excused ports that somebody else wrote, that are another box, or that lost our values
   */
  FoundValues(Function<PortId, FakeNic> box, Predicate<PortId> excused, Consumer<String> wrong) {
    this.box = box;
    this.excused = excused;
    this.wrong = wrong;
  }

  /** A commit stays: what it found there first is what was found. */
  synchronized void confirmed(Commit.Confirmed done) {
    if (counted.add(done.id())) {
      done.run()
          .plan()
          .changes()
          .forEach(change -> found.putIfAbsent(key(change), change.before()));
    }
  }

  /** A person gave an undo up: what is left of the commit is on the device. */
  synchronized void abandoned(Commit.Abandoned end) {
    if (counted.add(end.id())) {
      Set<Key> left = new TreeSet<>();
      end.left().forEach(step -> left.add(key(step)));
      for (Change change : end.run().plan().changes()) {
        if (left.contains(key(change))) {
          found.putIfAbsent(key(change), change.before());
        }
      }
    }
  }

  private static Key key(Change change) {
    return new Key(change.target(), change.kind());
  }

  /** A device was left as it was found. */
  synchronized void restored(DeviceId device, String id) {
    found.forEach((key, value) -> {
      if (key.target() instanceof Target.Port port
          && device.equals(port.id().device())
          && !excused.test(port.id())) {
        Setting is = box.apply(port.id()).value(port.id(), key.kind());
        if (!is.equals(value)) {
          wrong.accept(
              id
                  + " has released "
                  + device
                  + ", and "
                  + key
                  + " shows "
                  + is.text()
                  + ", found was "
                  + value.text());
        }
      }
    });
    forget(device);
  }

  /** What a release says that it does not touch. */
  synchronized void untouched(List<Releases.Untouched> some) {
    for (Releases.Untouched one : some) {
      if (one.key().target() instanceof Target.Port port && !excused.test(port.id())) {
        wrong.accept(one.key() + " is left untouched: " + one.why());
      }
    }
  }

  synchronized void forget(DeviceId device) {
    found.keySet().removeIf(key -> key.target().device().equals(device));
  }
}
