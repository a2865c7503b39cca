package dev.losslessd.transport.snmp;

import java.io.IOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.snmp4j.PDU;
import org.snmp4j.smi.Integer32;
import org.snmp4j.smi.Null;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.OctetString;
import org.snmp4j.smi.VariableBinding;

/**
 * An agent (v2c, any community) that means harm: every request gets one kind of bad answer. Listens
 * on loopback alone.
 */
public final class HostileAgent implements AutoCloseable {
  /** Kind of answer that every request gets. */
  public enum Mode {
    /** Each row has a next one, without end. */
    ENDLESS_ROWS,
    /** The next row of each row is that row. */
    SAME_ROW,
    /** Rows whose numbers decrease. */
    BACKWARDS,
    /** Every value is a text as large as a datagram may be, in rows without end. */
    GIANT_VALUES,
    /** Thousands of objects in every answer. */
    MANY_OBJECTS,
    /** Bytes that are not SNMP. */
    GARBAGE,
    /** Answers that are cut in the middle. */
    CUT,
    /** Values of a type that was not asked for. */
    WRONG_TYPES,
    /** Escape sequences, newlines and quotes in every text. */
    CONTROL_CHARACTERS,
    /** Right answers, each from a port that was not asked. */
    OTHER_PORT,
    /** No answer to any request. */
    SILENT
  }

  private static final int DATAGRAM = 60_000;
  private static final int TEXT = 120;
  private static final String CONTROL =
      "\u001b[31mEVIL\nERROR Daemon - fake log line\r\u009b2J\"},evil{x=\"";

  private final Responder responder;

  private HostileAgent(Responder responder) {
    this.responder = responder;
  }

  /**
   * Starts to listen on a UDP port.
   *
   * @param port 0 for any
   */
  public static HostileAgent start(int port, Mode mode) throws SocketException {
    return new HostileAgent(
        Responder.start(
            port,
            (request, response) -> answer(mode, request, response),
            bytes -> damage(mode, bytes),
            mode == Mode.OTHER_PORT));
  }

  public int port() {
    return responder.port();
  }

  /** Number of requests received so far. */
  public int requests() {
    return responder.requests();
  }

  private static boolean answer(Mode mode, PDU request, PDU response) throws IOException {
    switch (mode) {
      case ENDLESS_ROWS -> rows(request, response, 1, "x".repeat(TEXT));
      case SAME_ROW -> rows(request, response, 0, "same");
      case BACKWARDS -> rows(request, response, -1, "back");
      case GIANT_VALUES -> rows(request, response, 1, "A".repeat(DATAGRAM - 1_000));
      case MANY_OBJECTS -> many(response);
      case WRONG_TYPES -> rows(request, response, 1, null);
      case CONTROL_CHARACTERS -> rows(request, response, 1, CONTROL);
      case GARBAGE, CUT, OTHER_PORT -> rows(request, response, 1, "right");
      case SILENT -> {
        return false;
      }
    }
    return true;
  }

  /**
   * @param step from a row to the next
   * @param text null for a value of no type
   */
  private static void rows(PDU request, PDU response, int step, @Nullable String text) {
    int times = request.getType() == PDU.GETBULK ? Math.max(1, request.getMaxRepetitions()) : 1;
    int size = 0;
    for (int row = 1; row <= times; row++) {
      for (VariableBinding asked : request.getVariableBindings()) {
        OID oid = request.getType() == PDU.GET ? asked.getOid() : next(asked.getOid(), row * step);
        VariableBinding told =
            text == null
                ? new VariableBinding(oid, new Null())
                : new VariableBinding(
                    oid, new OctetString(text.getBytes(StandardCharsets.ISO_8859_1)));
        size += told.getBERLength();
        if (size > DATAGRAM && response.size() > 0) {
          return;
        }
        response.add(told);
      }
    }
  }

  /** A root gets rows below it; a row gets the one so much further. */
  private static OID next(OID asked, int further) {
    int[] parts = asked.getValue();
    boolean isRow = parts.length > 11;
    int[] next = isRow ? parts.clone() : Arrays.copyOf(parts, parts.length + 1);
    next[next.length - 1] += isRow ? further : 1_000_000 + further;
    return new OID(next);
  }

  private static void many(PDU response) {
    for (int n = 1; n < 5_000; n++) {
      response.add(new VariableBinding(new OID(new int[] {1, 3, n}), new Integer32(1)));
    }
  }

  private static byte[] damage(Mode mode, byte[] message) {
    return switch (mode) {
      case GARBAGE ->
          "0\u0084\u007f\u00ff\u00ff\u00ff and so on".getBytes(StandardCharsets.ISO_8859_1);
      case CUT -> Arrays.copyOf(message, message.length / 2);
      default -> message;
    };
  }

  @Override
  public void close() {
    responder.close();
  }
}
