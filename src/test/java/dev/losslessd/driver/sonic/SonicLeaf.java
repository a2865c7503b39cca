package dev.losslessd.driver.sonic;

import dev.losslessd.driver.DeviceNotes;
import dev.losslessd.driver.FabricLeaf;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.driver.Wishes;
import dev.losslessd.model.Change;
import dev.losslessd.model.Ets;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SwitchSystem;
import dev.losslessd.model.Target;
import dev.losslessd.transport.WriteGate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A switch of the fabric with SONiC; its clock stands still. */
final class SonicLeaf extends FabricLeaf {
  static final Pfc THREE = new Pfc(PrioritySet.of(3));

  SonicLeaf(Path folder) throws IOException {
    super(folder, SwitchSystem.SONIC, new SonicDriver());
  }

  static Target box() {
    return new Target.Device(ID);
  }

  /** From 1, as they are on the front. */
  static Target port(int number) {
    return Target.port(id(number));
  }

  static PortId id(int number) {
    return new PortId(ID, name(number));
  }

  static String name(int number) {
    return "Ethernet" + 4 * (number - 1);
  }

  /** With a strict queue for the switch's own traffic beside that of the CNPs. */
  static Ets shares() {
    return Wishes.shares(List.of(0, 1, 2, 3, 4, 5, 6, 7), 6, 7);
  }

  SwitchSession session() throws IOException {
    return session("admin");
  }

  /** One that has what an earlier one kept. */
  SwitchSession remembering(DeviceNotes notes) throws IOException {
    return session("admin", WriteGate.OPEN, Optional.empty(), notes);
  }

  void foreign(String lines) throws IOException {
    tell("foreign leaf1 " + lines);
  }

  /** Lines of the database that begin with this text. */
  List<String> cells(String beginning) throws IOException {
    return state().stream().filter(line -> line.startsWith(beginning)).toList();
  }

  static Setting value(SwitchSession session, Target target, Setting like) {
    Reading reading = session.read(target).reading(like.kind());
    return reading.inForce().orElseThrow(() -> new AssertionError(target + " " + reading));
  }

  /** Returns the change from the present value. */
  static Change change(SwitchSession session, Target target, Setting wanted) {
    Reading is = session.read(target).reading(wanted.kind());
    Setting before = value(session, target, wanted);
    return new Change(target, before, wanted.over(before), is.words(), "", List.of(), Set.of());
  }
}
