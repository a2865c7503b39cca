package dev.losslessd.driver.sonic;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.Ledger.Entry;
import dev.losslessd.driver.Line;
import java.time.Duration;
import java.util.List;

/** Every line that may be sent to a switch, to read it and to change it. */
final class SonicLedger {
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
  private static final String PORT = "Ethernet\\d{1,4}";

  /** Namespace option of a switch with several ASICs. */
  private static final String SCOPE = "(?:-n asic\\d{1,3} )?";

  private static final String NAME = "[A-Za-z0-9_][A-Za-z0-9_.:-]{0,60}";

  /** In the account's own folder: nobody else writes there. */
  private static final String FILE = "losslessd-[A-Za-z0-9_-]{1,40}\\.json";

  /** JSON of cells: no quote of the shell's, and nothing that it would expand within them. */
  private static final String JSON = "'[A-Za-z0-9_.,:/~|\"\\[\\]{} -]{1,360}'";

  static final Duration PATIENCE = Duration.ofMinutes(5);

  static final Ledger LEDGER =
      new Ledger(
          List.of(
              Entry.read(
                  SHOW,
                  "show (?:runningconfiguration all|lldp table) </dev/null",
                  UTILITIES + "show/main.py"),
              Entry.read(
                  SAVED,
                  "cat /etc/sonic/config_db\\d{0,3}\\.json </dev/null",
                  UTILITIES + "config/main.py, DEFAULT_CONFIG_DB_FILE"),
              Entry.read(
                  "sonic.version",
                  Image.COMMAND.replace(".", "\\.") + " </dev/null",
                  "sonic-buildimage @086b03b, files/build_templates/sonic_version.yml.j2"),
              Entry.read(
                  CHECKPOINTS,
                  "sudo config list-checkpoints </dev/null",
                  UTILITIES + "config/main.py"),
              Entry.read(
                  "sonic.dry-run",
                  "echo '\\[\\]' \\| sudo config apply-patch --dry-run /dev/stdin",
                  UTILITIES + "config/main.py; an empty patch, which changes nothing"),
              Entry.read(
                  "sonic.eeprom",
                  "sonic-db-dump -n STATE_DB -y -k 'EEPROM_INFO\\|0x23' </dev/null",
                  UTILITIES + "scripts/generate_dump, tests/mock_tables/state_db.json"),
              Entry.read(
                  DUMP,
                  "(?:sudo ip netns exec asic\\d{1,3} )?sonic-db-dump -n COUNTERS_DB -y"
                      + " -k 'COUNTERS\\*' </dev/null",
                  UTILITIES + "scripts/generate_dump; sonic-mgmt, in a namespace"),
              Entry.write(
                  CHECKPOINT,
                  "sudo config checkpoint losslessd-HOST-rREVISION",
                  "sudo config checkpoint losslessd-[A-Za-z0-9_-]{1,60} </dev/null",
                  UTILITIES + "config/main.py"),
              Entry.write(
                  NO_CHECKPOINT,
                  "sudo config delete-checkpoint losslessd-HOST[-rREVISION]",
                  "sudo config delete-checkpoint losslessd-[A-Za-z0-9_-]{1,60} </dev/null",
                  UTILITIES + "config/main.py"),
              Entry.write(
                  PATCH_TEXT,
                  "echo 'JSON patch' >[>] losslessd-MARK.json",
                  "echo " + JSON + " >>? " + FILE,
                  "bash; the patch is RFC 6902"),
              Entry.write(
                  PATCH,
                  "sudo config apply-patch losslessd-MARK.json",
                  "sudo config apply-patch " + FILE + " </dev/null",
                  UTILITIES + "config/main.py and generic_config_updater"),
              Entry.write(PATCH_DONE, "rm -f losslessd-MARK.json", "rm -f " + FILE, "bash"),
              Entry.write(
                  STARTUP,
                  "sudo config interface [-n ASIC] startup PORT",
                  "sudo config interface " + SCOPE + "startup " + PORT + " </dev/null",
                  UTILITIES + "config/main.py"),
              Entry.write(
                  MTU,
                  "sudo config interface [-n ASIC] mtu PORT BYTES",
                  "sudo config interface " + SCOPE + "mtu " + PORT + " \\d{2,4} </dev/null",
                  UTILITIES + "config/main.py; sonic-mgmt, with a namespace"),
              Entry.write(
                  WATCHDOG,
                  "sudo pfcwd {start --action A --restoration-time MS PORT MS | stop PORT}",
                  Entry.anyOf(
                      "sudo pfcwd start --action (?:drop|forward|alert) --restoration-time"
                          + " \\d{3,5} "
                          + PORT
                          + " \\d{3,4} </dev/null",
                      "sudo pfcwd stop " + PORT + " </dev/null"),
                  UTILITIES + "pfcwd/main.py"),
              Entry.write(
                  CELLS,
                  "sudo sonic-db-cli [-n ASIC] CONFIG_DB {hset|hdel|del}"
                      + " '{WRED_PROFILE|PFC_WD}|KEY' ...",
                  Entry.anyOf(
                      "sudo sonic-db-cli "
                          + SCOPE
                          + "CONFIG_DB hset '(?:WRED_PROFILE\\|losslessd-[A-Za-z0-9_-]{5,22}"
                          + "|PFC_WD\\|"
                          + PORT
                          + ")'(?: "
                          + NAME
                          + " "
                          + NAME
                          + "){1,16} </dev/null",
                      "sudo sonic-db-cli "
                          + SCOPE
                          + "CONFIG_DB hdel 'PFC_WD\\|"
                          + PORT
                          + "'(?: "
                          + NAME
                          + "){1,8} </dev/null",
                      "sudo sonic-db-cli "
                          + SCOPE
                          + "CONFIG_DB del"
                          + " 'WRED_PROFILE\\|losslessd-[A-Za-z0-9_-]{5,22}' </dev/null"),
                  "sonic-mgmt; sonic-swss-common sonic-db-cli (-n needs sudo); config apply-patch"
                      + " refuses to add to WRED_PROFILE and pfc_stat_history ("
                      + UTILITIES
                      + "gcu_field_operation_validators.conf.json)"),
              Entry.write(
                  SAVE,
                  "sudo config save -y",
                  "sudo config save -y </dev/null",
                  UTILITIES + "config/main.py")));

  private SonicLedger() {}

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
}
