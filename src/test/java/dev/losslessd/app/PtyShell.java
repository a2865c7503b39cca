package dev.losslessd.app;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Runs the command line again and again in one process, as its terminal says: a line each. */
final class PtyShell {
  static final char BETWEEN = '\u001f';
  static final char END = '\u0001';

  private PtyShell() {}

  /** Ends with its input. After each verb the exit code is printed between two {@link #END}. */
  static void main() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = System.in.read(); c >= 0; c = System.in.read()) {
      if (c == '\n') {
        String[] words = line.toString().split(String.valueOf(BETWEEN), -1);
        line.setLength(0);
        int code = Command.typed(Optional.empty(), words);
        System.err.flush();
        System.out.write((END + "" + code + END).getBytes(StandardCharsets.UTF_8));
        System.out.flush();
      } else {
        line.append((char) c);
      }
    }
  }
}
