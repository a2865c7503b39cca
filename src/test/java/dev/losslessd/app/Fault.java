package dev.losslessd.app;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Failures at one step, and the orders to the fabric that cause them. */
enum Fault {
  /** The device refuses with an error. */
  REFUSES,
  /** The answer comes after the deadline, and so may the effect. */
  HANGS,
  /** The device reports success and does nothing. */
  LIES,
  /** The session ends before the line is sent. */
  DROPS,
  /** The session ends in the middle of the next output. */
  CUTS,
  /** The device goes away for good: a NIC is pulled, a switch loses its power. */
  VANISHES;

  /** Longer than {@link #DEADLINE}, and shorter than twice. */
  private static final int LATE_MILLIS = 6_000;

  static final String DEADLINE = "4s";

  /** First words of the commands of each kind of lie. */
  private static final Map<String, List<String>> LIES_OF_A_SWITCH =
      Map.of(
          "pfc", List.of("priority-flow-control mode", "pause pfc-cos"),
          "watchdog", List.of("priority-flow-control watch-dog-interval"),
          "ecn", List.of("random-detect"),
          "ets", List.of("bandwidth", "priority level"),
          "dscp", List.of("match", "set qos-group"),
          "policy", List.of("service-policy"),
          "checkpoint", List.of("checkpoint"));

  private static final Map<String, String> NICS =
      Map.of(
          "0000:17:00.0", "ens1f0np0",
          "0000:ca:00.0", "ens2f0np0",
          "0000:2a:00.0", "ens3f0np0",
          "0000:e3:00.0", "ens4f0np0");

  /** Lines for the fabric; none where this cannot happen at this step. */
  List<String> orders(String what) {
    if (what.startsWith("fsync")) {
      return List.of();
    }
    return what.startsWith("ssh ")
        ? ofSwitch(device(what), what.split(" ", 3)[2])
        : ofNic(device(what), setting(what));
  }

  /** The device that a step is for: a switch's name, or a NIC's port. */
  static String device(String what) {
    String[] words = what.split(" ");
    return switch (words[0]) {
      case "ssh" -> words[1];
      case "file" ->
          "gpu01:"
              + NICS.entrySet().stream()
                  .filter(nic -> what.contains(nic.getKey()))
                  .findFirst()
                  .orElseThrow()
                  .getValue();
      default -> "gpu01:" + words[words.length - 1];
    };
  }

  private static String setting(String what) {
    return what.startsWith("file ") ? "dcqcn" : what.split(" ")[1].toLowerCase(Locale.ROOT);
  }

  private List<String> ofSwitch(String leaf, String line) {
    return switch (this) {
      case REFUSES -> List.of("refuse " + leaf + " \"" + line + "\" 1");
      case HANGS -> List.of("stall " + leaf + " " + LATE_MILLIS + " 1");
      case LIES -> lie(line).map(kind -> "lie " + leaf + " " + kind + " 1").stream().toList();
      case DROPS -> List.of("vanish " + leaf, "return " + leaf);
      case CUTS -> List.of("truncate " + leaf + " 1");
      case VANISHES -> List.of("vanish " + leaf);
    };
  }

  private static Optional<String> lie(String line) {
    String positive = line.startsWith("no ") ? line.substring(3) : line;
    if (positive.equals("set qos-group 0")) {
      return Optional.empty(); // holds without the line too: nothing is lost with it
    }
    return LIES_OF_A_SWITCH.entrySet().stream()
        .filter(kind -> kind.getValue().stream().anyMatch(positive::startsWith))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private List<String> ofNic(String port, String setting) {
    return switch (this) {
      case REFUSES -> List.of("refuse " + port + " " + setting + " EINVAL 1");
      case HANGS ->
          setting.equals("dcqcn")
              ? List.of() // a file of this fabric answers at once
              : List.of("stall " + port + " " + LATE_MILLIS + " 1");
      case LIES -> List.of("lie " + port + " " + setting + " 1");
      case DROPS, CUTS -> List.of(); // the kernel has no session
      case VANISHES -> List.of("vanish " + port);
    };
  }
}
