package dev.losslessd.store;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/**
 * Ends a daemon that holds the state folder but has stalled, so that its open commits can be
 * undone. It is killed first, as a process that is only stopped would later overwrite the undo. One
 * that still runs, or cannot be identified for sure, is never touched.
 */
public final class Takeover {
  /** Looks, a second apart, at which the lease must be the same. */
  public static final int LOOKS = 60;

  private final Path state;
  private final Runnable pause;
  private final Consumer<String> tell;
  private long killed;

  /**
   * @param state folder that is held
   * @param pause a second, by a clock that stands while this host does
   */
  public Takeover(Path state, Runnable pause, Consumer<String> tell) {
    this.state = state;
    this.pause = pause;
    this.tell = tell;
  }

  /**
   * Kills the holder of the folder if it has stalled. Takes a minute then, and a moment otherwise.
   *
   * @return whether it was killed; it may take a moment to be gone
   * @throws StoreException it turns no more, and it is not sure who it is
   */
  public boolean kill() {
    Optional<Lease.Seen> seen = Lease.check(state);
    if (seen.isEmpty() || seen.get().renewals() == 0 || turns(seen.get())) {
      return false;
    }
    ProcessIdentity holder = seen.get().holder();
    // the handle has a start time of its own, and kills no later process of the same number
    Optional<ProcessHandle> process = ProcessHandle.of(holder.pid());
    if (process.isEmpty() || !isSure(holder) || !process.get().destroyForcibly()) {
      throw new StoreException(
          ("state folder %s is held, and process %s that took it has not turned for %s s;"
                  + " it is not sure that it is the holder, or it cannot be killed: nothing is"
                  + " undone. Stop every losslessd of this folder and run this again")
              .formatted(state, holder.pid(), LOOKS));
    }
    killed = holder.pid();
    tell.accept(
        "process " + killed + " holds " + state + " and hangs since " + LOOKS + " s: it is killed");
    return true;
  }

  /**
   * Runs it when the folder is free: the kernel lets go of the lock when the last thread of the
   * process has ended, and from then on nothing of it writes anywhere.
   *
   * @param undo throws as long as the folder is in use
   */
  public int afterwards(IntSupplier undo) {
    for (int tries = 0; tries < LOOKS; tries++) {
      try {
        return undo.getAsInt();
      } catch (StoreException e) {
        if (!e.inUse() || isOfAnother()) {
          throw e; // another daemon was quicker, and takes care itself
        }
        pause.run();
      }
    }
    throw new StoreException(
        "process " + killed + " was killed and still holds " + state + "; nothing is undone");
  }

  /** Our own number stands there where the killed process had let go of the lock alone. */
  private boolean isOfAnother() {
    long holder = StateFolder.holder(state).orElse(killed);
    return holder != killed && holder != ProcessHandle.current().pid();
  }

  private boolean turns(Lease.Seen first) {
    for (int look = 0; look < LOOKS; look++) {
      pause.run();
      if (!Lease.check(state).equals(Optional.of(first))) {
        return true;
      }
    }
    return false;
  }

  /** Whether the holder is another process, took the lease and has the lock itself. */
  private boolean isSure(ProcessIdentity holder) {
    return holder.pid() != ProcessHandle.current().pid()
        && ProcessIdentity.of(holder.pid()).equals(Optional.of(holder))
        && StateFolder.holder(state).equals(OptionalLong.of(holder.pid()));
  }
}
