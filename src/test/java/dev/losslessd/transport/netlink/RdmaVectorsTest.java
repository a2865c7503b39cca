package dev.losslessd.transport.netlink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Bytes that rdma(8) sends, and answers in the kernel's layout, where they are at hand. */
class RdmaVectorsTest {
  private static final Path CAPTURE =
      Path.of("../shared/data/nic/netlink-golden/rdma-iproute2.txt");

  private record Conversation(MemorySegment request, MemorySegment answer) {
    int type() {
      return Attributes.u16(request, 4);
    }

    int flags() {
      return Attributes.u16(request, 6);
    }

    int sequence() {
      return Attributes.i32(request, 8);
    }

    long u32(int attribute) {
      long[] found = {-1};
      Attributes.each(
          request.asSlice(16),
          "request",
          (type, payload) -> {
            if (type == attribute) {
              found[0] = Attributes.u32(payload, 0);
            }
          });
      return found[0];
    }
  }

  @Test
  void requestsAreThoseOfTheTool() throws Exception {
    MemorySegment out = MemorySegment.ofArray(new byte[256]);
    int compared = 0;
    for (Conversation one : conversations()) {
      String sent = "";
      if (one.type() == Rdmanl.GET && one.flags() == 0x305) {
        sent = Sent.rdma(one.sequence(), RdmaClient::devices);
      } else if (one.type() == Rdmanl.STAT_GET) {
        int port = Math.toIntExact(one.u32(3));
        int length = RdmaVolley.counters(out, one.sequence(), one.u32(1), port);
        // the tool has its answer acknowledged besides; ours is one message
        assertThat(Attributes.u16(out, 6)).isEqualTo(one.flags() & ~Dcbnl.NLM_F_ACK);
        out.set(ValueLayout.JAVA_SHORT_UNALIGNED, 6, (short) one.flags());
        sent = Hex.text(out, length);
      }
      if (!sent.isEmpty()) {
        assertThat(sent).isEqualTo(Hex.text(one.request, (int) one.request.byteSize()));
        compared++;
      }
    }
    assertThat(compared).isGreaterThan(10);
  }

  @Test
  void answersAreUnderstood() throws Exception {
    int devices = 0;
    int counters = 0;
    for (Conversation one : conversations()) {
      if (one.type() == Rdmanl.GET && one.flags() == 0x305) {
        assertThat(RdmaReplies.devices(new Reply(one.answer, one.sequence(), "devices")))
            .allSatisfy(device -> assertThat(device.name()).startsWith("mlx5_"))
            .isNotEmpty();
        devices++;
      } else if (one.type() == Rdmanl.STAT_GET) {
        MemorySegment body = new Reply(one.answer, one.sequence(), "counters").one(Rdmanl.STAT_GET);
        List<Integer> types = new ArrayList<>();
        Attributes.each(body, "counters", (type, payload) -> types.add(type));
        assertThat(types).contains(Rdmanl.DEV_NAME, Rdmanl.STAT_HWCOUNTERS);
        counters++;
      }
    }
    assertThat(devices).isPositive();
    assertThat(counters).isPositive();
  }

  private static List<Conversation> conversations() throws Exception {
    assumeTrue(Files.exists(CAPTURE), "no capture at " + CAPTURE);
    List<Conversation> all = new ArrayList<>();
    String request = "";
    StringBuilder answer = new StringBuilder();
    for (String line : Files.readAllLines(CAPTURE)) {
      if (line.startsWith("#NL > ")) {
        request = line.substring(6);
        answer.setLength(0);
      } else if (line.startsWith("#NL < ")) {
        String hex = line.substring(6);
        answer.append(hex);
        boolean last = hex.startsWith("0200", 8) || hex.startsWith("0300", 8);
        if (last && !request.isEmpty()) {
          all.add(new Conversation(Hex.of(request), Hex.of(answer.toString())));
        }
      }
    }
    return all;
  }
}
