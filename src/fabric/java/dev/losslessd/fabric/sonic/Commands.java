package dev.losslessd.fabric.sonic;

import dev.losslessd.fabric.switchbase.CliError;
import dev.losslessd.fabric.switchbase.Neighbour;
import dev.losslessd.fabric.switchbase.SwitchPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Commands of SONiC that the shell knows. */
final class Commands {
  private static final int UNKNOWN = 127;
  private static final int USAGE = 2;
  private static final Pattern SAVED = Pattern.compile("/etc/sonic/config_db(\\d{0,3})\\.json");

  private final SonicSwitch device;
  private final boolean root;
  private final boolean hindered;

  /** Standard input of the command, from a pipe. */
  private final String input;

  Commands(SonicSwitch device, boolean root, boolean hindered, String input) {
    this.device = device;
    this.root = root;
    this.hindered = hindered;
    this.input = input;
  }

  List<String> run(List<String> words) throws CliError {
    List<String> rest = words.subList(1, words.size());
    return switch (words.getFirst()) {
      case "show" -> show(rest);
      case "config" -> config(rest);
      case "cat" -> saved(rest);
      case "pfcwd" -> pfcwd(rest);
      case "sonic-db-cli" -> cells(rest);
      case "sonic-db-dump" -> dump(Databases.HOST, rest);
      case "ip" -> within(rest);
      case "reboot" -> {
        requireRoot();
        device.reboot();
        yield List.of();
      }
      default -> throw new CliError(UNKNOWN, "-bash: " + words.getFirst() + ": command not found");
    };
  }

  private void requireRoot() throws CliError {
    if (!root && hindered) {
      throw new CliError(1, "Root privileges are required for this operation");
    }
  }

  private boolean lies(String words) {
    return hindered && device.faults().takeLie(words);
  }

  private List<String> show(List<String> words) throws CliError {
    return switch (String.join(" ", words)) {
      case "runningconfiguration all" -> device.databases().json();
      case "lldp table" -> lldp();
      default ->
          throw Commands.usage("show", "No such command \"" + String.join(" ", words) + "\".");
    };
  }

  private List<String> saved(List<String> files) throws CliError {
    if (files.equals(List.of("/etc/sonic/sonic_version.yml"))) {
      return device.release().file(BufferManager.isMellanox(device.databases().get("")));
    }
    if (files.equals(List.of("/proc/sys/kernel/random/boot_id"))) {
      return List.of(device.bootId());
    }
    Matcher file = SAVED.matcher(String.join(" ", files));
    String namespace = file.matches() && !file.group(1).isEmpty() ? "asic" + file.group(1) : "";
    if (!file.matches() || !device.saved().has(namespace)) {
      throw new CliError(1, "cat: " + String.join(" ", files) + ": No such file or directory");
    }
    return device.saved().get(namespace).json();
  }

  private List<String> lldp() {
    List<String> lines = new ArrayList<>();
    lines.add("Capability codes: (R) Router, (B) Bridge, (O) Other");
    String form = "%-11s  %-17s  %-19s  %-12s  %s";
    lines.add(
        form.formatted(
            "LocalPort", "RemoteDevice", "RemotePortID", "Capability", "RemotePortDescr"));
    lines.add(
        form.formatted(
            "-".repeat(11), "-".repeat(17), "-".repeat(19), "-".repeat(12), "-".repeat(20)));
    int rows = 0;
    for (SwitchPort port : device.ports()) {
      Optional<Neighbour> heard = device.neighbour(port);
      if (heard.isPresent()) {
        Neighbour one = heard.get();
        String id = one.byName() ? one.port() : one.mac();
        lines.add(form.formatted(port.name(), one.host(), id, "O", one.port()));
        rows++;
      }
    }
    lines.add("-".repeat(50));
    lines.add("Total entries displayed:  " + rows);
    return lines;
  }

