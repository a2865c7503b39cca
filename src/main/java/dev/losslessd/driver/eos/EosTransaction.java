package dev.losslessd.driver.eos;

import static dev.losslessd.driver.eos.EosLedger.LEDGER;

import dev.losslessd.driver.AgentName;
import dev.losslessd.driver.Console;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Hold;
import dev.losslessd.driver.Line;
import dev.losslessd.driver.SavedTree;
import dev.losslessd.driver.ShortLivedCache;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.driver.SwitchTransaction.Prepared;
import dev.losslessd.driver.TimedTransaction;
import dev.losslessd.model.Change;
import dev.losslessd.model.Target;
import dev.losslessd.model.Unsaved;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Writes by configuration sessions of EOS: all lines or none, and the commit timer. */
final class EosTransaction extends TimedTransaction<EosSnapshot, String> {
  private static final String PLAIN = "tx-queue";
  private static final String UNICAST = "uc-tx-queue";
  private static final Pattern FORBIDDEN =
      Pattern.compile("(?im)^.*(?:authorization denied|permission denied|not authori[sz]ed).*$");

  /** From the ansible, netmiko and napalm plug-ins. */
  private static final Pattern REFUSED =
      Pattern.compile(
          "(?im)^(?:% .*|error:.*|.*invalid input.*|.*(?:incomplete|ambiguous) command.*"
              + "|.*bad secret.*|.*connection timed out.*|.*cannot change mode.*"
              + "|.*maximum number of pending sessions.*|.*pendingCommitTimer.*)$");

  static final Console.Dialect DIALECT =
      new Console.Dialect(
          LEDGER,
          List.of("enable", "terminal length 0", "terminal width 32767"),
          FORBIDDEN,
          REFUSED);

  /** Everything that is read of a switch by the command line. */
  private static final List<String> READS =
      List.of(
          RunningConfig.COMMAND,
          Mtus.COMMAND,
          ConfigSessions.COMMAND,
          QueueReader.ECN,
          QueueReader.DROPS,
          QueueReader.WATCHDOG);

  private static final Line ABORT = LEDGER.line("abort");

  private final Console console;
  private final ShortLivedCache<EosSnapshot> printed;

  /** Word for queues where no line of a port has one; chips with split queues know one alone. */
  private String queueWord = PLAIN;

  EosTransaction(SwitchAccess access, Console console, ShortLivedCache<EosSnapshot> printed) {
    super(
        access,
        "no source tells how a commit timer of EOS is set anew: keep or release what is held before"
            + " it runs out");
    this.console = console;
    this.printed = printed;
  }

  @Override
  protected Optional<Prepared> draft(EosSnapshot now, List<Change> open, Optional<Hold> hold) {
    String word = queueWord;
    Script script = new Draft(now, word, open).script();
    return script.lines().isEmpty()
        ? Optional.empty()
        : Optional.of(what -> {
          try {
            send(what, script, hold);
          } catch (DeviceException e) {
            if (queueWord.equals(word)) {
              throw e;
            }
            retry(word, () -> send(what, new Draft(now, queueWord, open).script(), hold));
          }
        });
  }

  private void send(String what, Script script, Optional<Hold> hold) {
    hold.ifPresentOrElse(one -> applyWithTimer(one, script), () -> commit(what, script));
  }

  /** The other word for queues is kept only where the switch takes it. */
  private void retry(String before, Runnable send) {
    try {
      send.run();
    } catch (RuntimeException e) {
      queueWord = before;
      throw e;
    }
  }

  @Override
  public void cleanUp() {
    dropLeftovers(configSessions());
  }

  @Override
  public Unsaved unsaved(Set<Target> ours) {
    return SavedTree.compare(
        RunningConfig.parse(RunningConfig.SAVED, console.show(RunningConfig.SAVED)).tree(),
        printed.again().config().tree(),
        EosLedger.ownLines(ours));
  }

  @Override
  public void save() {
    console.talk("save", () -> console.send(LEDGER.line("write memory")));
  }

  ConfigSessions configSessions() {
    return ConfigSessions.parse(console.show(ConfigSessions.COMMAND));
  }

  /**
   * Lines of a session.
   *
   * @param before the configuration that they were made for
   * @param due what must show of them in the difference
   */
  record Script(List<Line> lines, String before, Diff.Due due) {}

  /** Puts lines in force at once. */
  private void commit(String what, Script script) {
    String name = fresh(access.stamp() + "-now", configSessions());
    session(what, name, script, LEDGER.line("commit"));
  }

  /**
   * Puts lines in force for some time. A timer that runs for the same commit is ended first, and
   * what it held is kept: no source tells what EOS does with a second one beside it.
   */
  private void applyWithTimer(Hold hold, Script script) {
    ConfigSessions configSessions = configSessions();
    Optional<String> mine =
        configSessions.timer().filter(name -> access.agent().isOf(hold.commit(), name));
    if (configSessions.timer().isPresent() && mine.isEmpty()) {
      throw DeviceException.refused(
          "the commit timer of session %s runs: confirm or abort that one first"
              .formatted(PrintableText.brief(configSessions.timer().get())));
    }
    mine.ifPresent(name -> keep(hold, name));
    String name = fresh(access.stamp() + "-" + hold.commit(), configSessions);
    Line timer = LEDGER.line("commit timer " + clock(hold.within()));
    session("hold " + hold.commit(), name, script, timer);
    begin(hold);
  }

