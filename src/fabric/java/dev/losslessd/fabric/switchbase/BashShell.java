package dev.losslessd.fabric.switchbase;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A login on a system whose command line is a Unix shell: no pager, and an exit status. */
public abstract class BashShell extends LoginSession {
  private static final int UNKNOWN = 127;
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"$`]*)\"|([^\\s'\"]+)");

  private int status;

  protected BashShell(Account account, int number) {
    super(account, number);
  }

  /** Carries out a line that is not blank. */
  protected abstract List<String> command(String line) throws CliError;

  @Override
  public final List<String> run(String line) {
    status = 0;
    try {
      return line.isBlank() ? List.of() : command(line.strip());
    } catch (CliError e) {
      status = e.status();
      return e.lines();
    }
  }

  /** Lines one after the other; what the first that fails says, and nothing if all went well. */
  public final List<String> runAll(List<String> lines) {
    for (String line : lines) {
      List<String> answer = run(line);
      if (status != 0) {
        return answer;
      }
    }
    return List.of();
  }

  /**
   * The words of a line, without their quotes. Only plain words and quoted ones without expansion
   * are known: anything else that a shell does is refused.
   */
  protected final List<String> words(String line) throws CliError {
    List<String> words = new ArrayList<>();
    Matcher m = WORD.matcher(line);
    int at = 0;
    while (m.find()) {
      if (!line.substring(at, m.start()).isBlank() || isOperator(m.group(3))) {
        throw unknown(line);
      }
      at = m.end();
      words.add(m.group(1) != null ? m.group(1) : m.group(2) != null ? m.group(2) : m.group(3));
    }
    if (words.isEmpty() || !line.substring(at).isBlank()) {
      throw unknown(line);
    }
    return words;
  }

  private static boolean isOperator(@Nullable String bare) {
    return bare != null && bare.matches(".*[;&|<>$`\\\\(){}*].*");
  }

  /** Returns the error for a command that does not exist. */
  protected final CliError unknown(String line) {
    return new CliError(
        UNKNOWN, interpreter() + ": " + line.split("\\s", 2)[0] + ": " + notFound());
  }

  /** Name under which the shell reports errors. */
  protected String interpreter() {
    return "-bash";
  }

  /** Text of the error for a command that does not exist. */
  protected String notFound() {
    return "command not found";
  }

  @Override
  public final int length() {
    return 0;
  }

  @Override
  public final int status() {
    return status;
  }
}
