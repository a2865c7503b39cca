package dev.losslessd.commit;

import dev.losslessd.model.Commit;
import dev.losslessd.model.Key;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Rollout;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.WaveSize;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** One order of events on one NIC and one switch, with the judges of an episode. */
final class Interleaving {
  /** A seed for which both switches have a timer, and the cables are known. */
  private static final long SEED = 3;

  private static final PortId LEAF = FaultyHost.PORTS.get(2);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration WINDOW = Duration.ofSeconds(600);
  private static final Duration LONGER = Duration.ofSeconds(900);
  private static final Duration COARSE = Duration.ofMinutes(1);
  private static final Rollout WAVES =
      new Rollout(List.of(WaveSize.parse("1"), WaveSize.ALL), Duration.ofSeconds(30), true);

  private final Play play;
  private final FaultyHost host;
  private final Care care;
  private int submitted;
  private boolean injected;

  /**
   * @param confirmed whether a commit was confirmed there before
   */
  Interleaving(Path folder, boolean confirmed) {
    play = new Play(folder, SEED);
    host = play.host;
    care = new Care(play, List.of(Rig.ENS1, LEAF));
    if (confirmed) {
      boolean _ = apply(Event.SUBMIT);
      boolean _ = apply(Event.CONFIRM);
    }
  }

  Diary diary() {
    return play.diary;
  }

  /** Whether what was to go wrong has gone wrong. */
  boolean wasInjected() {
    return injected || !host.rig().faults.thrown.isEmpty();
  }

  /** What can be seen of the commits and the devices, without the time. */
  String state() {
    StringBuilder text = new StringBuilder();
    for (Commit one : host.engine().commits()) {
      text.append(one.id()).append(one.state()).append(one.left().size()).append(' ');
    }
    text.append(play.overrides.left()).append(host.rig().writePolicy.mayWrite());
    text.append(host.leaf1.heldFor()).append(host.leaf1.silent).append(host.leaf1.box.lies);
    text.append(host.leaf1.marks.size()).append(host.people.isAnywhere()).append(host.rig().busy);
    text.append(host.engine().unkept().keySet());
    for (PortId port : List.of(Rig.ENS1, LEAF)) {
      text.append(host.box(port).value(port, SettingKind.PFC).text()).append(' ');
    }
    return text.toString();
  }

  /** Whether the event changed anything; one that was refused, or found nothing to do, did not. */
  boolean apply(Event event) {
    host.tell(event.name());
    boolean done =
        switch (event) {
          case SUBMIT -> submit(Optional.empty(), false);
          case WAVES -> submit(Optional.of(WAVES), false);
          case STAGE -> stage();
          case IDLE -> idle();
          case CONFIRM -> decide("confirm", (id, actor) -> host.engine().confirm(id, actor));
          case CANCEL -> decide("cancel", (id, actor) -> host.engine().cancel(id, "no", actor));
          case EXTEND -> decide("extend", this::extend);
          case RETRY ->
              decide("retry", (id, actor) -> host.engine().retry(id, false, false, actor));
          case ABANDON -> decide("abandon", (id, actor) -> host.engine().abandon(id, actor, "no"));
          case RELEASE -> care.release(LEAF.device());
          case GIVE_BACK -> giveBack();
          case FREEZE -> trouble(Fault.FREEZE, host.rig().writePolicy.mayWrite());
          case THAW -> thaw();
          case MAINTENANCE ->
              !host.people.isAnywhere()
                  && host.people.begin(host.rig(), new Target.Device(LEAF.device()), HOUR);
          case MAINTENANCE_ENDS -> maintenanceEnds();
          case SILENT -> silent();
          case LIES -> lies();
          case ANSWERS -> answers();
          case BREACH -> breach();
          case ALMOST_DUE -> almostDue();
          case DUE -> due();
          case CLOCK_FORWARD -> set(HOUR);
          case CLOCK_BACK -> set(HOUR.negated());
          case MARK -> mark();
          case RESTART -> restart();
          case CRASH -> trouble(Fault.CRASH, true);
          case REBOOT -> trouble(Fault.REBOOT, true);
        };
    pass(Duration.ofSeconds(1));
    play.windows.look(host.rig());
    return done;
  }

  private void pass(Duration time) {
    host.pass(time);
  }

  /** All faults end, time passes, and people clean up. */
  void end() {
    host.tick = COARSE;
    new Ending(play, care).run(Duration.ofSeconds(1));
  }

  void close() {
    host.close();
  }

  private interface Decision {
    Commit about(String id, String actor);
  }

  private boolean decide(String verb, Decision decision) {
    return play.unfinished().stream()
        .findFirst()
        .map(id -> play.decide(verb, id, actor -> decision.about(id, actor)))
        .orElse(false);
  }

  private Commit extend(String id, String actor) {
    Commit open = host.engine().extend(id, LONGER, actor);
    if (!host.isDead()) {
      play.windows.extended(host.rig(), id, LONGER);
    }
    return open;
  }

