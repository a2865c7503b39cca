package dev.losslessd.driver.junos;

import dev.losslessd.driver.AgentName;
import dev.losslessd.driver.Failures;
import dev.losslessd.driver.ForeignMark;
import dev.losslessd.driver.HostNames;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Names of this agent's class of service: {@code losslessd-gpu01-et-0_0_1} for a port, {@code
 * losslessd-gpu01-p3} for a class, {@code losslessd-gpu01} for the classifier. They also show that
 * the agent of another host writes the switch.
 */
record CosNames(AgentName agent, HostNames names) {
  /**
   * Regular expression for what follows the host in a name: port, class, drop profile, or nothing.
   */
  private static final String END =
      "-(?:et|xe|ge|mge)-\\d{1,2}_\\d{1,2}_\\d{1,3}(?:_\\d{1,2})?(?![0-9])"
          + "|-p[0-7](?![A-Za-z0-9_.:])"
          + "|-\\d{1,12}-\\d{1,12}-\\d{1,3}-of-\\d{1,12}"
          + "|(?![A-Za-z0-9_.:-])";

  /** The name of a scheduler has two of them, and 64 characters. */
  private static final int LONGEST = 12;

  CosNames(AgentName agent) {
    this(agent, new HostNames(agent.shortened(LONGEST), END));
  }

  /** The configuration in the words of the driver. */
  JunosConfig read(JunosConfig told) {
    names.learn(told.classOfService());
    return new JunosConfig(
        told.active().renamed(names::inward), told.resting().renamed(names::inward));
  }

  /** Translates names in any other output to those of the driver. */
  String inward(String text) {
    return names.inward(text);
  }

  /** A line as the switch shall have it. */
  String outward(String line) {
    return names.outward(line);
  }

  /**
   * Returns what others have in force, and a commit of theirs that is newer than any of this agent.
   *
   * @param history read just now
   */
  List<ForeignMark> foreign(DeviceId device, JunosSnapshot now, History history) {
    List<ForeignMark> marks = new ArrayList<>();
    CosView view = now.view();
    for (String port : now.ports()) {
      Target target = Target.port(new PortId(device, port));
      for (ProfileKind kind : ProfileKind.values()) {
        add(marks, target, kind.word, view.told(kind, port).inForce(), kind.held);
      }
      view.classifiers(port)
          .values()
          .forEach(one -> add(marks, target, "classifier", one, List.of(SettingKind.TRUST)));
    }
    add(
        marks,
        new Target.Device(device),
        "classifier",
        Failures.readable(view::classifier, Optional.empty()), // several: who reads the map says so
        List.of(SettingKind.DSCP_MAP));
    history.other(agent).ifPresent(marks::add);
    return marks;
  }

  /**
   * Returns class of service with this agent's names, deactivated too, and comments of commits,
   * which the switch keeps for as long as it keeps commits.
   */
  List<String> own(JunosSnapshot now, History history) {
    String text =
        now.junosConfig().classOfService().stream()
            .map(names::outward)
            .collect(Collectors.joining("\n"));
    List<String> all = new ArrayList<>();
    agent.namesIn(text, LONGEST).forEach(name -> all.add("class-of-service " + name));
    history.entries().stream()
        .filter(entry -> entry.has(agent::isMine))
        .forEach(entry -> all.add("commit " + entry.text()));
    return all;
  }

  private void add(
      List<ForeignMark> marks,
      Target target,
      String what,
      Optional<String> name,
      List<SettingKind> held) {
    marks.addAll(
        ForeignMark.on(target, held, name.flatMap(names::other), what + " " + name.orElse("")));
  }
}
