package dev.losslessd.transport.sysfs;

import dev.losslessd.files.FileThreads;
import dev.losslessd.files.Handed;
import dev.losslessd.files.Hang;
import dev.losslessd.files.LateException;
import dev.losslessd.files.Place;
import dev.losslessd.files.Work;
import dev.losslessd.transport.Errno;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.TransportException.Kind;
import dev.losslessd.transport.UnitLimit;
import dev.losslessd.transport.WriteGate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.NotLinkException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Files of sysfs and debugfs below a root folder, {@code /} in production. Paths are relative to
 * it: {@code sys/class/net/eth0/mtu}.
 *
 * <p>Any of them may block for ever. A call runs on a thread of {@link FileThreads}, unless this
 * one may be stuck itself, and is charged to a port or to the host: while one of a port's files
 * hangs, its others are not opened, and each call on them throws TIMEOUT at once.
 */
public final class HostFiles {
  private final Path root;
  private final WriteGate gate;
  private final FileThreads threads;
  private final Charges charges;
  private final boolean inPlace;

  public HostFiles(Path root, WriteGate gate) {
    this(root, gate, FileThreads.SHARED);
  }

  public HostFiles(Path root, WriteGate gate, FileThreads threads) {
    this(root, gate, threads, new Charges(root, threads), false);
  }

  private HostFiles(
      Path root, WriteGate gate, FileThreads threads, Charges charges, boolean inPlace) {
    this.root = root;
    this.gate = gate;
    this.threads = threads;
    this.charges = charges;
    this.inPlace = inPlace;
  }

  /**
   * Returns the same files, charged to one port wherever they are; those of {@code proc} stay with
   * the host.
   *
   * @param name of the port
   */
  public HostFiles of(String name) {
    return new HostFiles(root, gate, threads, charges.of(name), inPlace);
  }

  /**
   * Returns the same files for a look that must not hold up others: what is of no port is charged
   * to it.
   *
   * @param name of the look, two words or more
   */
  public HostFiles apart(String name) {
    return new HostFiles(root, gate, threads, charges.apart(name), inPlace);
  }

  /** Returns the same files for platform threads that may be stuck: they make each call. */
  public HostFiles inPlace() {
    return new HostFiles(root, gate, threads, charges, true);
  }

  /** Files that do not answer now. */
  public List<Hang> hangs() {
    return threads.hangs(root);
  }

  /**
   * Hands over many reads to one thread at once. If one of them is late, all are.
   *
   * @throws TransportException TIMEOUT, and what the reads throw
   */
  public <T> T together(Supplier<T> reads) {
    return answer(hand(reads));
  }

  /** Begins many reads, see {@link #together}; {@link #answer} waits for them. */
  public <T> Handed<T> hand(Supplier<T> reads) {
    try {
      return charges.place("").hand(reads::get);
    } catch (LateException e) {
      throw TransportException.timeout(e.getMessage());
    }
  }

  /** Waits for reads that were handed over. */
  public static <T> T answer(Handed<T> reads) {
    try {
      return reads.get();
    } catch (LateException e) {
      throw TransportException.timeout(e.getMessage());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The only way to a file. */
  private <T> T on(String path, Work<T> work) throws IOException {
    Place charged = charges.place(path);
    Path file = at(path);
    return inPlace && !Thread.currentThread().isVirtual()
        ? charged.here(file, work)
        : charged.call(file, work);
  }

  /**
   * @param verb for messages
   */
  private <T> T does(String verb, String path, Work<T> work) {
    try {
      return on(path, work);
    } catch (IOException e) {
      throw refused(verb, path, e);
    }
  }

  /** Does work as {@link #does}; empty if the file is not there, or no folder or link. */
  private <T> Optional<T> find(String verb, String path, Work<T> work) {
    try {
      return Optional.of(on(path, work));
    } catch (NoSuchFileException | NotDirectoryException | NotLinkException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw refused(verb, path, e);
    }
  }

  private boolean is(String path, Predicate<Path> what) {
    return does("look at", path, () -> what.test(at(path)));
  }

  /**
   * The text without white space at its ends; empty if there is no such file.
   *
   * @throws TransportException REFUSED if the file will not be read, as an empty GID slot's type
   */
  public Optional<String> readText(String path) {
    return find("read", path, () -> Files.readAllBytes(at(path)))
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8).strip());
  }

