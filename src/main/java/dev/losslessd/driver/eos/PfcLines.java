package dev.losslessd.driver.eos;

import dev.losslessd.model.Capability;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Risk;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.List;
import java.util.stream.Stream;

/** PFC of a port: which priorities do not drop, and whether it is on. */
final class PfcLines extends PortSetting<Pfc> {
  private static final Pattern NO_DROP = Pattern.compile(".* priority ([0-7]) no-drop");

  PfcLines() {
    super(
        Pfc.class,
        Home.PROFILE,
        "priority-flow-control(?: .*)?",
        Form.port(
            "priority-flow-control(?: mode)? on|no priority-flow-control(?: mode)?",
            "no priority-flow-control",
            "priority-flow-control(?: mode)? on",
            "no priority-flow-control"),
        Form.port(
            "(?:no )?priority-flow-control priority ([0-7])(?: no-drop| drop)?",
            "no priority-flow-control priority $1",
            "priority-flow-control priority [0-7] (?:no-drop|drop)",
            "no priority-flow-control priority [0-7]"));
  }

  @Override
  Capability ability() {
    return Capability.writable(Risk.BUFFER_RECARVE);
  }

  @Override
  Pfc read(EosSnapshot now, String port, List<ConfigLine> lines) {
    return !now.config().pfcIsKilled() && lines.stream().anyMatch(PfcLines::isOn)
        ? new Pfc(lossless(lines).priorities())
        : Pfc.OFF;
  }

  /** The priorities that do not drop; they pause only while PFC is on. */
  static Lossless lossless(List<ConfigLine> lines) {
    return new Lossless(
        PrioritySet.of(
            lines.stream()
                .map(line -> NO_DROP.matcher(line.text()))
                .filter(Matcher::matches)
                .map(m -> Priority.of(Integer.parseInt(m.group(1))))
                .toList()));
  }

  private static boolean isOn(ConfigLine line) {
    return Pattern.matches("priority-flow-control(?: mode)? on", line.text());
  }

  @Override
  Stream<ConfigLine> render(Pfc pfc, Place place) {
    return Stream.concat(
        ConfigLine.when(!pfc.lossless().isEmpty(), "priority-flow-control on"),
        pfc.lossless().priorities().stream()
            .map(p -> new ConfigLine("", "priority-flow-control priority " + p + " no-drop")));
  }

  /** On, though no priority pauses yet. */
  @Override
  boolean adds(Pfc pfc, ConfigLine line) {
    return pfc.equals(Pfc.OFF) && isOn(line);
  }
}
