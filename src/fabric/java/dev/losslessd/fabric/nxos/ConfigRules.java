package dev.losslessd.fabric.nxos;

import static dev.losslessd.fabric.nxos.Leaf.NONE;

import dev.losslessd.fabric.switchbase.CliError;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The configuration modes and their commands. */
final class ConfigRules {
  private static final Map<Mode, List<Rule>> RULES = new EnumMap<>(Mode.class);

  static {
    for (Mode mode : Mode.values()) {
      List<Rule> rules = new ArrayList<>(PolicyRules.of(mode));
      switch (mode) {
        case CONFIG -> rules.addAll(global());
        case INTERFACE -> rules.addAll(port());
        case SYSTEM_QOS -> rules.addAll(system());
        case EXEC,
            CLASS_MAP,
            QOS_POLICY,
            QOS_CLASS,
            QUEUING_POLICY,
            QUEUING_CLASS,
            NETWORK_POLICY,
            NETWORK_CLASS -> {}
      }
      if (mode != Mode.EXEC) {
        rules.add(Rule.of("exit", false, ConfigRules::exit));
        rules.add(Rule.of("end", false, ConfigRules::end));
      }
      RULES.put(mode, List.copyOf(rules));
    }
  }

  private ConfigRules() {}

  static List<Rule> of(Mode mode) {
    return Objects.requireNonNull(RULES.get(mode));
  }

  private static List<Rule> global() {
    List<Rule> rules = new ArrayList<>(PolicyRules.global());
    rules.add(Rule.of("interface <INTERFACE>", true, ConfigRules::openPorts));
    rules.add(Rule.of("system qos", true, ConfigRules::openSystem));
    String watchdog = "priority-flow-control watch-dog-interval ";
    add(
        rules,
        new Leaf(watchdog + "<on|off>", "05 watch-dog", watchdog + "off", NONE),
        new Leaf("feature <NAME>", "02 *", null, NONE),
        new Leaf("ntp server <REST>", "06 *", null, NONE),
        new Leaf("snmp-server location <REST>", "04 snmp-server location", null, NONE),
        new Leaf("snmp-server contact <REST>", "03 snmp-server contact", null, NONE));
    return rules;
  }

  private static List<Rule> port() {
    List<Rule> rules = new ArrayList<>();
    String mode = "priority-flow-control mode ";
    String watchdog = "priority-flow-control watch-dog-interval ";
    add(
        rules,
        new Leaf("description <REST>", Keys.DESCRIPTION, null, NONE),
        new Leaf(mode + "<on|off|auto>", Keys.PFC_MODE, mode + "auto", ConfigRules::checkPause),
        new Leaf(mode + "on send-tlv", Keys.PFC_MODE, null, ConfigRules::checkPause),
        new Leaf(watchdog + "<on|off>", Keys.WATCHDOG, watchdog + "off", NONE),
        flow("receive", Keys.FLOW_RECEIVE),
        flow("send", Keys.FLOW_SEND),
        new Leaf("mtu <1500-9216>", Keys.MTU, "mtu 1500", NONE),
        new Leaf("channel-group <REST>", Keys.CHANNEL_GROUP, null, NONE),
        new Leaf("service-policy type qos input <NAME>", Keys.QOS_INPUT, null, policy("qos")),
        new Leaf(
            "service-policy type queuing output <NAME>",
            Keys.QUEUING_OUTPUT,
            null,
            policy("queuing")));
    rules.add(Rule.of("no mtu", true, call -> drop(call, Keys.MTU)));
    rules.add(Rule.of("no description", true, call -> drop(call, Keys.DESCRIPTION)));
    rules.add(Rule.of("shutdown", true, call -> shutdown(call, "shutdown")));
    rules.add(Rule.of("no shutdown", true, call -> shutdown(call, "no shutdown")));
    return rules;
  }

  private static Leaf flow(String direction, String key) {
    String words = "flowcontrol " + direction + " ";
    return new Leaf(words + "<on|off>", key, words + "off", ConfigRules::checkPause);
  }

  private static List<Rule> system() {
    List<Rule> rules = new ArrayList<>();
    add(
        rules,
        new Leaf(
            "service-policy type queuing output <NAME>",
            Keys.QUEUING_OUTPUT,
            null,
            policy("queuing")),
        new Leaf(
            "service-policy type network-qos <NAME>",
            Keys.NETWORK_QOS,
            null,
            policy("network-qos")));
    return rules;
  }

  private static void add(List<Rule> rules, Leaf... leaves) {
    for (Leaf leaf : leaves) {
      rules.addAll(leaf.rules());
    }
  }

  private static Leaf.Check policy(String type) {
    return (device, block, line) -> {
      String name = line == null ? "" : line.substring(line.lastIndexOf(' ') + 1);
      if (line != null && device.running().block(Keys.policy(type, name)) == null) {
        throw new CliError("ERROR: Policy-map " + name + " does not exist");
      }
    };
  }

  /** Link-level flow control and PFC exclude each other on a port. */
  private static void checkPause(NxosSwitch device, Block block, @Nullable String line)
      throws CliError {
    if (line == null || line.endsWith(" off") || line.endsWith(" auto")) {
      return;
    }
    String pfc = block.line(Keys.PFC_MODE);
    boolean wantsPfc = line.startsWith("priority-flow-control");
    boolean clash =
        wantsPfc
            ? block.line(Keys.FLOW_RECEIVE) != null || block.line(Keys.FLOW_SEND) != null
            : pfc != null && !pfc.endsWith(" off");
    if (clash) {
      throw new CliError(
          "ERROR: Priority flow control and link level flow control cannot both be on for a port");
    }
  }

  private static Answer drop(Call call, String key) throws CliError {
    for (Block block : call.session().targets()) {
      block.unset(key);
    }
    return Answer.SILENT;
  }

  private static Answer shutdown(Call call, String line) throws CliError {
    for (Block block : call.session().targets()) {
      block.set(Keys.SHUTDOWN, line);
    }
    return Answer.SILENT;
  }

  private static Answer openPorts(Call call) throws CliError {
    List<List<String>> paths = new ArrayList<>();
    if (PortRange.isBundle(call.value(0))) {
      String key = Keys.bundle(call.value(0));
      call.device().running().open(key, "interface " + call.value(0));
      paths.add(List.of(key));
    }
    for (int number : PortRange.numbers(call.value(0))) {
      String key = Keys.port(number);
      if (call.device().running().block(key) == null) {
        throw new CliError("Invalid interface format at '^' marker.");
      }
      paths.add(List.of(key));
    }
    call.session().enter(Mode.INTERFACE, paths);
    return Answer.SILENT;
  }

  private static Answer openSystem(Call call) {
    call.device().running().open(Keys.SYSTEM_QOS, "system qos");
    call.session().enter(Mode.SYSTEM_QOS, List.of(List.of(Keys.SYSTEM_QOS)));
    return Answer.SILENT;
  }

  private static Answer exit(Call call) {
    call.session().leave();
    return Answer.SILENT;
  }

  private static Answer end(Call call) {
    call.session().leaveAll();
    return Answer.SILENT;
  }
}
