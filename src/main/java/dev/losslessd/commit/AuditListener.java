package dev.losslessd.commit;

import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Identities;
import dev.losslessd.model.Maintenance;
import dev.losslessd.model.Release;
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
   * An access token was made or taken back.
   *
   * @param what its id, name, role and scope; never its secret
   */
  default void token(boolean made, String actor, String what, Instant at) {}

  /**
   * A source showed too many wrong tokens in a row.
   *
   * @param source address of a client
   */
  default void lockedOut(String source, String why, Instant at) {}

  /**
   * Somebody wanted to change what their role or scope does not allow, and the engine was not
   * asked.
   *
   * @param what the request, and why it was refused
   */
  default void denied(String actor, String what, Instant at) {}

  /**
   * A person trusts a host key from now on.
   *
   * @param name of the switch or jump host
   * @param what the key, those in whose place it comes, and the file
   */
  default void trusted(String name, String actor, String what, Instant at) {}

  /** A host key that a person wanted to trust was not taken. */
  default void notTrusted(String name, String actor, String why, Instant at) {}

  /**
   * The config file was read anew.
   *
   * @param taken whether it is in force; else nothing of it is
   * @param what keys that it changed, or the reasons against it
   */
  default void reloaded(boolean taken, String actor, String what, Instant at) {}

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
