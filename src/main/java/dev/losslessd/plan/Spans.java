package dev.losslessd.plan;

import dev.losslessd.formulas.Span;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.PortId;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.topology.Link;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Finds the inputs of headroom at one end of a cable, where all are known. */
final class Spans {
  private Spans() {}

  /**
   * @param rateMbps speed of the link; empty where unknown
   */
  static Optional<Span> of(State state, PortId port, OptionalLong rateMbps) {
    OptionalInt metres = state.link(port).map(Link::cableMetres).orElse(OptionalInt.empty());
    Optional<Mtu> mtu = state.value(Target.port(port), SettingKind.MTU, Mtu.class);
    return rateMbps.isEmpty() || metres.isEmpty() || mtu.isEmpty()
        ? Optional.empty()
        : Optional.of(new Span(rateMbps.getAsLong(), metres.getAsInt(), mtu.get().bytes()));
  }

  /** {@code 100G over 5 m with MTU 9216}. */
  static String text(Span span) {
    String rate =
        span.rateMbps() % 1000 == 0 ? span.rateMbps() / 1000 + "G" : span.rateMbps() + " Mb/s";
    return rate + " over " + span.cableMetres() + " m with MTU " + span.mtuBytes();
  }
}
