package dev.losslessd.config;

import dev.losslessd.config.Checked.Fields;
import dev.losslessd.model.Glob;
import dev.losslessd.model.SwitchSystem;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checks keys against each other, which no single key can. */
record Rules(Mistakes mistakes) {
  private static final String ECN_MIN = "min";

  void check(Fields root) {
    classes(root.section("policy"));
    new ListenRules(mistakes).check(root);
    input(root.section("input"));
    switches(root);
    waves(root);
    root.sections("windows").forEach(this::window);
    policyPorts(root);
    for (Fields link : root.sections("links")) {
      if (link.word("a").isPresent() && link.word("a").equals(link.word("b"))) {
        mistakes.at(link, "b", "same end as a, expected the other end");
      }
    }
  }

  private void waves(Fields root) {
    Fields waves = root.section("commit").section("waves");
    List<Map<String, String>> labels =
        root.sections("switches").stream().map(one -> one.section("labels").texts()).toList();
    waves
        .word("by")
        .flatMap(name -> WaveLabels.whyNot(name, labels))
        .ifPresent(why -> mistakes.at(waves, "by", why));
  }

  /** Requires room for one whole output, with something left for other devices. */
  private void input(Fields input) {
    long total = input.number("total").orElse(0L);
    long command = input.number("command").orElse(0L);
    long most = total - total / 5;
    if (command > most && !mistakes.has(input.at())) {
      String has = Quantity.SIZE.text(command) + " is more than four fifths of total, ";
      String expected = Quantity.SIZE.text(total) + ", expected at most ";
      mistakes.at(input, "command", has + expected + Quantity.SIZE.text(most));
    }
  }

  private void classes(Fields policy) {
    Map<Long, String> priorities = new HashMap<>();
    Map<Long, String> codePoints = new HashMap<>();
    Set<String> names = new HashSet<>();
    long share = 0;
    Optional<String> marked = Optional.empty();
    for (Fields c : policy.sections("classes")) {
      String name = c.word("name").orElse("?");
      mistakes.unique(names, c, "class");
      c.number("priority")
          .map(priority -> priorities.putIfAbsent(priority, name))
          .ifPresent(holder -> claimed(c, holder));
      for (Checked dscp : c.list("dscp")) {
        long value = dscp.number();
        String holder = codePoints.putIfAbsent(value, name);
        if (holder != null) {
          String claim = "DSCP " + value + " belongs to class '" + holder;
          mistakes.item(c, "dscp", dscp, claim + "', expected one class for a code point");
        }
      }
      share += c.number("bandwidth").orElse(0L);
      if (share > 100 && c.number("bandwidth").isPresent()) {
        String sum = "the classes' shares sum to " + share;
        mistakes.at(c, "bandwidth", sum + "%, expected at most 100%");
      }
      single(c);
      if (c.flag("mark")) {
        mark(c, marked);
        marked = marked.or(() -> Optional.of(name));
      }
    }
  }

  private void claimed(Fields c, String holder) {
    String claim = "priority " + c.number("priority").orElseThrow() + " belongs to class '";
    mistakes.at(c, "priority", claim + holder + "', expected one class for a priority");
  }

  /** All RDMA of a NIC is marked alike, so that there is one such class, and it has a DSCP. */
  private void mark(Fields c, Optional<String> marked) {
    marked
        .map(holder -> "class '" + holder + "' is marked already, expected one class with mark: on")
        .ifPresent(why -> mistakes.at(c, "mark", why));
    if (c.list("dscp").isEmpty()) {
      mistakes.at(c, "mark", "the class has no DSCP to mark with, expected dscp: [0..63]");
    }
  }

  private void single(Fields c) {
    if (c.word("scheduling").orElse("").equals("strict") && c.number("bandwidth").isPresent()) {
      String why = "a strict class has no share, expected scheduling: shared or no bandwidth";
      mistakes.at(c, "bandwidth", why);
    }
    Fields ecn = c.section("ecn");
    long min = ecn.number(ECN_MIN).orElse(0L);
    long max = ecn.number("max").orElse(Long.MAX_VALUE);
    if (min > max) {
      String above = Quantity.SIZE.text(min) + " is above max " + Quantity.SIZE.text(max);
      mistakes.at(ecn, ECN_MIN, above + ", expected min <= max");
    }
  }

