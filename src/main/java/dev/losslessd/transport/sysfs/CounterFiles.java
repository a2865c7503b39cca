package dev.losslessd.transport.sysfs;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.losslessd.files.LateException;
import dev.losslessd.files.Place;
import dev.losslessd.model.Sweep.Missing;
import dev.losslessd.transport.Errno;
import dev.losslessd.transport.Libc;
import dev.losslessd.transport.TransportException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Files of one decimal number each, read again and again through kept descriptors. Reading
 * allocates nothing. A read of a device's counter may wait for its firmware: only platform threads
 * may call, and all reads of a sweep are between {@link #begin} and {@link #end}. For one caller at
 * a time.
 */
public final class CounterFiles implements AutoCloseable {
  private static final int O_RDONLY_CLOEXEC = 0x80000;
  private static final int AT_EMPTY_PATH = 0x1000;
  private static final int STATX_NLINK = 4;
  private static final int STATX_BYTES = 256;
  private static final int LONGEST = 64;
  private static final int MOST_DIGITS = 20;

  private final Libc libc = new Libc();
  private final Place place;

  /**
   * All paths, each ends with NUL: a port has hundreds, and a Path of each is ten times as large.
   */
  private final MemorySegment paths;

  private final int[] starts;
  private final int[] descriptors;
  private final boolean[] kernelFiles;
  private final MemorySegment buffer;

  /** Copy of the buffer on the heap: cheaper than an access of native memory for each digit. */
  private final byte[] text = new byte[LONGEST];

  private final MemorySegment textBytes = MemorySegment.ofArray(text);
  private final MemorySegment status;
  private final MemorySegment noPath;
  private long value;

  /** Index of the file of the last call. */
  private int now;

  /**
   * @param place to which the files are charged
   */
  CounterFiles(List<Path> files, Place place) {
    this.place = place;
    Arena arena = Arena.ofAuto();
    List<byte[]> names =
        files.stream().map(file -> file.toString().getBytes(StandardCharsets.UTF_8)).toList();
    paths = arena.allocate(names.stream().mapToLong(name -> name.length + 1L).sum());
    starts = new int[names.size()];
    descriptors = new int[starts.length];
    Arrays.fill(descriptors, -1);
    kernelFiles = new boolean[starts.length];
    int start = 0;
    for (int n = 0; n < starts.length; n++) {
      byte[] name = names.get(n);
      MemorySegment.copy(name, 0, paths, JAVA_BYTE, start, name.length);
      starts[n] = start;
      start += name.length + 1;
      kernelFiles[n] = files.get(n).startsWith("/sys");
    }
    buffer = arena.allocate(LONGEST);
    status = arena.allocate(STATX_BYTES, 8);
    noPath = arena.allocate(1);
  }

  /**
   * Begins reads on this thread, after those of another.
   *
   * @throws TransportException TIMEOUT if an earlier one has not returned
   */
  public void begin() {
    try {
      place.enter("");
    } catch (LateException e) {
      throw TransportException.timeout(e.getMessage());
    }
  }

  /**
   * Begins reads on this thread, unless another reads files of the port just now.
   *
   * @throws TransportException TIMEOUT if an earlier one has not returned
   */
  public boolean tryBegin() {
    try {
      return place.tryEnter("");
    } catch (LateException e) {
      throw TransportException.timeout(e.getMessage());
    }
  }

  /** Ends the reads that {@link #begin} or {@link #tryBegin} began. */
  public void end() {
    place.leave();
  }

  /**
   * Reads one file; its number is {@link #value} if the answer is NOT missing.
   *
   * @return NOT, NOT_EXPOSED if the file is not there, UNREAD if it could not be read
   */
  public Missing read(int index) {
    return read(index, true);
  }

  /**
   * Reads one file, for callers that hear by other means that the device has left: a file that is
   * not of a kernel may be read on after it was removed.
   */
  public Missing readOn(int index) {
    return read(index, false);
  }

  private Missing read(int index, boolean looking) {
    now = index;
    place.at(this);
    if (descriptors[index] < 0) {
      int opened = libc.open(paths.asSlice(starts[index]), O_RDONLY_CLOEXEC);
      if (opened < 0) {
        return why(-opened);
      }
      descriptors[index] = opened;
    }
    if (looking && unlinked(index)) {
      forget(index);
      return Missing.NOT_EXPOSED;
    }
    long got = libc.pread(descriptors[index], buffer, LONGEST, 0);
    if (got < 0) {
      forget(index);
      return why((int) -got);
    }
    // all ones is what a counter says that could not be read: ionic by design, others off the bus
    return parse((int) got) && value != -1 ? Missing.NOT : Missing.UNREAD;
  }

  /** Returns the value of the last successful read, unsigned 64 bits. */
  public long value() {
    return value;
  }

  private static Missing why(int errno) {
    return errno == Errno.ENOENT || errno == Errno.ENODEV || errno == Errno.ENXIO
        ? Missing.NOT_EXPOSED
        : Missing.UNREAD;
  }

  /** sysfs answers ENODEV by itself; a file elsewhere lives on behind its descriptor. */
  private boolean unlinked(int index) {
    if (kernelFiles[index]) {
      return false;
    }
    int failed = libc.statx(descriptors[index], noPath, AT_EMPTY_PATH, STATX_NLINK, status);
    return failed < 0 || status.get(JAVA_INT, 16) == 0;
  }

  private boolean parse(int length) {
    MemorySegment.copy(buffer, 0, textBytes, 0, length);
    long number = 0;
    int digits = 0;
    while (digits < length && text[digits] >= '0' && text[digits] <= '9') {
      number = number * 10 + (text[digits] - '0');
      digits++;
    }
    boolean ends = digits == length || text[digits] == '\n';
    value = number;
    return digits > 0 && digits <= MOST_DIGITS && ends;
  }

  /** Path of the file of the last call, for messages of other threads. */
  @Override
  public String toString() {
    return paths.getString(starts[now]);
  }

  private void forget(int index) {
    libc.close(descriptors[index]);
    descriptors[index] = -1;
  }

  @Override
  public void close() {
    for (int n = 0; n < descriptors.length; n++) {
      if (descriptors[n] >= 0) {
        forget(n);
      }
    }
  }
}
