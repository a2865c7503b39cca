package dev.losslessd.transport.snmp;

import dev.losslessd.transport.Budget;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.TransportException.Kind;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.snmp4j.PDU;
import org.snmp4j.ScopedPDU;
import org.snmp4j.Snmp;
import org.snmp4j.Target;
import org.snmp4j.event.ResponseEvent;
import org.snmp4j.event.ResponseListener;
import org.snmp4j.mp.SnmpConstants;
import org.snmp4j.smi.Address;
import org.snmp4j.smi.Integer32;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.OctetString;
import org.snmp4j.smi.UdpAddress;

/**
 * One request, one answer: the budget, retries, and for SNMPv3 finding the engine, and finding it
 * again when the agent was replaced. A rebooted engine is synchronised by the library.
 */
final class Asker {
  private final SnmpSocket socket;
  private final SnmpTarget target;
  private final UdpAddress address;
  private final Budget budget;
  private final LongAdder retries = new LongAdder();
  private final LongAdder timeouts = new LongAdder();

  /** Only for SNMPv3, where it holds the engine and keys made for it. */
  private volatile @Nullable Target<UdpAddress> user;

  Asker(SnmpSocket socket, SnmpTarget target, LongSupplier ticks, Pauser pauser) {
    this.socket = socket;
    this.target = target;
    this.address = new UdpAddress(target.address(), target.port());
    this.budget = Budget.perSecond(target.pdusPerSecond(), ticks, pauser::pause);
    socket.peer(address);
  }

  SnmpTarget target() {
    return target;
  }

  SnmpCounts counts() {
    SnmpSocket.Peer peer = socket.peer(address);
    return new SnmpCounts(peer.sent.sum(), retries.sum(), timeouts.sum(), peer.unreadable.sum());
  }

  /** An empty request of the right kind for the version. */
  PDU request(int type) {
    PDU pdu =
        switch (target.version()) {
          case SnmpVersion.V1 _ -> new org.snmp4j.PDUv1();
          case SnmpVersion.V2c _ -> new PDU();
          case SnmpVersion.V3 v3 -> {
            ScopedPDU scoped = new ScopedPDU();
            scoped.setContextName(new OctetString(v3.context()));
            yield scoped;
          }
        };
    pdu.setType(type);
    return pdu;
  }

  /** The answer, of any error status. */
  PDU ask(PDU request) {
    boolean met = user != null;
    PDU answer = attempt(request, target.retries());
    if (met && (answer == null || isOfOtherEngine(answer))) {
      // replaced, or reset and back at an earlier boot count: what such an agent says is dropped
      // unread. So the engine is looked for once more before silence counts as silence
      forgetUser();
      answer = attempt(request, 0);
    }
    if (answer == null) {
      throw givenUp();
    }
    requireAnswer(answer);
    return answer;
  }

  /** The answer of any error status to a request that is sent once; empty if none came. */
  Optional<PDU> once(PDU request) {
    return Optional.ofNullable(attempt(request, 0));
  }

  /** One attempt at one request: whether anybody is there. */
  void knock(PDU request) {
    PDU answer = attempt(request, 0);
    if (answer == null) {
      throw givenUp();
    }
    requireAnswer(answer);
  }

  /** The agent was silent for good: what is known of its engine is forgotten. */
  TransportException givenUp() {
    timeouts.increment();
    forgetUser();
    return silence();
  }

  /** An answer of any error status, but no report of SNMPv3. */
  void requireAnswer(PDU answer) {
    if (answer.getType() == PDU.REPORT) {
      forgetUser();
      throw reported(answer);
    }
  }

  /** Told of an answer; of null when there was none in time. On a thread of the library. */
  @FunctionalInterface
  interface Listener {
    void heard(long sentAt, @Nullable PDU answer);
  }

  /** The target for {@link #post}, of one caller: its timeout changes from request to request. */
  @SuppressWarnings("unchecked") // a clone is of the class of what it is of
  Target<UdpAddress> forMany() {
    Target<UdpAddress> to = admitted(target.retries());
    if (to == null) {
      throw givenUp();
    }
    return (Target<UdpAddress>) to.clone();
  }

  /**
   * Sends a request when the budget lets it, and does not wait for the answer.
   *
   * @param again whether it was sent before
   */
  void post(
      PDU request,
      Target<UdpAddress> to,
      Duration timeout,
      boolean again,
      LongSupplier ticks,
      Listener listener) {
    budget.take();
    if (again) {
      retries.increment();
    }
    to.setTimeout(Math.max(1, timeout.toMillis()));
    long sentAt = ticks.getAsLong();
    ResponseListener answered =
        new ResponseListener() {
          @Override
          public <A extends Address> void onResponse(ResponseEvent<A> event) {
            // a late one would else be taken for the answer of a request that follows
            ((Snmp) event.getSource()).cancel(event.getRequest(), this);
            listener.heard(sentAt, event.getResponse());
          }
        };
    try {
      socket.snmp(address).send(request, to, null, answered);
    } catch (IOException e) {
      throw unsent(e);
    }
  }

