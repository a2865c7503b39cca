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
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checks keys against each other, which no single key can. */
final class Rules {
  private final List<Problem> problems;

  Rules(List<Problem> problems) {
    this.problems = problems;
  }

  void check(Fields root) {
    Fields policy = root.section("policy");
    classes(policy);
    new ListenRules(problems).check(root);
    input(root.section("input"));
    switches(root);
    WaveLabels.whyNot(root)
        .ifPresent(why ->
            add(root.section("commit").section("waves"), WaveLabels.BY, "commit.waves.", why));
    windows(root);
    policyPorts(root);
    for (Checked link : root.list("links")) {
      Fields ends = (Fields) link;
      if (ends.word("a").isPresent() && ends.word("a").equals(ends.word("b"))) {
        problems.add(ends.placeOf("b").problem("links.b", "same end as a, expected the other end"));
      }
    }
  }

  /** Requires room for one whole output, with something left for other devices. */
  private void input(Fields input) {
    long total = input.number("total").orElse(0L);
    long command = input.number("command").orElse(0L);
    if (command > total - total / 5 && isUntold("input.")) {
      add(
          input,
          "command",
          "input.",
          Quantity.SIZE.text(command)
              + " is more than four fifths of total, "
              + Quantity.SIZE.text(total)
              + ", expected at most "
              + Quantity.SIZE.text(total - total / 5));
    }
  }

  private void classes(Fields policy) {
    Map<Long, String> priorities = new HashMap<>();
    Map<Long, String> codePoints = new HashMap<>();
    Set<String> names = new HashSet<>();
    long share = 0;
    int index = 0;
    Optional<String> marked = Optional.empty();
    for (Checked one : policy.list("classes")) {
      Fields c = (Fields) one;
      String path = "policy.classes[" + index++ + "].";
      String name = c.word("name").orElse("?");
      unique(names, c, path, "class");
      c.number("priority").ifPresent(p -> claim(priorities, p, name, c, "priority", path));
      for (Checked dscp : c.list("dscp")) {
        String holder = codePoints.putIfAbsent(((Checked.Measure) dscp).value(), name);
        if (holder != null) {
          problems.add(
              dscp.at()
                  .problem(
                      path + "dscp",
                      "DSCP "
                          + ((Checked.Measure) dscp).value()
                          + " belongs to class '"
                          + holder
                          + "', expected one class for a code point"));
        }
      }
      share += c.number("bandwidth").orElse(0L);
      if (share > 100 && c.number("bandwidth").isPresent()) {
        add(
            c,
            "bandwidth",
            path,
            "the classes' shares sum to " + share + "%, expected at most 100%");
      }
      single(c, path);
      if (c.flag("mark")) {
        mark(c, path, marked);
        marked = marked.or(() -> Optional.of(name));
      }
    }
  }

  /** All RDMA of a NIC is marked alike, so that there is one such class, and it has a DSCP. */
  private void mark(Fields c, String path, Optional<String> marked) {
    marked.ifPresent(holder ->
        add(
            c,
            "mark",
            path,
            "class '" + holder + "' is marked already, expected one class with mark: on"));
    if (c.list("dscp").isEmpty()) {
      add(c, "mark", path, "the class has no DSCP to mark with, expected dscp: [0..63]");
    }
  }

  private void single(Fields c, String path) {
    if (c.word("scheduling").orElse("").equals("strict") && c.number("bandwidth").isPresent()) {
      add(
          c,
          "bandwidth",
          path,
          "a strict class has no share, expected scheduling: shared or no bandwidth");
    }
    c.sectionIfThere("ecn")
        .ifPresent(ecn -> {
          long min = ecn.number("min").orElse(0L);
          long max = ecn.number("max").orElse(Long.MAX_VALUE);
          if (min > max) {
            add(
                ecn,
                "min",
                path + "ecn.",
                Quantity.SIZE.text(min)
                    + " is above max "
                    + Quantity.SIZE.text(max)
                    + ", expected min <= max");
          }
        });
  }

  private void claim(
      Map<Long, String> taken, long value, String name, Fields c, String key, String path) {
    String holder = taken.putIfAbsent(value, name);
    if (holder != null) {
      add(
          c,
          key,
          path,
          key
              + " "
              + value
              + " belongs to class '"
              + holder
              + "', expected one class for a "
              + key);
    }
  }

  private void switches(Fields root) {
    Set<String> jumps = jumps(root);
    Set<String> names = new HashSet<>();
    each(
        root,
        "switches",
        (s, path) -> {
          unique(names, s, path, "switch");
          access(s, path);
          buffer(s.section("buffer"), path + "buffer.");
          Fields via = s.section("via");
          via.word("jump")
              .filter(jump -> !jumps.contains(jump))
              .ifPresent(jump ->
                  add(
                      via,
                      "jump",
                      path + "via.",
                      "'" + jump + "' is no name in jumps, expected one of " + jumps));
        });
  }

