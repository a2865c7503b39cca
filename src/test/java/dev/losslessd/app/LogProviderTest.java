package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.jcraft.jsch.JSch;
import com.jcraft.jsch.Logger;
import dev.losslessd.house.SystemGroup;
import dev.losslessd.log.LineLoggers;
import dev.losslessd.log.LogProvider;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.snmp4j.log.LogFactory;

/** Tests of the process's output to standard error. */
@SystemGroup
class LogProviderTest {
  @Test
  void theBindingIsOurs() {
    assertThat(LoggerFactory.getILoggerFactory()).isInstanceOf(LineLoggers.class);
  }

  @Test
  void librariesWithALogOfTheirOwnAreSilent() {
    assertThat(new JSch().getInstanceLogger().isEnabled(Logger.FATAL)).isFalse();
    assertThat(LogFactory.getLogger(LogProviderTest.class).isWarnEnabled()).isFalse();
  }

  @Test
  void aProcessWritesPrintableLinesEvenOfABugThatEndsAThread() throws Exception {
    List<String> command = DyingDaemon.command(Talker.class);
    Process talker = new ProcessBuilder(command).redirectErrorStream(true).start();
    String text = new String(talker.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(talker.waitFor()).isZero();
    assertThat(text)
        .matches("(?s).*Z WARN  Talker: leaf 'a\\\\x0a\\\\x1b\\[2J'\n.*")
        .contains("ERROR LogProvider: thread 'poller' ended\n")
        .contains("  java.lang.IllegalStateException: leaf says \\x0a<0>\\x9b\n");
    assertThat(text.chars().filter(c -> (c < 0x20 && c != '\n') || (c >= 0x7f && c < 0xa0)))
        .isEmpty();
  }

  /** A process that logs what a device said. */
  static final class Talker {
    public static void main(String[] words) throws Exception {
      LogProvider.takeUncaught();
      LoggerFactory.getLogger(Talker.class).warn("leaf '{}'", "a\n\u001b[2J");
      Thread thread =
          new Thread(
              () -> {
                throw new IllegalStateException("leaf says \n<0>\u009b");
              },
              "poller");
      thread.start();
      thread.join();
    }
  }
}
