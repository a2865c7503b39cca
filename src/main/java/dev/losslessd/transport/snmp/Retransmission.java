package dev.losslessd.transport.snmp;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.snmp4j.PDU;

/**
 * One request that is sent again and again until the first answer, to whichever copy of it: an
 * agent that takes longer than the pause between two copies is slow, not silent.
 */
final class Retransmission {
  /** Sends one copy of the request. */
  @FunctionalInterface
  interface Sender {
    /**
     * @param attempt 0 for the first
     * @param within how long its answer counts
     * @return runs to forget it
     */
    Runnable send(PDU copy, int attempt, Duration within, RequestSender.Listener listener);
  }

  /**
   * Answer to one of the copies.
   *
   * @param sentAt when its own copy was sent, monotonic nanoseconds
   * @param before copies that were sent earlier, and got none
   */
  record Answer(long sentAt, PDU pdu, int before) {}

  private final Sender sender;
  private final List<Duration> pauses;
  private final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
  private final List<Runnable> open = new ArrayList<>();

  /**
   * @param pauses after each copy, one or more; after the last one nobody waits any longer
   */
  Retransmission(Sender sender, List<Duration> pauses) {
    this.sender = sender;
    this.pauses = pauses;
  }

  /** The first answer, null if none came in time. */
  @Nullable Answer run(PDU request) throws InterruptedException {
    try {
      Duration left = pauses.stream().reduce(Duration.ZERO, Duration::plus);
      for (int attempt = 0; attempt < pauses.size(); attempt++) {
        Duration pause = pauses.get(attempt);
        int before = attempt;
        open.add(
            sender.send(
                (PDU) request.clone(), attempt, left, (sentAt, pdu) -> heard(sentAt, pdu, before)));
        Answer answer = answers.poll(pause.toNanos(), TimeUnit.NANOSECONDS);
        if (answer != null) {
          return answer;
        }
        left = left.minus(pause);
      }
      return null;
    } finally {
      open.forEach(Runnable::run);
    }
  }

  private void heard(long sentAt, @Nullable PDU pdu, int before) {
    if (pdu != null) {
      answers.add(new Answer(sentAt, pdu, before));
    }
  }
}
