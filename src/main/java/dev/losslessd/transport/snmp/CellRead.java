package dev.losslessd.transport.snmp;

import dev.losslessd.transport.TransportException.Kind;
import dev.losslessd.transport.snmp.CellRequest.Piece;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.snmp4j.PDU;
import org.snmp4j.Target;
import org.snmp4j.smi.UdpAddress;

/**
 * One reading of all cells of a plan, several requests at a time. What is lost is asked for again
 * while the agent answers anything at all and there is time; an agent that is silent altogether is
 * given up as by {@link RequestSender#ask}.
 */
final class CellRead {
  /** An agent that answers all but one request this often will never answer that one. */
  private static final int MOST_ATTEMPTS = 12;

  /** The library calls back when a request times out; this is far behind that. */
  private static final long LOST_MILLIS = 60_000;

  /** Factor by which a slow agent may take longer than asked, as long as it answers. */
  private static final int SLOWER = 3;

  /**
   * @param pdu null if there was none, or no room for it
   * @param objects that it has, or had
   * @param held bytes of it, on the account
   */
  private record Answer(
      CellRequest request, long sentAt, @Nullable PDU pdu, int objects, long held) {}

  private final RequestSender requestSender;
  private final SnmpTarget target;
  private final CongestionWindow congestionWindow;
  private final CellPlan plan;
  private final LongSupplier ticks;
  private final long deadline;
  private final long slowDeadline;
  private final CellValues values;
  private final Deque<Piece> queue = new ArrayDeque<>();
  private final LinkedBlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
  private volatile boolean over;
  private int underWay;
  private int heard;
  private int requests;

  CellRead(
      RequestSender requestSender,
      CongestionWindow congestionWindow,
      CellPlan plan,
      LongSupplier ticks,
      Duration within) {
    this.requestSender = requestSender;
    this.target = requestSender.target();
    this.congestionWindow = congestionWindow;
    this.plan = plan;
    this.ticks = ticks;
    long now = ticks.getAsLong();
    this.deadline = now + within.toNanos();
    this.slowDeadline = now + SLOWER * within.toNanos();
    this.values = new CellValues(plan.size());
    IntStream.range(0, plan.columns())
        .mapToObj(c -> new Piece(c, plan.first(c), plan.end(c), 0))
        .sorted(Comparator.comparingInt(Piece::size))
        .forEach(queue::add);
  }

  /** Reads the cells; those that did not come in time are unread. */
  CellValues run() {
    try {
      return read(requestSender.forMany());
    } finally {
      over = true;
      giveBack();
    }
  }

  private void giveBack() {
    for (Answer late = answers.poll(); late != null; late = answers.poll()) {
      requestSender.input().account().give(late.held());
    }
  }

  private CellValues read(Target<UdpAddress> to) {
    while (true) {
      while (!queue.isEmpty() && underWay < congestionWindow.window() && inTime()) {
        send(to);
      }
      if (underWay == 0) {
        return values;
      }
      take(next());
    }
  }

  private boolean inTime() {
    long now = ticks.getAsLong();
    return now - deadline < 0 || (heard > 0 && now - slowDeadline < 0);
  }

  private void send(Target<UdpAddress> to) {
    CellRequest request = CellRequest.take(plan, queue, congestionWindow.objects());
    if (++requests > 64 + 4 * plan.size()) {
      throw target.garbled(requests + " requests for " + plan.size() + " objects: expected an end");
    }
    underWay++;
    PDU pdu = request.fill(requestSender.request(PDU.GETBULK));
    Duration timeout = congestionWindow.timeout(request.attempts());
    requestSender.post(
        pdu,
        to,
        timeout,
        request.attempts() > 0,
        (sentAt, answer) -> heard(answer(request, sentAt, answer)));
  }

  /** Takes an answer, on a thread of the library. */
  private void heard(Answer answer) {
    answers.add(answer);
    if (over) {
      giveBack();
    }
  }

  /**
   * Keeps an answer; one that has more than was asked for, or finds no room, is dropped at once.
   */
  private Answer answer(CellRequest request, long sentAt, @Nullable PDU pdu) {
    if (pdu == null || pdu.size() > request.objects()) {
      return new Answer(request, sentAt, null, pdu == null ? 0 : pdu.size(), 0);
    }
    long bytes = pdu.getBERLength();
    return requestSender.input().account().tryTake(bytes)
        ? new Answer(request, sentAt, pdu, pdu.size(), bytes)
        : new Answer(request, sentAt, null, 0, 0);
  }

  private Answer next() {
    try {
      Answer answer = answers.poll(LOST_MILLIS, TimeUnit.MILLISECONDS);
      if (answer == null) {
        throw requestSender.reopen();
      }
      underWay--;
      return answer;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw target.failure(Kind.GONE, "interrupted");
    }
  }

  private void take(Answer answer) {
    CellRequest request = answer.request();
    PDU pdu = answer.pdu();
    requestSender.input().account().give(answer.held());
    if (answer.objects() > request.objects()) {
      throw target.garbled(
          "answer of " + answer.objects() + " objects: expected 1.." + request.objects());
    }
    if (pdu == null) {
      silent(request);
      return;
    }
    heard++;
    requestSender.requireAnswer(pdu);
    congestionWindow.timed(ticks.getAsLong() - answer.sentAt(), request.objects());
    switch (pdu.getErrorStatus()) {
      case PDU.noError -> keep(request, pdu);
      case PDU.tooBig -> tooBig(request);
      default ->
          throw target.refused("agent says " + pdu.getErrorStatusText() + " to " + request.first());
    }
  }

  private void keep(CellRequest request, PDU pdu) {
    List<Piece> left = request.take(target, pdu, values);
    if (pdu.size() < request.objects()) {
      if (!left.isEmpty()) {
        congestionWindow.cut(pdu.size());
      }
    } else {
      congestionWindow.whole();
    }
    left.forEach(queue::push);
  }

  private void tooBig(CellRequest request) {
    if (request.objects() == 1) {
      throw target.refused(request.first() + " does not fit the agent's answer");
    }
    congestionWindow.tooBig(request.objects());
    request.pieces().forEach(queue::push);
  }

  private void silent(CellRequest request) {
    int attempts = request.attempts() + 1;
    congestionWindow.silent(attempts);
    boolean isSilent = heard == 0 && !requestSender.isThere() && attempts > target.retries();
    if (isSilent || attempts >= MOST_ATTEMPTS) {
      throw requestSender.givenUp();
    }
    request.pieces().forEach(piece -> queue.push(piece.again()));
  }
}
