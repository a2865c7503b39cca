package dev.losslessd.transport.snmp;

import dev.losslessd.transport.Budget;
import dev.losslessd.transport.DeviceInput;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.TransportException.Kind;
import dev.losslessd.transport.UnitLimit;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
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
final class RequestSender {
  private final SnmpSocket socket;
  private final SnmpTarget target;
  private final UdpAddress address;
  private final Budget budget;
  private final DeviceInput input;
  private final LongSupplier ticks;
  private final CongestionWindow window;
  private final Patience patience;
  private final LongAdder retries = new LongAdder();
  private final LongAdder timeouts = new LongAdder();

  /** Only for SNMPv3, where it holds the engine and keys made for it. */
  private volatile @Nullable Target<UdpAddress> user;

  RequestSender(
      SnmpSocket socket,
      SnmpTarget target,
      LongSupplier ticks,
      Sleeper sleeper,
      DeviceInput input) {
    this.socket = socket;
    this.target = target;
    this.input = input;
    this.ticks = ticks;
    this.window = new CongestionWindow(target.timeout(), target.maxRepetitions());
    this.patience = new Patience(target, window, ticks);
    this.address = new UdpAddress(target.address(), target.port());
    this.budget = Budget.perSecond(target.pdusPerSecond(), ticks, sleeper::pause);
    socket.peer(address);
  }

  SnmpTarget target() {
    return target;
  }

  /** Starts the socket's threads anew after a request that never ended. */
  TransportException reopen() {
    socket.reopen(address);
    return deaf();
  }

  CongestionWindow window() {
    return window;
  }

  DeviceInput input() {
    return input;
  }

  boolean isThere() {
    return patience.isThere();
  }

  /**
   * Does some work with the agent unless it is left alone, and leaves it alone after garbage.
   *
   * @throws TransportException GARBLED while it is left alone
   */
  <T> T judged(Supplier<T> work) {
    input.backoff().pass(target.label());
    try {
      return input.answers().noting(work);
    } catch (TransportException e) {
      if (e.kind() == Kind.GARBLED) {
        input.backoff().failed(e.getMessage());
      }
      throw e;
    }
  }

  SnmpCounts counts() {
    SnmpSocket.Peer peer = socket.peer(address);
    return new SnmpCounts(peer.sent.sum(), retries.sum(), timeouts.sum(), peer.unreadable.sum());
  }

  PDU request(int type) {
    PDU pdu =
        switch (target.version()) {
          case SnmpVersion.V2c _ -> new PDU();
          case SnmpVersion.V3 _ -> new ScopedPDU();
        };
    pdu.setType(type);
    return pdu;
  }

  /** The answer, of any error status. */
  PDU ask(PDU request) {
    boolean met = user != null;
    long reopened = socket.reopened();
    PDU answer = attempt(request, patience.pauses());
    if (met && (answer == null || isOfOtherEngine(answer))) {
      // replaced, or reset and back at an earlier boot count: what such an agent says is dropped
      // unread. So the engine is looked for once more before silence counts as silence
      forgetUser();
      answer = attempt(request, patience.once());
    }
    if (answer == null) {
      throw socket.reopened() == reopened ? givenUp() : deaf();
    }
    requireAnswer(answer);
    return answer;
  }

  /** The answer of any error status to a request that is sent once; empty if none came. */
  Optional<PDU> once(PDU request) {
    return Optional.ofNullable(attempt(request, patience.once()));
  }

  /** One attempt at one request: whether anybody is there. */
  void knock(PDU request) {
    requireAnswer(once(request).orElseThrow(this::givenUp));
  }

  /** The agent was silent for good: what is known of its engine is forgotten. */
  TransportException givenUp() {
    timeouts.increment();
    forgetUser();
    TransportException silence = silence();
    patience.lost();
    return silence;
  }

  private TransportException deaf() {
    return target.failure(
        Kind.TIMEOUT,
        "no answer: the thread of this daemon that hears answers had stopped, and runs"
            + " again; nothing is known against the agent");
  }

  /** An answer of any error status, but no report of SNMPv3. */
  void requireAnswer(PDU answer) {
    if (answer.getType() == PDU.REPORT) {
      forgetUser();
      throw reported(answer);
    }
  }

  /** Hears an answer, or null when there was none in time. On a thread of the library. */
  @FunctionalInterface
  interface Listener {
    void heard(long sentAt, @Nullable PDU answer);
  }

  /** The target for {@link #post}, of one caller: its timeout changes from request to request. */
  Target<UdpAddress> forMany() {
    Target<UdpAddress> to = admitted(target.retries());
    if (to == null) {
      throw givenUp();
    }
    return copy(to);
  }

  /**
   * Sends a request when the budget lets it, and does not wait for the answer.
   *
   * @param again whether it was sent before
   * @return runs to forget it
   */
  Runnable post(
      PDU request, Target<UdpAddress> to, Duration timeout, boolean again, Listener listener) {
    budget.take();
    if (again) {
      retries.increment();
    }
    to.setTimeout(Math.max(1, timeout.toMillis()));
    request.setRequestID(new Integer32(0));
    long sentAt = ticks.getAsLong();
    ResponseListener answered =
        new ResponseListener() {
          @Override
          public <A extends Address> void onResponse(ResponseEvent<A> event) {
            // a late one would else be taken for the answer of a request that follows
            ((Snmp) event.getSource()).cancel(event.getRequest(), this);
            PDU answer = address.equals(event.getPeerAddress()) ? event.getResponse() : null;
            window.came(answer != null);
            if (answer != null) {
              input.took().accept(ticks.getAsLong() - sentAt);
              patience.heard();
            }
            listener.heard(sentAt, answer);
          }
        };
    try {
      Snmp snmp = socket.snmp(address);
      snmp.send(request, to, null, answered);
      return () -> snmp.cancel(request, answered);
    } catch (IOException e) {
      throw unsent(e);
    }
  }

