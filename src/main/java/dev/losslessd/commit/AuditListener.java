package dev.losslessd.commit;

import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Identities;
import dev.losslessd.model.Maintenance;
import dev.losslessd.model.Release;
import dev.losslessd.store.AuditEvent.Kind;
import dev.losslessd.store.Entry;
import java.time.Instant;
import java.util.List;

/** Receives events for the audit that commit states do not carry. Must not throw. */
public interface AuditListener {
  /** A listener that ignores every event. */
  AuditListener NONE = new AuditListener() {};

  /** A wish was not taken. */
  default void refused(Request request, CommitException why) {}

  /**
   * A commit has come to a new state.
   *
   * @param actor who decided it, as the journal has it
   */
  default void became(Commit commit, String actor) {}

  /** Announces that the commit's next state is not in the journal. */
  default void unjournaled(String commit) {}

  /**
   * A device keeps what runs on it over its reboots.
   *
   * @param foreign lines of others that are kept too
   */
  default void saved(DeviceId device, String actor, List<String> foreign, Instant at) {}

  /**
   * A person takes another box behind a name for the one that it stands for.
   *
   * @param before what was known of it
   */
  default void accepted(Entry.Accepted accepted, Identities before) {}

  /**
   * This agent leaves a device, or is given it back.
   *
   * @param leaves whether it leaves
   */
  default void released(Release release, boolean leaves, String actor, Instant at) {}

  /**
   * What concerns no commit and no device's settings was done or refused: an access token was made
   * or revoked, a source showed too many wrong ones, a caller asked for what their role or scope
   * does not allow, a host key is trusted from now on or not, the config file was read again.
   *
   * @param name that it is about: a switch or jump host, the source of wrong tokens; may be empty
   * @param what its id, name, role and scope, but never its secret; the request and why it was
   *     refused; the key, those in whose place it comes and the file; keys of the config
   */
  default void noted(Kind kind, String name, String actor, String what, Instant at) {}

  /** A person trusts a host key of a switch or jump host from now on, or it was not taken. */
  static void hostKey(
      AuditListener audit, boolean taken, String name, String actor, String what, Instant at) {
    String why = taken ? what : "host key not trusted: " + what;
    audit.noted(taken ? Kind.TRUSTED : Kind.REFUSED, name, actor, why, at);
  }

  /**
   * All writing stops or goes on.
   *
   * @param why empty where a person wants it
   * @param at as in the journal
   */
  default void frozen(boolean on, String actor, String why, Instant at) {}

  /**
   * Maintenance of a device or port begins or ends.
   *
   * @param actor who says so; the daemon where its time is over
   * @param at as in the journal
   */
  default void maintenance(Maintenance maintenance, boolean on, String actor, Instant at) {}
}
