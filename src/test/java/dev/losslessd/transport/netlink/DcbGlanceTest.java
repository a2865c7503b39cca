package dev.losslessd.transport.netlink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.transport.Exchange;
import dev.losslessd.transport.FakeDcb;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.WriteGate;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DcbGlanceTest {
  private static final List<String> NAMES =
      IntStream.range(0, 9).mapToObj(n -> "enp" + n + "s0").toList();

  private final List<FakeDcb> nics = NAMES.stream().map(FakeDcb::new).toList();
  private final List<Integer> datagrams = new ArrayList<>();
  private int cut;
  private final DcbClient client = new DcbClient(new Many(), WriteGate.OPEN);

  /** Answers each message of a datagram as the kernel would, without an acknowledgement. */
  private final class Many implements Exchange {
    @Override
    public int exchange(MemorySegment request, int length, MemorySegment reply) {
      int messages = 0;
      int filled = 0;
      for (int at = 0; at < length; messages++) {
        MemorySegment one = request.asSlice(at, Attributes.i32(request, at));
        assertThat(Attributes.u16(one, 6)).as("no acknowledgement is asked for").isEqualTo(1);
        MemorySegment room = reply.asSlice(filled);
        nic(one).exchange(one, (int) one.byteSize(), room);
        filled += Attributes.i32(room, 0) + 3 & ~3;
        at += (int) one.byteSize();
      }
      datagrams.add(messages);
      return filled - cut;
    }

    private FakeDcb nic(MemorySegment message) {
      String name = Attributes.text(message.asSlice(24, Attributes.u16(message, 20) - 4));
      return nics.get(Math.max(0, NAMES.indexOf(name)));
    }

    @Override
    public void close() {}
  }

  @Test
  void whatMovedShowsAndFrameCountsDoNot() {
    Map<String, Optional<ByteBuffer>> before = client.glance(NAMES);
    nics.get(3).pfc[8 + 5] = 1; // requests sent of priority 0
    nics.get(4).pfc[8 + 64] = 1; // indications received

    assertThat(client.glance(NAMES)).isEqualTo(before).hasSize(9);
    assertThat(datagrams).containsExactly(8, 1, 8, 1);

    nics.get(3).pfc[1] = 8;
    assertThat(client.glance(NAMES).get("enp3s0")).isNotEqualTo(before.get("enp3s0"));
    assertThat(client.glance(NAMES).get("enp4s0")).isEqualTo(before.get("enp4s0"));
  }

  @Test
  void whoRefusesIsEmptyAndWhoIsGoneIsNotThere() {
    nics.get(1).errorForAll = 95;

    Map<String, Optional<ByteBuffer>> seen = client.glance(List.of("enp0s0", "enp1s0", "gone"));

    assertThat(seen.get("enp0s0")).isPresent();
    assertThat(seen.get("enp1s0")).isEmpty();
    assertThat(seen).doesNotContainKey("gone");
  }

  @Test
  void aCutAnswerIsAnErrorWhereverItIsCut() {
    Map<String, Optional<ByteBuffer>> whole = client.glance(List.of("enp0s0"));
    int length = 16 + Objects.requireNonNull(whole.get("enp0s0")).orElseThrow().remaining();
    for (cut = 1; cut < length; cut++) {
      assertThatThrownBy(() -> client.glance(List.of("enp0s0")))
          .as("cut by %s", cut)
          .isInstanceOf(TransportException.class);
    }
  }
}
