package dev.losslessd.driver.junos;

import dev.losslessd.driver.Console;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Hold;
import dev.losslessd.driver.Line;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.driver.SwitchTransaction.Prepared;
import dev.losslessd.driver.TimedTransaction;
import dev.losslessd.model.Change;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;
import dev.losslessd.transport.ssh.Expect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Writes by commits of Junos: all lines of a change or none, and {@code commit confirmed}, which
 * the switch takes back by itself. Any other commit confirms that one too, so nothing is committed
 * while one waits. A commit is what the switch starts with, and needs no save.
 */
final class JunosTransaction extends TimedTransaction<JunosSnapshot, History> {
  private static final Pattern FORBIDDEN =
      Pattern.compile("(?im)^.*(?:permission denied|not authori[sz]ed|authorization denied).*$");

  /** From the ansible, netmiko and napalm plug-ins; a warning is no error. */
  private static final Pattern REFUSED =
      Pattern.compile(
          "(?im)^\\s*(?:unknown command.*|.*syntax error.*|error:.*|missing argument.*)$");

  static final Console.Dialect DIALECT =
      new Console.Dialect(
          JunosLedger.LEDGER,
          List.of(
              "set cli screen-length 0",
              "set cli screen-width 511",
              "set cli complete-on-space off"),
          FORBIDDEN,
          REFUSED);

  /**
   * What stands above a prompt: {@code {master:0}[edit]} on one line (sessions of an EX4200 and a
   * vQFX), either part alone, and while a commit waits how long it does (ten public sessions).
   */
  private static final Pattern CONTEXT =
      Pattern.compile(
          "\\s*(?:(?:\\{[a-z]+(?::[a-z0-9]+)?\\})?\\s*(?:\\[edit[^\\]]*\\])?"
              + "|# commit confirmed will be rolled back in \\d+ minutes?)\\s*");

  private static final Pattern DONE =
      Pattern.compile("(?m)^\\s*(?:re\\d:|)\\s*commit complete\\s*$");
  private static final Pattern CHECKED =
      Pattern.compile("(?m)^\\s*(?:re\\d:|)\\s*configuration check succeeds\\s*$");

  /** Everything that is read of a switch to set it. */
  private static final List<String> READS =
      List.of(
          Release.COMMAND,
          History.COMMAND,
          JunosConfig.COMMAND,
          Interfaces.COMMAND,
          Interfaces.EXTENSIVE,
          QueueReader.COMMAND);

  private static final long MOST_MINUTES = 65_535;

  private static final Line CHECK = JunosLedger.slow("commit check");

  /** Changes of others stay when a session that shares the candidate is left. */
  private static final Line LEAVE =
      line("exit")
          .with(
              command -> command.expecting(Expect.reply("\\[yes,no\\]\\s*\\(\\w+\\)\\s*$", "yes")));

  private final Console console;
  private final Buffers buffers;

  JunosTransaction(SwitchAccess access, Console console, Buffers buffers) {
    super(
        access,
        "no source tells how the timer of a confirmed commit is set anew: keep or release what is"
            + " held before it runs out");
    this.console = console;
    this.buffers = buffers;
  }

  @Override
  protected Optional<Prepared> draft(JunosSnapshot now, List<Change> open, Optional<Hold> hold) {
    List<Line> lines = new Draft(now, buffers, open).lines();
    return lines.isEmpty()
        ? Optional.empty()
        : Optional.of(what ->
            hold.ifPresentOrElse(
                one -> applyWithTimer(one, lines, now.history),
                () -> commit(what, lines, now.history)));
  }

  /** An output without what belongs to the prompt behind it. */
  static String bare(String output) {
    List<String> lines = output.lines().toList();
    int end = lines.size();
    while (end > 0 && CONTEXT.matcher(lines.get(end - 1)).matches()) {
      end--;
    }
    return lines.subList(0, end).stream().collect(Collectors.joining("\n"));
  }

  History history() {
    return History.parse(bare(console.show(History.COMMAND)));
  }

  /**
   * Puts lines in force for good.
   *
   * @param before what had been committed when they were worked out
   */
  private void commit(String what, List<Line> lines, History before) {
    requireFree(history());
    change(what, lines, before, commitAs("now"));
  }

  private Line commitAs(String purpose) {
    return JunosLedger.slow("commit comment " + access.stamp() + "-" + purpose);
  }

  /**
   * Puts lines in force for some time. What is held for the same commit is kept first: one timer
   * covers one commit alone.
   */
  private void applyWithTimer(Hold hold, List<Line> lines, History before) {
    Optional<History.Entry> pending = before.pending();
    History known = before;
    if (pending.isPresent() && pending.get().has(isOf(hold))) {
      confirm(hold);
      known = history();
    }
    requireFree(known);
    String timer = "commit confirmed " + minutes(hold.within()) + " comment " + comment(hold);
    change("hold " + hold.commit(), lines, known, JunosLedger.slow(timer));
    begin(hold);
  }

  private String comment(Hold hold) {
    return access.stamp() + "-" + hold.commit();
  }

