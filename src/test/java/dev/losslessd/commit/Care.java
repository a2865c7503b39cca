package dev.losslessd.commit;

import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Key;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Release;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** What people do with a daemon and its devices besides changing settings. */
final class Care {
  private static final Retention FEW =
      new Retention(2, Duration.ofDays(90), 10_000, Duration.ofHours(24));

  /** Longer than any episode lasts in true time, and shorter than a step of the clock. */
  private static final Retention TWO_DAYS =
      new Retention(1000, Duration.ofDays(2), 10_000, Duration.ofHours(24));

  private static final List<DeviceId> DEVICES =
      List.of(Rig.ENS1.device(), new DeviceId("leaf1"), new DeviceId("leaf2"));

  private final Play play;
  private final List<PortId> ports;
  private final Random random;
  private final FaultyHost host;

  /**
   * @param ports that are written at all
   */
  Care(Play play, List<PortId> ports) {
    this.play = play;
    this.ports = ports;
    this.random = play.random;
    this.host = play.host;
  }

  private CommitEngine engine() {
    return host.engine();
  }

  void act() {
    if (!play.overrides.left().isEmpty() && random.nextInt(2) == 0) {
      giveBack(any(List.copyOf(play.overrides.left())));
      return;
    }
    switch (random.nextInt(10)) {
      case 0 -> restore(any(DEVICES));
      case 1 -> keep(any(DEVICES));
      case 2, 3 -> prune();
      case 4 -> host.restart();
      case 5 -> reload();
      case 6 -> everything();
      case 7 -> {
        host.heal();
        host.thaw();
      }
      case 8 -> replace();
      default -> accept();
    }
  }

  private <T> T any(List<T> some) {
    return some.get(random.nextInt(some.size()));
  }

  private void restore(DeviceId device) {
    if (release(device) && random.nextBoolean()) {
      play.unfinished().stream()
          .findFirst()
          .ifPresent(id -> {
            boolean _ = play.decide("confirm", id, actor -> engine().confirm(id, actor));
          });
    }
  }

  /** Leaves a device as it was found, once that is confirmed. */
  boolean release(DeviceId device) {
    return play.did(
        "release",
        device.name(),
        () -> {
          Request style = Request.everything(play.actors.next(), play.overrides.reason());
          Releases.Restoring back = engine().releases().restoring(Set.of(device), false, style);
          if (engine().commits().stream().noneMatch(Commit::open)) {
            play.found.untouched(back.untouched());
          }
          var _ = engine().submit(play.overrides.ask(back.request()));
        });
  }

  private void keep(DeviceId device) {
    boolean done =
        play.did(
            "release --keep",
            device.name(),
            () -> {
              Release _ = engine().releases().keep(device, play.actors.next(), "moved");
            });
    if (host.isDead()) {
      host.unsure = this::askLeft;
    } else if (done) {
      play.overrides.left(device);
    }
  }

  void giveBack(DeviceId device) {
    boolean done =
        play.did(
            "give back",
            device.name(),
            () -> engine().releases().giveBack(device, play.actors.next()));
    if (host.isDead()) {
      host.unsure = this::askLeft;
    } else if (done) {
      play.overrides.givenBack(device);
    }
  }

  /** The process died while it was told so. */
  private void askLeft(CommitEngine next) {
    Set<DeviceId> left = new HashSet<>();
    next.releases().all().forEach(one -> left.add(one.device()));
    play.overrides.leftIs(left);
  }

  private void prune() {
    boolean few = random.nextBoolean();
    int before = revisions();
    boolean _ = play.did("prune", few + "", () -> engine().prune(few ? FEW : TWO_DAYS));
    if (!few && !host.isDead() && host.sawEachStep() && revisions() < before) {
      play.diary.wrong(
          "of " + before + " revisions " + revisions() + " are left, and none is two days old");
    }
    if (random.nextInt(3) == 0) {
      host.restart();
    }
  }

  private int revisions() {
    return engine().revisions(Long.MAX_VALUE, 1000, Revision::number).size();
  }

  private void reload() {
    host.tell("reload");
    host.config.reload(host.rig(), random);
    play.diary.count("reload");
    host.quiet();
  }