  private boolean submit(Optional<Rollout> waves, boolean whenIdle) {
    submitted++;
    TreeMap<Key, Setting> delta = new TreeMap<>();
    Setting value = new Pfc(PrioritySet.of(3 + submitted % 2));
    delta.put(Episode.pfc(Rig.ENS1), value);
    delta.put(Episode.pfc(LEAF), value);
    Request request =
        play.overrides.ask(
            Request.of(delta, play.actors.next(), play.overrides.reason())
                .inWaves(waves)
                .whenIdle(whenIdle));
    return play.act(() -> {
      var _ = host.engine().submit(request);
    });
  }

  private boolean stage() {
    boolean _ = host.rig().busy.add(Rig.ENS1);
    return submit(Optional.empty(), true);
  }

  private boolean idle() {
    boolean was = !host.rig().busy.isEmpty();
    host.rig().busy.clear();
    pass(Duration.ofSeconds(was ? 15 : 0));
    return was;
  }

  private boolean giveBack() {
    boolean was = play.overrides.left().contains(LEAF.device());
    if (was) {
      care.giveBack(LEAF.device());
    }
    return was;
  }

  private boolean trouble(Fault fault, boolean news) {
    if (news) {
      host.trouble(fault);
    }
    return news;
  }

  private boolean thaw() {
    boolean was = !host.rig().writePolicy.mayWrite();
    host.thaw();
    return was;
  }

  private boolean maintenanceEnds() {
    boolean was = host.people.isAnywhere();
    host.workIsDone();
    return was;
  }

  private boolean silent() {
    boolean was = host.leaf1.silent;
    play.diary.meet(Fault.SILENT);
    host.leaf1.silent = true;
    return !was;
  }

  private boolean lies() {
    play.diary.meet(Fault.LIES);
    return host.leaf1.box.lies.add(SettingKind.PFC);
  }

  private boolean answers() {
    boolean was = host.leaf1.silent || !host.leaf1.box.lies.isEmpty();
    host.leaf1.silent = false;
    host.leaf1.box.lies.clear();
    return was;
  }

  private boolean breach() {
    play.diary.meet(Fault.BREACH);
    host.rig().guard.breach = "drops";
    pass(Duration.ofSeconds(2));
    host.rig().guard.breach = null;
    return !play.unfinished().isEmpty();
  }

  /** To the last seconds of a window. */
  private boolean almostDue() {
    Duration left = left();
    pass(left.minusSeconds(3));
    return true;
  }

  /** Past the end of a window, or a longer time where none is open. */
  private boolean due() {
    pass(left().plusSeconds(2));
    return true;
  }

  private Duration left() {
    host.tick = HOUR;
    Duration left =
        play.unfinished().stream()
            .findFirst()
            .flatMap(id -> play.windows.left(host.rig(), id))
            .orElse(WINDOW);
    return left.compareTo(Duration.ofSeconds(5)) < 0 ? Duration.ofSeconds(5) : left;
  }

  private boolean set(Duration by) {
    play.diary.meet(Fault.CLOCK);
    host.set(by);
    return true;
  }

  private boolean mark() {
    boolean was = !host.leaf1.marks.isEmpty();
    play.diary.meet(Fault.AGENT);
    boolean _ = host.foreign.add(Episode.pfc(LEAF));
    host.agent.act(host.leaf1, LEAF, false);
    return !was;
  }

  private boolean restart() {
    host.restart();
    return true;
  }

  /** Lets something go wrong at the n-th point of what comes next. */
  void inject(Injection injection, int point) {
    host.tell("  to come: " + injection.text(point));
    switch (injection.what()) {
      case CRASH_AT_RECORD -> {
        AtomicInteger left = new AtomicInteger(point);
        host.rig().atSync = () -> atPoint(left, () -> host.trouble(Fault.CRASH));
      }
      case CRASH_AT_CALL -> atCall(point, () -> host.trouble(Fault.CRASH));
      case CLOCK_FORWARD_AT_CALL -> atCall(point, () -> host.set(HOUR));
      case CLOCK_BACK_AT_CALL -> atCall(point, () -> host.set(HOUR.negated()));
      case OWN -> host.rig().faults.once(injection.place().orElseThrow(), injection.kind(), point);
    }
  }

  private void atCall(int point, Runnable what) {
    AtomicInteger left = new AtomicInteger(point);
    AtomicBoolean once = new AtomicBoolean(true);
    host.touched(() -> {
      if (once.get()) {
        atPoint(
            left,
            () -> {
              once.set(false);
              what.run();
            });
      }
    });
  }

  private void atPoint(AtomicInteger left, Runnable what) {
    if (left.getAndDecrement() == 0) {
      injected = true;
      what.run();
    }
  }

  /** What did not go wrong by now will not. */
  void disarm() {
    if (!host.isDead()) {
      host.rig().atSync = () -> {};
      host.touched(() -> {});
      host.rig().faults.end();
    }
  }
}
