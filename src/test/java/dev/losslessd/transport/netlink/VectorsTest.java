package dev.losslessd.transport.netlink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.losslessd.transport.TransportException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Bytes between dcb(8) and a real kernel, where the capture is at hand. */
class VectorsTest {
  private static final Path CAPTURE = Path.of("../shared/lab/dcb-netlink-vectors.txt");

  /** One request of the capture with the messages that answer it. */
  private record Conversation(MemorySegment request, MemorySegment answer) {
    int sequence() {
      return Attributes.i32(request, 8);
    }

    int command() {
      return Attributes.u8(request, 17);
    }

    String ifname() {
      return Attributes.text(request.asSlice(24, Attributes.u16(request, 20) - 4));
    }

    /** Attributes after the interface name. */
    MemorySegment attributes() {
      return request.asSlice(20 + (Attributes.u16(request, 20) + 3 & ~3));
    }
  }

  @Test
  void requestsAreThoseOfDcb() throws Exception {
    MemorySegment out = MemorySegment.ofArray(new byte[1024]);
    int compared = 0;
    for (Conversation one : conversations()) {
      int length = encode(one, out);
      assertThat(Hex.text(out, length))
          .isEqualTo(Hex.text(one.request, (int) one.request.byteSize()));
      compared++;
    }
    assertThat(compared).isGreaterThan(20);
  }

  private static int encode(Conversation one, MemorySegment out) {
    int seq = one.sequence();
    String name = one.ifname();
    if (one.command() == Dcbnl.CMD_IEEE_GET) {
      return DcbRequests.ieeeGet(out, seq, name);
    }
    if (one.command() == Dcbnl.CMD_SDCBX) {
      return DcbRequests.dcbxSet(out, seq, name, Attributes.u8(one.attributes(), 4));
    }
    DcbState state = DcbReplies.stateOf(one.request.asSlice(20), "request");
    if (state.pfc().isPresent()) {
      return DcbRequests.pfcSet(out, seq, name, state.pfc().get());
    }
    if (state.ets().isPresent()) {
      return DcbRequests.etsSet(out, seq, name, state.ets().get());
    }
    if (state.buffer().isPresent()) {
      return DcbRequests.bufferSet(out, seq, name, state.buffer().get());
    }
    if (state.maxRateKbit().isPresent()) {
      return DcbRequests.maxRateSet(out, seq, name, state.maxRateKbit().get());
    }
    return DcbRequests.apps(out, one.command(), seq, name, state.apps().orElseThrow());
  }

  @Test
  void everyAnswerOfTheKernelIsUnderstood() throws Exception {
    List<String> refused = new ArrayList<>();
    int states = 0;
    for (Conversation one : conversations()) {
      TransportException e = catchThrowableOfType(TransportException.class, () -> decode(one));
      if (e != null) {
        refused.add(e.getMessage());
      } else if (one.command() == Dcbnl.CMD_IEEE_GET) {
        DcbState state = DcbReplies.state(one.answer, one.sequence(), one.ifname());
        assertThat(state.pfc()).isPresent();
        assertThat(state.ets().orElseThrow().classes()).isEqualTo(8);
        assertThat(state.buffer()).isPresent();
        assertThat(state.dcbx()).isPresent();
        states++;
      }
    }
    assertThat(states).isGreaterThan(10);
    assertThat(refused)
        .containsExactly(
            "command 20: EINVAL (22)",
            "command 20: EOPNOTSUPP (95)",
            "command 20: EINVAL (22)",
            "IEEE_GET lo: EOPNOTSUPP (95)");
  }

  private static void decode(Conversation one) {
    switch (one.command()) {
      case Dcbnl.CMD_IEEE_GET -> DcbReplies.state(one.answer, one.sequence(), one.ifname());
      case Dcbnl.CMD_SDCBX -> DcbReplies.dcbxTaken(one.answer, one.sequence(), "dcbx");
      default ->
          DcbReplies.verdict(one.answer, one.sequence(), one.command(), "command " + one.command());
    }
  }

  private static List<Conversation> conversations() throws Exception {
    assumeTrue(Files.exists(CAPTURE), "no capture at " + CAPTURE);
    List<Conversation> all = new ArrayList<>();
    String request = "";
    StringBuilder answer = new StringBuilder();
    for (String line : Files.readAllLines(CAPTURE)) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      String hex = line.substring(line.lastIndexOf(' ') + 1);
      // requests carry port 0, answers the socket's
      if (hex.startsWith("00000000", 24)) {
        request = hex;
        answer.setLength(0);
      } else {
        answer.append(hex);
        if (line.startsWith("NLMSG_ERROR")) {
          all.add(new Conversation(Hex.of(request), Hex.of(answer.toString())));
        }
      }
    }
    return all;
  }
}
