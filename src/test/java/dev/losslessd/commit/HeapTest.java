package dev.losslessd.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The heap that {@code bin/jvm.options} ships is enough, however many commits were cancelled and
 * however often a stuck one was retried; and for the next start too. {@code -Dheap=5000} for the
 * whole count.
 */
@SystemGroup
class HeapTest {
  private static final int COUNT = Integer.getInteger("heap", 350);
  private static final int LIMIT_MINUTES = 20;

  @TempDir private Path folder;

  @Test
  @Timeout(value = LIMIT_MINUTES, unit = TimeUnit.MINUTES)
  void cancelledCommitsOfALargeSwitchWithATimerLeaveIt() throws Exception {
    assertThat(story("cancelled", COUNT)).startsWith(COUNT + " cancelled, ");
    assertThat(story("start", 0)).startsWith("started, ");
  }

  @Test
  @Timeout(value = LIMIT_MINUTES, unit = TimeUnit.MINUTES)
  void retriesOfAStuckCommitLeaveIt() throws Exception {
    assertThat(story("stuck", COUNT)).isEqualTo(COUNT + " retries, stuck");
    assertThat(story("stuck", 1)).as("after a restart").isEqualTo("1 retries, stuck");
  }

  /** Runs a story with the options of the package; what it says last, and how it ends. */
  private String story(String name, int count) throws IOException, InterruptedException {
    Path out = Files.createTempFile(folder, "out", ".txt");
    Path state = Files.createDirectories(folder.resolve(name.equals("start") ? "cancelled" : name));
    List<String> command =
        Stream.of(
                ProcessHandle.current().info().command().orElse("java"),
                "@bin/jvm.options",
                "-Dlosslessd.log=error",
                "-cp",
                System.getProperty("java.class.path"),
                HeapStory.class.getName(),
                name,
                state.toString(),
                String.valueOf(count))
            .toList();
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    try {
      int rc = process.waitFor();
      List<String> lines = Files.readAllLines(out);
      String last = lines.isEmpty() ? "" : lines.getLast();
      return rc == 0 ? last : "rc " + rc + ": " + last;
    } finally {
      process.destroyForcibly();
    }
  }
}