  private void switches(Fields root) {
    Set<String> jumps = new TreeSet<>();
    for (Fields jump : root.sections("jumps")) {
      mistakes.unique(jumps, jump, "jump host");
      access(jump);
    }
    Set<String> names = new HashSet<>();
    for (Fields one : root.sections("switches")) {
      mistakes.unique(names, one, "switch");
      access(one);
      buffer(one.section("buffer"));
      Fields via = one.section("via");
      via.word("jump")
          .filter(jump -> !jumps.contains(jump))
          .map(jump -> "'" + jump + "' is no name in jumps, expected one of " + jumps)
          .ifPresent(why -> mistakes.at(via, "jump", why));
    }
  }

  private void window(Fields window) {
    window
        .word("zone")
        .filter(zone -> !isZone(zone))
        .map(zone -> "'" + zone + "' is no time zone, expected one like UTC or Europe/Berlin")
        .ifPresent(why -> mistakes.at(window, "zone", why));
    if (window.list("days").isEmpty() && !mistakes.has(window.placeOf("days"))) {
      mistakes.at(window, "days", "no day, expected at least one of mon to sun");
    }
  }

  /** A glob of a switch that the config does not have would silently want nothing. */
  private void policyPorts(Fields root) {
    List<String> names =
        root.sections("switches").stream().flatMap(one -> one.word("name").stream()).toList();
    String expected =
        names.isEmpty() ? "switches in the config" : "a port of " + String.join(", ", names);
    Fields policy = root.section("policy");
    for (Checked item : policy.list("ports")) {
      String text = item.text();
      Glob device = new Glob(PolicyScope.device(text));
      if (text.contains(":") && names.stream().noneMatch(device::fits)) {
        String why = "'" + text + "' is of no switch in switches, expected " + expected;
        mistakes.item(policy, "ports", item, why);
      }
    }
  }

  private static boolean isZone(String name) {
    try {
      ZoneId.of(name);
      return true;
    } catch (DateTimeException e) {
      return false;
    }
  }

  /** Requires pool and alpha together, as neither is of use alone. */
  private void buffer(Fields buffer) {
    boolean shared = buffer.get("shared").isPresent();
    if (shared != buffer.get("alpha").isPresent() && !mistakes.has(buffer.at())) {
      String there = shared ? "shared" : "alpha";
      mistakes.at(buffer, there, there + " alone, expected shared and alpha together");
    }
  }

  /** A login needs something to show, and each SNMP version its own. */
  private void access(Fields s) {
    Fields ssh = s.section("ssh");
    if (ssh.has("user") && !ssh.has("key") && !ssh.has("password")) {
      mistakes.at(ssh, "user", "no way to log in, expected key or password");
    }
    s.sectionIfThere("snmp").ifPresent(snmp -> snmp(s, snmp));
  }

  private void snmp(Fields s, Fields snmp) {
    boolean v2 = snmp.word("version").orElse("").equals("2c");
    if (v2 && !snmp.has("community")) {
      mistakes.at(snmp, "version", "version 2c, expected a community");
    }
    if (!v2 && !snmp.has("user")) {
      mistakes.at(snmp, "version", "version 3, expected user, authKey and privKey");
    }
    if (snmp.has("user") && !(snmp.has("authKey") && snmp.has("privKey"))) {
      mistakes.at(snmp, "user", "version 3, expected authKey and privKey");
    }
    snmp.word("writeCommunity")
        .flatMap(write -> whyNotWritten(s, snmp, write))
        .ifPresent(why -> mistakes.at(snmp, "writeCommunity", why));
  }

  private static Optional<String> whyNotWritten(Fields s, Fields snmp, String write) {
    if (s.word("os").flatMap(SwitchSystem::named).filter(SwitchSystem::isWrittenBySnmp).isEmpty()) {
      return Optional.of("only os " + writtenBySnmp() + " is written by SNMP, expected none here");
    }
    if (!snmp.word("version").orElse("").equals("2c")) {
      return Optional.of("of version 2c, expected none: version 3 writes as its user");
    }
    return snmp.word("community")
        .filter(write::equals)
        .map(_ -> "the community that reads, expected another one");
  }

  /** Words of the systems that a community of version 2c may write. */
  static String writtenBySnmp() {
    return Stream.of(SwitchSystem.values())
        .filter(SwitchSystem::isWrittenBySnmp)
        .map(SwitchSystem::word)
        .collect(Collectors.joining(", "));
  }
}
