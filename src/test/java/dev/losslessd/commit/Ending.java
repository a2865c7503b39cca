package dev.losslessd.commit;

import dev.losslessd.model.Commit;
import java.time.Duration;
import java.util.function.Supplier;

/** The end of an episode: all faults are over, people clean up, and all must be well. */
final class Ending {
  private final Play play;
  private final Care care;
  private final Diary diary;
  private final FaultyHost host;

  Ending(Play play, Care care) {
    this.play = play;
    this.care = care;
    this.diary = play.diary;
    this.host = play.host;
  }

  private CommitEngine engine() {
    return host.engine();
  }

  /**
   * @param absence time from the last decision until all faults end
   */
  void run(Duration absence) {
    host.pass(absence);
    play.windows.look(host.rig());
    host.heal();
    host.pass(Duration.ofSeconds(1));
    host.workIsDone();
    host.thaw();
    care.accept();
    host.pass(Duration.ofMinutes(30));
    play.windows.look(host.rig());
    awaitStaged();
    care.accept(); // is refused while a commit is being written there
    host.agent.check("when all faults are over");
    host.agent.leave();
    play.lastWord.mayGo();
    engine().commits().forEach(this::unstick);
    host.pass(Duration.ofMinutes(5));
    awaitStaged();
    play.lastWord.owed(engine());
    play.save(host.leaf1, true);
    play.save(host.leaf2, true);
    check();
  }

  /** Staged commits begin one after another, where a port is free and idle, and nobody confirms. */
  private void awaitStaged() {
    for (int n = 0; n < 4 && !play.unfinished().isEmpty(); n++) {
      host.pass(Duration.ofMinutes(12));
    }
  }

  /** A person overwrites what somebody else has set, and gives up what stands on another box. */
  private void unstick(Commit commit) {
    if (!(commit instanceof Commit.Stuck stuck)) {
      return;
    }
    String id = commit.id();
    if (diary.metNoneOf(Fault.MAY_STICK) && !host.boxes.anyReplaced()) {
      diary.wrong(id + " is stuck though nothing refused or lied: " + stuck.why());
    }
    boolean _ = play.decide("retry", id, actor -> engine().retry(id, false, true, actor));
    host.pass(Duration.ofMinutes(2));
    if (host.boxes.anyReplaced() && engine().commit(id).orElse(commit) instanceof Commit.Stuck) {
      boolean _ = play.decide("abandon", id, actor -> engine().abandon(id, actor, "another box"));
    }
  }

  private void check() {
    play.lastWord.check(engine(), FaultyHost.PORTS);
    play.overrides.check(engine(), "when all faults are over");
    care.leave();
    Supplier<Rig> next = () -> host.another(host.rig().nic);
    host.close();
    try (Rig reopened = next.get()) {
      reopened.follow(host.rig());
      play.lastWord.same(engine(), reopened.commitEngine, host.rig().witness);
    }
  }
}