  private List<String> config(List<String> words) throws CliError {
    requireRoot();
    String verb = words.isEmpty() ? "" : words.getFirst();
    List<String> rest = words.isEmpty() ? words : words.subList(1, words.size());
    return switch (verb) {
      case "checkpoint" -> checkpoint(one(rest, verb));
      case "list-checkpoints" -> SonicJson.print(checkpoints());
      case "delete-checkpoint" -> {
        existing(one(rest, verb), "Failed to delete config checkpoint");
        device.checkpoints().remove(rest.getFirst());
        yield List.of("Checkpoint deleted successfully.");
      }
      case "rollback" -> {
        device.put(existing(one(rest, verb), "Failed to rollback config").copy());
        yield List.of("Config rolled back successfully.");
      }
      case "apply-patch" -> {
        boolean dry = rest.size() == 2 && rest.getFirst().matches("-d|--dry-run");
        yield patch(one(dry ? rest.subList(1, 2) : rest, verb), dry);
      }
      case "save" -> {
        if (!rest.equals(List.of("-y"))) {
          throw new CliError(1, "Existing files will be overwritten, continue? [y/N]: \nAborted!");
        }
        if (!lies("config save")) {
          device.save();
        }
        yield List.of("Running command: /usr/local/bin/sonic-cfggen -d --print-data");
      }
      case "interface" -> port(rest);
      default -> throw Commands.usage("config", "No such command \"" + verb + "\".");
    };
  }

  private static String one(List<String> words, String verb) throws CliError {
    if (words.size() != 1) {
      throw Commands.usage("config " + verb, "Missing argument");
    }
    return words.getFirst();
  }

  private List<String> checkpoint(String name) {
    device.checkpoints().put(name, device.databases().copy());
    return List.of("Checkpoint created successfully.");
  }

  /** Somebody else's is there while another session holds the configuration. */
  private List<String> checkpoints() {
    List<String> names = new ArrayList<>(device.checkpoints().keySet());
    if (hindered && device.faults().locked()) {
      names.add("losslessd-9000");
    }
    return names;
  }

  private Databases existing(String name, String failed) throws CliError {
    Databases known = device.checkpoints().get(name);
    if (known == null) {
      throw new CliError(
          2, failed + "\nUsage: config\n\nError: Checkpoint '" + name + "' does not exist");
    }
    return known;
  }

  private List<String> patch(String file, boolean dry) throws CliError {
    String text = file.equals("/dev/stdin") ? input : device.files().get(file);
    if (text == null) {
      throw new CliError(
          2, "Failed to apply patch due to: [Errno 2] No such file or directory: '" + file + "'");
    }
    Optional<ConfigUpdater> other = device.updater();
    return other.isPresent()
        ? patch(other.get(), text, dry)
        : new Patches(device, this::lies).apply(text, dry);
  }

  private List<String> patch(ConfigUpdater updater, String text, boolean dry) throws CliError {
    try {
      Tables next = SonicSwitch.tables(updater.apply(device.config(), text, dry));
      if (!dry) {
        device.databases().put(Databases.HOST, next);
      }
    } catch (IllegalArgumentException e) {
      throw new CliError(2, "Failed to apply patch due to: " + e.getMessage());
    }
    return List.of("Patch applied successfully.");
  }

  /** On a switch with several ASICs the group wants to know which one. */
  private List<String> port(List<String> words) throws CliError {
    boolean named = words.size() > 2 && words.getFirst().equals("-n");
    if (named != device.databases().areSeveral()) {
      throw Commands.usage(
          "config interface",
          named ? "No such option: -n" : "Missing option \"-n\" / \"--namespace\"");
    }
    Scope scope = named ? scope(words.get(1)) : device.scope(Databases.HOST);
    return new PortCommands(scope, this::lies).run(named ? words.subList(2, words.size()) : words);
  }

  private Scope scope(String namespace) throws CliError {
    if (namespace.isEmpty() || !device.databases().has(namespace)) {
      throw new CliError(1, "Namespace '" + namespace + "' does not exist");
    }
    return device.scope(namespace);
  }

  /** {@code ip netns exec asic0 COMMAND}; of commands it knows the dump. */
  private List<String> within(List<String> words) throws CliError {
    boolean dumps =
        words.size() > 4
            && words.subList(0, 2).equals(List.of("netns", "exec"))
            && words.get(3).equals("sonic-db-dump");
    if (!dumps) {
      throw new CliError(255, "Object \"" + String.join(" ", words) + "\" is unknown");
    }
    requireRoot();
    return dump(scope(words.get(2)).namespace(), words.subList(4, words.size()));
  }

