package dev.losslessd.driver.sonic;

import dev.losslessd.driver.AgentName;
import dev.losslessd.driver.ForeignMark;
import dev.losslessd.driver.HostNames;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Names of this agent's rows, {@code losslessd-gpu1-dwrr-30} in CONFIG_DB and {@code
 * losslessd-dwrr-30} in the driver. They have 32 characters at most, so that a host has four, and
 * thresholds that would not fit have digits of base 36: {@code losslessd-gpu1-x1njchr-1njchr-2s}.
 */
final class RowNames {
  private static final int LONGEST_HOST = 4;
  private static final int LONGEST = 32;
  private static final int RADIX = 36;

  private static final String MARKS = "-\\d{1,10}-\\d{1,10}-\\d{1,3}(?![0-9-])";
  private static final String PACKED = "-x[0-9a-z]{1,7}-[0-9a-z]{1,7}-[0-9a-z]{1,2}(?![0-9a-z-])";
  private static final String END =
      "-dwrr-\\d{1,3}(?![0-9])|-strict(?![A-Za-z0-9-])|-(?:queue|pg)-[0-7]{8}(?![0-9])|"
          + MARKS
          + "|"
          + PACKED;

  private static final Pattern THRESHOLDS = Pattern.compile("-(\\d+)-(\\d+)-(\\d+)");
  private static final Pattern SHORT = Pattern.compile("-x([0-9a-z]+)-([0-9a-z]+)-([0-9a-z]+)");

  private static final Map<String, SettingKind> HELD =
      Map.of(
          RowReferences.SCHEDULER, SettingKind.ETS,
          RowReferences.QUEUE_MAP, SettingKind.ETS,
          RowReferences.WRED, SettingKind.ECN,
          RowReferences.PG_MAP, SettingKind.PFC);

  private final HostNames names;
  private final String host;

  RowNames(AgentName agent) {
    this.host = agent.shortened(LONGEST_HOST);
    this.names = new HostNames(host, END, this::pack, RowNames::unpack);
  }

  private String pack(String end) {
    Matcher m = THRESHOLDS.matcher(end);
    if (!m.matches() || (AgentName.AGENT + host + end).length() <= LONGEST) {
      return end;
    }
    return "-x" + packed(m.group(1)) + "-" + packed(m.group(2)) + "-" + packed(m.group(3));
  }

  private static String packed(String number) {
    return Long.toString(Long.parseLong(number), RADIX);
  }

  private static String unpack(String end) {
    Matcher m = SHORT.matcher(end);
    return m.matches()
        ? "-" + unpacked(m.group(1)) + "-" + unpacked(m.group(2)) + "-" + unpacked(m.group(3))
        : end;
  }

  private static long unpacked(String digits) {
    return Long.parseLong(digits, RADIX);
  }

  /** CONFIG_DB as it was printed, in the words of the driver. */
  String read(String text) {
    names.learn(List.of(text));
    return names.inward(text);
  }

  /** A part of a line as the switch shall have it. */
  String outward(String text) {
    return names.outward(text);
  }

  /** This agent's rows, as the switch has them: {@code SCHEDULER|losslessd-gpu1-dwrr-30}. */
  List<String> own(SonicSnapshot now) {
    return now.databases().values().stream()
        .flatMap(db -> OwnedRows.TABLES.stream().flatMap(db::rows))
        .filter(OwnedRows::is)
        .map(row -> outward(row.text()))
        .distinct()
        .sorted()
        .toList();
  }

  /** Rows of others that ports refer to. */
  List<ForeignMark> foreign(DeviceId device, SonicSnapshot now) {
    List<ForeignMark> marks = new ArrayList<>();
    for (String port : now.ports()) {
      ConfigDb db = now.of(port);
      Target target = Target.port(new PortId(device, port));
      Stream.of(Tables.QUEUE, Tables.PORT_QOS_MAP)
          .flatMap(table -> db.rows(table, port))
          .filter(row -> row.key().equals(port) || row.key().startsWith(port + "|"))
          .forEach(row -> marks.addAll(foreign(db, row, target)));
    }
    return marks.stream().distinct().toList();
  }

  private List<ForeignMark> foreign(ConfigDb db, Row row, Target target) {
    List<ForeignMark> marks = new ArrayList<>();
    HELD.forEach((field, kind) ->
        RowReferences.of(db, row, field)
            .ifPresent(named ->
                marks.addAll(
                    ForeignMark.on(
                        target, List.of(kind), names.other(named.key()), "row " + named.text()))));
    return marks;
  }
}
