package dev.losslessd.driver;

import dev.losslessd.model.DeviceId;
import java.util.Optional;

/**
 * The commit that a switch holds under its own timer, until it is confirmed or taken back.
 *
 * @param <T> name or entry by which the switch shows what it holds
 */
public final class HeldCommit<T> {
  /** What a system shows of its timer, and the lines that end it. */
  public interface Timer<T> {
    /** Returns what was held for a commit, by this process or one before it; asks the switch. */
    Optional<T> find(Hold hold);

    /** Whether the timer for this commit still runs, by what was found. */
    default boolean isWaiting(Hold hold, T found) {
      return true;
    }

    /**
     * Keeps what waits to be confirmed.
     *
     * @throws DeviceException if the switch does not show that it is kept
     */
    void keep(Hold hold, T waiting);

    /**
     * Takes back what waits, now.
     *
     * @throws DeviceException if the switch still shows that it waits
     */
    void takeBack(Hold hold, T waiting);

    /**
     * Judges a confirmation for which nothing waits.
     *
     * @param begunHere whether this connection put something under the timer, and has ended nothing
     * @throws DeviceException REFUSED or GONE if what was held was taken back
     */
    void requireNotLost(Hold hold, Optional<T> found, boolean begunHere);

    /** Returns why the timer is not set anew, as the rest of a sentence. */
    String whyNotExtended(Hold hold);
  }

  private final DeviceId device;
  private final Timer<T> timer;

  /** The commit that this connection holds and has neither kept nor released; empty for none. */
  private String begun = "";

  public HeldCommit(DeviceId device, Timer<T> timer) {
    this.device = device;
    this.timer = timer;
  }

  /** Remembers that this connection has put a commit under the timer. */
  public void begin(Hold hold) {
    begun = hold.commit();
  }

  /** Whether something waits for a commit. */
  public boolean holds(Hold hold) {
    return waiting(hold).isPresent();
  }

  private Optional<T> waiting(Hold hold) {
    return timer.find(hold).filter(found -> timer.isWaiting(hold, found));
  }

  /** Does the work of {@link Session#confirm}. */
  public void confirm(Hold hold) {
    Optional<T> found = timer.find(hold);
    boolean begunHere = end(hold);
    Optional<T> waiting = found.filter(one -> timer.isWaiting(hold, one));
    if (waiting.isPresent()) {
      timer.keep(hold, waiting.get());
    } else {
      timer.requireNotLost(hold, found, begunHere);
    }
  }

  /** Takes back what waits for a commit; does nothing where nothing does. */
  public void revert(Hold hold) {
    boolean _ = end(hold);
    waiting(hold).ifPresent(one -> timer.takeBack(hold, one));
  }

  private boolean end(Hold hold) {
    boolean begunHere = begun.equals(hold.commit());
    begun = begunHere ? "" : begun;
    return begunHere;
  }

  /** Returns why the timer is not set anew: no source tells of a system that can. */
  DeviceException notExtended(Hold hold) {
    return DeviceException.unsupported(device + ": " + timer.whyNotExtended(hold));
  }
}
