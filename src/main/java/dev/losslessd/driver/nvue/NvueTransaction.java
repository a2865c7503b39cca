package dev.losslessd.driver.nvue;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceException.Kind;
import dev.losslessd.driver.ExecConsole;
import dev.losslessd.driver.Hold;
import dev.losslessd.driver.Line;
import dev.losslessd.driver.ShortLivedCache;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.driver.SwitchTransaction.Prepared;
import dev.losslessd.driver.TimedTransaction;
import dev.losslessd.driver.nvue.Revisions.Revision;
import dev.losslessd.model.Change;
import dev.losslessd.model.Target;
import dev.losslessd.model.Unsaved;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Drafts, and what of them is applied. A draft is applied whole or not at all, and only if it holds
 * what we wrote and nothing else. Its message says whose it is: {@code losslessd-HOST-rREVISION},
 * and behind it the commit that it is held for.
 */
final class NvueTransaction extends TimedTransaction<NvueSnapshot, Revision> {
  /** Output of {@code nv set} when it took a line, see the guides of several releases. */
  private static final Pattern TAKEN =
      Pattern.compile("\\s*|created \\[rev_id: (\\d{1,12})]|(?i:warning:).*");

  /** An apply carves packet memory and reloads services. */
  static final Duration APPLY = Duration.ofMinutes(2);

  /** The state of a revision follows its confirmation after a moment. */
  private static final int LOOKS = 20;

  private record Held(String commit, String revision) {}

  private final NvCli nvCli;
  private final ExecConsole console;
  private final Profiles profiles;
  private final ShortLivedCache<NvueSnapshot> printed;

  /** Revision of the draft that this process made; null once it is applied or deleted. */
  private @Nullable String draft;

  /** Newest revision that this process put under the timer; null once that has ended. */
  private @Nullable Held newest;

  NvueTransaction(
      NvCli nvCli, SwitchAccess access, Profiles profiles, ShortLivedCache<NvueSnapshot> printed) {
    super(
        access,
        "a running 'nv config apply --confirm' cannot be given more time on this switch: confirm,"
            + " or let it run out");
    this.nvCli = nvCli;
    this.console = nvCli.console();
    this.profiles = profiles;
    this.printed = printed;
  }

  @Override
  protected Optional<Prepared> draft(NvueSnapshot now, List<Change> open, Optional<Hold> hold) {
    Draft draft = new Draft(now);
    open.forEach(draft::add);
    List<Line> lines = draft.lines();
    return lines.isEmpty() ? Optional.empty() : Optional.of(_ -> apply(lines, draft.tree(), hold));
  }

  Revisions revisions() {
    return Revisions.parse(nvCli.show(Revisions.COMMAND));
  }

  /**
   * @throws DeviceException REFUSED naming who else is at work on this switch
   */
  private void requireFree() {
    dropDraft();
    List<Revision> others = revisions().unfinished();
    if (!others.isEmpty()) {
      throw DeviceException.refused(
          "%s: %s is not ours and not finished: it must be applied, confirmed or deleted first"
              .formatted(access.device(), others.getFirst().text()));
    }
  }

  /**
   * Applies lines as one revision.
   *
   * @param expected what is set then
   * @param hold under whose timer; empty for good. What is held for this commit already is kept:
   *     what a second apply does to a running timer is nowhere written
   */
  private void apply(List<Line> lines, Node expected, Optional<Hold> hold) {
    String timer =
        hold.map(one -> "--confirm " + Math.max(1, one.within().toSeconds()) + "s ").orElse("");
    String message = access.stamp() + hold.map(one -> "-" + one.commit()).orElse("");
    hold.filter(this::holds).ifPresent(this::confirm);
    requireFree();
    String applied = stage(lines, expected);
    Line apply = NvueLedger.LEDGER.line("nv config apply " + timer + "-y -m " + message);
    requireState(applied, console.type(patient(apply)), hold.isPresent());
    draft = null;
    hold.ifPresent(one -> newest = new Held(one.commit(), applied));
  }

