package dev.losslessd.watch;

import dev.losslessd.inventory.Inventory;
import dev.losslessd.inventory.SwitchRegistry;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import dev.losslessd.text.PrintableText;
import dev.losslessd.topology.Link;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Advice for a link whose ends do not fit: which agent may change which end, and how.
 *
 * @param planned devices of which a plan of all that is intended would change something
 */
record LinkAdvice(Owners owners, Set<DeviceId> planned) {
  /**
   * Who sets the devices of a site.
   *
   * @param writes whether this agent sets a device
   * @param isSwitch whether it is a switch of this agent's config
   * @param writers hosts whose agents left marks on a switch that this agent does not set
   */
  record Owners(
      Predicate<DeviceId> writes,
      Predicate<DeviceId> isSwitch,
      Function<DeviceId, List<String>> writers) {}

  private static final String SEE = "; 'losslessd contract' shows every check";

  LinkAdvice {
    planned = Set.copyOf(planned);
  }

  static Owners owners(Inventory inventory) {
    SwitchRegistry switches = inventory.switchRegistry();
    return new Owners(
        inventory::writes,
        switches::has,
        device -> switches.has(device) ? switches.writers(device) : List.of());
  }

  /** What to do about a broken link, in one sentence. */
  String of(Link link) {
    List<PortId> others =
        Stream.of(link.a(), link.b()).filter(port -> !owners.writes().test(port.device())).toList();
    boolean plans = Stream.of(link.a(), link.b()).anyMatch(port -> planned.contains(port.device()));
    if (others.isEmpty()) {
      return (plans
              ? "'losslessd plan' shows what brings both ends to what is intended"
              : "nothing else is intended here: set both ends alike, the switch first"
                  + " ('losslessd set'), or correct 'policy' and 'policy.ports'")
          + SEE;
    }
    String theirs = others.stream().map(this::theirs).collect(Collectors.joining("; "));
    return theirs
        + (plans ? "; 'losslessd plan' here changes the other end, the switch goes first" : "")
        + SEE;
  }

  private String theirs(PortId port) {
    return "this agent does not set " + port + ": run 'losslessd plan' at " + agent(port.device());
  }

  private String agent(DeviceId device) {
    List<String> writers =
        owners.writers().apply(device).stream().map(PrintableText::brief).toList();
    if (!writers.isEmpty()) {
      return "the agent of %s, which has left its mark on %s, with the port in its 'policy.ports'"
          .formatted(String.join(" or ", writers), device);
    }
    return owners.isSwitch().test(device)
        ? "the agent that has 'manage: true' for " + device + "; none has left a mark there"
        : "the agent of " + device;
  }
}
