package dev.losslessd.fabric.switchbase;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.Predicate;

/** Misbehaviour that was ordered for a switch. All calls come with the fabric's lock held. */
public final class Faults {
  static final long ALWAYS = Long.MAX_VALUE;

  /** Kinds of lies by name, with the first words of the commands that each swallows. */
  private final Map<String, List<String>> kinds;

  /** The part of an SNMP SET that is lost on its way. */
  enum Lost {
    /** The SET itself is lost, so nothing changes. */
    REQUEST,
    /** The SET takes effect, but its answer is lost. */
    ANSWER
  }

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
  private final List<Ordered> losses = new ArrayList<>();
  private final List<String> forbidden = new ArrayList<>();
  private boolean locked;
  private BinaryOperator<String> rewriting = Faults::unchanged;

  /**
   * @param kinds what a lie can be about, and the first words of the commands that it swallows;
   *     with {@code $} behind them they are the whole command
   */
  public Faults(Map<String, List<String>> kinds) {
    this.kinds = Map.copyOf(kinds);
  }

  Set<String> kinds() {
    return kinds.keySet();
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

  void lose(Lost what, long count) {
    losses.add(new Ordered(what.name(), count));
  }

  boolean takeLoss(Lost what) {
    return take(losses, fault -> fault.what.equals(what.name()));
  }

  void forbid(String prefix) {
    forbidden.add(prefix);
  }

  void lock(boolean on) {
    locked = on;
  }

  /** Whether another session holds the configuration. */
  public boolean locked() {
    return locked;
  }

  void clear() {
    lies.clear();
    refusals.clear();
    cuts.clear();
    stalls.clear();
    losses.clear();
    forbidden.clear();
    locked = false;
    rewriting = Faults::unchanged;
  }

  void rewrite(BinaryOperator<String> printed) {
    rewriting = printed;
  }

  private static String unchanged(String command, String output) {
    return output;
  }

  /** Text that a terminal prints for a command whose output this is. */
  String printed(String command, String output) {
    return rewriting.apply(command, output);
  }

  /** Whether no role has the right to this command. */
  public boolean forbids(String command) {
    return forbidden.stream().anyMatch(prefix -> begins(command, prefix));
  }

  /** Whether this command is to be refused, which may be the last time. */
  public boolean takeRefusal(String command) {
    return take(refusals, fault -> begins(command, fault.what));
  }

  /** Whether this command is to be answered as usual and to do nothing. */
  public boolean takeLie(String command) {
    String positive = command.startsWith("no ") ? command.substring(3) : command;
    return take(
        lies,
        fault ->
            kinds.getOrDefault(fault.what, List.of()).stream()
                .anyMatch(prefix -> begins(positive, prefix)));
  }

  /** Whether something is to be a lie that no command stands for. */
  public boolean takeLieAbout(String kind) {
    return take(lies, fault -> fault.what.equals(kind));
  }

  boolean takeCut() {
    return take(cuts, _ -> true);
  }

  long takeStallMillis() {
    long millis = stalls.isEmpty() ? 0 : Long.parseLong(stalls.getFirst().what);
    return take(stalls, _ -> true) ? millis : 0;
  }

  private static boolean begins(String command, String prefix) {
    return command.equals(prefix)
        || command.startsWith(prefix + " ")
        || prefix.equals(command + "$");
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
