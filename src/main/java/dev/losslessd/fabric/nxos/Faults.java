package dev.losslessd.fabric.nxos;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Misbehaviour that was ordered for a switch. All calls come with the fabric's lock held. */
final class Faults {
  static final long ALWAYS = Long.MAX_VALUE;

  /** What a lie can be about, and the first words of the commands that it swallows. */
  private static final Map<String, List<String>> KINDS =
      Map.ofEntries(
          Map.entry("pfc", List.of("priority-flow-control mode", "pause pfc-cos")),
          Map.entry("watchdog", List.of("priority-flow-control watch-dog-interval")),
          Map.entry("pause", List.of("flowcontrol")),
          Map.entry("ecn", List.of("random-detect")),
          Map.entry("ets", List.of("bandwidth", "priority level")),
          Map.entry("dscp", List.of("match", "set qos-group")),
          Map.entry("mtu", List.of("mtu")),
          Map.entry("policy", List.of("service-policy")),
          Map.entry("checkpoint", List.of("checkpoint")),
          Map.entry("save", List.of("copy")),
          Map.entry("rollback", List.of("rollback")));

  private static final class Ordered {
    final String what;
    long left;

    Ordered(String what, long left) {
      this.what = what;
      this.left = left;
    }
  }

  private final List<Ordered> lies = new ArrayList<>();
  private final List<Ordered> refusals = new ArrayList<>();
  private final List<Ordered> cuts = new ArrayList<>();
  private final List<Ordered> stalls = new ArrayList<>();
  private final List<String> forbidden = new ArrayList<>();
  private boolean locked;

  static Set<String> kinds() {
    return KINDS.keySet();
  }

  void lie(String kind, long count) {
    lies.add(new Ordered(kind, count));
  }

  void refuse(String prefix, long count) {
    refusals.add(new Ordered(prefix, count));
  }

  void truncate(long count) {
    cuts.add(new Ordered("", count));
  }

  void stall(long millis, long count) {
    stalls.clear();
    stalls.add(new Ordered(Long.toString(millis), count));
  }

  void forbid(String prefix) {
    forbidden.add(prefix);
  }

  void lock(boolean on) {
    locked = on;
  }

  boolean locked() {
    return locked;
  }

  void clear() {
    lies.clear();
    refusals.clear();
    cuts.clear();
    stalls.clear();
    forbidden.clear();
    locked = false;
  }

  boolean forbids(String command) {
    return forbidden.stream().anyMatch(prefix -> begins(command, prefix));
  }

  boolean takeRefusal(String command) {
    return take(refusals, fault -> begins(command, fault.what));
  }

  /** Whether this command is to be answered as usual and to do nothing. */
  boolean takeLie(String command) {
    String positive = command.startsWith("no ") ? command.substring(3) : command;
    return take(
        lies,
        fault ->
            KINDS.getOrDefault(fault.what, List.of()).stream()
                .anyMatch(prefix -> begins(positive, prefix)));
  }

  boolean takeCut() {
    return take(cuts, _ -> true);
  }

  long takeStallMillis() {
    long millis = stalls.isEmpty() ? 0 : Long.parseLong(stalls.getFirst().what);
    return take(stalls, _ -> true) ? millis : 0;
  }

  private static boolean begins(String command, String prefix) {
    return command.equals(prefix) || command.startsWith(prefix + " ");
  }

  private static boolean take(List<Ordered> faults, Predicate<Ordered> concerns) {
    for (Ordered fault : faults) {
      if (concerns.test(fault)) {
        if (fault.left != ALWAYS) {
          fault.left--;
        }
        faults.removeIf(spent -> spent.left == 0);
        return true;
      }
    }
    return false;
  }
}
