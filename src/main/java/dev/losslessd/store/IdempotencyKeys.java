package dev.losslessd.store;

import dev.losslessd.store.IdempotencyKey.Digest;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/**
 * Which commits were begun with which keys, the oldest first: 44 bytes for each. A fold of the
 * journal, where a key stands in the record that begins its commit: one is never without the other.
 * Not safe for threads.
 */
public final class IdempotencyKeys {
  /** More are never held, whatever the retention is. */
  public static final int MOST = 100_000;

  private static final int LONGS = 4;

  /** Name and request of each key. */
  private long[] keys = new long[0];

  private long[] seconds = new long[0];
  private int[] commits = new int[0];
  private int size;

  /**
   * A known key and the commit that it began.
   *
   * @param same whether the same request came with it
   * @param commit that was begun
   */
  public record Known(boolean same, String commit) {}

  /** Takes a key of a commit that has given none yet; of one key twice, the first commit counts. */
  public void add(IdempotencyKey key, int commit, Instant at) {
    put(key, commit, at.getEpochSecond());
  }

  private void put(IdempotencyKey key, int commit, long at) {
    if (size == MOST) {
      drop(MOST / 64);
    }
    if (size == commits.length) {
      room(Math.min(MOST, Math.max(64, size + size / 2)));
    }
    keys[size * LONGS] = key.name().high();
    keys[size * LONGS + 1] = key.name().low();
    keys[size * LONGS + 2] = key.request().high();
    keys[size * LONGS + 3] = key.request().low();
    seconds[size] = at;
    commits[size] = commit;
    size++;
  }

  /** Empty where nothing was begun with this key, or where it was forgotten. */
  public Optional<Known> find(IdempotencyKey key) {
    int at = place(key.name());
    return at < 0
        ? Optional.empty()
        : Optional.of(new Known(key.equals(key(at)), CommitIds.of(commits[at])));
  }

  /**
   * Forgets the oldest keys until both limits hold.
   *
   * @param most so many stay
   * @param oldest none stays that is older
   */
  public void trim(int most, Instant oldest) {
    int gone = Math.max(0, size - most);
    while (gone < size && seconds[gone] < oldest.getEpochSecond()) {
      gone++;
    }
    drop(gone);
  }

  public int size() {
    return size;
  }

  public IdempotencyKeys copy() {
    IdempotencyKeys copy = new IdempotencyKeys();
    copy.keys = Arrays.copyOf(keys, size * LONGS);
    copy.seconds = Arrays.copyOf(seconds, size);
    copy.commits = Arrays.copyOf(commits, size);
    copy.size = size;
    return copy;
  }

  /** {@code NAME REQUEST SECONDS COMMIT} of the key at a place, from 0, the oldest. */
  String text(int at) {
    IdempotencyKey key = key(at);
    return key.name().text() + " " + key.request().text() + " " + seconds[at] + " " + commits[at];
  }

  /**
   * Takes a key as {@link #text} writes it.
   *
   * @throws IllegalArgumentException it is something else
   */
  void addText(String text) {
    String[] words = text.split(" ", -1);
    if (words.length != LONGS) {
      throw new IllegalArgumentException("'" + text + "' is no idempotency key");
    }
    put(
        new IdempotencyKey(Digest.parse(words[0]), Digest.parse(words[1])),
        Integer.parseInt(words[3]),
        Long.parseLong(words[2]));
  }

  /** Few are asked for, so that a look at all of them is quick enough: 0.1 ms for the most. */
  private int place(Digest name) {
    for (int i = 0; i < size; i++) {
      if (keys[i * LONGS] == name.high() && keys[i * LONGS + 1] == name.low()) {
        return i;
      }
    }
    return -1;
  }

  private IdempotencyKey key(int at) {
    int first = at * LONGS;
    return new IdempotencyKey(
        new Digest(keys[first], keys[first + 1]), new Digest(keys[first + 2], keys[first + 3]));
  }

  private void drop(int first) {
    size -= first;
    System.arraycopy(keys, first * LONGS, keys, 0, size * LONGS);
    System.arraycopy(seconds, first, seconds, 0, size);
    System.arraycopy(commits, first, commits, 0, size);
  }

  private void room(int most) {
    keys = Arrays.copyOf(keys, most * LONGS);
    seconds = Arrays.copyOf(seconds, most);
    commits = Arrays.copyOf(commits, most);
  }
}
