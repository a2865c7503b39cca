package dev.losslessd.commit;

import dev.losslessd.model.Mode;
import java.util.Locale;

/**
 * Whether anything may be written now. The engine asks it before it begins; the gates of the
 * transports ask it before each byte.
 */
public final class WritePolicy implements Permit {
  private record Given(Mode mode, String at) {}

  private volatile Given given;
  private volatile boolean frozen;

  public WritePolicy(Mode mode, boolean frozen) {
    this(mode, frozen, "");
  }

  /**
   * @param modeAt file and line to edit for another mode; empty where it is no file's
   */
  public WritePolicy(Mode mode, boolean frozen, String modeAt) {
    this.given = new Given(mode, modeAt);
    this.frozen = frozen;
  }

  public Mode mode() {
    return given.mode();
  }

  /**
   * Takes over what another config says.
   *
   * @param modeAt file and line to edit for another mode
   */
  public void adopt(Mode mode, String modeAt) {
    given = new Given(mode, modeAt);
  }

  public boolean frozen() {
    return frozen;
  }

  public boolean mayWrite() {
    return mode() == Mode.ENFORCE && !frozen;
  }

  /** Why writing is not allowed; for messages. */
  public String reason() {
    Given now = given;
    if (frozen) {
      return "writing is frozen; 'losslessd thaw' resumes";
    }
    return (now.at().isEmpty()
            ? "mode is %s, expected enforce"
            : "mode is %s; to write, put 'mode: enforce' at %s and run 'losslessd config apply'")
        .formatted(now.mode().name().toLowerCase(Locale.ROOT), now.at());
  }

  /**
   * @throws CommitException FROZEN or MODE
   */
  void requireWritable() {
    requireOpen();
  }

  @Override
  public void requireOpen() {
    if (!mayWrite()) {
      throw new CommitException(
          frozen ? CommitException.Kind.FROZEN : CommitException.Kind.MODE, reason());
    }
  }

  void freeze(boolean on) {
    frozen = on;
  }
}