  private static Line patient(Line line) {
    return line.with(command -> command.within(APPLY));
  }

  private void requireState(String revision, String said, boolean waiting) {
    Optional<Revision> now = revisions().of(revision);
    boolean good = now.filter(one -> waiting ? one.isHeld() : one.isInForce()).isPresent();
    if (!good) {
      String state = now.map(Revision::text).orElse("revision " + revision + " is gone");
      dropDraft();
      throw console.refused("nv config apply", PrintableText.brief(said) + " (" + state + ")");
    }
  }

  /** Writes a draft and reads it back; throws it away if it is not what it should be. */
  private String stage(List<Line> lines, Node expected) {
    try {
      lines.forEach(this::write);
      String revision = draft;
      if (revision == null) {
        throw console.refused(lines.getLast().text(), "nothing of a new revision");
      }
      if (!Tree.essence(content(revision)).equals(Tree.essence(expected))) {
        throw DeviceException.lied(
            "%s: draft %s is not the configuration and our lines: not applied"
                .formatted(access.device(), revision));
      }
      return revision;
    } catch (DeviceException e) {
      if (e.kind() == Kind.REFUSED && draft == null) {
        draft = untold(expected);
      }
      dropDraft();
      throw e;
    }
  }

  /**
   * Returns the draft that a refused line began without printing its number: the only one of our
   * account, and it holds nothing but lines that were sent here. There was none before, see {@link
   * #requireFree}. Any other is left, and this login is no longer at it.
   */
  private @Nullable String untold(Node expected) {
    List<String> drafts =
        revisions().all().stream()
            .filter(one -> one.isPending() && one.user().equals(console.user()))
            .map(Revision::id)
            .toList();
    detach();
    return drafts.size() == 1
            && Cleanup.toward(content("applied"), expected).explain(content(drafts.getFirst()))
        ? drafts.getFirst()
        : null;
  }

  private Node content(String revision) {
    String command = Tree.command(revision);
    return profiles.inward(Tree.parse(command, nvCli.show(command)));
  }

  /** Sends a line; where it is refused, with other releases' word for its last one. */
  private void write(Line line) {
    String text = line.text();
    int last = text.lastIndexOf(' ') + 1;
    Optional<String> other = Switch.otherSpelling(text.substring(last));
    Optional<String> against = tried(line);
    if (against.isPresent() && other.isPresent()) {
      against = tried(NvueLedger.LEDGER.line(text.substring(0, last) + other.get()));
    }
    against.ifPresent(why -> {
      throw console.refused(text, why);
    });
  }

  /** Sends a line and returns the switch's objections; empty if it was taken. */
  private Optional<String> tried(Line line) {
    List<String> against = new ArrayList<>();
    for (String said : console.type(line).split("\n", -1)) {
      Matcher taken = TAKEN.matcher(said.strip());
      if (!taken.matches()) {
        against.add(PrintableText.brief(said));
      } else if (taken.group(1) != null) {
        draft = taken.group(1);
      }
    }
    return against.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", against));
  }

  @Override
  public void cleanUp() {
    printed.changing(this::dropDraft);
  }

  /** Forgets a draft of this process that came to nothing. */
  private void dropDraft() {
    String ours = draft;
    if (ours != null) {
      detach();
      revisions().of(ours).filter(one -> !one.isInForce()).ifPresent(this::delete);
      draft = null;
    }
  }

  private void detach() {
    String _ = console.type(NvueLedger.LEDGER.line("nv config detach"));
  }

  private void delete(Revision left) {
    console.act(NvueLedger.LEDGER.line("nv config delete " + left.id()));
  }

