package dev.losslessd.fabric.nvue;

import dev.losslessd.fabric.switchbase.CliError;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Settings that exist, and the values each takes. A list or a range in a name stands for each of
 * its members.
 */
final class Schema {
  private static final Pattern RANGE = Pattern.compile("(.*?)(\\d{1,4})-(\\d{1,4})");
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,63}");
  private static final Pattern SPAN = Pattern.compile("(\\d+)-(\\d+)");

  /**
   * One line that can be set: words, and names and values in angle brackets; the last word is the
   * value, but for {@code <member>} which has none.
   */
  private static final List<String> LINES =
      List.of(
          "system hostname <name>",
          "system config auto-save <state-name> <state>",
          "interface <port> type <swp>",
          "interface <port> description <name>",
          "interface <port> link mtu <552-9216>",
          "interface <port> link state <up|down>",
          "interface <port> qos pfc profile <name>",
          "interface <port> qos congestion-control profile <name>",
          "interface <port> qos egress-scheduler profile <name>",
          "interface <port> qos mapping profile <name>",
          "interface <port> qos link-pause profile <name>",
          "interface <port> qos pfc-watchdog state <state>",
          "qos pfc <name> switch-priority <member>",
          "qos pfc <name> rx <state>",
          "qos pfc <name> tx <state>",
          "qos pfc <name> cable-length <1-100000>",
          "qos pfc <name> port-buffer <0-99999999>",
          "qos pfc <name> xoff-threshold <0-99999999>",
          "qos pfc <name> xon-threshold <0-99999999>",
          "qos congestion-control <name> traffic-class <class> ecn <state>",
          "qos congestion-control <name> traffic-class <class> red <state>",
          "qos congestion-control <name> traffic-class <class> mode <absolute|relative>",
          "qos congestion-control <name> traffic-class <class> min-threshold <0-999999999>",
          "qos congestion-control <name> traffic-class <class> max-threshold <0-999999999>",
          "qos congestion-control <name> traffic-class <class> probability <1-100>",
          "qos egress-scheduler <name> traffic-class <class> mode <dwrr|strict>",
          "qos egress-scheduler <name> traffic-class <class> bw-percent <1-100>",
          "qos egress-queue-mapping default-global switch-priority <class> traffic-class <0-7>",
          "qos mapping <name> trust <l2|l3|both|port>",
          "qos mapping <name> port-default-sp <0-7>",
          "qos mapping <name> dscp <dscp> switch-priority <0-7>",
          "qos mapping <name> pcp <class> switch-priority <0-7>",
          "qos link-pause <name> rx <state>",
          "qos link-pause <name> tx <state>",
          "qos pfc-watchdog polling-interval <100-5000>",
          "qos pfc-watchdog robustness <1-1000>",
          "qos roce mode <lossless|lossy|lossless-single-ipool>",
          "qos roce <roce> <roce-state>",
          "qos traffic-pool <name> memory-percent <1-100>");

  private final Variant variant;
  private final Predicate<String> ports;

  /**
   * @param ports whether the switch has a port
   */
  Schema(Variant variant, Predicate<String> ports) {
    this.variant = variant;
    this.ports = ports;
  }

  /** One thing to set: a path, and its value, which a member of a set has not. */
  record Leaf(List<String> path, @Nullable String value) {}

  /**
   * Parses the words behind {@code nv set} into settings.
   *
   * @throws CliError if no line of this release is like that
   */
  List<Leaf> set(List<String> words) throws CliError {
    for (String line : LINES) {
      String[] form = line.split(" ");
      if (form.length == words.size() && fits(form, words)) {
        boolean member = form[form.length - 1].equals("<member>");
        List<Leaf> all = new ArrayList<>();
        for (List<String> each : apart(form, words)) {
          int last = each.size() - 1;
          all.add(member ? new Leaf(each, null) : new Leaf(each.subList(0, last), each.get(last)));
        }
        return all;
      }
    }
    throw new CliError("Error: '" + String.join(" ", words) + "' is not a valid configuration");
  }

  /** Paths that the words behind {@code nv unset} name: the beginning of some line. */
  List<List<String>> unset(List<String> words) throws CliError {
    for (String line : LINES) {
      String[] form = line.split(" ");
      if (words.size() <= form.length && fits(form, words)) {
        return apart(form, words);
      }
    }
    throw new CliError("Error: '" + String.join(" ", words) + "' is not a valid configuration");
  }

  private boolean fits(String[] form, List<String> words) {
    for (int n = 0; n < words.size(); n++) {
      if (!fits(form[n], words.get(n))) {
        return false;
      }
    }
    return !words.isEmpty();
  }

  private boolean fits(String form, String word) {
    if (!form.startsWith("<")) {
      return form.equals(word);
    }
    String kind = form.substring(1, form.length() - 1);
    return switch (kind) {
      case "name" -> NAME.matcher(word).matches();
      case "state" -> variant.isState(word);
      case "roce" -> word.equals(variant.roce());
      case "roce-state" ->
          word.equals(variant.roceWord(true)) || word.equals(variant.roceWord(false));
      case "state-name" -> word.equals(variant.roce());
      case "port" -> each(word).stream().allMatch(ports);
      case "class", "member" -> each(word).stream().allMatch(one -> within(one, 0, 7));
      case "dscp" -> each(word).stream().allMatch(one -> within(one, 0, 63));
      default -> value(kind, word);
    };
  }

  private static boolean value(String kind, String word) {
    Matcher span = SPAN.matcher(kind);
    return span.matches()
        ? within(word, Long.parseLong(span.group(1)), Long.parseLong(span.group(2)))
        : List.of(kind.split("\\|")).contains(word);
  }

  private static boolean within(String word, long least, long most) {
    return word.matches("0|[1-9]\\d{0,9}")
        && Long.parseLong(word) >= least
        && Long.parseLong(word) <= most;
  }

  private static List<List<String>> apart(String[] form, List<String> words) {
    List<List<String>> all = new ArrayList<>();
    all.add(new ArrayList<>());
    for (int n = 0; n < words.size(); n++) {
      boolean list = List.of("<port>", "<class>", "<member>", "<dscp>").contains(form[n]);
      List<String> names = list ? each(words.get(n)) : List.of(words.get(n));
      List<List<String>> longer = new ArrayList<>();
      for (List<String> path : all) {
        for (String name : names) {
          List<String> next = new ArrayList<>(path);
          next.add(name);
          longer.add(next);
        }
      }
      all = longer;
    }
    return all;
  }

  /** Expands {@code swp1-4,swp6} into single names. */
  private static List<String> each(String names) {
    List<String> all = new ArrayList<>();
    for (String part : names.split(",")) {
      Matcher range = RANGE.matcher(part);
      if (range.matches()) {
        int to = Integer.parseInt(range.group(3));
        for (int n = Integer.parseInt(range.group(2)); n <= to; n++) {
          all.add(range.group(1) + n);
        }
      } else {
        all.add(part);
      }
    }
    return all;
  }
}
