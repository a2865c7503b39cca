package dev.losslessd.fabric.nxos;

import dev.losslessd.fabric.switchbase.CliError;
import dev.losslessd.fabric.switchbase.SwitchPort;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The configuration as text. */
final class ShowConfig {
  private ShowConfig() {}

  static Answer whole(NxosSwitch device, String which) {
    boolean isRunning = which.equals("running-config");
    List<String> lines = head(device, which);
    lines.addAll(spaced(isRunning ? device.running() : device.startup(), _ -> true));
    lines.addAll(List.of("line console", "line vty"));
    return Answer.lines(lines);
  }

  static Answer ipqos(NxosSwitch device) {
    Block shown = device.running().copy();
    shown.lines().keySet().removeIf(key -> !key.startsWith("05 "));
    for (var entry : shown.blocks().entrySet()) {
      if (Keys.isPort(entry.getKey())) {
        entry.getValue().lines().keySet().removeIf(key -> !Keys.isPortQos(key));
      }
    }
    shown
        .blocks()
        .entrySet()
        .removeIf(entry -> Keys.isPort(entry.getKey()) && entry.getValue().lines().isEmpty());
    List<String> lines = head(device, "running-config ipqos");
    lines.addAll(spaced(shown, _ -> true));
    return Answer.lines(lines);
  }

  static Answer ports(NxosSwitch device, List<SwitchPort> ports) {
    List<String> keys = ports.stream().map(port -> Keys.port(port.number())).toList();
    String names = String.join(",", ports.stream().map(SwitchPort::name).toList());
    List<String> lines = head(device, "running-config interface " + names);
    Block shown = device.running().copy();
    shown.lines().clear();
    lines.addAll(spaced(shown, keys::contains));
    return Answer.lines(lines);
  }

  static Answer checkpoint(Call call) throws CliError {
    Checkpoint checkpoint = find(call);
    List<String> lines = new ArrayList<>();
    lines.add("-".repeat(80));
    lines.add("Name: " + call.value(0));
    lines.add("");
    lines.addAll(spaced(checkpoint.config(), _ -> true));
    return Answer.lines(lines);
  }

  private static Checkpoint find(Call call) throws CliError {
    Checkpoint checkpoint = call.device().checkpoints().get(call.value(0));
    if (checkpoint == null) {
      throw new CliError("ERROR: Checkpoint " + call.value(0) + " does not exist");
    }
    return checkpoint;
  }

  /** Lines that lead from the checkpoint to the running configuration. */
  static Answer difference(Call call) throws CliError {
    List<String> from = paths(find(call).config());
    List<String> to = paths(call.device().running());
    List<String> lines = new ArrayList<>();
    lines.add("Collecting Running-Config");
    lines.add("#Generating Rollback Patch");
    from.stream().filter(line -> !to.contains(line)).forEach(line -> lines.add("no " + line));
    to.stream().filter(line -> !from.contains(line)).forEach(lines::add);
    if (lines.size() == 2) {
      lines.add("Rollback Patch is Empty");
    }
    return Answer.lines(lines);
  }

  /** Each line behind those that it stands under. */
  private static List<String> paths(Block block) {
    List<String> paths = new ArrayList<>(block.lines().values());
    for (Block inner : block.blocks().values()) {
      paths.add(inner.header());
      paths(inner).forEach(path -> paths.add(inner.header() + " ; " + path));
    }
    return paths;
  }

  private static List<String> head(NxosSwitch device, String command) {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add("!Command: show " + command);
    lines.add("!Running configuration last done at: " + Dates.full(device.lastChange()));
    lines.add("!Time: " + Dates.full(device.now()));
    lines.add("");
    lines.add("version " + NxosSwitch.VERSION + " Bios:version 01.11 ");
    return lines;
  }

  private static List<String> spaced(Block root, Predicate<String> wanted) {
    List<String> lines = new ArrayList<>(root.lines().values());
    root.blocks()
        .forEach((key, block) -> {
          if (wanted.test(key)) {
            if (Keys.isPort(key)) {
              lines.add("");
            }
            lines.addAll(block.text());
          }
        });
    return lines;
  }
}
