package dev.losslessd.driver.eos;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.InverseWords;
import dev.losslessd.driver.NumberRanges;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.model.SettingKind;
import dev.losslessd.text.Pattern;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One line of an interface or of a qos profile.
 *
 * @param queue the section that it is in, {@code tx-queue 3}; empty for none
 * @param text of the line
 */
record ConfigLine(String queue, String text) {
  private static final Pattern SECTION = Pattern.compile("(?:[um]c-)?tx-queue [0-7]");

  /** The watchdog of a port with times of its own, which is read beside whether it is on. */
  private static final Pattern OWN_WATCHDOG =
      Pattern.compile("(?:no )?priority-flow-control pause watchdog port .*");

  private Optional<PortSetting.Form> form() {
    return PortSettings.forms().filter(form -> form.matches(this)).findFirst();
  }

  /** The setting that it belongs to; empty for what is left alone. */
  Optional<SettingKind> setting() {
    return PortSettings.ALL.stream()
        .filter(setting -> setting.has(this))
        .findFirst()
        .map(PortSetting::kind);
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
    String begun = queue.isEmpty() ? bare : "queue " + bare;
    return PortSettings.ALL.stream()
        .filter(one -> Pattern.matches(one.begins, begun))
        .reduce((_, narrower) -> narrower)
        .filter(one -> one.kind() == setting)
        .isPresent();
  }

  /** The place that its values compete for: of two lines of one key the later counts. */
  String key() {
    String place = queue.isEmpty() ? "" : queue + "/";
    return place + form().map(form -> form.removal(this)).orElse(text);
  }

  /** The line that takes it away. */
  ConfigLine removal() {
    PortSetting.Form form =
        form().orElseThrow(() -> new IllegalStateException("no setting has " + this));
    return new ConfigLine(queue, form.removal(this));
  }

  /** Whether it says what holds without it, as {@code show running-config all} prints. */
  boolean isDefault() {
    return text.startsWith("default ")
        || (form().isPresent() && removal().text.equals(text) && !text.equals("no qos trust"));
  }

  /** The line, where a condition is met; it is of the port itself. */
  static Stream<ConfigLine> when(boolean condition, String text) {
    return condition ? Stream.of(new ConfigLine("", text)) : Stream.empty();
  }

  int percent(String number) {
    return NumberRanges.number(number, 100, () -> garbled("0..100 percent"));
  }

  DeviceException garbled(String expected) {
    return RunningConfig.garbled(word(), expected);
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
