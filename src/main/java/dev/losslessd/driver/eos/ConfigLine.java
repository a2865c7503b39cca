package dev.losslessd.driver.eos;

import dev.losslessd.driver.InverseWords;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.model.SettingKind;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One line of an interface or of a qos profile.
 *
 * @param queue the section that it is in, {@code tx-queue 3}; empty for none
 * @param text of the line
 */
record ConfigLine(String queue, String text) {
  /**
   * A kind of line.
   *
   * @param key the place that its values compete for; {@code $1} is the first group
   * @param setting that it belongs to
   * @param removal the line that takes it away
   */
  private record Kind(
      boolean inQueue, Pattern form, String key, SettingKind setting, String removal) {
    static Kind port(String form, String key, SettingKind setting, String removal) {
      return new Kind(false, Pattern.compile(form), key, setting, removal);
    }

    static Kind queue(String form, String key, SettingKind setting, String removal) {
      return new Kind(true, Pattern.compile(form), key, setting, removal);
    }
  }

  private static final Pattern SECTION = Pattern.compile("(?:[um]c-)?tx-queue [0-7]");

  private static final List<Kind> KINDS =
      List.of(
          Kind.port(
              "priority-flow-control(?: mode)? on|no priority-flow-control(?: mode)?",
              "pfc",
              SettingKind.PFC,
              "no priority-flow-control"),
          Kind.port(
              "(?:no )?priority-flow-control priority ([0-7])(?: no-drop| drop)?",
              "pfc $1",
              SettingKind.PFC,
              "no priority-flow-control priority $1"),
          Kind.port(
              "(?:no )?priority-flow-control pause watchdog",
              "watchdog",
              SettingKind.PFC_WATCHDOG,
              "priority-flow-control pause watchdog"),
          Kind.port(
              "(?:no |default )?qos trust(?: cos| dscp)?",
              "trust",
              SettingKind.TRUST,
              "default qos trust"),
          Kind.port(
              "(?:no )?flowcontrol (send|receive)(?: on| off| desired)?",
              "flowcontrol $1",
              SettingKind.GLOBAL_PAUSE,
              "no flowcontrol $1"),
          Kind.port("(?:no )?mtu(?: \\d+)?", "mtu", SettingKind.MTU, "no mtu"),
          Kind.queue("no priority|priority strict", "priority", SettingKind.ETS, "priority strict"),
          Kind.queue(
              "bandwidth percent \\d+|no bandwidth percent",
              "bandwidth",
              SettingKind.ETS,
              "no bandwidth percent"),
          Kind.queue(
              "bandwidth guaranteed percent \\d+|no bandwidth guaranteed",
              "guaranteed",
              SettingKind.ETS,
              "no bandwidth guaranteed"),
          Kind.queue(
              "random-detect ecn minimum-threshold .*"
                  + "|no random-detect ecn(?: minimum-threshold)?",
              "ecn",
              SettingKind.ECN,
              "no random-detect ecn"),
          Kind.queue(
              "(?:no )?random-detect ecn count",
              "count",
              SettingKind.ECN_COUNT,
              "no random-detect ecn count"));

  /** First words of lines of a port and of a queue, of longer ones first. */
  private static final List<Map.Entry<String, SettingKind>> PORT_WORDS =
      List.of(
          Map.entry("priority-flow-control pause watchdog", SettingKind.PFC_WATCHDOG),
          Map.entry("priority-flow-control", SettingKind.PFC),
          Map.entry("qos trust", SettingKind.TRUST),
          Map.entry("flowcontrol", SettingKind.GLOBAL_PAUSE),
          Map.entry("random-detect ecn", SettingKind.ECN));

  private static final List<Map.Entry<String, SettingKind>> QUEUE_WORDS =
      List.of(
          Map.entry("priority", SettingKind.ETS),
          Map.entry("bandwidth", SettingKind.ETS),
          Map.entry("random-detect ecn", SettingKind.ECN));

  /** The watchdog of a port with times of its own, which is read beside whether it is on. */
  private static final Pattern OWN_WATCHDOG =
      Pattern.compile("(?:no )?priority-flow-control pause watchdog port .*");

