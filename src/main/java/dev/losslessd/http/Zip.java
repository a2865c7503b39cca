package dev.losslessd.http;

import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * Pages as gzip, at the fastest level: a page repeats itself so much that the usual level takes
 * three times as long for a tenth of the bytes.
 */
final class Zip extends GZIPOutputStream {
  private static final int CHUNK = 1 << 13;

  /**
   * @param out is never closed
   */
  Zip(OutputStream out) throws IOException {
    super(out, CHUNK);
    def.setLevel(Deflater.BEST_SPEED);
  }

  /** Gives back what the compressor holds; what was not finished stays cut, so that it shows. */
  @Override
  public void close() {
    def.end();
  }
}
