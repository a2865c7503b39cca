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

    Reply reply(String what) {
      return new Reply(answer, sequence(), what);
    }

    /** Attributes after the interface name. */
    MemorySegment attributes() {
      return request.asSlice(20 + (Attributes.u16(request, 20) + 3 & ~3));
    }
  }

  @Test
  void requestsAreThoseOfDcb() throws Exception {
    int compared = 0;
    for (Conversation one : conversations()) {
      assertThat(Sent.dcb(one.sequence(), client -> ask(one, client)))
          .isEqualTo(Hex.text(one.request, (int) one.request.byteSize()));
      compared++;
    }
    assertThat(compared).isGreaterThan(20);
  }

  private static void ask(Conversation one, DcbClient client) {
    String name = one.ifname();
    switch (one.command()) {
      case Dcbnl.CMD_IEEE_GET -> client.read(name);
      case Dcbnl.CMD_SDCBX -> client.setDcbx(name, Attributes.u8(one.attributes(), 4));
      default -> set(name, one, client);
    }
  }

  private static void set(String name, Conversation one, DcbClient client) {
    DcbState state = DcbReplies.stateOf(one.request.asSlice(20), "request");
    state.pfc().ifPresent(pfc -> client.setPfc(name, pfc));
    state.ets().ifPresent(ets -> client.setEts(name, ets));
    state.buffer().ifPresent(buffer -> client.setBuffer(name, buffer));
    state.maxRateKbit().ifPresent(rates -> client.setMaxRate(name, rates));
    if (one.command() == Dcbnl.CMD_IEEE_DEL) {
      client.deleteApps(name, state.apps().orElseThrow());
    }
    client.addApps(name, state.apps().orElseThrow());
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
        DcbState state = DcbReplies.state(one.reply("IEEE_GET " + one.ifname()), one.ifname());
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
      case Dcbnl.CMD_IEEE_GET ->
          DcbReplies.state(one.reply("IEEE_GET " + one.ifname()), one.ifname());
      case Dcbnl.CMD_SDCBX -> DcbReplies.dcbx(one.reply("dcbx"), Dcbnl.CMD_SDCBX);
      default -> DcbReplies.verdict(one.reply("command " + one.command()), one.command());
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
