package dev.losslessd.store;

import dev.losslessd.model.Commit;

/**
 * An actor of the journal as the audit names it: {@code token:ci@10.0.0.5} is {@code token:ci} from
 * {@code 10.0.0.5}.
 *
 * @param who {@code uid:0}, {@code token}, {@code token:ci}, {@code cert:ops}, {@code daemon}
 * @param from {@code socket}, {@code daemon}, or the address of a client; {@code http} for actors
 *     of earlier releases, which had no address
 */
public record AuditActor(String who, String from) {
  public static AuditActor of(String actor) {
    if (actor.equals(AuditEvent.DAEMON) || actor.equals(Commit.REPAIR)) {
      return new AuditActor(actor, AuditEvent.DAEMON);
    }
    if (actor.startsWith("uid:") || actor.startsWith("user:")) {
      return new AuditActor(actor, "socket");
    }
    int at = actor.lastIndexOf('@'); // a name may have one, an address has none
    return at < 0
        ? new AuditActor(actor, "http")
        : new AuditActor(actor.substring(0, at), actor.substring(at + 1));
  }
}
