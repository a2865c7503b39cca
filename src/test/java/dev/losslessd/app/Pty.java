package dev.losslessd.app;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The command line in a process of its own, on a terminal of the kernel (pty) that script(1) opens.
 * One process runs many verbs: most of the time of a verb is the start of its JVM.
 */
final class Pty implements AutoCloseable {
  private static final Path SCRIPT = Path.of("/usr/bin/script");
  private static final String QUESTION = "Only 'yes' is accepted: ";

  private final Process process;
  private final Reader shown;
  private final OutputStream keys;

  private Pty(Process process) {
    this.process = process;
    this.shown = process.inputReader(StandardCharsets.UTF_8);
    this.keys = process.getOutputStream();
  }

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

  /** Opens a terminal for verbs of one daemon. */
  static Pty open(Path socket) throws IOException {
    List<String> command = DaemonFixture.command();
    command.set(command.size() - 1, PtyShell.class.getName());
    return new Pty(start(socket, command));
  }

  /** Runs the program itself for one verb. */
  static Seen alone(Path socket, String answer, String... words)
      throws IOException, InterruptedException {
    try (Pty pty = new Pty(start(socket, DaemonFixture.command(words)))) {
      Seen seen = pty.read(answer, words);
      return new Seen(pty.process.waitFor(), seen.asked(), seen.text());
    }
  }

  private static Process start(Path socket, List<String> command) throws IOException {
    String line = command.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
    ProcessBuilder builder =
        new ProcessBuilder(SCRIPT.toString(), "-qefc", line, "/dev/null").redirectErrorStream(true);
    builder.environment().put("LOSSLESSD_SOCKET", socket.toString());
    builder.environment().put("TERM", "xterm");
    builder.environment().put("SHELL", "/bin/sh");
    return builder.start();
  }

  /**
   * @param answer to the first question
   */
  Seen type(String answer, String... words) throws IOException {
    press(String.join(String.valueOf(PtyShell.BETWEEN), words));
    return read(answer, words);
  }

  private Seen read(String answer, String... words) throws IOException {
    StringBuilder text = new StringBuilder();
    boolean asked = false;
    int c = shown.read();
    for (; c >= 0 && c != PtyShell.END; c = shown.read()) {
      text.append((char) c);
      if (!asked && text.toString().endsWith(QUESTION)) {
        asked = true;
        press(answer);
      }
    }
    return new Seen(c < 0 ? -1 : code(), asked, Arrays.toString(words) + "\n" + text);
  }

  private int code() throws IOException {
    StringBuilder code = new StringBuilder();
    for (int c = shown.read(); c >= 0 && c != PtyShell.END; c = shown.read()) {
      code.append((char) c);
    }
    return Integer.parseInt(code.toString());
  }

  private void press(String line) throws IOException {
    keys.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    keys.flush();
  }

  @Override
  public void close() throws IOException {
    keys.close();
    shown.close();
    process.destroy();
  }
}
