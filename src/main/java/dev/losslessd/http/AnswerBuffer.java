package dev.losslessd.http;

import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Bytes of one large answer, in pieces that are used again for the next: a page of megabytes makes
 * no garbage, and needs no array of its size.
 */
final class AnswerBuffer extends OutputStream {
  static final int PIECE = 1 << 14;

  private final List<byte[]> pieces = new ArrayList<>();

  private final int limit;
  private int size;

  /**
   * @param limit in bytes
   */
  AnswerBuffer(int limit) {
    this.limit = limit;
  }

  /** Begins a new answer; keeps as many pieces as the last one filled. */
  void clear() {
    int used = (size + PIECE - 1) / PIECE;
    pieces.subList(used, pieces.size()).clear();
    size = 0;
  }

  int size() {
    return size;
  }

  /** Number of pieces that hold something. */
  int count() {
    return (size + PIECE - 1) / PIECE;
  }

  byte[] piece(int number) {
    return pieces.get(number);
  }

  /** Bytes in use in a piece. */
  int length(int number) {
    return Math.min(PIECE, size - number * PIECE);
  }

  @Override
  public void write(int one) {
    write(new byte[] {(byte) one}, 0, 1);
  }

  /**
   * @throws ProblemException 503, the answer is larger than {@code http.limits.largestAnswer}
   */
  @Override
  public void write(byte[] bytes, int from, int length) {
    if (length > limit - size) {
      throw ProblemException.of(
          503,
          "answer-too-large",
          "The answer is too large",
          "the answer has more than "
              + limit
              + " bytes; ask for a part of it (collect=, port=), or raise"
              + " http.limits.largestAnswer");
    }
    int done = 0;
    while (done < length) {
      int at = size % PIECE;
      int fits = Math.min(PIECE - at, length - done);
      System.arraycopy(bytes, from + done, current(), at, fits);
      size += fits;
      done += fits;
    }
  }

  private byte[] current() {
    int number = size / PIECE;
    if (number == pieces.size()) {
      pieces.add(new byte[PIECE]);
    }
    return pieces.get(number);
  }
}
