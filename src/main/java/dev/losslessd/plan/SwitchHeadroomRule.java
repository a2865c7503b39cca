package dev.losslessd.plan;

import dev.losslessd.formulas.Asic;
import dev.losslessd.formulas.HeadroomNeed;
import dev.losslessd.formulas.Span;
import dev.losslessd.formulas.SwitchHeadroom;
import dev.losslessd.model.Key;
import dev.losslessd.model.PortId;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Checks a switch port's headroom against the need of its ASIC. The config says what a port has;
 * the speed is that of the NIC at the other end.
 */
final class SwitchHeadroomRule {
  private SwitchHeadroomRule() {}

  static Stream<Flaw> flaws(State state) {
    return state
        .ports()
        .filter(port -> !state.lossless(port).isEmpty())
        .flatMap(port ->
            state.facts().buffer(port.device()).flatMap(has -> flaw(state, port, has)).stream());
  }

  private static Optional<Flaw> flaw(State state, PortId port, Facts.Buffer buffer) {
    if (buffer.asic().isEmpty() || buffer.headroomBytes().isEmpty()) {
      return Optional.empty();
    }
    Asic asic = buffer.asic().get();
    long has = buffer.headroomBytes().getAsLong();
    return Spans.of(state, port, rate(state, port))
        .flatMap(span ->
            SwitchHeadroom.need(asic, span)
                .filter(need -> has < need.bytes())
                .map(need -> flaw(port, asic, span, need, has)));
  }

  private static OptionalLong rate(State state, PortId port) {
    return state.around().peer(port).map(state.facts()::rateMbps).orElse(OptionalLong.empty());
  }

  private static Flaw flaw(PortId port, Asic asic, Span span, HeadroomNeed need, long has) {
    return new Flaw(
        port.toString(),
        need.bytes() - has,
        new Key(Target.port(port), SettingKind.PFC),
        () ->
            "a lossless priority has %s bytes of headroom, %s on %s need %s"
                .formatted(has, Spans.text(span), asic.name(), need.text()));
  }
}