  private Optional<Matcher> match(Kind kind) {
    Matcher m = kind.form.matcher(text);
    return kind.inQueue != queue.isEmpty() && m.matches() ? Optional.of(m) : Optional.empty();
  }

  private Optional<Kind> kind() {
    return KINDS.stream().filter(kind -> match(kind).isPresent()).findFirst();
  }

  /** The setting that it belongs to; empty for what is left alone. */
  Optional<SettingKind> setting() {
    return kind().map(Kind::setting);
  }

  /** Whether it belongs to a setting; queues of multicast carry no RoCE. */
  boolean isOf(SettingKind setting) {
    return !isMulticast() && setting().equals(Optional.of(setting));
  }

  /**
   * Whether a line begins as those of a setting do and is none of them, so that what it does there
   * is unknown.
   */
  boolean begins(SettingKind setting) {
    if (isMulticast() || setting().isPresent() || OWN_WATCHDOG.matcher(text).matches()) {
      return false;
    }
    String bare = text.startsWith("no ") ? text.substring(3) : text;
    Optional<SettingKind> begun =
        (queue.isEmpty() ? PORT_WORDS : QUEUE_WORDS)
            .stream()
                .filter(one -> (bare + " ").startsWith(one.getKey() + " "))
                .map(Map.Entry::getValue)
                .findFirst();
    boolean counts = begun.equals(Optional.of(SettingKind.ECN)) && text.endsWith(" count");
    return begun.map(one -> counts ? SettingKind.ECN_COUNT : one).equals(Optional.of(setting));
  }

  /** The place that its values compete for: of two lines of one key the later counts. */
  String key() {
    String place = queue.isEmpty() ? "" : queue + "/";
    return kind().map(kind -> place + filled(kind, kind.key)).orElse(place + text);
  }

  /** The line that takes it away. */
  ConfigLine removal() {
    Kind kind = kind().orElseThrow(() -> new IllegalStateException("no setting has " + this));
    return new ConfigLine(queue, filled(kind, kind.removal));
  }

  private String filled(Kind kind, String template) {
    Matcher m = match(kind).orElseThrow();
    return m.groupCount() > 0 ? template.replace("$1", m.group(1)) : template;
  }

  /** Whether it says what holds without it, as {@code show running-config all} prints. */
  boolean isDefault() {
    return text.startsWith("default ")
        || (kind().isPresent() && removal().text.equals(text) && !text.equals("no qos trust"));
  }

  /** The number of the queue that it is in, which it must be. */
  int number() {
    return queue.charAt(queue.length() - 1) - '0';
  }

  /** Multicast queues carry no RoCE. */
  boolean isMulticast() {
    return queue.startsWith("mc-");
  }

  static boolean isQueue(String line) {
    return SECTION.matcher(line).matches();
  }

  /** {@code tx-queue 3: random-detect ecn ...}, or the line alone. */
  String word() {
    return queue.isEmpty() ? text : queue + ": " + text;
  }

  /** Joins the {@link #word} of several lines into one text. */
  static String words(List<ConfigLine> lines) {
    return InverseWords.of(lines.stream().map(ConfigLine::word).toList());
  }

  /**
   * Parses the lines that {@link #words} joined.
   *
   * @throws dev.losslessd.driver.DeviceException GARBLED if they are no lines of this setting
   */
  static List<ConfigLine> parseWords(SettingKind setting, String words) {
    return InverseWords.parse(words).stream().map(word -> parse(setting, word)).toList();
  }

  private static ConfigLine parse(SettingKind setting, String word) {
    int colon = word.indexOf(": ");
    ConfigLine line =
        colon < 0
            ? new ConfigLine("", word)
            : new ConfigLine(word.substring(0, colon), word.substring(colon + 2));
    if (!line.setting().equals(Optional.of(setting))
        || (!line.queue.isEmpty() && !isQueue(line.queue))) {
      throw ParseErrors.at("words", word, "a line of " + setting.word());
    }
    return line;
  }
}
