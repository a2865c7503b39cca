package dev.losslessd.plan;

import dev.losslessd.formulas.NicHeadroom;
import dev.losslessd.formulas.Span;
import dev.losslessd.model.Headroom;
import dev.losslessd.model.Key;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The receive buffer of a lossless priority of a NIC port against what its driver asks for. Speed,
 * cable, MTU and buffers must be known. The netdev's max_mtu and the NIC's cell are not read, so
 * both count with their least: what is refused here is too small in any case.
 */
final class NicHeadroomRule {
  private static final int LEAST_CELL_BYTES = 128;

  private NicHeadroomRule() {}

  static Stream<Flaw> flaws(State state) {
    return state.facts().nics().entrySet().stream()
        .filter(nic -> nic.getValue().needsHeadroom())
        .flatMap(nic -> flaws(state, nic.getKey()));
  }

  private static Stream<Flaw> flaws(State state, PortId port) {
    return state.value(Target.port(port), SettingKind.HEADROOM, Headroom.class).stream()
        .flatMap(headroom ->
            Spans.of(state, port, state.facts().rateMbps(port)).stream()
                .flatMap(span ->
                    state.lossless(port).priorities().stream()
                        .flatMap(priority -> flaw(port, headroom, span, priority).stream())));
  }

  private static Optional<Flaw> flaw(PortId port, Headroom headroom, Span span, Priority priority) {
    long need = NicHeadroom.leastBuffer(span, NicHeadroom.LEAST_MAX_MTU, LEAST_CELL_BYTES);
    int buffer = headroom.bufferOfPriority().get(priority.value());
    long has = headroom.bufferBytes().get(buffer);
    return has >= need
        ? Optional.empty()
        : Optional.of(
            new Flaw(
                port + " " + priority,
                need - has,
                new Key(Target.port(port), SettingKind.HEADROOM),
                () ->
                    "lossless priority %s has buffer %s of %s bytes, %s need %s bytes"
                        .formatted(priority, buffer, has, Spans.text(span), need)));
  }
}
