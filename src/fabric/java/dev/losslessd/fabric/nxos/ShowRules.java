package dev.losslessd.fabric.nxos;

import dev.losslessd.fabric.switchbase.CliError;
import dev.losslessd.fabric.switchbase.SwitchPort;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The {@code show} commands, and the parts of the output that need a port. */
final class ShowRules {
  /** Computes the output of a command for the ports that it names. */
  private interface PortShow {
    Answer show(NxosSwitch device, List<SwitchPort> ports);
  }

  private ShowRules() {}

  static List<Rule> all() {
    List<Rule> rules = new ArrayList<>();
    system(rules);
    config(rules);
    ports(rules);
    add(rules, "policy-map system type network-qos", ShowPolicies::networkQos);
    add(rules, "policy-map interface", device -> ShowPolicies.ports(device, device.ports()));
    onPorts(rules, "policy-map interface <PORTS>", ShowPolicies::ports);
    onPorts(rules, "policy-map interface <PORTS> type queuing", ShowPolicies::ports);
    onPorts(rules, "policy-map interface <PORTS> input type qos", ShowPolicies::ports);
    add(rules, "lldp neighbors", ShowLldp::brief);
    add(rules, "lldp neighbors detail", ShowLldp::detail);
    onPorts(rules, "lldp neighbors interface <PORTS> detail", ShowLldp::detail);
    return rules;
  }

  private static void system(List<Rule> rules) {
    add(rules, "version", ShowSystem::version);
    add(rules, "inventory", ShowSystem::inventory);
    add(rules, "clock", ShowSystem::clock);
    rules.add(Rule.of("show users", false, ShowSystem::users));
    add(rules, "user-account", _ -> ShowSystem.accounts());
    add(rules, "hostname", device -> Answer.lines(device.name() + " "));
    add(rules, "checkpoint summary", ShowSystem::checkpoints);
    rules.add(Rule.of("show checkpoint <NAME>", false, ShowConfig::checkpoint));
  }

  private static void config(List<Rule> rules) {
    add(rules, "running-config", device -> ShowConfig.whole(device, "running-config"));
    add(rules, "startup-config", device -> ShowConfig.whole(device, "startup-config"));
    add(rules, "running-config ipqos", ShowConfig::ipqos);
    onPorts(rules, "running-config interface <PORTS>", ShowConfig::ports);
    rules.add(
        Rule.of(
            "show diff rollback-patch checkpoint <NAME> running-config",
            false,
            ShowConfig::difference));
  }

  private static void ports(List<Rule> rules) {
    onAll(rules, "interface priority-flow-control", ShowPorts::pfc);
    onPorts(rules, "interface <PORTS> priority-flow-control", ShowPorts::pfc);
    onAll(rules, "interface flowcontrol", ShowPorts::flowcontrol);
    onPorts(rules, "interface <PORTS> flowcontrol", ShowPorts::flowcontrol);
    onAll(rules, "interface", ShowInterface::full);
    onPorts(rules, "interface <PORTS>", ShowInterface::full);
    onAll(rules, "interface brief", ShowPorts::brief);
    onPorts(rules, "interface <PORTS> brief", ShowPorts::brief);
    onAll(rules, "interface status", ShowPorts::status);
    onPorts(rules, "interface <PORTS> status", ShowPorts::status);
    onAll(rules, "interface snmp-ifindex", ShowPorts::ifIndex);
    onAll(rules, "queuing interface", ShowQueuing::show);
    onPorts(rules, "queuing interface <PORTS>", ShowQueuing::show);
    onAll(rules, "queuing pfc-queue detail", ShowWatchdog::show);
  }

  private static void add(List<Rule> rules, String syntax, Function<NxosSwitch, Answer> show) {
    rules.add(Rule.of("show " + syntax, false, call -> show.apply(call.device())));
  }

  private static void onAll(List<Rule> rules, String syntax, PortShow show) {
    add(rules, syntax, device -> show.show(device, device.ports()));
  }

  private static void onPorts(List<Rule> rules, String syntax, PortShow show) {
    rules.add(Rule.of("show " + syntax, false, call -> show.show(call.device(), ports(call, 0))));
  }

  private static List<SwitchPort> ports(Call call, int value) throws CliError {
    List<Integer> numbers = PortRange.numbers(call.value(value));
    List<SwitchPort> ports =
        call.device().ports().stream().filter(port -> numbers.contains(port.number())).toList();
    if (ports.size() != numbers.size()) {
      throw new CliError("Invalid interface format at '^' marker.");
    }
    return ports;
  }
}
