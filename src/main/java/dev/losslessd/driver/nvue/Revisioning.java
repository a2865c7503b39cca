package dev.losslessd.driver.nvue;

import dev.losslessd.driver.AgentName;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceException.Kind;
import dev.losslessd.driver.ExecConsole;
import dev.losslessd.driver.ForeignMark;
import dev.losslessd.driver.HeldCommit;
import dev.losslessd.driver.Hold;
import dev.losslessd.driver.Line;
import dev.losslessd.driver.OtherAgent;
import dev.losslessd.driver.OtherAgent.Open;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.driver.nvue.Revisions.Revision;
import dev.losslessd.model.DeviceId;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Drafts, and what of them is applied. A draft is applied whole or not at all, and only if it holds
 * what we wrote and nothing else. Its message says whose it is: {@code losslessd-HOST-rREVISION},
 * and behind it the commit that it is held for.
 */
final class Revisioning implements HeldCommit.Timer<Revision> {
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
  private final DeviceId device;
  private final AgentName agent;
  private final LongSupplier revision;
  private final Profiles profiles;

  /** Revision of the draft that this process made; null once it is applied or deleted. */
  private @Nullable String draft;

  /** Newest revision that this process put under the timer; null once that has ended. */
  private @Nullable Held newest;

  private final HeldCommit<Revision> held;

  Revisioning(NvCli nvCli, SwitchAccess access, Profiles profiles) {
    this.nvCli = nvCli;
    this.console = nvCli.console();
    this.device = access.device();
    this.agent = access.agent();
    this.revision = access.revision();
    this.profiles = profiles;
    this.held = new HeldCommit<>(device, this);
  }

  HeldCommit<Revision> held() {
    return held;
  }

  /** The newest revision of any agent that is or was in force, where it is another one's. */
  Optional<ForeignMark> other() {
    return revisions().all().stream()
        .filter(one -> !one.isPending() && !one.hasFailed())
        .filter(one ->
            agent.isMine(one.message().strip()) || agent.other(one.message().strip()).isPresent())
        .max(Comparator.comparingLong(one -> Long.parseLong(one.id())))
        .flatMap(one ->
            agent.other(one.message().strip()).map(host -> ForeignMark.onAll(host, one.text())));
  }

  /**
   * Returns the agents of other hosts that have revisions here. A commit of theirs is open while
   * its revision waits to be confirmed: every change of theirs is made under that timer.
   */
  List<OtherAgent> agents() {
    Map<String, OtherAgent> agents = new TreeMap<>();
    for (Revision one : revisions().all()) {
      String message = one.message().strip();
      agent
          .other(message)
          .ifPresent(host ->
              agents.merge(
                  host,
                  new OtherAgent(host, "revision", message, one.isHeld() ? Open.YES : Open.NO),
                  (before, now) -> before.open() == Open.YES ? before : now));
    }
    return List.copyOf(agents.values());
  }

  /** Revisions with a message of this agent's. */
  List<String> own() {
    return revisions().all().stream()
        .filter(one -> agent.isMine(one.message().strip()))
        .map(Revision::text)
        .toList();
  }

  private Revisions revisions() {
    return Revisions.parse(nvCli.show(Revisions.COMMAND));
  }

  /**
   * @throws DeviceException REFUSED naming who else is at work on this switch
   */
  void requireFree() {
    dropDraft();
    List<Revision> others = revisions().unfinished();
    if (!others.isEmpty()) {
      throw DeviceException.refused(
          "%s: %s is not ours and not finished: it must be applied, confirmed or deleted first"
              .formatted(device, others.getFirst().text()));
    }
  }

  /**
   * Applies lines at once.
   *
   * @param expected what is set then
   */
  void apply(List<Line> lines, Node expected) {
    String _ = apply(lines, expected, "nv config apply -y -m " + mark(), false);
  }

  /** Applies lines under the switch's timer. */
  void applyWithTimer(List<Line> lines, Node expected, Hold hold) {
    String timer = "--confirm " + Math.max(1, hold.within().toSeconds()) + "s";
    String apply = "nv config apply " + timer + " -y -m " + mark() + "-" + hold.commit();
    newest = new Held(hold.commit(), apply(lines, expected, apply, true));
  }