  /**
   * Deletes drafts that a process before this one broke off while it wrote for the commit. A draft
   * has no message before its apply, so it is ours if our account made it and it holds nothing but
   * lines of that commit. Where the switch does not tell who made it, it stays.
   */
  @Override
  protected void revert(Hold hold, List<Change> changes) {
    try {
      dropDraft();
      for (Revision one : revisions().all().stream().filter(Revision::isPending).toList()) {
        // unverified: whether every release shows the user of a draft that was not applied yet
        boolean marked = access.agent().isOf(hold.commit(), one.message());
        boolean plain = one.message().isEmpty() && one.user().equals(console.user());
        if (marked || (plain && remains(changes).explain(content(one.id())))) {
          delete(one);
        }
      }
    } finally {
      super.revert(hold, changes);
    }
  }

  private Cleanup remains(List<Change> begun) {
    NvueSnapshot now = printed.again();
    Draft forth = new Draft(now);
    Cleanup cleanup = new Cleanup(now.config());
    open(begun, change -> NvueSettings.TABLE.isMet(now, change))
        .forEach(change -> cleanup.add(forth, change));
    // an undo writes one by one
    begun.forEach(change -> cleanup.add(new Draft(now), change.inverse()));
    return cleanup;
  }

  @Override
  protected Optional<Revision> find(Hold hold) {
    List<Revision> all = revisions().all();
    Held mine = newest;
    Optional<Revision> ours =
        all.stream()
            .filter(one -> access.agent().isOf(hold.commit(), one.message()))
            .reduce((_, later) -> later);
    if (ours.isPresent()) {
      return ours;
    }
    return mine != null && mine.commit().equals(hold.commit())
        ? all.stream().filter(one -> one.id().equals(mine.revision())).findFirst()
        : unnamed(all);
  }

  /** Releases that do not show messages: the only one that waits, if it is of our account. */
  private Optional<Revision> unnamed(List<Revision> all) {
    List<Revision> waiting = all.stream().filter(Revision::isHeld).toList();
    return waiting.size() == 1
            && waiting.getFirst().message().isEmpty()
            && waiting.getFirst().user().equals(console.user())
        ? Optional.of(waiting.getFirst())
        : Optional.empty();
  }

  @Override
  protected boolean isWaiting(Hold hold, Revision found) {
    return found.isHeld();
  }

  @Override
  protected void keep(Hold hold, Revision waiting) {
    settle(waiting, NvueLedger.LEDGER.line("nv config apply " + waiting.id() + " --confirm-yes"));
    requireNotLost(hold, revisions().of(waiting.id()), true);
  }

  @Override
  protected void requireNotLost(Hold hold, Optional<Revision> found, boolean begunHere) {
    if (found.filter(one -> !one.isInForce()).isPresent()) {
      throw DeviceException.gone(
          access.device() + ": " + found.get().text() + ": the switch has taken it back");
    }
    newest = null;
  }

  @Override
  protected void takeBack(Hold hold, Revision waiting) {
    settle(waiting, NvueLedger.LEDGER.line("nv config apply " + waiting.id() + " --confirm-no"));
  }

  private void settle(Revision revision, Line line) {
    console.act(patient(line));
    for (int look = 0; look < LOOKS; look++) {
      if (revisions().of(revision.id()).filter(Revision::isHeld).isEmpty()) {
        return;
      }
    }
    throw console.refused(line.text(), "yes, and revision " + revision.id() + " still waits");
  }

  @Override
  public Unsaved unsaved(Set<Target> ours) {
    Node applied = printed.again().config();
    Node saved = Tree.parse(SavedRevision.COMMAND, nvCli.show(SavedRevision.COMMAND));
    return SavedRevision.compare(profiles.inward(saved), applied, ours);
  }

  /**
   * @throws DeviceException REFUSED while something waits to be kept
   */
  @Override
  public void save() {
    List<Revision> waiting = revisions().held();
    if (!waiting.isEmpty()) {
      throw DeviceException.refused(
          access.device() + ": not saved while " + waiting.getFirst().text());
    }
    console.act(NvueLedger.LEDGER.line("nv config save"));
  }
}