  private @Nullable PDU attempt(PDU request, int again) {
    Target<UdpAddress> to = admitted(again);
    if (to == null) {
      return null;
    }
    for (int attempt = 0; attempt <= again; attempt++) {
      if (attempt > 0) {
        retries.increment();
      }
      PDU answer = send(request, to);
      if (answer != null) {
        return answer;
      }
    }
    return null;
  }

  private @Nullable Target<UdpAddress> admitted(int again) {
    Admission admission = new Admission(target, address);
    return switch (target.version()) {
      case SnmpVersion.V1(var community) -> admission.community(community, SnmpConstants.version1);
      case SnmpVersion.V2c(var community) ->
          admission.community(community, SnmpConstants.version2c);
      case SnmpVersion.V3 v3 -> {
        Target<UdpAddress> known = user;
        if (known != null) {
          yield known;
        }
        byte[] engine = discover(again);
        if (engine != null) {
          known = admission.user(v3, engine);
          user = known;
        }
        yield known;
      }
    };
  }

  private byte @Nullable [] discover(int again) {
    for (int attempt = 0; attempt <= again; attempt++) {
      if (attempt > 0) {
        retries.increment();
      }
      budget.take();
      byte[] engine =
          socket.snmp(address).discoverAuthoritativeEngineID(address, target.timeout().toMillis());
      if (engine != null && engine.length > 0) {
        return engine;
      }
    }
    return null;
  }

  private static boolean isOfOtherEngine(PDU answer) {
    return answer.getType() == PDU.REPORT && says(answer, SnmpConstants.usmStatsUnknownEngineIDs);
  }

  private @Nullable PDU send(PDU request, Target<UdpAddress> to) {
    budget.take();
    request.setRequestID(new Integer32(0));
    if (request instanceof ScopedPDU scoped) {
      scoped.setContextEngineID(new OctetString());
    }
    try {
      ResponseEvent<UdpAddress> event = socket.snmp(address).send(request, to);
      if (Thread.currentThread().isInterrupted()) {
        throw new TransportException(Kind.GONE, target.label() + ": interrupted");
      }
      return event == null ? null : event.getResponse();
    } catch (IOException e) {
      throw unsent(e);
    }
  }

  private TransportException unsent(IOException e) {
    return new TransportException(
        Kind.GONE, target.label() + ": cannot send: " + e.getMessage(), e);
  }

  private void forgetUser() {
    OctetString engine = Admission.engineOf(user);
    if (engine != null) {
      // an agent that lost its boot counter would else be refused for ever
      socket.forget(engine);
    }
    user = null;
  }

  private TransportException silence() {
    String what =
        target.label()
            + ": no answer within "
            + target.timeout().toMillis()
            + " ms, asked "
            + (target.retries() + 1)
            + " times";
    long unreadable = socket.peer(address).unreadable.sum();
    if (unreadable > 0) {
      return new TransportException(
          Kind.GARBLED, what + "; " + unreadable + " packets came that are no SNMP");
    }
    String hint =
        switch (target.version()) {
          case SnmpVersion.V1 _, SnmpVersion.V2c _ -> "a wrong community is met with silence";
          case SnmpVersion.V3 _ -> "a wrong privacy passphrase or protocol can be met with silence";
        };
    return new TransportException(
        Kind.TIMEOUT, what + ": expected an SNMP agent there that lets us in; " + hint);
  }

  private TransportException reported(PDU report) {
    SnmpVersion.V3 v3 = (SnmpVersion.V3) target.version();
    String who = target.label() + ": user " + v3.user();
    if (says(report, SnmpConstants.usmStatsUnknownUserNames)) {
      return auth(who + " is unknown to the agent");
    }
    if (says(report, SnmpConstants.usmStatsWrongDigests)) {
      return auth(
          who
              + ": wrong authentication passphrase or protocol, expected the agent's "
              + Objects.requireNonNull(v3.signing()).by());
    }
    if (says(report, SnmpConstants.usmStatsDecryptionErrors)) {
      return auth(who + ": wrong privacy passphrase or protocol");
    }
    if (says(report, SnmpConstants.usmStatsUnsupportedSecLevels)) {
      return auth(who + ": the agent does not offer this security level or protocol to the user");
    }
    if (says(report, SnmpConstants.snmpUnknownContexts)) {
      return new TransportException(
          Kind.REFUSED, who + ": context \"" + v3.context() + "\" is unknown to the agent");
    }
    return new TransportException(
        Kind.REFUSED, who + ": the agent reports " + report.getVariableBindings());
  }

  private static TransportException auth(String message) {
    return new TransportException(Kind.AUTH, message);
  }

  private static boolean says(PDU report, OID counter) {
    return report.size() > 0 && report.get(0).getOid().startsWith(counter);
  }
}
