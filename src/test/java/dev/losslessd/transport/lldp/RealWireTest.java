package dev.losslessd.transport.lldp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.transport.Errno;
import dev.losslessd.transport.InputLimits;
import dev.losslessd.transport.Program;
import dev.losslessd.transport.TransportException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Frames through a pair of virtual ports of this kernel; the far one stands in a network namespace
 * of its own, so nothing leaves the machine.
 */
@SystemGroup
class RealWireTest {
  private static final String NEAR = "lsllldp0";
  private static final String FAR = "lsllldp1";
  private static final String SPACE = "lsllldp";

  private static final String SENDER =
      """
      import socket, sys
      s = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
      s.bind((sys.argv[1], 0))
      for frame in sys.argv[2:]:
        s.send(bytes.fromhex(frame))
      """;

  @TempDir Path folder;

  private boolean made;

  @BeforeEach
  void wire() throws Exception {
    made =
        ip("netns add " + SPACE)
            && ip("link add " + NEAR + " type veth peer name " + FAR + " netns " + SPACE);
    assumeTrue(made, "not allowed to make a network namespace and a veth pair here");
    assertThat(ip("link set " + NEAR + " up")).isTrue();
    assertThat(ip("-n " + SPACE + " link set " + FAR + " up")).isTrue();
  }

  @AfterEach
  void unwire() throws Exception {
    if (made) {
      ip("link del " + NEAR);
      ip("netns del " + SPACE);
    }
  }

  @Test
  void whatTheFarPortSaysIsHeard() throws Exception {
    int ifindex =
        Integer.parseInt(Files.readString(Path.of("/sys/class/net/" + NEAR + "/ifindex")).strip());
    try (LldpListener listener =
        LldpListener.kernel(List.of(ifindex), InputLimits.DEFAULT.lldp())) {
      try {
        listener.next(Duration.ofMillis(1));
      } catch (TransportException e) {
        assumeTrue(e.errno() != Errno.EPERM, "no CAP_NET_RAW here");
        throw e;
      }
      send(LldpSamples.leaf());

      LldpListener.Heard heard = first(listener).orElseThrow();

      assertThat(heard.ifindex()).isEqualTo(ifindex);
      assertThat(heard.frame().systemName()).isEqualTo("leaf7");
    }
  }

  @Test
  void aNicThatIsNotOursIsNotHeard() throws Exception {
    try (LldpListener listener =
        LldpListener.kernel(List.of(999_999), InputLimits.DEFAULT.lldp())) {
      try {
        listener.next(Duration.ofMillis(1));
      } catch (TransportException e) {
        assumeTrue(e.errno() != Errno.EPERM, "no CAP_NET_RAW here");
        throw e;
      }
      send(LldpSamples.leaf());

      assertThat(listener.next(Duration.ofSeconds(1))).isEmpty();
    }
  }

  private static Optional<LldpListener.Heard> first(LldpListener listener) {
    for (int round = 0; round < 20; round++) {
      Optional<LldpListener.Heard> heard = listener.next(Duration.ofSeconds(1));
      if (heard.isPresent()) {
        return heard;
      }
    }
    return Optional.empty();
  }

  private void send(String frame) throws Exception {
    String python = Program.installed("python3");
    Program.run(
        folder.resolve("sent"),
        Map.of(),
        Program.installed("ip"),
        "netns",
        "exec",
        SPACE,
        python,
        "-c",
        SENDER,
        FAR,
        frame);
  }

  private boolean ip(String words) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of(Program.installed("ip")));
    all.addAll(List.of(words.split(" ")));
    try {
      Program.run(folder.resolve("ip"), Map.of(), all.toArray(String[]::new));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
