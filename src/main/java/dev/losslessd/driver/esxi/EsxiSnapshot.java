package dev.losslessd.driver.esxi;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.ExecConsole;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.text.Pattern;
import dev.losslessd.transport.ssh.ExecResult;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Output of a host, all of one moment.
 *
 * @param pauses of NICs that have pause parameters
 * @param options of modules that answered
 * @param silent what the host said for a module that did not
 * @param dcb of each nmlx5 NIC: the priorities that PFC runs for, or why that is not known
 * @param up how long it is up; empty where it does not tell
 */
record EsxiSnapshot(
    Map<String, Vmnic> nics,
    Map<String, Pause> pauses,
    Map<Module, Options> options,
    Map<Module, String> silent,
    Map<String, Dcb> dcb,
    OptionalLong up) {
  /** DCB state of one NIC. */
  sealed interface Dcb {
    /**
     * State that DCB status shows.
     *
     * @param lossless priorities that PFC is on for
     * @param cee whether DCBX is that of before the standard; false where it does not say
     * @param sent PFC frames by priority; empty where it does not say
     */
    record Runs(PrioritySet lossless, boolean cee, List<Long> sent) implements Dcb {}

    record Untold(String why) implements Dcb {}
  }

  private static final String UPTIME = "esxcli system stats uptime get";

  static EsxiSnapshot read(ExecConsole console, Boots boots) {
    Map<String, Vmnic> nics = Vmnic.parse(console.show(Vmnic.COMMAND));
    Map<String, Pause> pauses = Pause.parse(console.show(Pause.COMMAND));
    Map<Module, Options> options = new EnumMap<>(Module.class);
    Map<Module, String> silent = new EnumMap<>(Module.class);
    for (Module module : Module.values()) {
      ExecResult answer = console.ask(module.command());
      if (answer.status() == 0) {
        options.put(module, module.parse(answer.output()));
      } else {
        silent.put(module, ExecConsole.said(answer));
      }
    }
    Map<String, Dcb> dcb = new TreeMap<>();
    nics.values().stream()
        .filter(Vmnic::isNmlx5)
        .forEach(nic -> dcb.put(nic.name(), dcb(console, nic.name())));
    ExecResult uptime = console.ask(UPTIME);
    OptionalLong up = uptime.status() == 0 ? uptime(uptime.output()) : OptionalLong.empty();
    boots.see(up, options);
    return new EsxiSnapshot(nics, pauses, options, silent, dcb, up);
  }

  private static Dcb dcb(ExecConsole console, String nic) {
    ExecResult answer = console.ask(DcbStatus.command(nic));
    return answer.status() == 0
        ? DcbStatus.parse(nic, answer.output())
        : new Dcb.Untold(ExecConsole.said(answer));
  }

  /** Microseconds, which are only compared here. */
  private static OptionalLong uptime(String text) {
    return Pattern.matches("\\d{1,18}\\s*\\n", text)
        ? OptionalLong.of(Long.parseLong(text.strip()))
        : OptionalLong.empty();
  }

  /**
   * @throws DeviceException GARBLED if the two lists are not of the same NICs: one was cut
   */
  EsxiSnapshot {
    for (String name : pauses.keySet()) {
      if (!nics.containsKey(name)) {
        throw DeviceException.garbled(
            "'" + Pause.COMMAND + "' has " + name + ", '" + Vmnic.COMMAND + "' has it not");
      }
    }
  }

  /**
   * @throws DeviceException GONE if there is none of this name
   */
  Vmnic nic(String name) {
    Vmnic nic = nics.get(name);
    if (nic == null) {
      throw DeviceException.gone(name + ": no such port; expected one of " + nics.keySet());
    }
    return nic;
  }

  List<Vmnic> nmlx5() {
    return nics.values().stream().filter(Vmnic::isNmlx5).toList();
  }

  /**
   * @throws DeviceException UNSUPPORTED if the module did not answer
   */
  Options of(Module module) {
    Options of = options.get(module);
    if (of == null) {
      throw DeviceException.unsupported(
          "'" + module.command() + "': the host says " + silent.getOrDefault(module, "nothing"));
    }
    return of;
  }

  /** Returns the priorities that PFC runs for on one port; empty where that is not known. */
  Optional<PrioritySet> runs(String nic) {
    return dcb.get(nic) instanceof Dcb.Runs runs ? Optional.of(runs.lossless()) : Optional.empty();
  }

  /** Whether a NIC speaks DCBX as it was before the standard. */
  boolean isCee(String nic) {
    return dcb.get(nic) instanceof Dcb.Runs runs && runs.cee();
  }

  /** PFC frames that a NIC sent, by priority; empty where that is not known. */
  List<Long> sentPfc(String nic) {
    return dcb.get(nic) instanceof Dcb.Runs runs ? runs.sent() : List.of();
  }

  /**
   * Returns the priorities that PFC runs for on all ports with a link, as long as each of them
   * shows it: a priority that one of them drops does not count for the host.
   */
  Optional<PrioritySet> runs() {
    List<String> linked = nmlx5().stream().filter(Vmnic::up).map(Vmnic::name).toList();
    if (linked.isEmpty() || !linked.stream().allMatch(this::tells)) {
      return Optional.empty();
    }
    int mask = 0xff;
    for (String nic : linked) {
      mask &= runs(nic).orElse(PrioritySet.NONE).mask();
    }
    return Optional.of(new PrioritySet(mask));
  }

  /** Ports with a link that run another set than all of them together. */
  List<String> others() {
    Optional<PrioritySet> all = runs();
    return nmlx5().stream()
        .filter(Vmnic::up)
        .map(Vmnic::name)
        .filter(nic -> all.isPresent() && !runs(nic).equals(all))
        .toList();
  }

  private boolean tells(String nic) {
    return runs(nic).isPresent();
  }
}
