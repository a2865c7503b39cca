package dev.losslessd.store;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * A gzip file of many small members, so that a line in its middle is read without all before it:
 * BGZF of the SAM specification (section 4.1), where each member tells its own length. zcat and
 * gzip read it as any other.
 */
final class BlockGzip implements SegmentBytes {
  /** Most bytes of a member before compression; the length of one fits in 16 bits in any case. */
  private static final int BLOCK = 0xff00;

  private static final int HEAD = 18;
  private static final int FOOT = 8;
  private static final int LENGTH_AT = 16;

  /** Fixed part of a member's head: gzip with one extra field "BC" of two bytes. */
  private static final byte[] MAGIC = {
    0x1f, (byte) 0x8b, 8, 4, 0, 0, 0, 0, 0, (byte) 0xff, 6, 0, 'B', 'C', 2, 0
  };

  private final FileChannel channel;

  /** Where each member begins in the file. */
  private final List<Long> places = new ArrayList<>();

  /** What stands before each member, uncompressed; one more at the end. */
  private final List<Long> starts = new ArrayList<>(List.of(0L));

  private int current = -1;
  private byte[] bytes = {};

  /**
   * @throws IOException it is no such file, or is cut
   */
  BlockGzip(FileChannel channel) throws IOException {
    this.channel = channel;
    long at = 0;
    int size = -1;
    while (at < channel.size()) {
      int length = length(at);
      size = read(at + length - 4, 4).getInt();
      places.add(at);
      starts.add(starts.getLast() + size);
      at += length;
    }
    if (size != 0) {
      throw new EOFException("it is cut: its last block is not the empty one");
    }
  }

  /** Compresses a whole file. */
  static void pack(InputStream from, OutputStream to) throws IOException {
    Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
    try {
      byte[] part;
      do {
        part = from.readNBytes(BLOCK);
        to.write(member(part, deflater));
      } while (part.length > 0);
    } finally {
      deflater.end();
    }
  }

  private static byte[] member(byte[] part, Deflater deflater) {
    deflater.reset();
    deflater.setInput(part);
    deflater.finish();
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    byte[] some = new byte[16 * 1024];
    while (!deflater.finished()) {
      data.write(some, 0, deflater.deflate(some));
    }
    CRC32 sum = new CRC32();
    sum.update(part);
    int length = HEAD + data.size() + FOOT;
    return little(ByteBuffer.allocate(length))
        .put(MAGIC)
        .putShort((short) (length - 1))
        .put(data.toByteArray())
        .putInt((int) sum.getValue())
        .putInt(part.length)
        .array();
  }

  private static ByteBuffer little(ByteBuffer buffer) {
    return buffer.order(ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  public int read(long at, byte[] into) throws IOException {
    if (at >= starts.getLast()) {
      return -1;
    }
    int found = Collections.binarySearch(starts, at);
    int block = found < 0 ? -found - 2 : found;
    if (block != current) {
      current = -1;
      bytes = block(block);
      current = block;
    }
    int from = (int) (at - starts.get(block));
    int length = Math.min(into.length, bytes.length - from);
    System.arraycopy(bytes, from, into, 0, length);
    return length;
  }

  private byte[] block(int number) throws IOException {
    long at = places.get(number);
    int length = length(at);
    byte[] member = read(at, length).array();
    ByteBuffer foot = little(ByteBuffer.wrap(member, length - FOOT, FOOT));
    int sum = foot.getInt();
    byte[] plain = new byte[foot.getInt()];
    Inflater inflater = new Inflater(true);
    try {
      inflater.setInput(member, HEAD, length - HEAD - FOOT);
      int done = inflater.inflate(plain);
      CRC32 is = new CRC32();
      is.update(plain);
      if (done != plain.length || (int) is.getValue() != sum) {
        throw new IOException("its block at byte " + at + " is damaged");
      }
      return plain;
    } catch (DataFormatException e) {
      throw new IOException("its block at byte " + at + " is damaged: " + e.getMessage(), e);
    } finally {
      inflater.end();
    }
  }

  /** Length of the member that begins at a byte. */
  private int length(long at) throws IOException {
    ByteBuffer head = read(at, HEAD);
    int length = Short.toUnsignedInt(head.getShort(LENGTH_AT)) + 1;
    byte[] begin = new byte[MAGIC.length];
    head.get(0, begin);
    boolean magic = Arrays.equals(begin, MAGIC);
    if (!magic || length <= HEAD + FOOT || at + length > channel.size()) {
      throw new IOException("no whole block begins at its byte " + at);
    }
    int size = read(at + length - 4, 4).getInt();
    if (size < 0 || size > BLOCK) {
      throw new IOException("its block at byte " + at + " is damaged");
    }
    return length;
  }

  private ByteBuffer read(long at, int length) throws IOException {
    ByteBuffer data = little(ByteBuffer.allocate(length));
    while (data.hasRemaining()) {
      if (channel.read(data, at + data.position()) < 0) {
        throw new EOFException("it is cut at byte " + (at + data.position()));
      }
    }
    return data.flip();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
