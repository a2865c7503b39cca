package dev.losslessd.driver.nxos;

import dev.losslessd.transport.ssh.FakeDevice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A Nexus that keeps its configuration and prints it in one order, whatever came first. */
final class FakeNexus {
  /** A section of the configuration; keys are its lines. */
  private static final class Node {
    final Map<String, Node> below = new LinkedHashMap<>();
  }

  private static final List<String> SECTIONS =
      List.of("class-map ", "policy-map ", "system qos", "interface ");
  private static final List<String> ONE_OF_A_KIND =
      List.of(
          "service-policy type network-qos ",
          "service-policy type queuing output ",
          "priority-flow-control mode ",
          "flowcontrol receive ",
          "flowcontrol send ",
          "mtu ",
          "description ",
          "set qos-group ");
  private static final List<String> DEFAULTS =
      List.of("flowcontrol receive off", "flowcontrol send off", "mtu 1500");

  private final Node root = new Node();
  final List<String> sent = new ArrayList<>();
  final List<String> checkpoints = new ArrayList<>();

  /** A line that is refused, and what is said then. */
  final Map<String, String> refusals = new TreeMap<>();

  private Node at = root;
  private Node policy = root;
  private boolean configuring;

  /** Roles of the account that logs in. */
  String roles = "network-admin";

  /** Cuts what {@code show} prints after so many lines; negative for not at all. */
  int cutAfter = -1;

  /** Damage to an answer on its way, or a line that someone else has written. */
  volatile UnaryOperator<String> edit = text -> text;

  FakeNexus(String... lines) {
    reset(lines);
  }

  /** Another configuration; what was sent before is forgotten. */
  final synchronized void reset(String... lines) {
    root.below.clear();
    configuring = true;
    for (String line : lines) {
      configure(line);
    }
    configuring = false;
    at = root;
    sent.clear();
  }

  void talk(FakeDevice.Terminal terminal) throws IOException {
    terminal.say("Cisco Nexus Operating System (NX-OS) Software\r\n");
    while (true) {
      String line = terminal.command(configuring ? "leaf1(config)# " : "leaf1# ");
      terminal.say(answer(line).replace("\n", "\r\n"));
    }
  }

  private synchronized String answer(String line) {
    sent.add(line);
    String refusal = refusals.get(line);
    if (refusal != null) {
      return refusal + "\n";
    }
    return switch (line) {
      case "configure terminal" -> {
        configuring = true;
        yield "Enter configuration commands, one per line. End with CNTL/Z.\n";
      }
      case "end" -> {
        configuring = false;
        at = root;
        yield "";
      }
      case "show running-config" -> cut(config());
      case "show interface priority-flow-control" -> cut(pfc());
      case "show interface flowcontrol" -> cut(flow());
      case "show checkpoint summary" ->
          checkpoints.stream()
              .map(name ->
                  "1) " + name + ":\nCreated by ops\nCreated at Mon, 09:12:44 03 Mar 2025\n")
              .collect(Collectors.joining());
      case "show user-account" ->
          "user:ops\n        this user account has no expiry date\n        roles:" + roles + " \n";
      case "show queuing interface", "show queuing pfc-queue detail" -> "";
      case "copy running-config startup-config" -> "[########] 100%\nCopy complete.\n";
      case "terminal length 0", "terminal width 511" -> "";
      default -> other(line);
    };
  }

  private String other(String line) {
    if (line.startsWith("checkpoint ")) {
      checkpoints.add(line.substring("checkpoint ".length()));
      return "......Done\n";
    }
    if (line.startsWith("no checkpoint ")) {
      checkpoints.remove(line.substring("no checkpoint ".length()));
      return "";
    }
    return configuring ? configure(line) : "% Invalid command at '^' marker.\n";
  }

  private String cut(String whole) {
    String text = edit.apply(whole);
    return cutAfter < 0
        ? text
        : text.lines().limit(cutAfter).collect(Collectors.joining("\n", "", "\n"));
  }

