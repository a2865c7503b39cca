package dev.losslessd.commit;

import dev.losslessd.model.Mode;
import java.util.Locale;

/**
 * Whether anything may be written now. The engine asks it before it begins; the gates of the
 * transports ask it before each byte.
 */
public final class WritePolicy {
  private final Mode mode;
  private final String modeAt;
  private volatile boolean frozen;

  public WritePolicy(Mode mode, boolean frozen) {
    this(mode, frozen, "");
  }

  /**
   * @param modeAt file and line to edit for another mode; empty where it is no file's
   */
  public WritePolicy(Mode mode, boolean frozen, String modeAt) {
    this.mode = mode;
    this.modeAt = modeAt;
    this.frozen = frozen;
  }

  public Mode mode() {
    return mode;
  }

  public boolean frozen() {
    return frozen;
  }

  public boolean mayWrite() {
    return mode == Mode.ENFORCE && !frozen;
  }

  /** Why writing is not allowed; for messages. */
  public String reason() {
    return frozen
        ? "writing is frozen; 'losslessd thaw' resumes"
        : "mode is "
            + mode.name().toLowerCase(Locale.ROOT)
            + (modeAt.isEmpty()
                ? ", expected enforce"
                : "; to write, put 'mode: enforce' at " + modeAt + " and restart losslessd");
  }

  /**
   * @throws CommitException FROZEN or MODE
   */
  void requireWritable() {
    if (!mayWrite()) {
      throw new CommitException(
          frozen ? CommitException.Kind.FROZEN : CommitException.Kind.MODE, reason());
    }
  }

  void freeze(boolean on) {
    frozen = on;
  }
}