  @Override
  protected Optional<String> find(Hold hold) {
    return configSessions().timer().filter(name -> access.agent().isOf(hold.commit(), name));
  }

  @Override
  protected void requireNotLost(Hold hold, Optional<String> found, boolean begunHere) {
    if (begunHere) {
      throw DeviceException.refused(
          "the commit timer of "
              + hold.commit()
              + " runs no more: the switch has taken it back, or somebody else has confirmed it");
    }
  }

  @Override
  protected void keep(Hold hold, String name) {
    outside(name, "commit");
    requireEnded(hold, "is not kept");
  }

  @Override
  protected void takeBack(Hold hold, String name) {
    outside(name, "abort");
    requireEnded(hold, "is not rolled back");
  }

  private void outside(String name, String verb) {
    Line line = LEDGER.line("configure session " + name + " " + verb);
    console.talk(verb + " " + name, () -> console.send(line));
  }

  private String fresh(String first, ConfigSessions configSessions) {
    dropLeftovers(configSessions);
    String name = first;
    for (int n = 2; configSessions.has(name); n++) {
      name = first + "-n" + n;
    }
    return name;
  }

  /**
   * Takes away sessions of this agent that a lost connection has left open.
   *
   * @throws DeviceException REFUSED if another losslessd has one, or somebody is in one of ours
   */
  private void dropLeftovers(ConfigSessions configSessions) {
    for (ConfigSessions.Session one : configSessions.sessions()) {
      if (!one.open() || !one.name().startsWith(AgentName.AGENT)) {
        continue;
      }
      if (!access.agent().isMine(one.name()) || one.entered()) {
        throw DeviceException.refused(
            "session %s is open: another losslessd configures this switch; expected one writer"
                .formatted(PrintableText.brief(one.name())));
      }
      outside(one.name(), "abort");
    }
  }

  private void session(String what, String name, Script script, Line commit) {
    List<Line> lines = script.lines();
    lines.forEach(line -> LEDGER.require(line.entry()));
    console.talk(
        what,
        () -> {
          console.send(enter(name));
          boolean left = false;
          try {
            lines.forEach(this::send);
            Diff diff = Diff.parse(console.send(LEDGER.line("show session-config diffs")));
            requireOurs(diff.foreign(lines, script.before()));
            requireAll(script.due().missing(diff));
            if (!diff.changes().isEmpty()) {
              console.send(commit);
              left = true;
            }
          } finally {
            if (!left) {
              console.tryTo(ABORT);
            }
          }
          return true;
        });
  }

  /** Sends one line of a session; the word for queues is another one where it refuses that. */
  private void send(Line line) {
    Optional<String> why = console.dialect().complaint(console.tell(line));
    if (why.isPresent()) {
      boolean unknown = line.entry().equals(EosLedger.QUEUE) && line.text().startsWith(PLAIN + " ");
      queueWord = unknown ? UNICAST : queueWord;
      throw console.refused(line.text(), why.get());
    }
  }

  private static Line enter(String name) {
    return LEDGER.line("configure session " + name);
  }

  private static void requireOurs(Optional<String> foreign) {
    foreign.ifPresent(line -> {
      throw DeviceException.refused(
          ("the configuration is being changed outside losslessd: the session would also change"
                  + " '%s'; nothing was committed")
              .formatted(PrintableText.brief(line)));
    });
  }

  private static void requireAll(Optional<String> missing) {
    missing.ifPresent(line -> {
      throw DeviceException.lied(
          ("the switch took all lines, and its session does not come to '%s' as it must; nothing"
                  + " was committed")
              .formatted(PrintableText.brief(line)));
    });
  }

  /**
   * Returns what the account is not permitted, before anything is changed: every read is tried, and
   * a configuration session is opened and dropped. A command that a TACACS+ server forbids inside
   * of a session shows only when it is sent; the session is then dropped, and nothing has changed.
   */
  List<String> missingPermissions() {
    List<String> all = new ArrayList<>();
    if (console.prompt().endsWith(">")) {
      all.add("enable: account " + console.user() + " stays at '>', expected privilege level 15");
    }
    all.addAll(console.missingReads(READS));
    console
        .missingMode("configure session", enter(access.stamp() + "-preflight"), ABORT)
        .ifPresent(all::add);
    return List.copyOf(all);
  }

  /** Formats a duration as {@code HH:MM:SS}, rounded up, at least one second. */
  static String clock(Duration time) {
    long seconds = Math.max(1, time.plusNanos(999_999_999).toSeconds());
    if (seconds >= 100 * 3600) {
      throw DeviceException.unsupported(
          "commit timer of " + time + ": expected less than 100 hours");
    }
    return "%02d:%02d:%02d".formatted(seconds / 3600, seconds / 60 % 60, seconds % 60);
  }
}
