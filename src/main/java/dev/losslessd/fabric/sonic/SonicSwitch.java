package dev.losslessd.fabric.sonic;

import dev.losslessd.fabric.box.Account;
import dev.losslessd.fabric.box.Box;
import dev.losslessd.fabric.box.Cables;
import dev.losslessd.fabric.box.Face;
import dev.losslessd.fabric.box.Faults;
import dev.losslessd.fabric.box.FrontPort;
import dev.losslessd.fabric.box.MibTree;
import dev.losslessd.fabric.door.Pace;
import dev.losslessd.fabric.host.World;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The state of one switch with SONiC: CONFIG_DB, what of it is saved, checkpoints and files. */
public final class SonicSwitch extends Box {
  /** What a lie can be about: cells of a patch, and commands. */
  private static final Map<String, List<String>> LIES =
      Map.of(
          "pfc", List.of("PORT_QOS_MAP pfc_enable"),
          "ecn", List.of("QUEUE wred_profile"),
          "ets", List.of("QUEUE scheduler"),
          "trust", List.of("PORT_QOS_MAP dscp_to_tc_map"),
          "dscp", List.of("DSCP_TO_TC_MAP"),
          "watchdog", List.of("pfcwd"),
          "mtu", List.of("config interface mtu"),
          "save", List.of("config save"));

  /** The number is that of net-snmp, whose agent it is. */
  private static final Face FACE =
      new Face(
          "Debian GNU/Linux 12 \\n \\l\r\n",
          List.of("You are on SONiC", "-- Software for Open Networking in the Cloud --", ""),
          Face.MORE,
          8072);

  private static final int LANES = 4;

  private final boolean dynamic;
  private final Map<String, Tables> checkpoints = new TreeMap<>();
  private final Map<String, String> files = new TreeMap<>();
  private Tables db;
  private Tables saved;

  private SonicSwitch(
      String name, int index, World world, Pace pace, List<FrontPort> ports, boolean dynamic) {
    super(FACE, name, index, world, pace, ports, new Faults(LIES));
    this.dynamic = dynamic;
    this.db = Stock.of(name, ports, dynamic);
    this.saved = db.copy();
  }

  /** The first, third and so on have Broadcom's buffers, the others Mellanox's. */
  public static Box cabled(String name, int index, World world, Cables cables) {
    List<FrontPort> ports =
        cables.ports(index, n -> "Ethernet" + LANES * (n - 1), n -> LANES * (n - 1) + 1);
    return new SonicSwitch(name, index, world, cables.pace(), ports, index % 2 == 1);
  }

  @Override
  public MibTree mibs() {
    return Mibs.of(this);
  }

  boolean isEnabled(FrontPort port) {
    return db.get("PORT", port.name(), "admin_status").filter("up"::equals).isPresent();
  }

  @Override
  public boolean isUp(FrontPort port) {
    return port.traffic().up() && isEnabled(port);
  }

  @Override
  public void reset() {
    db = Stock.of(name(), ports(), dynamic);
    saved = db.copy();
    checkpoints.clear();
    files.clear();
  }

  @Override
  public List<String> state() {
    return db.lines();
  }

  @Override
  public List<String> foreign(String lines) {
    return new SonicShell(this, Account.ALL.getFirst(), 0, false).runAll(apart(lines));
  }

  @Override
  protected SonicShell open(Account account, int line) {
    return new SonicShell(this, account, line, true);
  }

  Tables db() {
    return db;
  }

  /** Puts another state in force, with what the switch's own daemons make of it. */
  void put(Tables next) {
    BufferManager.settle(db, next);
    db = next;
  }

  boolean polls(String group) {
    return db.get("FLEX_COUNTER_TABLE", group, "FLEX_COUNTER_STATUS")
        .filter("enable"::equals)
        .isPresent();
  }

  Map<String, Tables> checkpoints() {
    return checkpoints;
  }

  Map<String, String> files() {
    return files;
  }

  void save() {
    saved = db.copy();
  }

  /** Only what was saved is left. */
  @Override
  public void reboot() {
    db = saved.copy();
  }
}
