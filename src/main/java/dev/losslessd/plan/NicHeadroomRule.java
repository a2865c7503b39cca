package dev.losslessd.plan;

import dev.losslessd.formulas.NicHeadroom;
import dev.losslessd.formulas.Span;
import dev.losslessd.model.Headroom;
import dev.losslessd.model.Key;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The receive buffer of a lossless priority of a NIC port against what its driver asks for. Speed,
 * cable, MTU and buffers must be known. The netdev's max_mtu and the NIC's cell are not read, so
 * both count with their least: what is refused here is too small in any case.
 */
final class NicHeadroomRule {
  private static final int LEAST_CELL_BYTES = 128;

  private NicHeadroomRule() {}

  static List<Flaw> flaws(State state) {
    List<Flaw> flaws = new ArrayList<>();
    state
        .facts()
        .nics()
        .forEach((port, nic) -> {
          if (nic.needsHeadroom() && !state.lossless(port).isEmpty()) {
            span(state, port).ifPresent(span -> judge(state, port, span, flaws));
          }
        });
    return flaws;
  }

  private static Optional<Span> span(State state, PortId port) {
    return Spans.of(state, port, state.facts().rateMbps(port))
        .filter(span -> headroom(state, port).isPresent());
  }

  private static Optional<Headroom> headroom(State state, PortId port) {
    return state.value(Target.port(port), SettingKind.HEADROOM, Headroom.class);
  }

  private static void judge(State state, PortId port, Span span, List<Flaw> flaws) {
    Headroom headroom = headroom(state, port).orElseThrow();
    long need = NicHeadroom.leastBuffer(span, NicHeadroom.LEAST_MAX_MTU, LEAST_CELL_BYTES);
    for (Priority priority : state.lossless(port).priorities()) {
      int buffer = headroom.bufferOfPriority().get(priority.value());
      long has = headroom.bufferBytes().get(buffer);
      if (has < need) {
        flaws.add(
            new Flaw(
                port + " " + priority,
                need - has,
                new Key(Target.port(port), SettingKind.HEADROOM),
                () ->
                    "lossless priority %s has buffer %s of %s bytes, %s need %s bytes"
                        .formatted(priority, buffer, has, Spans.text(span), need)));
      }
    }
  }
}
