package dev.losslessd.fabric.esxi;

import dev.losslessd.fabric.door.Pace;
import dev.losslessd.fabric.esxi.KernelModule.Parameter;
import dev.losslessd.fabric.host.FabricLock;
import dev.losslessd.fabric.switchbase.Account;
import dev.losslessd.fabric.switchbase.Cables;
import dev.losslessd.fabric.switchbase.Faults;
import dev.losslessd.fabric.switchbase.MibTree;
import dev.losslessd.fabric.switchbase.SimulatedSwitch;
import dev.losslessd.fabric.switchbase.SwitchPort;
import dev.losslessd.fabric.switchbase.SystemBanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The state of one host: its NICs, of which the third and fourth are NVIDIA's, and the parameters
 * of their modules, which come into force with a reboot. Pause is on while the module has no PFC.
 */
public final class EsxiHost extends SimulatedSwitch {
  private static final Map<String, List<String>> LIES =
      Map.of(
          "parameters", List.of("esxcli system module parameters set"),
          "pause", List.of("esxcli network nic pauseParams set"));

  /** Texts of ESXi at a login, and VMware's private enterprise number. */
  private static final SystemBanner FACE =
      new SystemBanner(
          "",
          List.of(
              "The time and date of this login have been sent to the system logs.",
              "",
              "The ESXi Shell can be disabled by an administrative user. See the",
              "vSphere Security documentation for more information."),
          SystemBanner.MORE,
          6876);

  private static final int NICS = 4;

  private static final long UP_BEFORE_MICROS = 3_474_210_338_415L;
  private static final long BOOT_MICROS = 142_000_000L;

  private final List<Nic> nics = new ArrayList<>();
  private final List<KernelModule> modules =
      List.of(
          new KernelModule(
              "nmlx5_core",
              new Parameter("pfctx", "int", "Priority based Flow Control policy on TX"),
              new Parameter("pfcrx", "int", "Priority based Flow Control policy on RX"),
              new Parameter("trust_state", "int", "1 - PCP, 2 - DSCP"),
              new Parameter("max_vfs", "array of int", "Number of PCI VFs to initialize"),
              new Parameter("DRSS", "int", "Number of hardware queues for default queue RSS"),
              new Parameter("dcbx", "int", "Datacenter Bridging Capabilities Exchange")),
          new KernelModule(
              "nmlx5_rdma",
              new Parameter("dscp_force", "int", "DSCP value to force on outgoing packets"),
              new Parameter("pcp_force", "int", "PCP value to force on outgoing packets"),
              new Parameter("enable_nmlx_debug", "int", "Enable debug prints")),
          new KernelModule("ixgben", new Parameter("RSS", "array of int", "Number of queues")),
          new KernelModule("ntg3"));

  private long bootedMicros = -UP_BEFORE_MICROS;

  private EsxiHost(
      String name, int index, FabricLock fabricLock, Pace pace, List<SwitchPort> ports) {
    super(FACE, name, index, fabricLock, pace, ports, new Faults(LIES));
    for (SwitchPort port : ports) {
      nics.add(nic(port));
    }
  }

  private static Nic nic(SwitchPort port) {
    return switch (port.number()) {
      case 1 ->
          new Nic(port, "ntg3", 1000, "Broadcom Corporation NetXtreme BCM5720 Gigabit Ethernet");
      case 2 ->
          new Nic(port, "ixgben", 10_000, "Intel(R) 82599 10 Gigabit Dual Port Network Connection");
      default ->
          new Nic(
              port,
              "nmlx5_core",
              Cables.SERVER_GBPS * 1000,
              "Mellanox Technologies MT2892 Family [ConnectX-6 Dx]");
    };
  }

  /** Creates one of the servers that hang on the leaves. */
  public static SimulatedSwitch cabled(
      String name, int index, FabricLock fabricLock, Cables cables) {
    return new EsxiHost(name, index, fabricLock, cables.pace(), cables.serverPorts(index, NICS));
  }

  @Override
  public MibTree mibs() {
    return EsxiMibs.of(this);
  }

  @Override
  public boolean isUp(SwitchPort port) {
    return port.traffic().up();
  }

  @Override
  public void reset() {
    modules.forEach(KernelModule::reset);
    nics.forEach(Nic::reset);
    bootedMicros = micros() - UP_BEFORE_MICROS;
  }

  /** Reboots the host: its modules are loaded with the parameters set for the next boot. */
  @Override
  public void reboot() {
    modules.forEach(KernelModule::load);
    nics.stream().filter(nic -> pfc(nic) != 0).forEach(Nic::reset);
    bootedMicros = micros() - BOOT_MICROS;
  }

  @Override
  public List<String> state() {
    List<String> lines = new ArrayList<>();
    modules.forEach(one -> lines.add(one.name() + " options = '" + one.next() + "'"));
    for (Nic nic : nics) {
      boolean[] pause = pause(nic);
      lines.add(nic.name() + " pause rx=" + pause[0] + " tx=" + pause[1]);
      if (nic.isMellanox()) {
        lines.add(nic.name() + " running pfc=" + Integer.toHexString(pfc(nic)));
      }
    }
    return lines;
  }

  @Override
  public List<String> foreign(String lines) {
    return new EsxiShell(this, Account.ALL.getFirst(), 0, false).runAll(apart(lines));
  }

  @Override
  protected EsxiShell open(Account account, int line) {
    return new EsxiShell(this, account, line, true);
  }

  List<Nic> nics() {
    return nics;
  }

  Optional<KernelModule> module(String name) {
    return modules.stream().filter(one -> one.name().equals(name)).findFirst();
  }

  KernelModule core() {
    return modules.getFirst();
  }

  long upMicros() {
    return micros() - bootedMicros;
  }

  /** Priorities that PFC runs for, as a mask. */
  int pfc(Nic nic) {
    return nic.isMellanox() ? core().running("pfctx") & core().running("pfcrx") : 0;
  }

  /** 802.3x pause of a NIC, receive first. */
  boolean[] pause(Nic nic) {
    return nic.pause(pfc(nic) != 0);
  }
}
