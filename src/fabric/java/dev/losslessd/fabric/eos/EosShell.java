package dev.losslessd.fabric.eos;

import dev.losslessd.fabric.switchbase.Account;
import dev.losslessd.fabric.switchbase.CliShell;
import dev.losslessd.fabric.switchbase.Faults;
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
    super(account, number);
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
      permit(bare);
      return editor == null ? exec(bare) : configure(bare);
    } catch (Refused e) {
      return List.of(e.line());
    }
  }

  private void permit(String line) throws Refused {
    Faults faults = device.faults();
    if (hindered() && faults.forbids(line)) {
      throw new Refused("Authorization denied for command '" + line + "'");
    }
    if (hindered() && faults.takeRefusal(line)) {
      throw new Refused("Error: hardware resources are exhausted");
    }
  }

  private List<String> exec(String line) throws Refused {
    Matcher m = SESSION.matcher(line);
    if (line.startsWith("show ")) {
      return EosShows.of(device, line);
    }
    switch (line) {
      case "enable" -> {
        if (!account().admin()) {
          throw new Refused("Authorization denied for command 'enable'");
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

  private void requirePrivilege() throws Refused {
    if (!privileged) {
      throw new Refused("Invalid input (privileged mode required)");
    }
  }

  private List<String> privileged(String line, Matcher m) throws Refused {
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
      throw new Refused("Invalid input");
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

  private boolean lies(String line) {
    return hindered() && device.faults().takeLie(line);
  }

  // unverified: the wording
  private void requireUnlocked() throws Refused {
    if (hindered() && device.faults().locked()) {
      throw new Refused("Unable to run this command: configuration is locked by admin on vty9");
    }
  }

  private static Optional<Long> micros(@Nullable String clock) throws Refused {
    if (clock == null) {
      return Optional.empty();
    }
    Matcher m = CLOCK.matcher(clock);
    if (!m.matches()) {
      throw new Refused("Invalid input");
    }
    long seconds =
        (Long.parseLong(m.group(1)) * 60 + Long.parseLong(m.group(2))) * 60
            + Long.parseLong(m.group(3));
    return Optional.of(seconds * 1_000_000);
  }

  private List<String> configure(String line) throws Refused {
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

  private void edit(Editor at, String line) throws Refused {
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
