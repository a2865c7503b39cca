package dev.losslessd.fabric.junos;

import dev.losslessd.fabric.switchbase.Account;
import dev.losslessd.fabric.switchbase.CliError;
import dev.losslessd.fabric.switchbase.CliShell;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One login. Calls come with the lock held. */
final class JunosShell extends CliShell {
  private static final Pattern COMMIT =
      Pattern.compile("commit(?: confirmed(?: (\\d{1,5}))?)?(?: comment (\\S+))?");
  private static final int USUAL_MINUTES = 10;

  private final JunosSwitch device;
  private boolean configuring;
  private boolean alone;

  /** Whether it waits for an answer to the question about changes that are not committed. */
  private boolean asking;

  JunosShell(JunosSwitch device, Account account, int number) {
    super(device.faults(), account, number);
    this.device = device;
  }

  @Override
  public String prompt() {
    return asking
        ? "Exit with uncommitted changes? [yes,no] (yes) "
        : account().name() + "@" + device.name() + (configuring ? "# " : "> ");
  }

  @Override
  public List<String> run(String line) {
    String bare = line.strip().replaceAll("\\s+", " ");
    List<String> out = new ArrayList<>();
    try {
      out.addAll(answer(bare));
    } catch (CliError e) {
      out.addAll(e.lines());
    }
    if (!asking && (configuring || !bare.isEmpty())) {
      out.add("");
      device
          .minutesLeft()
          .ifPresent(minutes ->
              out.add("# commit confirmed will be rolled back in " + minutes + " minutes"));
      if (configuring) {
        out.add("{master:0}[edit]");
      }
    }
    return out;
  }

  private List<String> answer(String line) throws CliError {
    if (asking) {
      asking = false;
      if (line.equals("yes") || line.isEmpty()) {
        configuring = false;
      }
      return List.of();
    }
    if (line.isEmpty() || line.startsWith("#")) {
      return List.of();
    }
    permit(
        line,
        "error: permission denied: " + line,
        "error: resources of the hardware are exhausted");
    return configuring ? configure(line) : exec(line);
  }

  private List<String> exec(String line) throws CliError {
    return switch (line) {
      case "set cli screen-length 0" -> {
        length(0);
        yield List.of("Screen length set to 0");
      }
      case "set cli screen-width 511" -> List.of("Screen width set to 511");
      case "set cli complete-on-space off" -> List.of("Disabling complete-on-space");
      case "configure", "configure exclusive" -> enter(line.endsWith("exclusive"));
      case "exit" -> {
        hangUp();
        yield List.of();
      }
      default -> JunosShows.of(device, line);
    };
  }

  private List<String> enter(boolean exclusively) throws CliError {
    if (!account().admin()) {
      throw new CliError("unknown command.");
    }
    boolean held = device.exclusive().isPresent();
    if (held || (hindered() && device.faults().locked())) {
      throw new CliError(
          """
          error: configuration database locked by:
            netops terminal pts/9 (pid 4711) on since 2026-03-02 07:58:11 UTC
                exclusive [edit]\
          """);
    }
    if (exclusively && device.isDirty()) {
      throw new CliError("error: configuration database modified");
    }
    configuring = true;
    alone = exclusively;
    if (exclusively) {
      device.lock(this);
      return List.of(
          "warning: uncommitted changes will be discarded on exit", "Entering configuration mode");
    }
    return List.of("Entering configuration mode");
  }

  private List<String> configure(String line) throws CliError {
    Matcher commit = COMMIT.matcher(line);
    if (line.startsWith("run ")) {
      return JunosShows.of(device, line.substring(4));
    }
    if (line.startsWith("set ") || line.startsWith("delete ")) {
      return edit(line);
    }
    if (line.matches("rollback \\d{1,2}")) {
      device.rollback(Integer.parseInt(line.substring(9)));
      return List.of("load complete");
    }
    if (commit.matches()) {
      return commit(line, commit);
    }
    return switch (line) {
      case "show | compare" -> device.candidate().compare(device.running());
      case "commit check" -> {
        device.check();
        if (!lies(line)) {
          device.confirm();
        }
        yield List.of("configuration check succeeds");
      }
      case "exit" -> exit();
      default -> throw new CliError("unknown command.");
    };
  }

  private List<String> exit() {
    if (alone) {
      device.release();
    } else if (device.isDirty()) {
      asking = true;
      return List.of("The configuration has been changed but not committed");
    }
    configuring = false;
    alone = false;
    return List.of();
  }

  private List<String> edit(String line) throws CliError {
    List<String> words = List.of(line.substring(line.indexOf(' ') + 1).split(" "));
    requirePort(words);
    if (line.startsWith("set ")) {
      device.candidate().set(words);
      return List.of();
    }
    return device.candidate().delete(words) ? List.of() : List.of("warning: statement not found");
  }

  private void requirePort(List<String> words) throws CliError {
    boolean known =
        !words.getFirst().equals("interfaces")
            || words.size() < 2
            || words.get(1).matches("ae\\d+|lo0|em0")
            || device.ports().stream().anyMatch(port -> port.name().equals(words.get(1)));
    if (!known) {
      throw new CliError("error: interface " + words.get(1) + " is not there");
    }
  }

  /** Whether what this commit changes is to be said and not done. */
  private boolean liesAboutChanges() {
    return device.changes().stream()
        .map(one -> "set " + String.join(" ", one))
        .map(one -> one.replaceFirst("interfaces \\S+", "interfaces PORT"))
        .anyMatch(this::lies);
  }

  private List<String> commit(String line, Matcher m) throws CliError {
    device.check();
    List<String> out = new ArrayList<>();
    int minutes = 0;
    if (line.startsWith("commit confirmed")) {
      minutes = m.group(1) == null ? USUAL_MINUTES : Integer.parseInt(m.group(1));
      if (minutes == 0) {
        throw new CliError("error: invalid value: 0");
      }
      out.add(
          "commit confirmed will be automatically rolled back in "
              + minutes
              + " minutes unless confirmed");
    }
    if (!lies(line) && !liesAboutChanges()) {
      device.commit(account().name(), m.group(2) == null ? "" : m.group(2), minutes);
    }
    out.add("commit complete");
    return out;
  }
}
