package dev.losslessd.commit;

import dev.losslessd.model.Commit;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Dead-man files in memory, which outlive the processes that write them. */
final class FakeDeadMan {
  /** A moment by the time since a boot, and by the clock of the wall as it was then. */
  private record File(String boot, Duration up, Instant wall) {}

  private final Map<String, File> files = new ConcurrentHashMap<>();

  /** Whether the process that writes them has died. */
  volatile boolean dead;

  /** Lets an engine use them. */
  void serve(Rig rig) {
    rig.deadManFiles =
        new DeadMan() {
          @Override
          public void arm(String id, Instant begun) {
            write(rig, id, begun);
          }

          @Override
          public void extend(String id, Instant deadline) {
            write(rig, id, deadline);
          }

          @Override
          public void disarm(String id) {
            if (!dead) {
              files.remove(id);
            }
          }
        };
  }

  /** Keeps a file up, as the daemon does at each state of a commit. */
  void onCommit(Rig rig, Commit commit) {
    if (commit instanceof Commit.AwaitingConfirm open) {
      write(rig, open.id(), open.deadline());
    }
  }

  private void write(Rig rig, String id, Instant due) {
    File now = files.get(id);
    if (!dead && (now == null || !now.wall().equals(due))) {
      files.put(id, new File(rig.boot, rig.up.plus(Duration.between(rig.now, due)), due));
    }
  }
}