  private void everything() {
    Request all = Request.everything(play.actors.next(), play.overrides.reason());
    boolean _ =
        play.did(
            "apply",
            "",
            () -> {
              var _ = engine().submit(play.overrides.ask(all));
            });
  }

  /** A switch or a card is replaced, with the old settings or as it came from the factory. */
  private void replace() {
    PortId port = any(ports);
    boolean nic = port.device().equals(Rig.ENS1.device());
    Target place = nic ? Target.port(port) : new Target.Device(port.device());
    if (host.isDead() || random.nextInt(3) > 0) {
      return;
    }
    host.tell(place + " is replaced");
    play.diary.count("replace");
    host.foreign.add(Episode.pfc(port));
    host.agent.lose(port);
    FakeLeaf leaf = host.rig().leaves.get(port.device());
    if (leaf != null) {
      leaf.commit(() -> {});
    }
    if (random.nextBoolean()) {
      host.box(port).set(port, SettingKind.PFC, Pfc.OFF);
    }
    play.overwritten(port);
    host.boxes.replace(host.rig(), place);
    host.quiet();
  }

  /** A person takes what is there now for what the names stand for. */
  void accept() {
    for (Target place : host.boxes.strangers()) {
      DeviceId device = place.device();
      if (play.did(
              "accept",
              place.toString(),
              () -> {
                var _ = engine().identities().accept(device, play.actors.next(), "RMA");
              })
          && !host.isDead()) {
        host.boxes.accepted(device);
      }
    }
  }

  /** When all is over: targets are free, and each device can be left as it was found. */
  void leave() {
    for (PortId port : ports) {
      isFree(port);
    }
    for (DeviceId device : DEVICES) {
      if (ports.stream().noneMatch(port -> port.device().equals(device))) {
        continue;
      }
      if (!play.overrides.left().contains(device)) {
        leave(device);
      }
    }
    host.pass(Duration.ofMinutes(2));
    for (FakeLeaf leaf : List.of(host.leaf1, host.leaf2)) {
      if (play.overrides.left().contains(leaf.id) && !leaf.ownNames.isEmpty()) {
        play.diary.wrong(leaf.id + " was left and answers, and has " + leaf.ownNames);
      }
    }
  }

  private void isFree(PortId port) {
    if (play.overrides.left().contains(port.device())) {
      return;
    }
    Key key = Episode.pfc(port);
    Setting is = host.box(port).value(port, SettingKind.PFC);
    Setting other = new Pfc(PrioritySet.of(is.equals(new Pfc(PrioritySet.of(3))) ? 4 : 3));
    Request request = Request.one(key, other, play.actors.next(), play.overrides.reason());
    try {
      Commit begun = engine().submit(play.overrides.ask(request));
      host.quiet();
      boolean _ =
          play.decide("cancel", begun.id(), actor -> engine().cancel(begun.id(), "a look", actor));
      Commit end = engine().commit(begun.id()).orElseThrow();
      if (!(end instanceof Commit.RolledBack)) {
        play.diary.wrong("the last commit of " + port + " is " + end.state());
      }
    } catch (CommitException e) {
      play.diary.wrong(port + " is not free when all is over: " + e.getMessage());
    }
  }

  private void leave(DeviceId device) {
    host.tell("release " + device + " at last");
    try {
      Request style = Request.everything(play.actors.next(), play.overrides.reason());
      Releases.Restoring back = engine().releases().restoring(Set.of(device), false, style);
      play.found.untouched(back.untouched());
      Commit begun = engine().submit(play.overrides.ask(back.request()));
      host.quiet();
      if (engine().commit(begun.id()).orElseThrow() instanceof Commit.AwaitingConfirm) {
        boolean _ =
            play.decide("confirm", begun.id(), actor -> engine().confirm(begun.id(), actor));
      }
      Commit end = engine().commit(begun.id()).orElseThrow();
      if (!(end instanceof Commit.Confirmed)) {
        play.diary.wrong("the release of " + device + " is " + end.state() + " at last");
      }
    } catch (CommitException e) {
      play.diary.wrong(device + " cannot be left: " + e.getMessage());
    }
  }
}