  /**
   * @param waiting whether the revision waits to be confirmed then
   * @return the revision that was applied
   */
  private String apply(List<Line> lines, Node expected, String apply, boolean waiting) {
    requireFree();
    String revision = stage(lines, expected);
    String said = console.type(patient(NvueLedger.line(apply)));
    requireState(revision, said, waiting);
    draft = null;
    return revision;
  }

  private String mark() {
    return agent.whole() + "-r" + revision.getAsLong();
  }

  /** Whether it is the message of a commit, at any revision; one of an early release has none. */
  private boolean isOf(Hold hold, String message) {
    return Pattern.compile(
            Pattern.quote(agent.whole()) + "(?:-r\\d+)?-" + Pattern.quote(hold.commit()))
        .matcher(message.strip())
        .matches();
  }

  private static Line patient(Line line) {
    return new Line(line.ledger(), line.entry(), line.command().within(APPLY));
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
      if (!Tree.essence(content(revision)).same(Tree.essence(expected), Switch::same)) {
        throw DeviceException.lied(
            "%s: draft %s is not the configuration and our lines: not applied"
                .formatted(device, revision));
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

  private void write(Line line) {
    Optional<String> against = tried(line);
    for (Line other : against.isPresent() ? Lines.otherSpelling(line) : List.<Line>of()) {
      against = tried(other);
    }
    against.ifPresent(text -> {
      throw console.refused(line.text(), text);
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

  /** Forgets a draft of this process that came to nothing. */
  void dropDraft() {
    String ours = draft;
    if (ours != null) {
      detach();
      revisions().of(ours).filter(one -> !one.isInForce()).ifPresent(this::delete);
      draft = null;
    }
  }

  private void detach() {
    String _ = console.type(NvueLedger.line("nv config detach"));
  }

  private void delete(Revision left) {
    console.act(NvueLedger.line("nv config delete " + left.id()));
  }

  /**
   * Deletes drafts that a process before this one broke off while it wrote for a commit. A draft
   * has no message before its apply, so it is ours if our account made it and it holds nothing but
   * lines of that commit. Where the switch does not tell who made it, it stays.
   *
   * @param remains what such a draft can hold; asked only if there is a draft of our account
   */
  void dropBroken(Hold hold, Supplier<Cleanup> remains) {
    dropDraft();
    for (Revision one : revisions().all().stream().filter(Revision::isPending).toList()) {
      // unverified: whether every release shows the user of a draft that was not applied yet
      boolean marked = isOf(hold, one.message());
      boolean plain = one.message().isEmpty() && one.user().equals(console.user());
      if (marked || (plain && remains.get().explain(content(one.id())))) {
        delete(one);
      }
    }
  }

  @Override
  public Optional<Revision> find(Hold hold) {
    List<Revision> all = revisions().all();
    Held mine = newest;
    Optional<Revision> ours =
        all.stream().filter(one -> isOf(hold, one.message())).reduce((_, later) -> later);
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
  public boolean isWaiting(Hold hold, Revision found) {
    return found.isHeld();
  }

  @Override
  public void keep(Hold hold, Revision waiting) {
    settle(waiting, NvueLedger.line("nv config apply " + waiting.id() + " --confirm-yes"));
    requireNotLost(hold, revisions().of(waiting.id()), true);
  }

  @Override
  public void requireNotLost(Hold hold, Optional<Revision> found, boolean begunHere) {
    if (found.filter(one -> !one.isInForce()).isPresent()) {
      throw DeviceException.gone(
          device + ": " + found.get().text() + ": the switch has taken it back");
    }
    newest = null;
  }

  @Override
  public void takeBack(Hold hold, Revision waiting) {
    settle(waiting, NvueLedger.line("nv config apply " + waiting.id() + " --confirm-no"));
  }

  @Override
  public String whyNotExtended(Hold hold) {
    return "a running 'nv config apply --confirm' cannot be given more time on this switch:"
        + " confirm, or let it run out";
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

  /**
   * @throws DeviceException REFUSED while something waits to be kept
   */
  void save() {
    List<Revision> waiting = revisions().held();
    if (!waiting.isEmpty()) {
      throw DeviceException.refused(device + ": not saved while " + waiting.getFirst().text());
    }
    console.act(NvueLedger.line("nv config save"));
  }
}
