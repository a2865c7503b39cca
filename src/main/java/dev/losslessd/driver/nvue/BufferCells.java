package dev.losslessd.driver.nvue;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/**
 * The steps in which a Spectrum keeps its marking thresholds: 64 cells of packet memory, rounded
 * up. 150000 bytes run as 156672 on cells of 144 bytes and as 159744 on cells of 192 (Cumulus Linux
 * RoCE pages, {@code nv show interface swp16 qos roce status} and the note on Spectrum-4). That it
 * is 64 cells fits both and is nowhere written, so nothing is sent by it: it only tells rounding
 * from a threshold that is not ours.
 */
final class BufferCells {
  /** Bytes of a cell of Spectrum-1, of Spectrum-2 and 3, and of Spectrum-4. */
  private static final List<Integer> CELLS = List.of(96, 144, 192);

  private static final int STEP = 64;

  private BufferCells() {}

  /** A threshold, and what runs in its place. */
  record Pair(long set, Bytes runs) {}

  /**
   * The one step that explains every pair: 1 where all run as they were set.
   *
   * @return empty if none does
   */
  static OptionalLong step(List<Pair> pairs) {
    return LongStream.concat(LongStream.of(1), CELLS.stream().mapToLong(cell -> (long) cell * STEP))
        .filter(step -> pairs.stream().allMatch(one -> one.runs().mayBe(up(one.set(), step))))
        .findFirst();
  }

  static long up(long bytes, long step) {
    return (bytes + step - 1) / step * step;
  }
}
