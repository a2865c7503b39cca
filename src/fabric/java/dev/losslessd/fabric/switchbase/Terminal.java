package dev.losslessd.fabric.switchbase;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The terminal of one login: echo, a line editor of the simplest kind, and the pager. */
final class Terminal {
  private static final String WIPE = "\r\u001b[K";

  private static final int BACKSPACE = 8;
  private static final int DELETE = 127;
  private static final int CONTROL_C = 3;
  private static final int CONTROL_D = 4;
  private static final int CONTROL_Z = 26;

  private final SimulatedSwitch device;
  private final Shell session;
  private final InputStream in;
  private final OutputStream out;
  private boolean afterReturn;

  Terminal(SimulatedSwitch device, Shell session, InputStream in, OutputStream out) {
    this.device = device;
    this.session = session;
    this.in = in;
    this.out = out;
  }

  /** Serves until the operator leaves. */
  void serve() throws IOException, InterruptedException {
    say("\r\n" + String.join("\r\n", device.systemBanner().greeting()) + "\r\n");
    while (device.locked(session::isOpen)) {
      say(device.locked(session::prompt));
      String line = line();
      if (line == null || !run(line)) {
        return;
      }
    }
  }

  /** Runs one command line of an exec channel, without prompt and pager. */
  void exec(String line) throws IOException, InterruptedException {
    Done done = perform(line);
    say(String.join("", done.lines.stream().map(text -> text + "\n").toList()));
  }

  /**
   * @param cut whether the line to the switch breaks in the middle of it
   */
  private record Done(List<String> lines, boolean cut) {}

  private Done perform(String line) throws InterruptedException {
    long stall = device.locked(() -> device.faults().takeStallMillis());
    if (stall > 0) {
      device.pace().sleep(Duration.ofMillis(stall));
    }
    return device.locked(() -> {
      if (!line.isBlank()) {
        device.requests().command();
        device.log(session.account().name() + " " + session.prompt() + line);
      }
      List<String> lines = session.run(line);
      if (!lines.isEmpty()) {
        String text = device.faults().printed(line, String.join("\n", lines));
        lines = List.of(text.split("\n", -1));
      }
      boolean cut = !lines.isEmpty() && device.faults().takeCut();
      return new Done(cut ? half(lines) : lines, cut);
    });
  }

  private static List<String> half(List<String> lines) {
    List<String> some = new ArrayList<>(lines.subList(0, lines.size() / 2));
    String last = lines.get(lines.size() / 2);
    some.add(last.substring(0, last.length() / 2));
    return some;
  }

  private boolean run(String line) throws IOException, InterruptedException {
    Done done = perform(line);
    if (done.cut) {
      say(String.join("\r\n", done.lines));
      return false;
    }
    return page(done.lines, device.locked(session::length));
  }

  private boolean page(List<String> lines, int length) throws IOException {
    int left = length - 1;
    for (String line : lines) {
      if (length > 0 && left <= 0) {
        say(device.systemBanner().more());
        int key = in.read();
        say(WIPE);
        switch (key) {
          case -1 -> {
            return false;
          }
          case 'q', CONTROL_C -> {
            return true;
          }
          case '\r', '\n' -> left = 1;
          default -> left = length - 1;
        }
      }
      say(line + "\r\n");
      left--;
    }
    return true;
  }

  /** Reads the next line and echoes it; null when the operator has gone. */
  private @Nullable String line() throws IOException {
    StringBuilder line = new StringBuilder();
    while (true) {
      int key = in.read();
      boolean second = key == '\n' && afterReturn;
      afterReturn = key == '\r';
      if (second) {
        continue;
      }
      switch (key) {
        case -1, CONTROL_D -> {
          return null;
        }
        case '\r', '\n' -> {
          say("\r\n");
          return line.toString();
        }
        case CONTROL_Z -> {
          say("\r\n");
          return "end";
        }
        case CONTROL_C -> {
          say("\r\n");
          return "";
        }
        case BACKSPACE, DELETE -> {
          if (!line.isEmpty()) {
            line.setLength(line.length() - 1);
            say("\b \b");
          }
        }
        default -> {
          if (key >= ' ') {
            line.append((char) key);
            echo((char) key);
          }
        }
      }
    }
  }

  /** Keys that came in together go back together. */
  private void echo(char key) throws IOException {
    out.write(key);
    if (in.available() == 0) {
      out.flush();
    }
  }

  private void say(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