  private String configure(String line) {
    if (line.startsWith("no ")) {
      return remove(line.substring(3));
    }
    if (SECTIONS.stream().anyMatch(line::startsWith)) {
      at = root.below.computeIfAbsent(line, _ -> new Node());
      policy = at;
    } else if (line.startsWith("class ")) {
      at = policy.below.computeIfAbsent(line, _ -> new Node());
    } else if (line.contains("type qos input") && has(at, "service-policy type qos input ")) {
      return "ERROR: policy already attached\n";
    } else {
      put(line);
    }
    return "";
  }

  private void put(String line) {
    String kind = ONE_OF_A_KIND.stream().filter(line::startsWith).findFirst().orElse(line);
    at.below.keySet().removeIf(old -> old.startsWith(kind));
    if (!DEFAULTS.contains(line)) {
      at.below.put(line, new Node());
    }
  }

  private static boolean has(Node node, String beginning) {
    return node.below.keySet().stream().anyMatch(line -> line.startsWith(beginning));
  }

  private String remove(String line) {
    if (line.equals("priority-flow-control mode on")) {
      at.below.keySet().removeIf(old -> old.startsWith("priority-flow-control mode "));
      return "";
    }
    boolean section = SECTIONS.stream().anyMatch(line::startsWith);
    String name = line.substring(line.lastIndexOf(' ') + 1);
    if (section && isUsed(name)) {
      return "ERROR: " + name + " is in use\n";
    }
    @Nullable Node gone = (section ? root : at).below.remove(line);
    return gone == null ? "% No such line\n" : "";
  }

  private boolean isUsed(String name) {
    return root.below.values().stream()
        .anyMatch(section ->
            section.below.keySet().stream()
                .anyMatch(line ->
                    (line.startsWith("service-policy ") || line.startsWith("class "))
                        && line.endsWith(" " + name)));
  }

  synchronized String config() {
    StringBuilder text = new StringBuilder("\n!Command: show running-config\n");
    text.append("!Running configuration last done at: Mon Mar  3 09:12:44 2025\n\n");
    text.append("version 10.3(4a) Bios:version 05.47\nhostname leaf1\n\n");
    root.below.keySet().stream()
        .filter(line -> SECTIONS.stream().noneMatch(line::startsWith))
        .forEach(line -> text.append(line).append('\n'));
    for (String section : SECTIONS) {
      root.below.keySet().stream()
          .filter(line -> line.startsWith(section))
          .sorted()
          .forEach(line -> print(line, root.below.get(line), "", text));
    }
    return text.append("line console\nline vty\nboot nxos bootflash:/nxos64.bin\n").toString();
  }

  private static void print(String line, @Nullable Node node, String indent, StringBuilder text) {
    text.append(indent).append(line).append('\n');
    if (node != null) {
      node.below.keySet().stream()
          .sorted()
          .forEach(one -> print(one, node.below.get(one), indent + "  ", text));
    }
  }

  private List<String> ports() {
    return root.below.keySet().stream()
        .filter(line -> line.startsWith("interface "))
        .map(line -> line.substring(10))
        .sorted()
        .toList();
  }

  private boolean says(String port, String line) {
    Node node = root.below.get("interface " + port);
    return node != null && has(node, line);
  }

  private String pfc() {
    String rule = "=".repeat(60);
    StringBuilder text = new StringBuilder(rule + "\n");
    text.append("Port               Mode Oper(VL bmap)  RxPPP      TxPPP     \n" + rule + "\n\n");
    for (String port : ports()) {
      boolean on = says(port, "priority-flow-control mode on");
      String mode = on ? "On  " : says(port, "priority-flow-control mode off") ? "Off " : "Auto";
      String oper = on ? "On   (8)  " : "Off       ";
      text.append("%-18s %s %s     %-10d %d%n".formatted(port, mode, oper, 51, 17));
    }
    return text.toString();
  }

  private String flow() {
    StringBuilder text =
        new StringBuilder(
            """
            Port  Send    FlowControl Receive FlowControl RxPause TxPause
                  admin   oper        admin   oper
            ----- -------- ----------- ------- ----------- ------- -------
            """);
    for (String port : ports()) {
      String send = says(port, "flowcontrol send on") ? "on" : "off";
      String receive = says(port, "flowcontrol receive on") ? "on" : "off";
      text.append(
          "%-8s %-8s off %-8s off 0 0%n".formatted(port.replace("ernet", ""), send, receive));
    }
    return text.toString();
  }
}
