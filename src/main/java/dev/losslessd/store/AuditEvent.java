package dev.losslessd.store;

import dev.losslessd.model.Change;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One event of the audit: what a person did, or the daemon by itself.
 *
 * @param actor who: {@code uid:0}, {@code token}, {@code token:ci}, {@code daemon}
 * @param from where the wish came in: {@code socket}, {@code config}, {@code daemon}, or the
 *     address of a client
 * @param why reason of a person, or why the daemon did it; may be empty
 * @param commit id, empty where there is none
 * @param targets that it is about
 * @param steps values before and after, empty where nothing was planned
 * @param count of equal ones that this stands for; empty for itself alone
 */
public record AuditEvent(
    Instant at,
    Kind event,
    String actor,
    String from,
    String why,
    String commit,
    List<String> targets,
    List<Step> steps,
    Optional<Long> count) {

  /** The actor of events that the daemon starts by itself. */
  public static final String DAEMON = "daemon";

  /** What an audit event records. Those from {@link #REFUSED} on are no entries of the journal. */
  public enum Kind {
    /** A plan was taken, and its application begins. */
    SUBMIT,
    /** Asked for, and waits until its ports are idle. */
    STAGED,
    /** One wave of it begins. */
    WAVE,
    /** Written and read back; waits for its confirmation. */
    APPLIED,
    /** The confirm window began again. */
    EXTENDED,
    CONFIRMED,
    ROLLED_BACK,
    /** To be rolled back. */
    UNDOING,
    STUCK,
    /** A person gave its undo up. */
    ABANDONED,
    FREEZE,
    THAW,
    /** A device keeps what runs on it over its reboots. */
    SAVED,
    /** People work on a device or port until a time. */
    MAINTENANCE,
    /** They are done, or their time is over. */
    MAINTENANCE_ENDED,
    /** A person takes another device behind a name for the one that it stands for. */
    ACCEPTED,
    /** This agent left a device: restored, or as it was. */
    RELEASED,
    /** A device that was left is given back. */
    RETURNED,
    /** A request was refused. */
    REFUSED,
    /** The next state of a commit has no record in the journal: the next start finds it again. */
    UNJOURNALED,
    /** Events before this one could not be written, or the journal has lost lines. */
    LOST,
    /** An access token was made. */
    TOKEN_MADE,
    /** An access token was revoked. */
    TOKEN_REVOKED,
    /** A source showed too many wrong tokens in a row, and its wrong ones are refused at once. */
    LOCKED_OUT,
    /** A person trusts a host key of a switch or jump host from now on. */
    TRUSTED,
    /** An interrupted write of this agent left a port shut, and it was put back up or not. */
    LEFT_SHUT,
    /** Another config is in force. */
    RELOADED,
    /** The config file was read again, and nothing of it is in force. */
    RELOAD_REFUSED
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

  /** An event that stands for itself. */
  public AuditEvent(
      Instant at,
      Kind event,
      AuditActor by,
      String why,
      String commit,
      List<String> targets,
      List<Step> steps) {
    this(at, event, by.who(), by.from(), why, commit, targets, steps, Optional.empty());
  }

  /** The last of many that are equal. */
  AuditEvent times(long many) {
    return new AuditEvent(at, event, actor, from, why, commit, targets, steps, Optional.of(many));
  }

  /** One line of JSON, without a line break. */
  public String text() {
    return new String(PlainJson.bytes(AuditEvent.class, this), StandardCharsets.US_ASCII);
  }

  /**
   * @throws StoreException it is no event
   */
  static AuditEvent parse(byte[] line, String where) {
    return (AuditEvent) PlainJson.read(line, AuditEvent.class, where);
  }
}
