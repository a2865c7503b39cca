package dev.losslessd.store;

import dev.losslessd.model.Change;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One event: what a person did, or the daemon by itself.
 *
 * @param actor who: {@code uid:0}, {@code token}, {@code token:ci}, {@code daemon}
 * @param from where the wish came in: {@code socket}, {@code config}, {@code daemon}, or the
 *     address of a client; {@code http} in lines of earlier releases
 * @param why reason of a person, or why the daemon did it; may be empty
 * @param commit id, empty where there is none
 * @param targets that it is about
 * @param steps values before and after, empty where nothing was planned
 */
public record AuditEvent(
    Kind kind,
    Instant at,
    String actor,
    String from,
    String why,
    String commit,
    List<String> targets,
    List<Step> steps) {

  /** The actor of events that the daemon starts by itself. */
  public static final String DAEMON = "daemon";

  /** What an audit event records. */
  public enum Kind {
    /** A plan was taken, and its application begins. */
    SUBMIT,
    /** One wave of it begins. */
    WAVE,
    /** Written and read back; waits for its confirmation. */
    APPLIED,
    /** The confirm window began anew. */
    EXTENDED,
    CONFIRMED(true),
    ROLLED_BACK(true),
    /** To be taken back; written once more when it has to wait. */
    UNDOING,
    STUCK(true),
    /** A person gave its undo up. */
    ABANDONED(true),
    FREEZE,
    THAW,
    /** A device keeps what runs on it over its reboots. */
    SAVED,
    /** A wish was not taken. */
    REFUSED,
    /** The last line had been cut by a crash, and was dropped. */
    TORN,
    /** The audit before this one was damaged, and was set aside. */
    DAMAGED,
    /** Asked for, and waits until its ports are idle. */
    STAGED,
    /** Undone, or to be undone, with no record in the journal: the next start finds it out anew. */
    UNJOURNALED,
    /** Events before this one could not be written. */
    LOST,
    /** People work on a device or port until a time. */
    MAINTENANCE,
    /** They are done, or their time is over. */
    MAINTENANCE_ENDED,
    /** A person takes another box behind a name for the one that it stands for. */
    ACCEPTED,
    /** This agent left a device: restored, or as it was. */
    RELEASED,
    /** A device that was left is given back. */
    RETURNED,
    /** An access token was made. */
    TOKEN_MADE,
    /** An access token was taken back. */
    TOKEN_REVOKED,
    /** A source showed too many wrong tokens in a row, and its wrong ones are refused at once. */
    LOCKED_OUT,
    /** A person trusts a host key of a switch or jump host from now on. */
    TRUSTED,
    /** An interrupted write of this agent left a port shut, and it was put back up or not. */
    LEFT_SHUT,
    /** Another config is in force. */
    RELOADED,
    /** The config file was read anew, and nothing of it is in force. */
    RELOAD_REFUSED;

    private final boolean outcome;

    Kind() {
      this(false);
    }

    Kind(boolean outcome) {
      this.outcome = outcome;
    }

    /**
     * Whether it is the end of a commit, and was durable in the journal before it was written here.
     * All others are intentions and notes: the journal need not have them.
     */
    public boolean isOutcome() {
      return outcome;
    }

    /** Name of the kind in the file: {@code rolled-back}. */
    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Optional<Kind> ofWord(String word) {
      for (Kind kind : values()) {
        if (kind.word().equals(word)) {
          return Optional.of(kind);
        }
      }
      return Optional.empty();
    }
  }

  /**
   * @param setting {@code gpu01:ens1f0np0 pfc}
   */
  public record Step(String setting, String before, String after) {
    public static Step of(Change change) {
      return new Step(
          change.target() + " " + change.kind().word(),
          change.before().text(),
          change.after().text());
    }
  }

  public AuditEvent {
    targets = List.copyOf(targets);
    steps = List.copyOf(steps);
  }
}
