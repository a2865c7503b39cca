package dev.losslessd.driver.junos;

import dev.losslessd.driver.NumberRanges;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * {@code interfaces interface-range NAME}: what it says counts for all its members (Juniper,
 * "Interface Ranges for Physical Interfaces"): {@code member} with {@code *} and lists such as
 * {@code et-0/0/[0-3,7]}, and {@code member-range FIRST to LAST}.
 */
final class InterfaceRanges {
  private static final Pattern NAME = Pattern.compile("([a-z]+)-(\\d+)/(\\d+)/(\\d+)(?::(\\d+))?");
  private static final Pattern SPECIAL = Pattern.compile("\\*|\\[([0-9,-]+)\\]");
  private static final int LARGEST = 999;

  private InterfaceRanges() {}

  /** Paths of the ranges that a port is a member of. */
  static Stream<String> of(Statements active, String port) {
    return active.names("interfaces interface-range").stream()
        .map(name -> "interfaces interface-range " + name)
        .filter(range ->
            active.names(range + " member").stream().anyMatch(member -> covers(member, port))
                || active.names(range + " member-range").stream()
                    .anyMatch(first ->
                        active
                            .text(range + " member-range " + first + " end-range")
                            .filter(last -> isBetween(first, last, port))
                            .isPresent()));
  }

  private static boolean covers(String member, String port) {
    StringBuilder form = new StringBuilder();
    Matcher special = SPECIAL.matcher(member);
    int at = 0;
    while (special.find()) {
      form.append(Pattern.quote(member.substring(at, special.start())));
      form.append(special.group(1) == null ? "\\d{1,3}" : oneOf(special.group(1)));
      at = special.end();
    }
    return Pattern.compile(form + Pattern.quote(member.substring(at))).matcher(port).matches();
  }

  private static String oneOf(String list) {
    return NumberRanges.parse(JunosConfig.COMMAND, list, LARGEST).stream()
        .map(String::valueOf)
        .collect(Collectors.joining("|", "(?:", ")"));
  }

  private static boolean isBetween(String first, String last, String port) {
    int[] from = numbers(first, port);
    int[] to = numbers(last, port);
    int[] here = numbers(port, port);
    return from.length > 0
        && to.length > 0
        && Arrays.compare(from, here) <= 0
        && Arrays.compare(here, to) <= 0;
  }

  /** FPC, PIC, port and channel; nothing for a port of another type. */
  private static int[] numbers(String name, String port) {
    Matcher m = NAME.matcher(name);
    return m.matches() && port.startsWith(m.group(1) + "-")
        ? IntStream.rangeClosed(2, 5)
            .map(n -> m.group(n) == null ? 0 : Integer.parseInt(m.group(n)))
            .toArray()
        : new int[0];
  }
}
