package dev.losslessd.poll;

import dev.losslessd.driver.BatchedStatRead;
import dev.losslessd.driver.FastReader;
import dev.losslessd.model.TimeSource;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/**
 * Reads the fast sets of ports that are due, those of several in one exchange. How long one port
 * takes is known only when it is read by itself; where several together take longer than they may,
 * each of them is, until it is known whose fault it is. For one thread.
 */
public final class FastRound implements PollScheduler.Round<FastPortSchedule> {
  private final BatchedStatRead volley;
  private final TimeSource time;

  /** Share of each port in the time of a joint round. */
  private final Median shares = new Median();

  private FastReader[] readers = new FastReader[8];
  private FastPoll[] open = new FastPoll[8];

  /**
   * @param volley closed with this
   */
  public FastRound(BatchedStatRead volley, TimeSource time) {
    this.volley = volley;
    this.time = time;
  }

  @Override
  public void read(List<FastPortSchedule> due) {
    int size = due.size();
    if (open.length < size) {
      readers = Arrays.copyOf(readers, size);
      open = Arrays.copyOf(open, size);
    }
    Instant now = time.clock().instant();
    long begun = time.ticks();
    int count = 0;
    for (int n = 0; n < size; n++) {
      FastPoll poll = due.get(n).poll();
      FastReader reader = poll.open(now);
      if (reader != null) {
        readers[count] = reader;
        open[count++] = poll;
      }
    }
    if (count > 0) {
      volley.ask(readers, count);
      for (int n = 0; n < count; n++) {
        open[n].take(readers[n], now, begun);
      }
      judge(count, time.ticks() - begun);
    }
  }

  private void judge(int count, long nanos) {
    if (count == 1) {
      open[0].took(nanos);
    } else if (shares.add(nanos / count) && open[0].isTooLong(shares.nanos())) {
      shares.forget();
      for (int n = 0; n < count; n++) {
        open[n].measure();
      }
    }
  }

  @Override
  public void close() {
    volley.close();
  }
}