  private Predicate<String> isOf(Hold hold) {
    return comment -> access.agent().isOf(hold.commit(), comment);
  }

  /** Whole minutes, rounded up. */
  static long minutes(Duration time) {
    long minutes = Math.max(1, time.plusNanos(59_999_999_999L).toMinutes());
    if (minutes > MOST_MINUTES) {
      throw DeviceException.unsupported(
          "commit confirmed of " + time + ": expected at most " + MOST_MINUTES + " minutes");
    }
    return minutes;
  }

  private static void requireFree(History history) {
    history
        .pending()
        .ifPresent(entry -> {
          throw DeviceException.refused(
              "a commit waits to be confirmed, and any other would confirm it: "
                  + entry.text()
                  + ": confirm it or let it run out first");
        });
  }

  @Override
  protected Optional<History> find(Hold hold) {
    return Optional.of(history());
  }

  @Override
  protected boolean isWaiting(Hold hold, History history) {
    return history.pending().filter(entry -> entry.has(isOf(hold))).isPresent();
  }

  /** Confirms by {@code commit check}, which commits nothing of anybody else's. */
  @Override
  protected void keep(Hold hold, History history) {
    configured("keep " + hold.commit(), "configure", this::check);
    requireEnded(hold, "is not kept");
  }

  @Override
  protected void requireNotLost(Hold hold, Optional<History> found, boolean begunHere) {
    if (begunHere) {
      throw DeviceException.refused(
          "commit " + comment(hold) + " waits no more: " + whyGone(found.orElseThrow(), hold));
    }
  }

  /** A commit of somebody else confirms ours; the switch's own rollback is a commit too. */
  private String whyGone(History history, Hold hold) {
    return history
        .since(isOf(hold))
        .map(later ->
            later.isEmpty()
                ? "somebody else has confirmed it"
                : "the first commit after it is " + later.getFirst().text())
        .orElse("the switch does not remember it");
  }

  /** Puts back what was there before, by a commit of its own. */
  @Override
  protected void takeBack(Hold hold, History history) {
    requireNoDraft();
    Line back = commitAs("back-" + hold.commit());
    configured(
        "release " + hold.commit(),
        "configure exclusive",
        () -> {
          console.send(line("rollback 1"));
          complete(back);
        });
    requireEnded(hold, "is not rolled back");
  }

  private void change(String what, List<Line> lines, History before, Line commit) {
    lines.forEach(line -> JunosLedger.LEDGER.require(line.entry()));
    requireNoDraft();
    configured(
        what,
        "configure exclusive",
        () -> {
          requireSame(before);
          lines.forEach(console::send);
          if (isDraft()) {
            check();
            complete(commit);
          }
        });
  }

  /** Somebody who commits between our reading and our lock would be written over. */
  private void requireSame(History before) {
    History now = History.parse(bare(console.show("run " + History.COMMAND)));
    if (!now.newest().equals(before.newest())) {
      throw DeviceException.refused(
          "somebody else has committed meanwhile: " + now.newest().text() + "; nothing was sent");
    }
  }

  /**
   * An exclusive session throws away what others have not yet committed, so it is not begun then.
   */
  private void requireNoDraft() {
    configured(
        "look for changes of others",
        "configure",
        () -> {
          if (isDraft()) {
            throw DeviceException.refused(
                "somebody has changes in the candidate configuration that are not committed: 'show"
                    + " | compare' there shows them; nothing was sent");
          }
        });
  }

  private boolean isDraft() {
    return !bare(console.send(line("show | compare"))).isBlank();
  }

  private static Line line(String text) {
    return JunosLedger.LEDGER.line(text);
  }

  private void check() {
    require(CHECKED, console.send(CHECK), "commit check", "configuration check succeeds");
  }

  private void complete(Line commit) {
    require(DONE, console.send(commit), "commit", "commit complete");
  }

  private void require(Pattern expected, String output, String command, String words) {
    Matcher found = expected.matcher(output);
    if (!found.find()) {
      throw console.refused(
          command, "'" + PrintableText.brief(bare(output)) + "': expected '" + words + "'");
    }
  }

  /** Enters, works, and leaves; what went wrong leaves nothing behind in the candidate. */
  private void configured(String what, String enter, Runnable work) {
    console.talk(
        what,
        () -> {
          console.send(line(enter));
          boolean well = false;
          try {
            work.run();
            well = true;
          } finally {
            if (!well && enter.endsWith("exclusive")) {
              console.tryTo(line("rollback 0"));
            }
            console.tryTo(LEAVE);
          }
          return well;
        });
  }

  /**
   * Returns what the account is not permitted, before anything is changed: every read is tried, and
   * the configuration mode is entered and left. A statement that the account's class denies shows
   * only when it is sent; the candidate is then rolled back, and nothing has changed.
   */
  List<String> missingPermissions() {
    List<String> all =
        new ArrayList<>(console.missingPermissions(READS, console.dialect()::complaint));
    console.missingMode("configure", line("configure"), LEAVE).ifPresent(all::add);
    return List.copyOf(all);
  }
}
