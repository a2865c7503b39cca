package dev.losslessd.driver.onyx;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceJson;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * {@code show dcb priority-flow-control}: which priorities is a matter of the whole switch, whether
 * at all one of each port.
 *
 * @param head of the whole switch; empty where the release prints only ports as JSON
 * @param ports rows that are understood
 * @param strange why a port's row is not understood: its PFC is unknown, that of others is not
 */
record PfcTable(Optional<Head> head, Map<String, Port> ports, Map<String, String> strange) {
  static final String TEXT = "show dcb priority-flow-control";
  static final String COMMAND = TEXT + " | json-print";

  private static final String STATE = "PFC";
  private static final String ENABLED = "Priority Enabled List";
  private static final String DISABLED = "Priority Disabled List";
  private static final String ADMIN = "PFC admin";
  private static final String OPER = "PFC oper";
  private static final Pattern ROW =
      Pattern.compile("((?:Eth|Po|Mpo)[0-9/]+)\\s+(\\w+)\\s+(Enabled|Disabled)\\s*");

  /** What a row or a field of a port begins with; the name ends where something else begins. */
  private static final Pattern NAME = Pattern.compile("((?:Eth|Po|Mpo)\\d[0-9/]*)(.*)");

  /**
   * @param on PFC of the switch as a whole
   * @param priorities that are lossless on every port with PFC
   */
  record Head(boolean on, PrioritySet priorities) {}

  /**
   * @param admin {@code On}, {@code Off}, or {@code Auto}: as DCBX agrees with the peer
   * @param running whether it acts now
   */
  record Port(String admin, boolean running) {}

  static PfcTable parse(String text) {
    Rows rows = new Rows(new LinkedHashMap<>(), new LinkedHashMap<>());
    Head head = null;
    for (DeviceJson part : DeviceJson.parse(COMMAND, text).rows()) {
      if (part.textIfThere(ENABLED).isPresent()) {
        head = head(part.text(STATE), part.text(ENABLED), part.text(DISABLED), COMMAND);
        continue;
      }
      part.fields().forEach(field -> rows.json(field, part));
    }
    return rows.table(COMMAND, text, Optional.ofNullable(head));
  }

  /** Rows as they are read. One that is not understood is kept with its reason. */
  private record Rows(Map<String, Port> ports, Map<String, String> strange) {
    /** Fields of other names than ports' are passed over. */
    void json(String field, DeviceJson part) {
      Matcher name = NAME.matcher(field);
      if (!name.matches()) {
        return;
      }
      try {
        for (DeviceJson row : part.rows(field)) {
          ParseErrors.throwIf(!name.group(2).isEmpty(), COMMAND, field, "the name of a port alone");
          take(name.group(1), new Port(row.text(ADMIN), running(row)));
        }
      } catch (DeviceException e) {
        strange.put(name.group(1), e.getMessage());
      }
    }

    void text(String line) {
      Matcher row = ROW.matcher(line);
      Matcher name = NAME.matcher(line);
      if (row.matches()) {
        take(row.group(1), new Port(row.group(2), row.group(3).equals("Enabled")));
      } else if (name.matches()) {
        strange.put(
            name.group(1),
            ParseErrors.at(TEXT, line, "port, admin, Enabled|Disabled").getMessage());
      }
    }

    private void take(String name, Port port) {
      if (ports.put(name, port) != null) {
        strange.put(name, ParseErrors.at(TEXT, name + " twice", "each port once").getMessage());
      }
    }

    PfcTable table(String command, String text, Optional<Head> head) {
      ParseErrors.throwIf(ports.isEmpty(), command, text, "a row for each port: admin and oper");
      return new PfcTable(head, ports, strange);
    }
  }

  private static boolean running(DeviceJson row) {
    return switch (row.text(OPER)) {
      case "Enabled" -> true;
      case "Disabled" -> false;
      default -> throw row.garbled(OPER, "Enabled or Disabled");
    };
  }

  /** The form for people; each line of it ends with a newline, or it was cut. */
  static PfcTable parseText(String text) {
    requireWhole(text);
    Rows rows = new Rows(new LinkedHashMap<>(), new LinkedHashMap<>());
    text.lines().map(String::strip).forEach(rows::text);
    return rows.table(
        TEXT,
        text,
        Optional.of(head(field(text, STATE), field(text, ENABLED), field(text, DISABLED), TEXT)));
  }

  private static void requireWhole(String text) {
    ParseErrors.throwIf(!text.endsWith("\n"), TEXT, text, "whole lines");
  }

  private static String field(String text, String name) {
    Matcher found = Pattern.of("(?m)^\\s*" + name + ":[ \\t]*(.*)$").matcher(text);
    ParseErrors.throwIf(!found.find(), TEXT, text, "'" + name + ":'");
    return found.group(1).strip();
  }

  private static Head head(String state, String enabled, String disabled, String command) {
    if (!state.equals("enabled") && !state.equals("disabled")) {
      throw ParseErrors.at(command, STATE + " " + state, "enabled or disabled");
    }
    PrioritySet on = list(enabled, command);
    PrioritySet off = list(disabled, command);
    if ((on.mask() ^ off.mask()) != 0xff) {
      throw ParseErrors.at(
          command, ENABLED + " " + enabled + ", " + DISABLED + " " + disabled, "all 8, each once");
    }
    return new Head(state.equals("enabled"), on);
  }

  /** {@code 3 4}, or nothing. */
  private static PrioritySet list(String text, String command) {
    PrioritySet set = PrioritySet.NONE;
    for (String one : text.isEmpty() ? new String[0] : Pattern.of("[ ,]+").split(text, -1)) {
      ParseErrors.throwIf(!Pattern.matches("[0-7]", one), command, text, "priorities 0..7");
      set = set.with(Priority.of(Integer.parseInt(one)));
    }
    return set;
  }

  /**
   * @throws DeviceException GARBLED where only ports were printed
   */
  Head switchWide() {
    return head.orElseThrow(() -> ParseErrors.at(COMMAND, "ports alone", ENABLED));
  }

  /** Returns the priorities that the whole switch carries without drop. */
  Lossless lossless() {
    return switchWide().on() ? new Lossless(switchWide().priorities()) : Lossless.NONE;
  }

  /**
   * Returns the PFC that is set on a port; with {@code Auto}, what was negotiated.
   *
   * @throws DeviceException GARBLED if the port's row is not understood, or the port (which {@code
   *     show interfaces} names) or the priorities were not printed, as where the answer was cut
   */
  Reading pfc(String name) {
    String why = strange.get(name);
    if (why != null) {
      throw DeviceException.garbled(why);
    }
    Port port = ports.get(name);
    if (port == null) {
      throw ParseErrors.at(COMMAND, String.join(" ", ports.keySet()), name);
    }
    boolean on =
        switch (port.admin()) {
          case "Auto" -> port.running();
          case "On", "Enabled" -> true;
          case "Off", "Disabled" -> false;
          default -> throw ParseErrors.at(COMMAND, name + " " + port.admin(), "On, Off or Auto");
        };
    String note = on == port.running() ? "" : "oper " + (port.running() ? "Enabled" : "Disabled");
    Pfc pfc = on ? new Pfc(lossless().priorities()) : Pfc.OFF;
    return new Reading.Value(pfc, "", note);
  }
}
