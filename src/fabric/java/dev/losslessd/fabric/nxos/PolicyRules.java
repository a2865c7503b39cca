package dev.losslessd.fabric.nxos;

import static dev.losslessd.fabric.nxos.Leaf.NONE;

import dev.losslessd.fabric.switchbase.CliError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Class maps and policy maps: their making, what is in them, and who holds on to them. */
final class PolicyRules {
  private static final List<String> TYPES = List.of("qos", "queuing", "network-qos");

  private PolicyRules() {}

  /** Rules of the global configuration mode. */
  static List<Rule> global() {
    List<Rule> rules = new ArrayList<>();
    for (String match : List.of("match-any ", "match-all ", "")) {
      String syntax = "class-map type qos " + match + "<NAME>";
      rules.add(Rule.of(syntax, true, PolicyRules::openClassMap));
      rules.add(Rule.of("no " + syntax, true, PolicyRules::deleteClassMap));
    }
    for (String type : TYPES) {
      String syntax = "policy-map type " + type + " <NAME>";
      rules.add(Rule.of(syntax, true, call -> openPolicy(call, type)));
      rules.add(Rule.of("no " + syntax, true, call -> deletePolicy(call, type)));
    }
    return rules;
  }

  /** Rules of one policy's or class map's own mode. */
  static List<Rule> of(Mode mode) {
    return switch (mode) {
      case CLASS_MAP ->
          leaves(
              new Leaf("match dscp <VALUES>", "10 *", null, PolicyRules::checkDscp),
              new Leaf("match cos <VALUES>", "10 *", null, NONE));
      case QOS_POLICY -> classes("class <NAME>", "class type qos <NAME>", Mode.QOS_CLASS);
      case QUEUING_POLICY -> classes("class type queuing <NAME>", null, Mode.QUEUING_CLASS);
      case NETWORK_POLICY -> classes("class type network-qos <NAME>", null, Mode.NETWORK_CLASS);
      case QOS_CLASS -> leaves(new Leaf("set qos-group <0-7>", Keys.QOS_GROUP, null, NONE));
      case NETWORK_CLASS ->
          leaves(
              new Leaf("mtu <576-9216>", Keys.MTU, null, NONE),
              new Leaf("pause pfc-cos <0-7>", Keys.PAUSE, null, NONE));
      case QUEUING_CLASS ->
          leaves(
              new Leaf("bandwidth remaining percent <0-100>", Keys.BANDWIDTH, null, NONE),
              new Leaf("bandwidth percent <0-100>", Keys.BANDWIDTH, null, NONE),
              new Leaf("priority level <1-8>", Keys.BANDWIDTH, null, NONE),
              red("bytes", 208_000_000),
              red("kbytes", 208_000),
              new Leaf(
                  "random-detect threshold <burst-optimized|mesh-optimized> ecn",
                  Keys.RED,
                  null,
                  NONE));
      case EXEC, CONFIG, INTERFACE, SYSTEM_QOS -> List.of();
    };
  }

  private static Leaf red(String unit, int most) {
    String threshold = "threshold <1-" + most + "> " + unit;
    String syntax =
        "random-detect minimum-"
            + threshold
            + " maximum-"
            + threshold
            + " drop-probability <1-100> weight <0-15> ecn";
    return new Leaf(syntax, Keys.RED, null, PolicyRules::checkThresholds);
  }

  private static List<Rule> leaves(Leaf... leaves) {
    List<Rule> rules = new ArrayList<>();
    for (Leaf leaf : leaves) {
      rules.addAll(leaf.rules());
    }
    if (rules.stream()
        .anyMatch(rule -> rule.tokens().contains(new Token.Keyword("random-detect")))) {
      rules.add(
          Rule.of(
              "no random-detect",
              true,
              call -> {
                call.session().targets().forEach(block -> block.unset(Keys.RED));
                return Answer.SILENT;
              }));
    }
    return rules;
  }

  private static void checkThresholds(NxosSwitch device, Block block, @Nullable String line)
      throws CliError {
    if (line != null) {
      String[] words = line.split(" ");
      if (Long.parseLong(words[2]) > Long.parseLong(words[5])) {
        throw new CliError("ERROR: minimum-threshold is greater than maximum-threshold");
      }
    }
  }

  private static void checkDscp(NxosSwitch device, Block block, @Nullable String line)
      throws CliError {
    if (line != null) {
      for (String number : line.substring("match dscp ".length()).split("[,-]")) {
        if (Integer.parseInt(number) > 63) {
          throw new CliError("ERROR: Invalid dscp value " + number + ", range is (0:63)");
        }
      }
    }
  }

