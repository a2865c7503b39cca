package dev.losslessd.transport.snmp;

import dev.losslessd.transport.DeviceInput;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.TransportException.Kind;
import dev.losslessd.transport.WriteGate;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.snmp4j.PDU;
import org.snmp4j.smi.Integer32;
import org.snmp4j.smi.VariableBinding;

/**
 * Sets objects of one device's agent, each by one request that is sent once: a second one might
 * arrive when the first has been taken back. Safe for several threads.
 */
public final class SnmpWriter {
  private static final Oid UP_TIME = Oid.of("1.3.6.1.2.1.1.3.0");

  private final SnmpTarget target;
  private final RequestSender requestSender;
  private final WriteGate gate;

  /**
   * @param socket shared by all clients, closed by its owner
   * @param target by SNMPv3 with authentication and privacy, or by the community that may write
   * @param gate asked before each request
   * @param ticks monotonic nanoseconds, for the cap on requests per second
   * @param took receives how long each answered request took, nanoseconds
   * @throws IllegalArgumentException for a way that may not write
   */
  public SnmpWriter(
      SnmpSocket socket,
      SnmpTarget target,
      WriteGate gate,
      LongSupplier ticks,
      Sleeper sleeper,
      LongConsumer took) {
    requireFit(target);
    this.target = target;
    this.requestSender =
        new RequestSender(socket, target, ticks, sleeper, DeviceInput.alone(ticks).timed(took));
    this.gate = gate;
  }

  private static void requireFit(SnmpTarget target) {
    boolean fit =
        switch (target.version()) {
          case SnmpVersion.V2c _ -> true;
          case SnmpVersion.V3 v3 -> v3.signing() != null && v3.sealing() != null;
        };
    if (!fit) {
      throw new IllegalArgumentException(
          target.label()
              + " is to be written: expected SNMPv3 with authentication and privacy, or version 2c"
              + " with the community that may write");
    }
  }

  /**
   * Sets an INTEGER. That it returns says only that the agent raised no objection.
   *
   * @throws TransportException CLOSED_GATE, or others with {@link
   *     TransportException#nothingSent()}: nothing was set; REFUSED: the agent's words; TIMEOUT: it
   *     may have been set, only reading tells
   */
  public void set(Oid oid, int value) {
    String what = "SET " + oid + " INTEGER " + value;
    PDU answer =
        gate.through(
            "snmp " + target.name() + " " + what,
            () -> {
              meet();
              return send(oid, value, what);
            });
    requestSender.requireAnswer(answer);
    if (answer.getErrorStatus() != PDU.noError) {
      throw target.refused("agent says " + answer.getErrorStatusText() + " to " + what);
    }
  }

  /** Reads something first: an agent that was replaced is found again, and one that is away. */
  private void meet() {
    try {
      PDU request = requestSender.request(PDU.GET);
      request.add(new VariableBinding(Values.oid(UP_TIME)));
      requestSender.ask(request);
    } catch (TransportException e) {
      throw TransportException.beforeSending(e.kind(), e.getMessage(), e);
    }
  }

  private PDU send(Oid oid, int value, String what) {
    PDU request = requestSender.request(PDU.SET);
    request.add(new VariableBinding(Values.oid(oid), new Integer32(value)));
    return requestSender
        .once(request)
        .orElseThrow(
            () -> target.failure(Kind.TIMEOUT, "no answer to " + what + ": it may have been done"));
  }
}
