package dev.losslessd.http;

import dev.losslessd.model.Commit;
import java.util.List;

/** Puts a server's devices, commits and maintenance back to rest between two requests. */
final class RigCalm {
  private RigCalm() {}

  static void calm(Rig rig) {
    rig.nic.silent = false;
    rig.nic.lies = false;
    rig.nic.machineId = "";
    rig.trust.trusted = FakeTrust.OLD;
    rig.nic.foreign = List.of();
    rig.stalled.clear();
    rig.notReady.clear();
    if (rig.commitEngine.writePolicy().frozen()) {
      rig.commitEngine.thaw("test");
    }
    List.copyOf(rig.commitEngine.maintenance().now())
        .forEach(one -> rig.commitEngine.maintenance().end(one.target(), "test"));
    for (Commit one : List.copyOf(rig.commitEngine.commits())) {
      switch (one) {
        case Commit.AwaitingConfirm open -> rig.commitEngine.cancel(open.id(), "test");
        case Commit.Undoing open -> rig.commitEngine.abandon(open.id(), "test", "test");
        case Commit.Stuck open -> rig.commitEngine.abandon(open.id(), "test", "test");
        default -> {}
      }
    }
  }
}
