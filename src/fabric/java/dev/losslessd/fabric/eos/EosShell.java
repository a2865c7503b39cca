package dev.losslessd.fabric.eos;

import dev.losslessd.fabric.switchbase.Account;
import dev.losslessd.fabric.switchbase.CliError;
import dev.losslessd.fabric.switchbase.CliShell;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One login. Calls come with the lock held. */
final class EosShell extends CliShell {
  private static final Pattern SESSION =
      Pattern.compile("configure session (\\S+)(?: (commit|abort|commit timer (\\S+)))?");
  private static final Pattern TIMER = Pattern.compile("commit timer (\\S+)");
  private static final Pattern CLOCK = Pattern.compile("(\\d{2}):([0-5]\\d):([0-5]\\d)");

  /** Characters of a session's name that EOS shows in its prompt. */
  private static final int MOST_NAME = 10;

  private final EosSwitch device;
  private boolean privileged;

  /** Name of the configuration session that this login is in; null for none. */
  private @Nullable String session;

  private @Nullable Editor editor;

  EosShell(EosSwitch device, Account account, int number) {
    super(device.faults(), account, number);
    this.device = device;
  }

  EosSwitch device() {
    return device;
  }

  @Nullable String session() {
    return session;
  }

  @Override
  public String prompt() {
    Editor at = editor;
    if (at == null) {
      return device.name() + (privileged ? "#" : ">");
    }
    String name = session;
    String in = name == null ? "" : "-s-" + name.substring(0, Math.min(MOST_NAME, name.length()));
    return device.name() + "(config" + in + at.mode() + ")#";
  }

  @Override
  public List<String> run(String line) {
    String bare = line.strip().replaceAll("\\s+", " ");
    if (bare.isEmpty() || bare.startsWith("!")) {
      return List.of();
    }
    try {
      permit(
          bare,
          "Authorization denied for command '" + bare + "'",
          "Error: hardware resources are exhausted");
      return editor == null ? exec(bare) : configure(bare);
    } catch (CliError e) {
      return List.of("% " + e.text());
    }
  }

  private List<String> exec(String line) throws CliError {
    Matcher m = SESSION.matcher(line);
    if (line.startsWith("show ")) {
      return EosShows.of(device, line);
    }
    switch (line) {
      case "enable" -> {
        if (!account().admin()) {
          throw new CliError("Authorization denied for command 'enable'");
        }
        privileged = true;
      }
      case "terminal length 0" -> {
        length(0);
        return List.of("Pagination disabled.");
      }
      case "terminal width 32767" -> {
        return List.of("Width set to 32767 columns.");
      }
      case "exit" -> hangUp();
      default -> {
        requirePrivilege();
        return privileged(line, m);
      }
    }
    return List.of();
  }

  private void requirePrivilege() throws CliError {
    if (!privileged) {
      throw new CliError("Invalid input (privileged mode required)");
    }
  }

  private List<String> privileged(String line, Matcher m) throws CliError {
    if (line.equals("configure") || line.equals("configure terminal")) {
      requireUnlocked();
      editor = new Editor(device, device.running());
      return List.of();
    }
    if (line.equals("write memory")) {
      if (!lies(line)) {
        device.save();
      }
      return List.of("Copy completed successfully.");
    }
    if (!m.matches()) {
      throw new CliError("Invalid input");
    }
    requireUnlocked();
    String verb = m.group(2);
    if (verb == null) {
      session = m.group(1);
      editor = new Editor(device, device.conf(m.group(1), account().name()).eosConfig);
    } else if (verb.equals("abort")) {
      device.abort(m.group(1));
    } else if (!lies(verb)) {
      device.commit(m.group(1), micros(m.group(3)));
    }
    return List.of();
  }

  // unverified: the wording
  private void requireUnlocked() throws CliError {
    if (hindered() && device.faults().locked()) {
      throw new CliError("Unable to run this command: configuration is locked by admin on vty9");
    }
  }

  private static Optional<Long> micros(@Nullable String clock) throws CliError {
    if (clock == null) {
      return Optional.empty();
    }
    Matcher m = CLOCK.matcher(clock);
    if (!m.matches()) {
      throw new CliError("Invalid input");
    }
    long seconds =
        (Long.parseLong(m.group(1)) * 60 + Long.parseLong(m.group(2))) * 60
            + Long.parseLong(m.group(3));
    return Optional.of(seconds * 1_000_000);
  }

  private List<String> configure(String line) throws CliError {
    Editor at = Objects.requireNonNull(editor);
    String name = session;
    Matcher timer = TIMER.matcher(line);
    if (line.equals("end")) {
      leave();
    } else if (line.equals("exit")) {
      if (!at.exit()) {
        leave();
      }
    } else if (name == null) {
      edit(at, line);
    } else if (line.equals("show session-config diffs")) {
      EosConfig mine = Objects.requireNonNull(device.confs().get(name)).eosConfig;
      return Differences.between(name, device.running().text(), mine.text());
    } else if (line.equals("abort")) {
      device.abort(name);
      leave();
    } else if (line.equals("commit") || timer.matches()) {
      requireUnlocked();
      if (!lies(line)) {
        device.commit(name, timer.matches() ? micros(timer.group(1)) : Optional.empty());
      }
      leave();
    } else {
      edit(at, line);
    }
    return List.of();
  }

  private void edit(Editor at, String line) throws CliError {
    if (lies(line)) {
      at.check(line);
    } else {
      at.take(line);
    }
  }

  private void leave() {
    editor = null;
    session = null;
  }
}
