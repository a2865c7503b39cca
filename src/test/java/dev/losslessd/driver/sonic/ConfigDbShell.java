package dev.losslessd.driver.sonic;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.AbstractCommandSupport;
import org.apache.sshd.server.command.Command;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The commands of the ledger over one CONFIG_DB. */
final class ConfigDbShell {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final int UNKNOWN = 127;

  private static final Pattern ECHO = Pattern.compile("echo '(.*)' (>>?) (\\S+)");
  private static final Pattern PATCH =
      Pattern.compile("sudo config apply-patch( --dry-run| -d)? (\\S+)( --dry-run| -d)?");
  private static final Pattern PORT =
      Pattern.compile("sudo config interface (mtu|startup|shutdown) (\\S+) ?(\\d*)");
  private static final Pattern CELLS =
      Pattern.compile("sudo sonic-db-cli CONFIG_DB (hset|hdel|del) '([^|]+)\\|([^']+)' ?(.*)");
  private static final Pattern START =
      Pattern.compile("sudo pfcwd start --action (\\S+) --restoration-time (\\d+) (\\S+) (\\d+)");
  private static final Pattern STOP = Pattern.compile("sudo pfcwd stop (\\S+)");

  /** Exit status and output of a line. */
  private record Answer(int status, String text) {
    private static final Answer NOTHING = new Answer(0, "");
  }

  private final String release;
  private final boolean history;
  private final Updater updater;
  private final Map<String, String> files = new HashMap<>();
  private final List<ConfigDbSwitch.Applied> applied = new ArrayList<>();
  private volatile boolean asked;
  private ObjectNode db = MAPPER.createObjectNode();

  ConfigDbShell(String release, boolean history, Updater updater) {
    this.release = release;
    this.history = history;
    this.updater = updater;
  }

  ObjectNode db() {
    return db;
  }

  void put(ObjectNode next) {
    db = next;
  }

  List<ConfigDbSwitch.Applied> applied() {
    return applied;
  }

  /** Answers a line on an exec channel. */
  Command open(ChannelSession channel, String line) {
    return new AbstractCommandSupport(line, null) {
      @Override
      public void run() {
        Answer answer = answer(line.replaceFirst("\\s*</dev/null$", ""));
        try {
          getOutputStream().write(answer.text().getBytes(UTF_8));
          getOutputStream().flush();
          onExit(answer.status());
        } catch (IOException e) {
          onExit(1, "the client has gone");
        }
      }
    };
  }

  private Answer answer(String line) {
    if (line.equals("show runningconfiguration all")) {
      return new Answer(0, db.toPrettyString());
    }
    if (line.equals("show version")) {
      return new Answer(0, "\nSONiC Software Version: SONiC." + version() + "\n");
    }
    if (line.equals("cat /etc/sonic/sonic_version.yml")) {
      return new Answer(0, image());
    }
    if (line.equals("echo '[]' | sudo config apply-patch --dry-run /dev/stdin")) {
      return patch(MAPPER.createArrayNode(), true);
    }
    if (line.equals("sudo config list-checkpoints")) {
      return new Answer(0, "[]\n");
    }
    if (line.matches("sudo config (?:checkpoint|delete-checkpoint) \\S+|rm -f \\S+")) {
      return Answer.NOTHING;
    }
    return written(line);
  }

  /** Whether somebody wanted to know it. */
  boolean wasAskedForItsRelease() {
    return asked;
  }

  /** Text of sonic_version.yml, as sonic-buildimage's template makes it. */
  private String image() {
    String platform = db.path("DEVICE_METADATA").path("localhost").path("platform").asString("");
    boolean branched = release.matches("\\d{6}");
    return """
    ---
    build_version: '%s'
    debian_version: '12.5'
    asic_type: %s
    commit_id: '1a2b3c4d'
    branch: '%s'
    release: '%s'
    """
        .formatted(
            version(),
            platform.matches(".*(?:mlnx|nvidia).*") ? "mellanox" : "broadcom",
            branched ? release : "master",
            branched ? release : "none");
  }