  private @Nullable PDU attempt(PDU request, List<Duration> pauses) {
    Target<UdpAddress> to = admitted(pauses.size() - 1);
    if (to == null) {
      return null;
    }
    try {
      Retransmission.Answer answer =
          new Retransmission(
                  (copy, attempt, within, listener) ->
                      post(anew(copy), copy(to), within, attempt > 0, listener),
                  pauses)
              .run(request);
      if (answer == null) {
        return null;
      }
      for (int n = 0; n < answer.before(); n++) {
        window.came(false);
      }
      window.timed(ticks.getAsLong() - answer.sentAt(), answer.pdu().size());
      return answer.pdu();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw target.failure(Kind.GONE, "interrupted", e);
    }
  }

  private static PDU anew(PDU request) {
    if (request instanceof ScopedPDU scoped) {
      scoped.setContextEngineID(new OctetString());
    }
    return request;
  }

  @SuppressWarnings("unchecked") // a clone is of the class of what it is of
  private static Target<UdpAddress> copy(Target<UdpAddress> to) {
    return (Target<UdpAddress>) to.clone();
  }

  private @Nullable Target<UdpAddress> admitted(int again) {
    SnmpTargets snmpTargets = new SnmpTargets(target, address);
    return switch (target.version()) {
      case SnmpVersion.V2c(var community) -> snmpTargets.community(community);
      case SnmpVersion.V3 v3 -> {
        Target<UdpAddress> known = user;
        if (known != null) {
          yield known;
        }
        byte[] engine = discover(again);
        if (engine != null) {
          known = snmpTargets.user(v3, engine);
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
          socket
              .snmp(address)
              .discoverAuthoritativeEngineID(
                  address, target.timeout().toMillis() << Math.min(attempt, 2));
      if (engine != null && engine.length > 0) {
        return engine;
      }
    }
    return null;
  }

  private static boolean isOfOtherEngine(PDU answer) {
    return answer.getType() == PDU.REPORT && says(answer, SnmpConstants.usmStatsUnknownEngineIDs);
  }

  private TransportException unsent(IOException e) {
    return target.failure(
        Kind.GONE, "cannot send: " + UnitLimit.ADDRESSES.named(String.valueOf(e.getMessage())), e);
  }

  private void forgetUser() {
    OctetString engine = SnmpTargets.engineOf(user);
    if (engine != null) {
      // an agent that lost its boot counter would else be refused for ever
      socket.forget(engine);
    }
    user = null;
  }

  private TransportException silence() {
    List<Duration> pauses = patience.pauses();
    String what =
        "%s: no answer within %s ms, asked %s times"
            .formatted(
                target.label(), pauses.stream().mapToLong(Duration::toMillis).sum(), pauses.size());
    long unreadable = socket.peer(address).unreadable.sum();
    if (unreadable > 0) {
      return TransportException.garbled(
          what + "; " + unreadable + " packets came that are no SNMP");
    }
    Optional<UdpAddress> stray = socket.strayOf(address);
    if (stray.isPresent()) {
      return TransportException.timeout(
          what + "; answers came from " + stray.get() + ", which was not asked");
    }
    if (patience.isThere()) {
      return TransportException.timeout(what + "; it had answered less than a minute before");
    }
    String hint =
        switch (target.version()) {
          case SnmpVersion.V2c _ -> "a wrong community is met with silence";
          case SnmpVersion.V3 _ -> "a wrong privacy passphrase or protocol can be met with silence";
        };
    return TransportException.timeout(
        what + ": expected an SNMP agent there that lets us in; " + hint);
  }

  private TransportException reported(PDU report) {
    if (!(target.version() instanceof SnmpVersion.V3 v3)) {
      return target.garbled("a report of SNMPv3 came in answer to version 2c");
    }
    String who = target.label() + ": user " + v3.user();
    if (says(report, SnmpConstants.usmStatsUnknownUserNames)) {
      return auth(who + " is unknown to the agent");
    }
    if (says(report, SnmpConstants.usmStatsWrongDigests)) {
      return auth(
          "%s: wrong authentication passphrase or protocol, expected the agent's %s"
              .formatted(who, Objects.requireNonNull(v3.signing()).by()));
    }
    if (says(report, SnmpConstants.usmStatsDecryptionErrors)) {
      return auth(who + ": wrong privacy passphrase or protocol");
    }
    if (says(report, SnmpConstants.usmStatsUnsupportedSecLevels)) {
      return auth(who + ": the agent does not offer this security level or protocol to the user");
    }
    return TransportException.refused(who + ": the agent reports " + report.getVariableBindings());
  }

  private static TransportException auth(String message) {
    return new TransportException(Kind.AUTH, message);
  }

  private static boolean says(PDU report, OID counter) {
    return report.size() > 0 && report.get(0).getOid().startsWith(counter);
  }
}
