package dev.losslessd.transport;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.losslessd.house.SystemGroup;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * SETs over the kernel's own netlink, on a virtual port of this test's, while the kernel is busy: a
 * SET sets the port's alias, which anybody can read meanwhile.
 */
@SystemGroup
@Timeout(60)
class LateKernelTest {
  private static final Duration DEADLINE = Duration.ofMillis(400);
  private static final String NEAR = "lslate0";
  private static final Path FOLDER = Path.of("/sys/class/net/" + NEAR);
  private static final short RTM_SETLINK = 19;
  private static final short REQUEST_AND_ACK = 5;
  private static final short IFLA_IFALIAS = 20;
  private static final int HEADERS = 32;

  private final KernelNetlink netlink = KernelNetlink.route(DEADLINE, false);
  private final Arena arena = Arena.ofShared();
  private boolean made;
  private int sequence;

  @BeforeEach
  void plug() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/sbin/ip")), "ip is missing");
    made = ip("link add " + NEAR + " type veth peer name lslate1");
    assumeTrue(made, "not allowed to make a veth pair here");
  }

  @AfterEach
  void unplug() throws Exception {
    netlink.close();
    if (made) {
      assertThat(ip("link del " + NEAR)).isTrue();
    }
    arena.close();
  }

  @Test
  void anAnswerAtOnceIsTheAnswer() throws Exception {
    set("now");

    assertThat(alias()).isEqualTo("now");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aSetThatIsLateLandsBeforeWhateverIsAskedNext(int deadlines) throws Throwable {
    Optional<HeldKernel> held = HeldKernel.hold(NEAR);
    assumeTrue(held.isPresent(), "page faults of the kernel are not ours to resolve here");
    try (HeldKernel busy = held.get()) {
      assertThatThrownBy(() -> set("late")).hasMessageContaining("no answer in time");
      for (int more = 1; more < deadlines; more++) {
        assertThatThrownBy(() -> set("undo")).hasMessage("still waiting for netlink reply");
      }
      assertThat(alias()).as("it has not landed").isEmpty();

      AtomicReference<Throwable> failure = new AtomicReference<>();
      Thread next = Thread.ofPlatform().start(() -> note(() -> set(""), failure));
      while (next.getState() != Thread.State.TIMED_WAITING && next.isAlive()) {
        Thread.onSpinWait();
      }
      busy.letGo();
      next.join();
      assertThat(failure.get()).as("it waits for the late one").isNull();

      assertThat(alias())
          .as("what came next changes nothing, and finds it landed")
          .isEqualTo("late");
      set("undo");
      assertThat(alias()).isEqualTo("undo");
    }
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void note(Work work, AtomicReference<Throwable> failure) {
    try {
      work.run();
    } catch (IOException | RuntimeException e) {
      failure.set(e);
    }
  }

  /** Sets the alias; one without a letter changes nothing. */
  private void set(String alias) throws IOException {
    byte[] text = alias.getBytes(StandardCharsets.US_ASCII);
    int length = HEADERS + (text.length == 0 ? 0 : 4 + text.length);
    MemorySegment request = arena.allocate(128, 4);
    request.set(JAVA_INT_UNALIGNED, 0, length);
    request.set(JAVA_SHORT_UNALIGNED, 4, RTM_SETLINK);
    request.set(JAVA_SHORT_UNALIGNED, 6, REQUEST_AND_ACK);
    request.set(JAVA_INT_UNALIGNED, 8, ++sequence);
    request.set(JAVA_INT_UNALIGNED, 20, Integer.parseInt(read("ifindex")));
    if (text.length > 0) {
      request.set(JAVA_SHORT_UNALIGNED, HEADERS, (short) (4 + text.length));
      request.set(JAVA_SHORT_UNALIGNED, HEADERS + 2, IFLA_IFALIAS);
      MemorySegment.copy(MemorySegment.ofArray(text), 0, request, HEADERS + 4, text.length);
    }
    MemorySegment reply = arena.allocate(KernelNetlink.CAPACITY, 4);
    int got = netlink.exchange(request, length, reply);
    assertThat(got).isGreaterThanOrEqualTo(20);
    assertThat(reply.get(JAVA_INT_UNALIGNED, 16)).as("errno").isZero();
  }

  private static String alias() throws IOException {
    return read("ifalias");
  }

  private static String read(String file) throws IOException {
    return Files.readString(FOLDER.resolve(file)).strip();
  }

  private static boolean ip(String words) throws Exception {
    return new ProcessBuilder(("/sbin/ip " + words).split(" ")).inheritIO().start().waitFor() == 0;
  }
}