  private String version() {
    asked = true;
    return release.matches("\\d{6}") ? release + ".7-1a2b3c4d" : "master.99-1a2b3c4d";
  }

  private Answer written(String line) {
    Matcher echo = ECHO.matcher(line);
    Matcher patch = PATCH.matcher(line);
    Matcher port = PORT.matcher(line);
    Matcher cells = CELLS.matcher(line);
    Matcher start = START.matcher(line);
    Matcher stop = STOP.matcher(line);
    if (echo.matches()) {
      files.merge(
          echo.group(3),
          echo.group(1),
          (old, more) -> echo.group(2).equals(">") ? more : old + more);
    } else if (patch.matches()) {
      boolean dry = patch.group(1) != null || patch.group(3) != null;
      return patch((ArrayNode) MAPPER.readTree(files.getOrDefault(patch.group(2), "[]")), dry);
    } else if (port.matches()) {
      row("PORT", port.group(2))
          .put(
              port.group(1).equals("mtu") ? "mtu" : "admin_status",
              port.group(1).equals("mtu")
                  ? port.group(3)
                  : port.group(1).equals("startup") ? "up" : "down");
    } else if (cells.matches()) {
      cells(cells.group(1), cells.group(2), cells.group(3), cells.group(4));
    } else if (start.matches()) {
      return watch(start.group(3), start.group(1), start.group(2), start.group(4));
    } else if (stop.matches()) {
      remove("PFC_WD", stop.group(1));
    } else {
      return new Answer(UNKNOWN, "-bash: " + line + ": command not found\n");
    }
    return Answer.NOTHING;
  }

  private Answer patch(ArrayNode operations, boolean dry) {
    Updater.Verdict verdict = updater.apply(db, operations);
    if (!dry) {
      applied.add(new ConfigDbSwitch.Applied(db.deepCopy(), operations, verdict));
      db = verdict.after();
    }
    return verdict.accepted()
        ? new Answer(0, "Patch applied successfully.\n")
        : new Answer(2, "Failed to apply patch due to: " + verdict.why() + "\n");
  }

  private void cells(String verb, String table, String key, String words) {
    String[] all = words.isBlank() ? new String[0] : words.strip().split(" +");
    switch (verb) {
      case "hset" -> {
        for (int n = 0; n + 1 < all.length; n += 2) {
          row(table, key).put(all[n], all[n + 1]);
        }
      }
      case "hdel" -> {
        List.of(all).forEach(row(table, key)::remove);
        if (row(table, key).isEmpty()) {
          remove(table, key); // redis keeps no empty hash
        }
      }
      default -> remove(table, key);
    }
  }

  /** As pfcwd/main.py does: the row is new, and a port without PFC is skipped with status 0. */
  private Answer watch(String port, String action, String restoration, String detection) {
    if (!db.path("PORT_QOS_MAP").path(port).has("pfc_enable")) {
      return new Answer(0, "SKIPPED: PFC is not enabled on port: " + port + "\n");
    }
    ObjectNode row = MAPPER.createObjectNode();
    row.put("action", action).put("restoration_time", restoration).put("detection_time", detection);
    if (history) {
      row.put("pfc_stat_history", "disable");
    }
    table("PFC_WD").set(port, row);
    return Answer.NOTHING;
  }

  private ObjectNode table(String table) {
    return db.withObject("/" + table);
  }

  private ObjectNode row(String table, String key) {
    ObjectNode rows = table(table);
    if (!(rows.get(key) instanceof ObjectNode row)) {
      return rows.putObject(key);
    }
    return row;
  }

  private void remove(String table, String key) {
    table(table).remove(key);
    if (table(table).isEmpty()) {
      db.remove(table);
    }
  }
}
