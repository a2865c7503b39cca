package dev.losslessd.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.house.SystemGroup;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that hang hold up their own place alone. */
@SystemGroup
class FileThreadsTest {
  private static final Duration SOON = Duration.ofMillis(200);

  private final FileThreads threads =
      new FileThreads(new Limit(SOON, 2), new Limit(SOON, 1), InstantSource.system());

  @TempDir private Path folder;
  private final List<Path> pipes = new ArrayList<>();

  /** What hangs ends: a writer has come and gone. */
  @AfterEach
  void answer() throws Exception {
    for (Path pipe : pipes) {
      new RandomAccessFile(pipe.toFile(), "rw").close();
    }
  }

  @Test
  void aPipeIsGivenUpAndTheOthersAreReadOn() throws Exception {
    Path pipe = pipe("pipe");
    Path good = Files.writeString(folder.resolve("good"), "text");

    assertThatThrownBy(() -> read("port1", pipe))
        .isInstanceOf(LateException.class)
        .hasMessageMatching("access to " + pipe + " hangs since 20\\d\\d-.*:\\d\\dZ");
    long begun = System.nanoTime();
    assertThatThrownBy(() -> read("port1", good)).hasMessageContaining(pipe + " hangs since");
    assertThat(System.nanoTime() - begun).as("at once").isLessThan(SOON.toNanos() / 2);
    assertThat(read("port2", good)).isEqualTo("text");
    assertThat(threads.hangs(folder)).extracting(Hang::place).containsExactly("port1");
    assertThat(threads.hangs(folder.resolve("other"))).isEmpty();

    answer();
    awaitAnswer();
    assertThat(read("port1", good)).isEqualTo("text");
  }

  @Test
  void whereAsManyHangAsMayTheNextIsNotOpened() throws Exception {
    Path one = pipe("one");
    Path two = pipe("two");
    Path good = Files.writeString(folder.resolve("good"), "text");
    Path secret = Files.writeString(folder.resolve("secret"), "hidden");
    assertThatThrownBy(() -> read("port1", one)).isInstanceOf(LateException.class);
    assertThatThrownBy(() -> read("port2", two)).isInstanceOf(LateException.class);

    assertThatThrownBy(() -> read("port3", good))
        .hasMessageStartingWith("accesses to 2 other files do not return, the first: access to ");
    // threads that poll count as well
    assertThatThrownBy(() -> threads.place(folder, "port3").enter(good))
        .hasMessageStartingWith("accesses to 2 other files do not return");
    assertThat(threads.text(secret)).as("not of the kernel").isEqualTo("hidden");
  }

  @Test
  void workIsLateAsAWholeAndMakesNothingMoreOnceItsFileAnswers() throws Exception {
    Path pipe = pipe("pipe");
    Place place = threads.place(folder, "port1");
    AtomicBoolean wentOn = new AtomicBoolean();
    CountDownLatch ended = new CountDownLatch(1);
    Handed<String> work =
        place.hand(() -> {
          try {
            place.call(pipe, () -> FileThreads.first(pipe, 10));
            wentOn.set(true);
            return "read";
          } finally {
            place.end(folder, () -> false);
            ended.countDown();
          }
        });

    assertThatThrownBy(work::get).isInstanceOf(LateException.class);
    answer();

    assertThat(ended.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(wentOn).isFalse();
  }

  @Test
  void workThatPassesOverALateFileIsLateAllTheSame() throws Exception {
    Path pipe = pipe("pipe");
    Path good = Files.writeString(folder.resolve("good"), "text");
    assertThatThrownBy(() -> read("port1", pipe)).isInstanceOf(LateException.class);

    Handed<String> work =
        threads
            .place(folder, "port2")
            .hand(() -> {
              try {
                return read("port1", good);
              } catch (LateException e) {
                return "nothing";
              }
            });

    assertThatThrownBy(work::get).hasMessageContaining("hangs since");
  }

  @Test
  void noCarrierIsHeldByFilesThatHang() throws Exception {
    int many = 2 * Runtime.getRuntime().availableProcessors();
    FileThreads all =
        new FileThreads(
            new Limit(Duration.ofSeconds(20), many), new Limit(SOON, 1), InstantSource.system());
    for (int n = 0; n < many; n++) {
      Path pipe = pipe("pipe" + n);
      Place place = all.place(folder, "port" + n);
      Thread.ofVirtual().start(() -> quietly(place, pipe));
    }
    CountDownLatch free = new CountDownLatch(1);

    Thread.ofVirtual().start(free::countDown);

    assertThat(free.await(10, TimeUnit.SECONDS)).isTrue();
  }

  private static void quietly(Place place, Path pipe) {
    try {
      place.call(pipe, () -> FileThreads.first(pipe, 1));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aVirtualThreadMayNotGoIntoAFileItself() throws Exception {
    Place place = threads.place(folder, "port1");
    CountDownLatch refused = new CountDownLatch(1);

    Thread.ofVirtual()
        .start(() -> {
          assertThatThrownBy(() -> place.enter(folder)).isInstanceOf(IllegalStateException.class);
          refused.countDown();
        });

    assertThat(refused.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aReaderThatDoesNotWaitPassesOverAPlaceThatIsInUse() throws Exception {
    Place place = threads.place(folder, "port1");
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch leave = new CountDownLatch(1);
    Handed<Boolean> other =
        place.hand(() ->
            place.call(
                folder,
                () -> {
                  inside.countDown();
                  return awaited(leave);
                }));
    assertThat(inside.await(10, TimeUnit.SECONDS)).isTrue();

    boolean entered = place.tryEnter(folder);
    leave.countDown();

    assertThat(entered).isFalse();
    assertThat(other.get()).isTrue();
    place.enter(folder);
    place.leave();
  }

  private static boolean awaited(CountDownLatch leave) {
    try {
      return leave.await(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aFileThatIsNotThereSaysSo() {
    assertThatThrownBy(() -> threads.bytes(folder.resolve("none"), 10))
        .isInstanceOf(NoSuchFileException.class);
  }

  private String read(String port, Path file) throws IOException {
    byte[] bytes = threads.place(folder, port).call(file, () -> FileThreads.first(file, 10));
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private void awaitAnswer() {
    long begun = System.nanoTime();
    while (!threads.hangs(folder).isEmpty()) {
      assertThat(System.nanoTime() - begun).isLessThan(20_000_000_000L);
      Thread.onSpinWait();
    }
  }

  private Path pipe(String name) throws Exception {
    Path pipe = folder.resolve(name);
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    pipes.add(pipe);
    return pipe;
  }
}
