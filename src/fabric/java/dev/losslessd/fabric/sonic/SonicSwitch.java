package dev.losslessd.fabric.sonic;

import dev.losslessd.fabric.door.Pace;
import dev.losslessd.fabric.host.FabricLock;
import dev.losslessd.fabric.switchbase.Account;
import dev.losslessd.fabric.switchbase.Cables;
import dev.losslessd.fabric.switchbase.CliError;
import dev.losslessd.fabric.switchbase.Faults;
import dev.losslessd.fabric.switchbase.MibTree;
import dev.losslessd.fabric.switchbase.SimulatedSwitch;
import dev.losslessd.fabric.switchbase.SwitchPort;
import dev.losslessd.fabric.switchbase.SystemBanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The state of one switch with SONiC: CONFIG_DB, what of it is saved, checkpoints and files. */
public final class SonicSwitch extends SimulatedSwitch {
  /** Kinds of lies by name, with the cells of a patch and the commands that each swallows. */
  private static final Map<String, List<String>> LIES =
      Map.of(
          "pfc", List.of("PORT_QOS_MAP pfc_enable"),
          "ecn", List.of("QUEUE wred_profile"),
          "ets", List.of("QUEUE scheduler"),
          "trust", List.of("PORT_QOS_MAP dscp_to_tc_map"),
          "dscp", List.of("DSCP_TO_TC_MAP"),
          "watchdog", List.of("pfcwd"),
          "mtu", List.of("config interface mtu"),
          // apply-patch breaks off once it has shut a port
          "patch", List.of(),
          "save", List.of("config save"));

  /** Texts of SONiC at a login, and net-snmp's private enterprise number. */
  private static final SystemBanner FACE =
      new SystemBanner(
          "Debian GNU/Linux 12 \\n \\l\r\n",
          List.of("You are on SONiC", "-- Software for Open Networking in the Cloud --", ""),
          SystemBanner.MORE,
          8072);

  private static final int LANES = 4;

  /** Number of ASICs in {@code /usr/share/sonic/device/PLATFORM/asic.conf}, 2 to 8. */
  private static final Pattern ASICS = Pattern.compile("NUM_ASIC=([2-8])\\s*");

  private final boolean dynamic;
  private final Map<String, Databases> checkpoints = new TreeMap<>();
  private final Map<String, String> files = new TreeMap<>();

  /** Changes of admin state in order, such as {@code Ethernet0 down}. */
  private final List<String> links = new ArrayList<>();

  private @Nullable ConfigUpdater updater;
  private Databases databases;
  private Databases saved;

  private SonicSwitch(
      String name,
      int index,
      FabricLock fabricLock,
      Pace pace,
      List<SwitchPort> ports,
      boolean dynamic) {
    super(FACE, name, index, fabricLock, pace, ports, new Faults(LIES));
    this.dynamic = dynamic;
    this.databases = new Databases(Stock.of(name, ports, dynamic));
    this.saved = databases.copy();
  }

  /** The first, third and so on have Broadcom's buffers, the others Mellanox's. */
  public static SimulatedSwitch cabled(
      String name, int index, FabricLock fabricLock, Cables cables) {
    List<SwitchPort> ports =
        cables.ports(index, n -> "Ethernet" + LANES * (n - 1), n -> LANES * (n - 1) + 1);
    return new SonicSwitch(name, index, fabricLock, cables.pace(), ports, index % 2 == 1);
  }

  @Override
  public MibTree mibs() {
    return SonicMibs.of(this);
  }

  /** Release of the image, unless the file {@code release} names another one. */
  Release release() {
    String told = files.getOrDefault("release", "").strip();
    return told.isEmpty() ? Release.USUAL : Release.of(told);
  }

  /** Records the changes of admin state that a new state brings. */
  void moved(Tables before, Tables after) {
    for (String port : after.keys("PORT")) {
      String was = before.get("PORT", port, "admin_status").orElse("down");
      String is = after.get("PORT", port, "admin_status").orElse("down");
      if (!was.equals(is)) {
        links.add(port + " " + is);
      }
    }
  }

  @Override
  protected List<String> links() {
    return links;
  }

  boolean isEnabled(SwitchPort port) {
    return of(port).get("PORT", port.name(), "admin_status").filter("up"::equals).isPresent();
  }

  @Override
  public boolean isUp(SwitchPort port) {
    return port.traffic().up() && isEnabled(port);
  }

  @Override
  public void reset() {
    databases = new Databases(Stock.of(name(), ports(), dynamic));
    saved = databases.copy();
    checkpoints.clear();
    files.clear();
    updater = null;
  }

  @Override
  public List<String> state() {
    return databases.lines();
  }

  @Override
  public List<String> foreign(String lines) {
    return new SonicShell(this, Account.ALL.getFirst(), 0, false).runAll(apart(lines));
  }

  @Override
  protected SonicShell open(Account account, int line) {
    return new SonicShell(this, account, line, true);
  }

  /**
   * Puts a database in force which this switch's own daemons leave alone.
   *
   * @param config CONFIG_DB as JSON
   * @param other updater of its patches, until a reset
   * @throws IllegalArgumentException if it is no CONFIG_DB
   */
  public void load(String config, ConfigUpdater other) {
    updater = other;
    databases = new Databases(tables(config));
  }

  /** Returns CONFIG_DB as JSON. */
  public String config() {
    return String.join("\n", databases.json());
  }

  static Tables tables(String config) {
    try {
      return Tables.of(SonicJson.read(config));
    } catch (CliError e) {
      throw new IllegalArgumentException(e.text(), e);
    }
  }

  Optional<ConfigUpdater> updater() {
    return Optional.ofNullable(updater);
  }

  Databases databases() {
    return databases;
  }

  /** Puts another state of all databases in force. */
  void put(Databases next) {
    databases = next;
  }

  Scope scope(String namespace) {
    return new Scope(this, namespace);
  }

  /** The database that a port is configured in. */
  Tables of(SwitchPort port) {
    return databases.get(databases.home(port.name()));
  }

  static boolean polls(Tables db, String group) {
    return db.get("FLEX_COUNTER_TABLE", group, "FLEX_COUNTER_STATUS")
        .filter("enable"::equals)
        .isPresent();
  }

  Map<String, Databases> checkpoints() {
    return checkpoints;
  }

  Map<String, String> files() {
    return files;
  }

  void save() {
    saved = databases.copy();
  }

  Databases saved() {
    return saved;
  }

  /**
   * Only what was saved is left. A platform whose {@code asic.conf} tells of several ASICs comes up
   * with them, each as it was delivered.
   */
  @Override
  public void reboot() {
    Matcher several = ASICS.matcher(files.getOrDefault("asic.conf", ""));
    if (several.matches() && !saved.areSeveral()) {
      saved = split(Integer.parseInt(several.group(1)));
    }
    databases = saved.copy();
  }

  /** Its ports are dealt out in turn; each ASIC has one to the backplane, too. */
  private Databases split(int count) {
    Databases all = new Databases(Stock.host(name()));
    for (int n = 0; n < count; n++) {
      int asic = n;
      List<SwitchPort> own =
          ports().stream().filter(port -> (port.number() - 1) % count == asic).toList();
      Tables db = Stock.of(name(), own, dynamic);
      db.put("PORT", "Ethernet-BP" + 4 * n, "role", "Int", "mtu", "9100", "speed", "400000");
      all.put("asic" + n, db);
    }
    return all;
  }
}
