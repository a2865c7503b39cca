package dev.losslessd.transport.ssh;

import dev.losslessd.transport.TransportException.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Command and answer over a shell. Two rules keep output whole: it begins after the echo of the
 * command, so that a late prompt of an earlier Enter is no answer; and it ends at a prompt that
 * comes back once more on an empty Enter, so that a line of output that looks like a prompt is no
 * end.
 */
final class Dialogue {
  private static final Duration FOR_EVER = Duration.ofDays(1);

  /** A silent device gets another Enter after this: some wait for one before they say a word. */
  private static final Duration SILENCE = Duration.ofSeconds(1);

  /** Lines that a mode may take above a prompt, and more. */
  private static final int MOST_CONTEXT = 20;

  private final Shell shell;
  private final Screen screen;
  private @Nullable Prompt prompt;

  Dialogue(Shell shell) {
    this.shell = shell;
    this.screen = shell.screen();
  }

  /** The newest prompt: {@code leaf1(config)#}. */
  String prompt() {
    return prompt == null ? "" : prompt.text();
  }

  /** Waits for the first prompt of a login. */
  void begin(Deadline deadline) {
    prompt = learn(deadline, Doing.login());
    shell.expectNothing();
  }

  String run(Command command, Deadline deadline) {
    Doing doing = send(command, deadline);
    String output = converse(command, deadline, doing);
    shell.expectNothing();
    return output;
  }

  private Doing send(Command command, Deadline deadline) {
    Doing doing = Doing.command(command);
    screen.clear();
    shell.expectOutput();
    if (!shell.isOpen()) {
      throw shell.failed(Kind.GONE, "the session is closed", doing, null);
    }
    doing.nowSent();
    shell.send(command.line() + "\n", deadline, doing);
    return doing;
  }

  private String converse(Command command, Deadline deadline, Doing doing) {
    List<Expect> questions = new ArrayList<>(command.expects());
    boolean echoed = false;
    int answered = -1;
    int entered = -1;
    while (true) {
      shell.receive(deadline, FOR_EVER, doing);
      if (!echoed) {
        echoed = isEchoed(command);
        if (!echoed) {
          continue;
        }
        doing.nowEchoed();
      }
      if (entered >= 0 && !mayBePrompt(entered)) {
        entered = -1;
      }
      screen.keep(entered < 0 ? screen.count() : entered);
      String unfinished = screen.unfinished();
      int at = screen.count();
      if (!shell.isCaughtUp() || unfinished.isBlank()) {
        continue;
      }
      if (Prompt.isPager(unfinished)) {
        nextPage(deadline, doing);
      } else if (at != answered && answer(questions, unfinished, deadline, doing)) {
        answered = at;
      } else if (known().fits(unfinished)) {
        if (entered >= 0 && at > entered && repeats(entered, unfinished)) {
          prompt = new Prompt(unfinished, known().family());
          return screen.output();
        }
        if (at != entered) {
          entered = at;
          shell.send("\n", deadline, doing);
        }
      }
    }
  }

  private boolean answer(
      List<Expect> questions, String unfinished, Deadline deadline, Doing doing) {
    for (Expect expect : questions) {
      if (expect.question().matcher(unfinished).find()) {
        questions.remove(expect);
        shell.send(expect.answer() + "\n", deadline, doing);
        return true;
      }
    }
    return false;
  }

  private void nextPage(Deadline deadline, Doing doing) {
    screen.wipeLine();
    shell.send(" ", deadline, doing);
  }

  /** Whether the echo has come; it and what is before it is dropped. */
  private boolean isEchoed(Command command) {
    String sent = squeezed(command.line());
    int end = screen.count();
    for (int place = end - screen.lines().size(); place < end; place++) {
      if (squeezed(screen.line(place)).endsWith(sent)) {
        screen.drop(place + 1);
        return true;
      }
    }
    screen.drop(end);
    return false;
  }

  /** Whether the prompt may still come back under a line, as nothing else came meanwhile. */
  private boolean mayBePrompt(int line) {
    int end = screen.count();
    return end == line
        || (end - line <= MOST_CONTEXT && Prompt.onlyContext(screen.lines(line + 1, end)));
  }

  /**
   * A prompt is what comes back for an empty Enter, twice, with nothing in between. Text that only
   * looks like one, in a banner, does not do that.
   */
  private Prompt learn(Deadline deadline, Doing doing) {
    List<Integer> entered = new ArrayList<>();
    while (true) {
      boolean silent = !shell.receive(deadline, SILENCE, doing);
      String unfinished = screen.unfinished();
      if (!silent && !shell.isCaughtUp()) {
        continue;
      }
      if (Prompt.isPager(unfinished)) {
        nextPage(deadline, doing);
        continue;
      }
      boolean looks = Prompt.looksLikeOne(unfinished);
      if (looks && cameBackTwice(entered, unfinished)) {
        return Prompt.of(unfinished);
      }
      boolean seen = !entered.isEmpty() && entered.getLast() == screen.count();
      if (silent || (looks && !seen)) {
        shell.send("\n", deadline, doing);
        if (looks && !seen) {
          entered.add(screen.count());
        }
      }
    }
  }

  private boolean cameBackTwice(List<Integer> entered, String unfinished) {
    int n = entered.size();
    if (n < 2 || entered.getLast() >= screen.count()) {
      return false;
    }
    int last = entered.get(n - 1);
    int before = entered.get(n - 2);
    return repeats(last, unfinished)
        && screen.line(before).stripTrailing().equals(unfinished)
        && Prompt.onlyContext(screen.lines(before + 1, last));
  }

  private boolean repeats(int line, String unfinished) {
    return screen.line(line).stripTrailing().equals(unfinished)
        && Prompt.onlyContext(screen.lines(line + 1, screen.count()));
  }

  private Prompt known() {
    return Objects.requireNonNull(prompt, "begun first");
  }

  private static String squeezed(String line) {
    return line.codePoints()
        .filter(c -> c > ' ')
        .mapToObj(Character::toString)
        .collect(Collectors.joining());
  }
}
