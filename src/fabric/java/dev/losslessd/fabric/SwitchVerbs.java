package dev.losslessd.fabric;

import dev.losslessd.fabric.switchbase.FakeSwitch;
import dev.losslessd.fabric.switchbase.SwitchControl;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The verbs of {@code fabric ctl} that concern a switch. */
final class SwitchVerbs {
  static final List<String> HELP =
      List.of(
          "lie <switch> <kind> [count]",
          "refuse <switch> <first words of a command> [count]",
          "forbid <switch> <first words of a command>",
          "truncate <switch> [count]",
          "lose <switch> request|answer [count]",
          "stall <switch> <ms> [count]",
          "lock <switch> on|off",
          "ahead <switch> <seconds>",
          "vanish <switch>",
          "return <switch>",
          "replace <switch>",
          "rekey <switch>",
          "reset <switch>",
          "reboot <switch>",
          "foreign <switch> <config line>[ ; <config line>]...",
          "lldp <switch> <port> off | <system> [<port id>]",
          "clear <switch>",
          "state <switch>",
          "requests <switch>",
          "log <switch> [clear|lines|links|pdus|logins]",
          "switches");

  private static final Pattern LINE = Pattern.compile("\\s*(\\S+)\\s+(\\S+)\\s*(.*)");

  /** Words in quotation marks, so that a number can be one of them; or plain words; a count. */
  private static final Pattern PREFIX =
      Pattern.compile("(?:\"([^\"]+)\"|(\\D.*?))(?:\\s+(\\d{1,9}))?\\s*");

  private final List<FakeSwitch> switches;

  SwitchVerbs(List<FakeSwitch> switches) {
    this.switches = switches;
  }

  List<String> names() {
    return switches.stream().map(each -> each.id().name()).toList();
  }

  /** Returns the answer to a line; empty if its second word is not a switch. */
  Optional<List<String>> answer(String line) throws IOException {
    Matcher m = LINE.matcher(line);
    if (!m.matches()) {
      return Optional.empty();
    }
    for (FakeSwitch each : switches) {
      if (each.id().name().equals(m.group(2))) {
        return Optional.of(answer(each.control(), m.group(1), m.group(3)));
      }
    }
    return Optional.empty();
  }

  private static List<String> answer(SwitchControl control, String verb, String rest)
      throws IOException {
    Words words = new Words(rest);
    switch (verb) {
      case "state" -> {
        words.end();
        return told(control.state());
      }
      case "requests" -> {
        words.end();
        return told(control.requests());
      }
      case "log" -> {
        return log(control, words);
      }
      case "lie" -> control.lie(words.next("a kind"), words.count());
      case "refuse" -> refuse(control, rest);
      case "forbid" -> control.forbid(unquoted(rest));
      case "lose" -> control.lose(words.next("request or answer"), words.count());
      case "truncate" -> control.truncate(words.count());
      case "stall" -> control.stall(words.number("milliseconds", 0, 600_000), words.count());
      case "ahead" -> {
        long seconds = words.number("seconds", 1, 1_000_000);
        words.end();
        control.ahead(Duration.ofSeconds(seconds));
      }
      case "foreign" -> {
        command(rest);
        control.foreign(rest.strip());
      }
      case "lldp" -> lldp(control, words);
      case "lock" -> {
        boolean on = words.onOff();
        words.end();
        control.lock(on);
      }
      case "vanish", "return", "replace", "rekey", "reset", "reboot", "clear" -> {
        words.end();
        happen(control, verb);
      }
      default ->
          throw new IllegalArgumentException(
              "verb '" + verb + "' for a switch: expected one of those in help");
    }
    return List.of("ok");
  }

  private static void lldp(SwitchControl control, Words words) {
    String port = words.next("a port like Ethernet1/1");
    String system = words.next("off, or a system name");
    if (system.equals("off")) {
      words.end();
      control.mute(port);
      return;
    }
    Optional<String> name =
        words.hasNext() ? Optional.of(words.next("a port id")) : Optional.empty();
    words.end();
    control.hear(port, system, name);
  }

  private static void happen(SwitchControl control, String verb) throws IOException {
    switch (verb) {
      case "vanish" -> control.vanish();
      case "return" -> control.comeBack();
      case "replace" -> control.replace();
      case "rekey" -> control.rekey();
      case "reset" -> control.reset();
      case "reboot" -> control.reboot();
      default -> control.clear();
    }
  }

  private static void refuse(SwitchControl control, String rest) {
    Matcher m = command(rest);
    String prefix = m.group(1) == null ? m.group(2) : m.group(1);
    long count = m.group(3) == null ? Long.MAX_VALUE : Long.parseLong(m.group(3));
    control.refuse(prefix.strip(), count);
  }

  private static String unquoted(String rest) {
    String quoted = command(rest).group(1);
    return quoted == null ? rest.strip() : quoted;
  }

  private static Matcher command(String rest) {
    Matcher m = PREFIX.matcher(rest);
    if (!m.matches()) {
      throw new IllegalArgumentException("'" + rest + "': expected the first words of a command");
    }
    return m;
  }

  private static List<String> log(SwitchControl control, Words words) {
    if (!words.hasNext()) {
      return told(control.log());
    }
    String word = words.next("clear, lines, links, pdus or logins");
    words.end();
    switch (word) {
      case "lines" -> {
        return told(control.timedLog());
      }
      case "links" -> {
        return told(control.links());
      }
      case "pdus" -> {
        return told(control.pdus());
      }
      case "logins" -> {
        return told(control.logins());
      }
      case "clear" -> control.clearLog();
      default ->
          throw new IllegalArgumentException(
              "log '" + word + "': expected nothing, clear, lines, links, pdus or logins");
    }
    return List.of("ok");
  }

  private static List<String> told(List<String> lines) {
    List<String> all = new ArrayList<>();
    all.add("ok " + lines.size());
    all.addAll(lines);
    return all;
  }
}