  private List<String> pfcwd(List<String> words) throws CliError {
    requireRoot();
    String text = String.join(" ", words);
    Map<String, String> row = new TreeMap<>();
    if (words.size() == 2 && words.getFirst().equals("stop")) {
      Scope scope = device.scope(device.databases().home(words.get(1)));
      if (scope.db().has("PORT", words.get(1)) && !lies("pfcwd stop")) {
        Tables next = scope.db().copy();
        next.remove("PFC_WD", words.get(1));
        scope.put(next);
      }
      return List.of();
    }
    if (!text.matches("start --action (drop|forward|alert) --restoration-time \\d+ \\S+ \\d+")) {
      throw Commands.usage("pfcwd", "No such command \"" + text + "\".");
    }
    row.put("action", words.get(2));
    row.put("restoration_time", range(words.get(4), 100, 60_000));
    row.put("detection_time", range(words.get(6), 100, 5000));
    if (device.release().keepsHistory()) {
      row.put("pfc_stat_history", "disable");
    }
    return watch(words.get(5), row);
  }

  private List<String> watch(String port, Map<String, String> row) throws CliError {
    Scope scope = device.scope(device.databases().home(port));
    if (!scope.db().has("PORT", port)) {
      throw new CliError(1, "Failed to run command, invalid options:\n" + port);
    }
    if (scope.db().get("PORT_QOS_MAP", port, "pfc_enable").isEmpty()) {
      return List.of("SKIPPED: PFC is not enabled on port: " + port);
    }
    if (!lies("pfcwd start")) {
      Tables next = scope.db().copy();
      next.remove("PFC_WD", port);
      next.row("PFC_WD", port).putAll(row);
      scope.put(next);
    }
    return List.of();
  }

  private static String range(String number, int from, int to) throws CliError {
    if (number.length() > 6 || Integer.parseInt(number) < from || Integer.parseInt(number) > to) {
      throw Commands.usage(
          "pfcwd start",
          "Invalid value: " + number + " is not in the range " + from + "<=x<=" + to);
    }
    return number;
  }

  /** Writes cells without any validation, as redis itself does. */
  private List<String> cells(List<String> all) throws CliError {
    boolean named = all.size() > 2 && all.getFirst().equals("-n");
    List<String> words = named ? all.subList(2, all.size()) : all;
    if (words.size() < 3 || !words.getFirst().equals("CONFIG_DB") || !words.get(2).contains("|")) {
      throw new CliError(1, "Invalid database name input : '" + String.join(" ", words) + "'");
    }
    requireRoot();
    Scope scope = named ? scope(all.get(1)) : device.scope(Databases.HOST);
    String table = words.get(2).split("\\|", 2)[0];
    String key = words.get(2).split("\\|", 2)[1];
    List<String> rest = words.subList(3, words.size());
    Tables next = scope.db().copy();
    switch (words.get(1).toLowerCase(Locale.ROOT)) {
      case "hset" -> {
        for (int n = 0; n + 1 < rest.size(); n += 2) {
          next.row(table, key).put(rest.get(n), rest.get(n + 1));
        }
      }
      case "hdel" -> {
        rest.forEach(next.row(table, key)::remove);
        if (next.fields(table, key).isEmpty()) {
          next.remove(table, key); // redis keeps no empty hash
        }
      }
      case "del" -> next.remove(table, key);
      default -> throw new CliError(1, "(error) ERR unknown command '" + words.get(1) + "'");
    }
    scope.put(next);
    return List.of("1");
  }

  private List<String> dump(String namespace, List<String> words) throws CliError {
    if (words.equals(List.of("-n", "STATE_DB", "-y", "-k", "EEPROM_INFO|0x23"))) {
      return Dump.eeprom(device.serial("MT2318"));
    }
    if (!words.equals(List.of("-n", "COUNTERS_DB", "-y", "-k", "COUNTERS*"))) {
      throw new CliError(2, "usage: sonic-db-dump [-h] -n DBNAME [-k KEYPATTERN] [-y]");
    }
    return Dump.of(device.scope(namespace));
  }

  /** Error of a command's usage, as click prints it. */
  static CliError usage(String command, String why) {
    String use = "Usage: " + command + " [OPTIONS] COMMAND [ARGS]...";
    return new CliError(USAGE, use + "\nTry \"" + command + " -h\" for help.\n\nError: " + why);
  }
}