  /** Returns the text of a file; empty also where it will not be read. */
  public Optional<String> tryText(String path) {
    try {
      return readText(path);
    } catch (TransportException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns the text of a file that must be there, see {@link #readText}.
   *
   * @throws TransportException GONE if it is not
   */
  public String requireText(String path) {
    return readText(path).orElseThrow(() -> TransportException.gone("/" + path + " is not there"));
  }

  /** Names in a folder, sorted; empty if there is no such folder. */
  public List<String> list(String path) {
    return find("list", path, () -> names(at(path))).orElse(List.of());
  }

  private static List<String> names(Path folder) throws IOException {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        names.add(String.valueOf(entry.getFileName()));
      }
    }
    Collections.sort(names);
    return List.copyOf(names);
  }

  /** The last part of what a symbolic link points to; empty if it is none or not there. */
  public Optional<String> linkName(String path) {
    return find("read link", path, () -> linkName(at(path)));
  }

  private static String linkName(Path link) throws IOException {
    String name = String.valueOf(Files.readSymbolicLink(link).getFileName());
    // a link up to a folder that holds it ends in dots
    return name.equals("..") ? String.valueOf(link.toRealPath().getFileName()) : name;
  }

  /**
   * Returns where a path leads when all its links are followed, relative to the root; empty if it
   * is not there or leads out of it.
   */
  public Optional<String> resolved(String path) {
    return find("follow", path, () -> root.toRealPath().relativize(at(path).toRealPath()))
        .filter(way -> !way.startsWith(".."))
        .map(Path::toString);
  }

  /**
   * Returns the first bytes of a file, fewer than asked for where it ends or the kernel gives no
   * more; empty if there is no such file.
   */
  public Optional<byte[]> readBytes(String path, int most) {
    return find("read", path, () -> FileThreads.first(at(path), most));
  }

  /**
   * Opens a file for reading and writing, and closes it again: permissions alone say nothing of the
   * device rules of a container (EPERM), nor of a device that is gone (ENXIO).
   *
   * @throws TransportException REFUSED with the errno; TIMEOUT if the open does not return
   */
  public void open(String path) {
    String _ =
        does(
            "open",
            path,
            () -> {
              FileChannel.open(at(path), StandardOpenOption.READ, StandardOpenOption.WRITE).close();
              return path;
            });
  }

  /** Why the mode of a file keeps this process from writing it; opens nothing. */
  public Optional<String> whyNotWritten(String path) {
    return does("look at", path, () -> FileErrors.whyNotWritten(at(path)));
  }

  public boolean exists(String path) {
    return is(path, Files::exists);
  }

  /** Whether two paths lead to one file, as their device and inode tell; opens neither. */
  public boolean isSame(String one, String other) {
    try {
      return on(one, () -> Files.isSameFile(at(one), at(other)));
    } catch (LateException e) {
      throw refused("look at", one, e);
    } catch (IOException e) {
      return false;
    }
  }

  public boolean isFolder(String path) {
    return is(path, Files::isDirectory);
  }

  /**
   * Writes a text in one write(), as sysfs wants it, to a file that is there.
   *
   * @throws TransportException GONE if it is not; REFUSED if the kernel says no
   */
  public void write(String path, String text) {
    gate.through(
        "file " + at(path),
        () -> {
          put(path, text);
          return true;
        });
  }

  private void put(String path, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try {
      int written = on(path, () -> put(at(path), bytes));
      if (written != bytes.length) {
        throw TransportException.garbled(
            "write " + at(path) + ": took " + written + " of " + bytes.length + " bytes");
      }
    } catch (NoSuchFileException e) {
      throw new TransportException(Kind.GONE, "write " + at(path) + ": no such file", e);
    } catch (IOException e) {
      throw refused("write", path, e);
    }
  }

  /** What was opened so late that nobody waits any more is left as it is. */
  private static int put(Path path, byte[] bytes) throws IOException {
    try (FileChannel file =
        FileChannel.open(path, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
      FileThreads.requireAwaited();
      return file.write(ByteBuffer.wrap(bytes));
    }
  }

  /**
   * Makes a folder, as configfs wants it of whoever asks for an object's attributes.
   *
   * @return false if it is there already
   * @throws TransportException GONE if the folder around it is not there, or the kernel has no such
   *     object; REFUSED if the kernel says no
   */
  public boolean makeFolder(String path) {
    return gate.through(
        "folder " + at(path),
        () -> {
          try {
            return on(path, () -> Files.createDirectory(at(path)) != null);
          } catch (FileAlreadyExistsException e) {
            return false;
          } catch (NoSuchFileException e) {
            throw new TransportException(Kind.GONE, "make " + at(path) + ": no folder for it", e);
          } catch (IOException e) {
            throw refused("make", path, e);
          }
        });
  }

  /**
   * Takes away what {@link #makeFolder} made; the kernel takes the attributes in it with it. One
   * that is gone is no failure. Asks no gate: it only ends what the gate has let begin.
   */
  public void removeFolder(String path) {
    try {
      boolean _ = charges.place(path).end(at(path), () -> Files.deleteIfExists(at(path)));
    } catch (IOException e) {
      throw refused("remove", path, e);
    }
  }

  /** Counters of which each is one number in one file. */
  public CounterFiles counters(List<String> paths) {
    return new CounterFiles(
        paths.stream().map(this::at).toList(),
        charges.place(paths.isEmpty() ? "" : paths.getFirst()));
  }

  private Path at(String path) {
    for (Path part : Path.of(path)) {
      if (part.toString().equals("..")) {
        throw TransportException.refused("path '" + path + "': expected none with ..");
      }
    }
    return root.resolve(path.startsWith("/") ? path.substring(1) : path);
  }

  private TransportException refused(String verb, String path, IOException e) {
    if (e instanceof LateException) {
      return TransportException.timeout(String.valueOf(e.getMessage()));
    }
    String reason = String.valueOf(e.getMessage());
    int errno = FileErrors.errno(e);
    // a process that has ended, or a thread of the kernel, which has no memory to read
    boolean gone = errno == Errno.ENODEV || errno == Errno.ESRCH;
    Kind kind = gone ? Kind.GONE : Kind.REFUSED;
    String why = errno == 0 ? UnitLimit.TUNABLES.named(reason) : Errno.text(errno);
    return new TransportException(kind, errno, verb + " " + at(path) + ": " + why);
  }
}
