package dev.losslessd.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Asks the person at the terminal. Only the whole word yes is a yes. */
final class Question {
  private static final int LONGEST = 100;

  private Question() {}

  static boolean yes(Screen screen, String question) {
    screen.err().print("\n" + question + " Only 'yes' is accepted: ");
    screen.err().flush();
    try {
      return line(screen.environment().in()).strip().equals("yes");
    } catch (IOException e) {
      throw new CliException(ExitCode.USAGE, "no answer could be read: " + e.getMessage(), e);
    }
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next >= 0 && next != '\n' && line.size() < LONGEST; ) {
      line.write(next);
      next = in.read();
    }
    return line.toString(StandardCharsets.UTF_8);
  }
}
