package dev.losslessd.fabric.sonic;

import dev.losslessd.fabric.switchbase.Account;
import dev.losslessd.fabric.switchbase.BashShell;
import dev.losslessd.fabric.switchbase.CliError;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One login: of bash it knows {@code echo} into a file, {@code rm}, {@code sudo}, quotes and an
 * empty input, and of SONiC its commands. Everything else is refused.
 */
final class SonicShell extends BashShell {
  private static final Pattern INPUT = Pattern.compile("\\s+0?</dev/null$");
  private static final Pattern INTO = Pattern.compile("(.*\\S) (>>?) ([A-Za-z0-9_.-]+)");

  private static final Pattern PIPED = Pattern.compile("echo '([^']*)' \\| (\\S.*)");

  private final SonicSwitch device;
  private final boolean hindered;

  /**
   * @param hindered subject to ordered faults
   */
  SonicShell(SonicSwitch device, Account account, int number, boolean hindered) {
    super(account, number);
    this.device = device;
    this.hindered = hindered;
  }

  @Override
  public String prompt() {
    return account().name() + "@" + device.name() + ":~$ ";
  }

  @Override
  protected List<String> command(String whole) throws CliError {
    String line = INPUT.matcher(whole).replaceFirst("");
    Matcher into = INTO.matcher(line);
    if (line.startsWith("echo ") && into.matches()) {
      List<String> words = words(into.group(1));
      String text = String.join(" ", words.subList(1, words.size())) + "\n";
      device
          .files()
          .merge(into.group(3), text, (old, more) -> into.group(2).equals(">") ? more : old + more);
      return List.of();
    }
    Matcher piped = PIPED.matcher(line);
    if (piped.matches()) {
      return carryOut(words(piped.group(2)), piped.group(1));
    }
    List<String> words = words(line);
    if (words.equals(List.of("exit"))) {
      hangUp();
      return List.of();
    }
    if (words.size() == 3 && words.subList(0, 2).equals(List.of("rm", "-f"))) {
      device.files().remove(words.get(2));
      return List.of();
    }
    return carryOut(words, "");
  }

  private List<String> carryOut(List<String> words, String input) throws CliError {
    boolean root = words.getFirst().equals("sudo") && words.size() > 1;
    List<String> bare = root ? words.subList(1, words.size()) : words;
    permit(bare, root);
    return new Commands(device, root, hindered, input).run(bare);
  }

  private void permit(List<String> words, boolean root) throws CliError {
    String text = String.join(" ", words);
    if (root && !account().admin()) {
      throw new CliError(
          1,
          account().name()
              + " is not in the sudoers file.\nThis incident has been reported to the"
              + " administrator.");
    }
    if (hindered && device.faults().forbids(text)) {
      throw new CliError(
          1,
          "Sorry, user "
              + account().name()
              + " is not allowed to execute '"
              + text
              + "' as root on "
              + device.name()
              + ".");
    }
    if (hindered && device.faults().takeRefusal(text)) {
      throw new CliError(2, "Error: Unable to connect to redis: Connection refused");
    }
  }
}
