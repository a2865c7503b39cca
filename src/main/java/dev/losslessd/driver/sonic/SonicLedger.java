package dev.losslessd.driver.sonic;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.Ledger.Entry;
import dev.losslessd.driver.Line;
import dev.losslessd.driver.LinuxBoot;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Every line that may be sent to a switch, to read it and to change it. */
public final class SonicLedger {
  static final String SHOW = "sonic.show";
  static final String CHECKPOINTS = "sonic.list-checkpoints";
  static final String DUMP = "sonic.counters-db";
  static final String CHECKPOINT = "sonic.checkpoint";
  static final String NO_CHECKPOINT = "sonic.delete-checkpoint";
  static final String PATCH_TEXT = "sonic.patch-text";
  static final String PATCH = "sonic.apply-patch";
  static final String PATCH_DONE = "sonic.patch-done";
  static final String STARTUP = "sonic.startup";
  static final String MTU = "sonic.mtu";
  static final String WATCHDOG = "sonic.pfcwd";
  static final String CELLS = "sonic.cells";
  static final String SAVE = "sonic.save";
  static final String SAVED = "sonic.saved";

  /** Some commands swallow what the login would send next, and so get no input. */
  static final String NO_INPUT = " </dev/null";

  private static final String UTILITIES = "sonic-utilities @691b1bb, ";
  private static final String CONFIG = UTILITIES + "config/main.py";

  /** Parts of the lines below by name. */
  private static final Map<String, String> FORMS =
      Map.of(
          "PORT", "Ethernet\\d{1,4}",
          // namespace option of a switch with several ASICs
          "SCOPE", "-n asic\\d{1,3}",
          "NAME", "[A-Za-z0-9_][A-Za-z0-9_.:-]{0,60}",
          "MARK", "losslessd-[A-Za-z0-9_-]{1,60}",
          "WRED", "WRED_PROFILE\\|losslessd-[A-Za-z0-9_-]{5,22}",
          // in the account's own folder: nobody else writes there
          "FILE", "losslessd-[A-Za-z0-9_-]{1,40}\\.json",
          // cells: no quote of the shell's, and nothing that it would expand within them
          "JSON", "'[A-Za-z0-9_.,:/~|\"\\[\\]{} -]{1,360}'");

  static final Duration PATIENCE = Duration.ofMinutes(5);

  public static final Ledger LEDGER =
      new Ledger(
          List.of(
              read(
                  SHOW, "show (?:runningconfiguration all|lldp table)", UTILITIES + "show/main.py"),
              read(
                  SAVED,
                  "cat /etc/sonic/config_db\\d{0,3}\\.json",
                  UTILITIES + "config/main.py, DEFAULT_CONFIG_DB_FILE"),
              read(
                  "sonic.version",
                  Image.COMMAND.replace(".", "\\."),
                  "sonic-buildimage @086b03b, files/build_templates/sonic_version.yml.j2"),
              read("sonic.boot-id", LinuxBoot.COMMAND, LinuxBoot.SOURCE),
              read(CHECKPOINTS, "sudo config list-checkpoints", CONFIG),
              Entry.read(
                  "sonic.dry-run",
                  "echo '\\[\\]' \\| sudo config apply-patch --dry-run /dev/stdin",
                  CONFIG + "; an empty patch, which changes nothing"),
              read(
                  "sonic.eeprom",
                  "sonic-db-dump -n STATE_DB -y -k 'EEPROM_INFO\\|0x23'",
                  UTILITIES + "scripts/generate_dump, tests/mock_tables/state_db.json"),
              read(
                  DUMP,
                  "(?:sudo ip netns exec asic\\d{1,3} )?sonic-db-dump -n COUNTERS_DB -y"
                      + " -k 'COUNTERS\\*'",
                  UTILITIES + "scripts/generate_dump; sonic-mgmt, in a namespace"),
              write(CHECKPOINT, CONFIG, "sudo config checkpoint <MARK>"),
              write(NO_CHECKPOINT, CONFIG, "sudo config delete-checkpoint <MARK>"),
              shell(PATCH_TEXT, "echo <JSON> >>? <FILE>", "bash; the patch is RFC 6902"),
              write(
                  PATCH, CONFIG + " and generic_config_updater", "sudo config apply-patch <FILE>"),
              shell(PATCH_DONE, "rm -f <FILE>", "bash"),
              write(STARTUP, CONFIG, "sudo config interface (?:<SCOPE> )?startup <PORT>"),
              write(
                  MTU,
                  CONFIG + "; sonic-mgmt, with a namespace",
                  "sudo config interface (?:<SCOPE> )?mtu <PORT> \\d{2,4}"),
              write(
                  WATCHDOG,
                  UTILITIES + "pfcwd/main.py",
                  "sudo pfcwd start --action (?:drop|forward|alert) --restoration-time"
                      + " \\d{3,5} <PORT> \\d{3,4}",
                  "sudo pfcwd stop <PORT>"),
              write(
                  CELLS,
                  "sonic-mgmt; sonic-swss-common sonic-db-cli (-n needs sudo); config apply-patch"
                      + " refuses to add to WRED_PROFILE and pfc_stat_history ("
                      + UTILITIES
                      + "gcu_field_operation_validators.conf.json)",
                  "sudo sonic-db-cli (?:<SCOPE> )?CONFIG_DB hset '(?:<WRED>|PFC_WD\\|<PORT>)'"
                      + "(?: <NAME> <NAME>){1,16}",
                  "sudo sonic-db-cli (?:<SCOPE> )?CONFIG_DB hdel 'PFC_WD\\|<PORT>'(?: <NAME>){1,8}",
                  "sudo sonic-db-cli (?:<SCOPE> )?CONFIG_DB del '<WRED>'"),
              write(SAVE, CONFIG, "sudo config save -y")));

  private SonicLedger() {}

  /** Returns {@code -n asic0} and a blank, or nothing on a switch of one ASIC. */
  static String option(String namespace) {
    return namespace.isEmpty() ? "" : "-n " + namespace + " ";
  }

  /**
   * @throws DeviceException UNSUPPORTED if the ledger does not allow it
   */
  static Line line(String entry, String literal) {
    return Line.of(LEDGER, entry, literal + NO_INPUT);
  }

  /** A line of the shell's own. */
  static Line shell(String entry, String literal) {
    return Line.of(LEDGER, entry, literal);
  }

  /** Returns a line that goes through all of CONFIG_DB, with a longer deadline. */
  static Line slow(String entry, String literal) {
    Line line = line(entry, literal);
    return new Line(LEDGER, entry, line.command().within(PATIENCE));
  }

  private static Entry read(String id, String line, String source) {
    return Entry.read(id, line + NO_INPUT, source);
  }

  private static Entry write(String id, String source, String... lines) {
    String each = String.join(NO_INPUT + "|", lines) + NO_INPUT;
    return shell(id, each, source);
  }

  private static Entry shell(String id, String lines, String source) {
    return Entry.write(id, Entry.filled(FORMS, lines), source);
  }
}
