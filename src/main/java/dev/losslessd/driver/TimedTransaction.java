package dev.losslessd.driver;

import dev.losslessd.model.Change;
import dev.losslessd.model.Refusal;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * A system's way of writing changes that the switch itself takes back unless they are confirmed:
 * what it shows of its timer, and the lines that end it.
 *
 * @param <S> output of a switch at one time
 * @param <T> name or entry by which the switch shows what it holds
 */
public abstract class TimedTransaction<S, T> implements SwitchTransaction<S> {
  protected final SwitchAccess access;
  private final String whyNotExtended;

  /** The commit that this connection holds and has neither kept nor released; empty for none. */
  private String begun = "";

  /**
   * @param whyNotExtended why a running timer is not restarted, as the rest of a sentence
   */
  protected TimedTransaction(SwitchAccess access, String whyNotExtended) {
    this.access = access;
    this.whyNotExtended = whyNotExtended;
  }

  /** Returns what was held for a commit, by this process or one before it; asks the switch. */
  protected abstract Optional<T> find(Hold hold);

  /** Whether the timer for this commit still runs, by what was found. */
  protected boolean isWaiting(Hold hold, T found) {
    return true;
  }

  /**
   * Keeps what waits to be confirmed.
   *
   * @throws DeviceException if the switch does not show that it is kept
   */
  protected abstract void keep(Hold hold, T waiting);

  /**
   * Takes back what waits, now.
   *
   * @throws DeviceException if the switch still shows that it waits
   */
  protected abstract void takeBack(Hold hold, T waiting);

  /**
   * Judges a confirmation for which nothing waits.
   *
   * @param begunHere whether this connection put something under the timer, and has ended nothing
   * @throws DeviceException REFUSED or GONE if what was held was rolled back
   */
  protected abstract void requireNotLost(Hold hold, Optional<T> found, boolean begunHere);

  /**
   * Works out the lines for changes.
   *
   * @param hold under whose timer they are put in force; empty to put them in force for good
   */
  protected abstract Optional<Prepared> draft(S now, List<Change> open, Optional<Hold> hold);

  @Override
  public Optional<Prepared> draft(S now, List<Change> open) {
    return draft(now, open, Optional.empty());
  }

  /** Works all of them out together, as they are written. */
  @Override
  public List<Refusal> rehearse(S now, List<Change> changes, Predicate<Change> isMet) {
    if (complaint(now, changes, isMet).isEmpty()) {
      return List.of();
    }
    return IntStream.rangeClosed(1, changes.size())
        .mapToObj(n ->
            complaint(now, changes.subList(0, n), isMet)
                .map(why -> Failures.refusal(changes.get(n - 1), why)))
        .flatMap(Optional::stream)
        .limit(1)
        .toList();
  }

  private Optional<DeviceException> complaint(
      S now, List<Change> changes, Predicate<Change> isMet) {
    return Failures.complaint(() -> {
      changes.forEach(this::require);
      draft(now, open(changes, isMet));
    });
  }

  /** Remembers that this connection has put a commit under the timer. */
  protected final void begin(Hold hold) {
    begun = hold.commit();
  }

  /** Whether something waits for a commit. */
  protected final boolean holds(Hold hold) {
    return waiting(hold).isPresent();
  }

  private Optional<T> waiting(Hold hold) {
    return find(hold).filter(found -> isWaiting(hold, found));
  }

  /**
   * Requires that nothing waits for a commit any more.
   *
   * @throws DeviceException REFUSED with what did not happen to it
   */
  protected final void requireEnded(Hold hold, String otherwise) {
    if (holds(hold)) {
      throw DeviceException.refused(
          "commit " + hold.commit() + " " + otherwise + ": it still waits to be confirmed");
    }
  }

  /** Does the work of {@link Session#confirm}. */
  protected final void confirm(Hold hold) {
    Optional<T> found = find(hold);
    boolean begunHere = end(hold);
    Optional<T> waiting = found.filter(one -> isWaiting(hold, one));
    if (waiting.isPresent()) {
      keep(hold, waiting.get());
    } else {
      requireNotLost(hold, found, begunHere);
    }
  }

  /** Does the work of {@link Session#revert}; does nothing where nothing waits. */
  protected void revert(Hold hold, List<Change> begun) {
    boolean _ = end(hold);
    waiting(hold).ifPresent(one -> takeBack(hold, one));
  }

  private boolean end(Hold hold) {
    boolean begunHere = begun.equals(hold.commit());
    begun = begunHere ? "" : begun;
    return begunHere;
  }

  /** Returns why the timer is not restarted: no source documents a system that can. */
  final DeviceException notExtended(Hold hold) {
    return DeviceException.unsupported(
        access.device()
            + ": "
            + (holds(hold)
                ? whyNotExtended
                : "nothing of commit " + hold.commit() + " is held any more"));
  }
}
