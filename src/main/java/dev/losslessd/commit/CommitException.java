package dev.losslessd.commit;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Plan;
import dev.losslessd.store.StoreException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A wish was not taken. Nothing was written. */
public final class CommitException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Why, in the words of the REST problems. */
  public enum Kind {
    /** The planner refuses; its plan says why. */
    REFUSED,
    /** A device is outside the scope of the caller. */
    SCOPE,
    /** The situation is not the one of the plan that was seen. */
    STALE,
    /** The resource has another version. */
    VERSION,
    /** An open commit holds one of the targets. */
    IN_PROGRESS,
    /** Mode is not enforce. */
    MODE,
    /** An operator has frozen all writes. */
    FROZEN,
    /** No such commit, revision or target. */
    UNKNOWN,
    /** The commit is not in a state for this. */
    STATE,
    /** Others have changed what would be saved. */
    FOREIGN,
    /** A device did not answer while it was read. */
    DEVICE,
    /** A device was not asked: it is busy with earlier calls. */
    BUSY,
    /** The journal cannot be written: nothing may begin. */
    STORE
  }

  private final Kind kind;
  private final transient Optional<Plan> plan;

  public CommitException(Kind kind, String message) {
    this(kind, message, null);
  }

  public CommitException(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
    this.plan = Optional.empty();
  }

  public CommitException(Plan refused) {
    super(refused.refusals().getFirst().text());
    this.kind = Kind.REFUSED;
    this.plan = Optional.of(refused);
  }

  /** Returns what a device answers; that it is busy is one of its faults. */
  static <T> T answered(Supplier<T> call) {
    try {
      return call.get();
    } catch (DeviceException e) {
      throw new CommitException(Kind.DEVICE, e.getMessage(), e);
    }
  }

  /**
   * Returns what a device answers.
   *
   * @throws CommitException BUSY or DEVICE if it does not
   */
  static <T> T asked(Supplier<T> call) {
    try {
      return call.get();
    } catch (DeviceException e) {
      throw new CommitException(e.isBusy() ? Kind.BUSY : Kind.DEVICE, e.getMessage(), e);
    }
  }

  /**
   * Writes what a caller waits for.
   *
   * @throws CommitException STORE if it cannot be journaled
   */
  static void journaled(Runnable write) {
    try {
      write.run();
    } catch (StoreException e) {
      throw new CommitException(Kind.STORE, e.getMessage(), e);
    }
  }

  public Kind kind() {
    return kind;
  }

  /** The refused plan, for REFUSED. */
  public Optional<Plan> plan() {
    return plan;
  }

  @Override
  public String getMessage() {
    return Objects.requireNonNull(super.getMessage());
  }
}