  private static Answer openClassMap(Call call) throws CliError {
    String name = call.value(0);
    String match = call.words().size() == 5 ? call.words().get(3) : "match-all";
    String key = Keys.classMap(name);
    String header = "class-map type qos " + match + " " + name;
    Block there = call.device().running().block(key);
    if (there != null && !there.header().equals(header)) {
      throw new CliError("ERROR: Class-map " + name + " exists with another match type");
    }
    call.device().running().open(key, header);
    call.session().enter(Mode.CLASS_MAP, List.of(List.of(key)));
    return Answer.SILENT;
  }

  private static Answer openPolicy(Call call, String type) {
    String name = call.value(0);
    String key = Keys.policy(type, name);
    call.device().running().open(key, "policy-map type " + type + " " + name);
    Mode mode =
        switch (type) {
          case "qos" -> Mode.QOS_POLICY;
          case "queuing" -> Mode.QUEUING_POLICY;
          default -> Mode.NETWORK_POLICY;
        };
    call.session().enter(mode, List.of(List.of(key)));
    return Answer.SILENT;
  }

  private static List<Rule> classes(String syntax, @Nullable String other, Mode mode) {
    List<Rule> rules = new ArrayList<>();
    for (String form : other == null ? List.of(syntax) : List.of(syntax, other)) {
      rules.add(Rule.of(form, true, call -> openClass(call, mode)));
      rules.add(Rule.of("no " + form, true, PolicyRules::deleteClass));
    }
    if (mode != Mode.QUEUING_CLASS) { // recorded configurations have none in policies of queuing
      rules.addAll(new Leaf("description <REST>", Keys.DESCRIPTION, null, NONE).rules());
    }
    return rules;
  }

  private static Answer openClass(Call call, Mode mode) throws CliError {
    String name = call.value(0);
    requireClass(call.device(), mode, name);
    String header =
        switch (mode) {
          case QUEUING_CLASS -> "class type queuing " + name;
          case NETWORK_CLASS -> "class type network-qos " + name;
          default -> "class " + name;
        };
    call.session().target().open(name, header);
    call.session().enterBelow(mode, name);
    return Answer.SILENT;
  }

  private static void requireClass(NxosSwitch device, Mode mode, String name) throws CliError {
    boolean known =
        switch (mode) {
          case QUEUING_CLASS -> name.matches("c-out-(8q-q[1-7]|q[1-3]|(8q-)?q-default)");
          case NETWORK_CLASS -> name.matches("c-(8q-nq[1-7]|nq[1-3]|(8q-)?nq-default)");
          default ->
              name.equals("class-default") || device.running().block(Keys.classMap(name)) != null;
        };
    if (!known) {
      throw new CliError("ERROR: Class-map " + name + " does not exist");
    }
  }

  private static Answer deleteClass(Call call) throws CliError {
    if (call.session().target().blocks().remove(call.value(0)) == null) {
      throw new CliError("ERROR: Class " + call.value(0) + " is not in this policy-map");
    }
    return Answer.SILENT;
  }

  private static Answer deleteClassMap(Call call) throws CliError {
    String name = call.value(0);
    Block running = call.device().running();
    for (Map.Entry<String, Block> entry : running.blocks().entrySet()) {
      if (entry.getKey().startsWith("20 ") && entry.getValue().block(name) != null) {
        throw inUse("Class-map " + name, entry.getValue().header());
      }
    }
    delete(running, Keys.classMap(name), "Class-map " + name);
    return Answer.SILENT;
  }

  private static Answer deletePolicy(Call call, String type) throws CliError {
    String name = call.value(0);
    Block running = call.device().running();
    for (Block block : running.blocks().values()) {
      for (String line : block.lines().values()) {
        if (line.startsWith("service-policy type " + type + " ") && line.endsWith(" " + name)) {
          throw inUse("Policy-map " + name, block.header());
        }
      }
    }
    delete(running, Keys.policy(type, name), "Policy-map " + name);
    return Answer.SILENT;
  }

  private static void delete(Block running, String key, String what) throws CliError {
    if (running.blocks().remove(key) == null) {
      throw new CliError("ERROR: " + what + " does not exist");
    }
  }

  // unverified: the wording differs between releases, that it is an error does not
  private static CliError inUse(String what, String where) {
    return new CliError("ERROR: " + what + " is in use by " + where + ", cannot be deleted");
  }
}
