package dev.losslessd.commit;

import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Key;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/** Steps that many tests of the engine take, one after another. */
final class Moves {
  static final Instant START = Instant.parse("2027-01-01T00:00:00Z");
  static final PortId ETH1 = PortId.parse("leaf1:Eth1");
  static final PortId ETH2 = PortId.parse("leaf1:Eth2");
  static final Key NIC1 = Episode.pfc(Rig.ENS1);
  static final Key NIC2 = Episode.pfc(Rig.ENS2);
  static final Key LEAF1 = Episode.pfc(ETH1);
  static final Key LEAF2 = Episode.pfc(ETH2);
  static final Duration SECOND = Duration.ofSeconds(1);

  final Rig rig;

  Moves(Rig rig) {
    this.rig = rig;
  }

  /** A switch with two ports; with or without a timer of its own. */
  static FakeLeaf leaf(boolean holds) {
    FakeLeaf leaf = new FakeLeaf("leaf1", () -> START, "Eth1", "Eth2");
    leaf.holds = holds;
    return leaf;
  }

  static Setting on(int priority) {
    return new Pfc(PrioritySet.of(priority));
  }

  static Request one(Key key, Setting value) {
    return Request.one(key, value, "uid:0", "");
  }

  /** Submits a request and waits until nothing of it is written any more. */
  String open(Request request) {
    String id = rig.commitEngine.submit(request).id();
    rig.quiet();
    return id;
  }

  /** Sets and confirms, and forgets what was told of it. */
  void keep(Key key, Setting value) {
    confirm(open(one(key, value)));
  }

  void confirm(String id) {
    var _ = rig.commitEngine.confirm(id, "uid:0");
    rig.quiet();
    rig.told.clear();
  }

  Commit cancel(String id) {
    Commit end = rig.commitEngine.cancel(id, "no", "uid:0");
    rig.quiet();
    return end;
  }

  String state(String id) {
    return rig.commitEngine.commit(id).orElseThrow().state();
  }

  /** Lets time pass in steps of a second, which is how often the engine is called. */
  void seconds(int count) {
    for (int n = 0; n < count; n++) {
      rig.pass(SECOND);
      rig.quiet();
    }
  }

  /** Lets a long time pass in coarse steps. */
  void pass(Duration time, Duration step) {
    for (Duration left = time; left.isPositive(); left = left.minus(step)) {
      rig.pass(step);
      rig.quiet();
    }
  }

  /** What puts back what was found on a device. */
  Releases.Restoring restoring(DeviceId device) {
    Request style = Request.everything("uid:0", "sold");
    return rig.commitEngine.releases().restoring(Set.of(device), false, style);
  }

  /** Leaves a device as it was found. */
  void restore(DeviceId device) {
    String id = open(restoring(device).request());
    if (rig.commitEngine.commit(id).orElseThrow() instanceof Commit.AwaitingConfirm) {
      confirm(id);
    }
  }

  static Setting pfc(FakeLeaf leaf, PortId port) {
    var _ = leaf.values(); // its timer may have run out
    return leaf.box.value(port, SettingKind.PFC);
  }

  Setting pfc(PortId port) {
    return rig.nic.value(port, SettingKind.PFC);
  }

  static Target port(PortId port) {
    return Target.port(port);
  }
}
