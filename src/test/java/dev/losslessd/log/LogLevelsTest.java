package dev.losslessd.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.event.Level;

class LogLevelsTest {
  @Test
  void librariesTalkFromWarnOnAndOursFromInfoOn() {
    LogLevels levels = new LogLevels(Map.<String, String>of()::get);

    assertThat(levels.of("org.eclipse.jetty.server.Server")).isEqualTo(Level.WARN);
    assertThat(levels.of("io.javalin.Javalin")).isEqualTo(Level.WARN);
    assertThat(levels.of("dev.losslessd.app.Daemon")).isEqualTo(Level.INFO);
  }

  @Test
  void oneLevelForAllDoesNotMakeLibrariesTalkMore() {
    assertThat(new LogLevels(Map.of("losslessd.log", "debug")::get).of("io.javalin.Javalin"))
        .isEqualTo(Level.WARN);
    assertThat(new LogLevels(Map.of("losslessd.log", "error")::get).of("io.javalin.Javalin"))
        .isEqualTo(Level.ERROR);
  }

  @Test
  void aPackageMayHaveALevelOfItsOwn() {
    LogLevels levels = new LogLevels(Map.of("losslessd.log.io.javalin", "debug")::get);

    assertThat(levels.of("io.javalin.Javalin")).isEqualTo(Level.DEBUG);
  }

  /** It writes down headers, and so tokens. */
  @Test
  void jettyIsNeverDetailed() {
    LogLevels levels = new LogLevels(Map.of("losslessd.log.org.eclipse.jetty.http", "trace")::get);

    assertThat(levels.of("org.eclipse.jetty.http.HttpParser")).isEqualTo(Level.INFO);
  }

  @Test
  void theJournalIsKnownByTheStreamItself(@TempDir Path folder) throws Exception {
    Path stream = Files.createFile(folder.resolve("stream"));
    Map<String, Object> file = Files.readAttributes(stream, "unix:dev,ino");
    String named = file.get("dev") + ":" + file.get("ino");

    assertThat(LineStyle.of(named, stream)).isEqualTo(LineStyle.JOURNAL);
    assertThat(LineStyle.of("1:2", stream)).isEqualTo(LineStyle.PLAIN);
    assertThat(LineStyle.of(null, stream)).isEqualTo(LineStyle.PLAIN);
  }
}
