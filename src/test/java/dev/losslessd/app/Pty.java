package dev.losslessd.app;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/** A verb in a process of its own, on a terminal of the kernel (pty) that script(1) opens. */
final class Pty {
  private static final Path SCRIPT = Path.of("/usr/bin/script");
  private static final String QUESTION = "Only 'yes' is accepted: ";

  private Pty() {}

  /**
   * What a person saw.
   *
   * @param asked whether a question came
   * @param text standard output and error as they came on the terminal
   */
  record Seen(int code, boolean asked, String text) {}

  static boolean isThere() {
    return Files.isExecutable(SCRIPT);
  }

  /**
   * @param answer to the first question
   */
  static Seen type(Path socket, String answer, String... words)
      throws IOException, InterruptedException {
    String line =
        DaemonFixture.command(words).stream()
            .map(word -> "'" + word + "'")
            .collect(Collectors.joining(" "));
    ProcessBuilder builder =
        new ProcessBuilder(SCRIPT.toString(), "-qefc", line, "/dev/null").redirectErrorStream(true);
    builder.environment().put("LOSSLESSD_SOCKET", socket.toString());
    builder.environment().put("TERM", "xterm");
    builder.environment().put("SHELL", "/bin/sh");
    Process process = builder.start();
    StringBuilder text = new StringBuilder();
    boolean asked = false;
    try (Reader shown = process.inputReader(StandardCharsets.UTF_8);
        OutputStream keys = process.getOutputStream()) {
      for (int c = shown.read(); c >= 0; c = shown.read()) {
        text.append((char) c);
        if (!asked && text.toString().endsWith(QUESTION)) {
          asked = true;
          keys.write((answer + "\n").getBytes(StandardCharsets.UTF_8));
          keys.flush();
        }
      }
    }
    return new Seen(process.waitFor(), asked, Arrays.toString(words) + "\n" + text);
  }
}
