package dev.losslessd.transport.netlink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.transport.Exchange;
import dev.losslessd.transport.FakeDcb;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.TransportException.Kind;
import dev.losslessd.transport.WriteGate;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DcbClientTest {
  private final FakeDcb kernel = new FakeDcb("enp1s0");

  @Test
  void aClosedGateLetsNoByteThrough() {
    List<String> asked = new ArrayList<>();
    WriteGate closed =
        what -> {
          asked.add(what);
          throw new TransportException(Kind.CLOSED_GATE, "observe mode: " + what);
        };
    try (DcbClient client = new DcbClient(kernel, closed)) {
      DcbState state = client.read("enp1s0");
      List<Runnable> writes =
          List.of(
              () -> client.setPfc("enp1s0", state.pfc().orElseThrow()),
              () -> client.setEts("enp1s0", state.ets().orElseThrow()),
              () -> client.setBuffer("enp1s0", state.buffer().orElseThrow()),
              () -> client.setMaxRate("enp1s0", List.of()),
              () -> client.addApps("enp1s0", List.of()),
              () -> client.deleteApps("enp1s0", List.of()),
              () -> client.setDcbx("enp1s0", 9));
      for (Runnable write : writes) {
        assertThatThrownBy(write::run).isInstanceOf(TransportException.class);
      }
      assertThat(asked).hasSize(writes.size()).contains("netlink PFC enp1s0");
      assertThat(kernel.writes).isEmpty();
    }
  }

  @Test
  void everyRequestHasItsOwnSequenceNumber() {
    List<Integer> sequences = new ArrayList<>();
    Exchange watched =
        new Exchange() {
          @Override
          public int exchange(MemorySegment request, int length, MemorySegment reply) {
            sequences.add(Attributes.i32(request, 8));
            return kernel.exchange(request, length, reply);
          }

          @Override
          public void close() {}
        };
    try (DcbClient client = new DcbClient(watched, WriteGate.OPEN)) {
      client.setPfc("enp1s0", client.read("enp1s0").pfc().orElseThrow().withEnabled(8));
      client.setDcbx("enp1s0", 9);

      assertThat(client.dcbx("enp1s0")).isEqualTo(9);
    }
    assertThat(sequences).hasSize(4).doesNotHaveDuplicates();
  }

  @Test
  void aModeThatTheDriverRefusesIsAnError() {
    try (DcbClient client = new DcbClient(kernel, WriteGate.OPEN)) {
      assertThatThrownBy(() -> client.setDcbx("enp1s0", Dcbx.LLD_MANAGED | Dcbx.IEEE))
          .hasMessage("SDCBX lld-managed ieee (0x0a) enp1s0: the driver refused this mode");
    }
  }
}