  /** Goes through a list of sections with the path of each. */
  private static void each(Fields root, String list, BiConsumer<Fields, String> rule) {
    int index = 0;
    for (Checked one : root.list(list)) {
      rule.accept((Fields) one, list + "[" + index++ + "].");
    }
  }

  private void unique(Set<String> names, Fields fields, String path, String what) {
    fields
        .word("name")
        .filter(name -> !names.add(name))
        .ifPresent(name ->
            add(
                fields,
                "name",
                path,
                "'" + name + "' stands twice, expected one " + what + " of a name"));
  }

  private void windows(Fields root) {
    each(
        root,
        "windows",
        (window, path) -> {
          window
              .word("zone")
              .filter(zone -> !isZone(zone))
              .ifPresent(zone ->
                  add(
                      window,
                      "zone",
                      path,
                      "'" + zone + "' is no time zone, expected one like UTC or Europe/Berlin"));
          if (window.list("days").isEmpty() && isUntold(path + "days")) {
            add(window, "days", path, "no day, expected at least one of mon to sun");
          }
        });
  }

  /** A glob of a switch that the config does not have would silently want nothing. */
  private void policyPorts(Fields root) {
    List<String> names = names(root);
    for (Checked item : root.section("policy").list("ports")) {
      String text = ((Checked.Word) item).text();
      if (text.contains(":")
          && names.stream().noneMatch(new Glob(PolicyScope.device(text))::fits)) {
        problems.add(
            item.at()
                .problem(
                    "policy.ports",
                    "'" + text + "' is of no switch in switches, expected " + switches(names)));
      }
    }
  }

  private static List<String> names(Fields root) {
    return root.list("switches").stream()
        .flatMap(one -> ((Fields) one).word("name").stream())
        .toList();
  }

  private static String switches(List<String> names) {
    return names.isEmpty() ? "switches in the config" : "a port of " + String.join(", ", names);
  }

  /** Nothing is wrong with it by itself. */
  private boolean isUntold(String path) {
    return problems.stream().noneMatch(problem -> problem.key().startsWith(path));
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
  private void buffer(Fields buffer, String path) {
    boolean shared = buffer.get("shared").isPresent();
    if (shared != buffer.get("alpha").isPresent() && isUntold(path)) {
      String there = shared ? "shared" : "alpha";
      add(buffer, there, path, there + " alone, expected shared and alpha together");
    }
  }

  private Set<String> jumps(Fields root) {
    Set<String> names = new TreeSet<>();
    each(
        root,
        "jumps",
        (j, path) -> {
          unique(names, j, path, "jump host");
          access(j, path);
        });
    return names;
  }

  /** A login needs something to show, and each SNMP version its own. */
  private void access(Fields s, String path) {
    s.sectionIfThere("ssh")
        .filter(ssh -> ssh.word("user").isPresent())
        .filter(ssh -> ssh.word("key").isEmpty() && ssh.word("password").isEmpty())
        .ifPresent(
            ssh -> add(ssh, "user", path + "ssh.", "no way to log in, expected key or password"));
    s.sectionIfThere("snmp")
        .ifPresent(snmp -> {
          boolean v2 = snmp.word("version").orElse("").equals("2c");
          if (v2 && snmp.word("community").isEmpty()) {
            add(snmp, "version", path + "snmp.", "version 2c, expected a community");
          }
          if (!v2 && snmp.word("user").isEmpty()) {
            add(snmp, "version", path + "snmp.", "version 3, expected user, authKey and privKey");
          }
          if (snmp.word("user").isPresent()
              && (snmp.word("authKey").isEmpty() || snmp.word("privKey").isEmpty())) {
            add(snmp, "user", path + "snmp.", "version 3, expected authKey and privKey");
          }
          snmp.word("writeCommunity")
              .flatMap(write -> whyNotWritten(s, snmp, write))
              .ifPresent(why -> add(snmp, "writeCommunity", path + "snmp.", why));
        });
  }

  private static Optional<String> whyNotWritten(Fields s, Fields snmp, String write) {
    if (s.word("os").flatMap(SwitchSystem::named).filter(SwitchSystem::isWrittenBySnmp).isEmpty()) {
      return Optional.of("only os " + writtenBySnmp() + " is written by SNMP, expected none here");
    }
    if (!snmp.word("version").orElse("").equals("2c")) {
      return Optional.of("of version 2c, expected none: version 3 writes as its user");
    }
    return snmp.word("community").filter(write::equals).isPresent()
        ? Optional.of("the community that reads, expected another one")
        : Optional.empty();
  }

  /** Words of the systems that a community of version 2c may write. */
  static String writtenBySnmp() {
    return Stream.of(SwitchSystem.values())
        .filter(SwitchSystem::isWrittenBySnmp)
        .map(SwitchSystem::word)
        .collect(Collectors.joining(", "));
  }

  private void add(Fields fields, String key, String path, String message) {
    problems.add(fields.placeOf(key).problem(path + key, message));
  }
}
