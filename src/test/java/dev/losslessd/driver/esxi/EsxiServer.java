package dev.losslessd.driver.esxi;

import dev.losslessd.driver.DeviceNotes;
import dev.losslessd.driver.FabricLeaf;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
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

/** A host of the fabric with ESXi; its clock stands still until it is sent ahead. */
final class EsxiServer extends FabricLeaf {
  static final DeviceId HOST = new DeviceId("esx1");

  /** The first of its two NICs of NVIDIA's. */
  static final PortId RDMA = new PortId(HOST, "vmnic2");

  /** One of its NICs made by Intel. */
  static final PortId OTHER = new PortId(HOST, "vmnic1");

  EsxiServer(Path folder) throws IOException {
    super(folder, SwitchSystem.ESXI, new EsxiDriver(), HOST);
  }

  static Target box() {
    return new Target.Device(HOST);
  }

  /**
   * Each session that does not say otherwise is that of a daemon which sees it for the first time.
   */
  @Override
  protected DeviceNotes memory(String host) {
    return DeviceNotes.none();
  }

  SwitchSession session() throws IOException {
    return session("admin");
  }

  /** Opens a session of a daemon that remembers these notes. */
  SwitchSession session(DeviceNotes notes) throws IOException {
    return session("admin", WriteGate.OPEN, Optional.empty(), notes);
  }

  /** As someone else at its shell would. */
  void foreign(String lines) throws IOException {
    tell("foreign esx1 " + lines);
  }

  void core(String options) throws IOException {
    foreign("esxcli system module parameters set -m nmlx5_core -p \"" + options + "\"");
  }

  /** Loads the modules anew, some time after it was last looked at. */
  void reboot() throws IOException {
    tell("reboot esx1");
  }

  @Override
  public List<String> sent() throws IOException {
    return tell("log esx1").stream().map(line -> line.replaceFirst("^[^\\]]*\\] ", "")).toList();
  }

  List<String> writes() throws IOException {
    return sent().stream().filter(line -> line.contains(" set ")).toList();
  }

  static Reading reading(SwitchSession session, Target target, Setting like) {
    return session.read(target).reading(like.kind());
  }

  /** Returns the change from the present value. */
  static Change change(SwitchSession session, Target target, Setting wanted) {
    Reading is = reading(session, target, wanted);
    Setting before = is.standing().orElseThrow(() -> new AssertionError(target + " " + is.text()));
    return new Change(target, before, wanted.over(before), is.words(), "", List.of(), Set.of());
  }
}
