package dev.losslessd.driver.nxos;

import static dev.losslessd.driver.nxos.NxosLedger.LEDGER;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Ledger.Entry;
import dev.losslessd.driver.Line;
import dev.losslessd.driver.nxos.QosPolicy.Kind;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Trust;
import dev.losslessd.text.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Trust of a port, by the classification that it has or has not. */
final class PortTrust extends NxosSetting.OfPort<Trust> {
  private static final String NONE = "none";
  private static final String OURS = "ours";

  PortTrust() {
    super(
        Trust.class,
        NxosSnapshot.SERVICE,
        Entry.write(
            "nxos.port-service-policy",
            NxosSnapshot.SERVICE + NxosLedger.OUR_CLASSIFIER,
            NxosLedger.GUIDE),
        Entry.write(
            "nxos.no-port-service-policy",
            "no " + NxosSnapshot.SERVICE + NxosLedger.OUR_CLASSIFIER,
            NxosLedger.GUIDE));
  }

  @Override
  Reading read(NxosSnapshot now, String port) {
    return new Reading.Value(now.trust(port), words(now, port));
  }

  /** The classification of its own: {@code none}, {@code ours}, or the name of another's. */
  private static String words(NxosSnapshot now, String port) {
    return now.classifierOf(port)
        .map(name -> now.names().isOurs(Kind.CLASSIFY, name) ? OURS : name)
        .orElse(NONE);
  }

  @Override
  PolicySwap swap(NxosSnapshot now, String port, Trust wanted, String words) {
    Optional<String> current = now.classifierOf(port);
    if (words.equals(NONE)) {
      return detach(now, port, current);
    }
    if (words.equals(OURS)) {
      return attach(now, port, current);
    }
    if (current.filter(name -> !now.names().isOurs(Kind.CLASSIFY, name)).isPresent()) {
      throw DeviceException.refused(
          "%s trust %s: the port has policy %s, which is not ours: detach it first"
              .formatted(port, wanted.text(), PrintableText.brief(current.get())));
    }
    return wanted.field() == Trust.Field.DSCP
        ? attach(now, port, current)
        : detach(now, port, current);
  }

  /**
   * Attaches this agent's policy; where there is none, a new one that classifies as the switch's
   * other ports do.
   */
  private static PolicySwap attach(NxosSnapshot now, String port, Optional<String> current) {
    String name = now.ours().map(QosPolicy::name).orElseGet(() -> now.names().of(Kind.CLASSIFY, 1));
    List<Line> lines = new ArrayList<>();
    List<Line> undo = new ArrayList<>();
    if (now.ours().isEmpty()) {
      lines.addAll(PolicySwap.classifier(name, now.foreignMap()));
      undo.addAll(PolicySwap.noClassifier(name, now.foreignMap()));
    }
    lines.addAll(replace(port, current, Optional.of(name)));
    undo.addAll(0, replace(port, Optional.of(name), current));
    return new PolicySwap(lines, undo);
  }

  /** Returns the lines that detach one classification of a port and attach another. */
  static List<Line> replace(String port, Optional<String> current, Optional<String> next) {
    List<Line> lines = new ArrayList<>(List.of(enter(port)));
    current.ifPresent(was -> lines.add(LEDGER.line("no " + Kind.CLASSIFY.service.strip(), was)));
    next.ifPresent(name -> lines.add(LEDGER.line(Kind.CLASSIFY.service.strip(), name)));
    return lines;
  }

  /** The last port that leaves takes ours along, unless it holds a map that only it has. */
  private static PolicySwap detach(NxosSnapshot now, String port, Optional<String> current) {
    List<Line> lines = new ArrayList<>();
    current.ifPresent(name -> {
      lines.addAll(replace(port, current, Optional.empty()));
      DscpMap others = now.foreignMap();
      boolean isCopy =
          now.ours()
              .filter(ours -> ours.name().equals(name))
              .filter(ours -> Classification.parse(now.config(), ours).equals(others))
              .isPresent();
      if (isCopy && now.portsWith(name).size() == 1) {
        lines.addAll(PolicySwap.noClassifier(name, others));
      }
    });
    return new PolicySwap(lines, List.of());
  }
}
