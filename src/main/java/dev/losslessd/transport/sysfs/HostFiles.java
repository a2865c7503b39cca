package dev.losslessd.transport.sysfs;

import dev.losslessd.transport.Errno;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.TransportException.Kind;
import dev.losslessd.transport.WriteGate;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
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

/**
 * Files of sysfs and debugfs below a root folder, {@code /} in production. Paths are relative to
 * it: {@code sys/class/net/eth0/mtu}.
 */
public final class HostFiles {
  private final Path root;
  private final WriteGate gate;

  public HostFiles(Path root, WriteGate gate) {
    this.root = root;
    this.gate = gate;
  }

  /**
   * The text without white space at its ends; empty if there is no such file.
   *
   * @throws TransportException REFUSED if the file will not be read, as an empty GID slot's type
   */
  public Optional<String> readText(String path) {
    try {
      return Optional.of(new String(Files.readAllBytes(at(path)), StandardCharsets.UTF_8).strip());
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw refused("read", path, e);
    }
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
    return readText(path)
        .orElseThrow(() -> new TransportException(Kind.GONE, "/" + path + " is not there"));
  }

  /** Names in a folder, sorted; empty if there is no such folder. */
  public List<String> list(String path) {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(at(path))) {
      for (Path entry : entries) {
        names.add(String.valueOf(entry.getFileName()));
      }
    } catch (NoSuchFileException | NotDirectoryException e) {
      return List.of();
    } catch (IOException e) {
      throw refused("list", path, e);
    }
    Collections.sort(names);
    return List.copyOf(names);
  }

  /** The last part of what a symbolic link points to; empty if it is none or not there. */
  public Optional<String> linkName(String path) {
    try {
      String name = String.valueOf(Files.readSymbolicLink(at(path)).getFileName());
      // a link up to a folder that holds it ends in dots
      return Optional.of(
          name.equals("..") ? String.valueOf(at(path).toRealPath().getFileName()) : name);
    } catch (NoSuchFileException | NotLinkException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw refused("read link", path, e);
    }
  }

  /**
   * Returns where a path leads when all its links are followed, relative to the root; empty if it
   * is not there or leads out of it.
   */
  public Optional<String> resolved(String path) {
    try {
      Path top = root.toRealPath();
      Path end = at(path).toRealPath();
      return end.startsWith(top) ? Optional.of(top.relativize(end).toString()) : Optional.empty();
    } catch (NoSuchFileException | NotDirectoryException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw refused("follow", path, e);
    }
  }

  /**
   * Returns the first bytes of a file, fewer than asked for where it ends or the kernel gives no
   * more; empty if there is no such file.
   */
  public Optional<byte[]> readBytes(String path, int most) {
    try (InputStream in = Files.newInputStream(at(path))) {
      return Optional.of(in.readNBytes(most));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw refused("read", path, e);
    }
  }

  /** Whether this process may open a file for reading and writing; opens nothing. */
  public boolean isOpen(String path) {
    return Files.isReadable(at(path)) && Files.isWritable(at(path));
  }

  public boolean exists(String path) {
    return Files.exists(at(path));
  }

  /** Whether two paths lead to one file, as their device and inode tell; opens neither. */
  public boolean isSame(String one, String other) {
    try {
      return Files.isSameFile(at(one), at(other));
    } catch (IOException e) {
      return false;
    }
  }

  public boolean isFolder(String path) {
    return Files.isDirectory(at(path));
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
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    try (FileChannel file =
        FileChannel.open(
            at(path), StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
      int size = bytes.remaining();
      int written = file.write(bytes);
      if (written != size) {
        throw new TransportException(
            Kind.GARBLED, "write " + at(path) + ": took " + written + " of " + size + " bytes");
      }
    } catch (NoSuchFileException e) {
      throw new TransportException(Kind.GONE, "write " + at(path) + ": no such file", e);
    } catch (IOException e) {
      throw refused("write", path, e);
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
            Files.createDirectory(at(path));
            return true;
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
      Files.deleteIfExists(at(path));
    } catch (IOException e) {
      throw refused("remove", path, e);
    }
  }

  /** Counters of which each is one number in one file. */
  public CounterFiles counters(List<String> paths) {
    return new CounterFiles(paths.stream().map(this::at).toList());
  }

  private Path at(String path) {
    for (Path part : Path.of(path)) {
      if (part.toString().equals("..")) {
        throw new TransportException(Kind.REFUSED, "path '" + path + "': expected none with ..");
      }
    }
    return root.resolve(path.startsWith("/") ? path.substring(1) : path);
  }

  private TransportException refused(String verb, String path, IOException e) {
    String reason = String.valueOf(e.getMessage());
    int errno = errno(e, reason);
    // a process that has ended, or a thread of the kernel, which has no memory to read
    boolean gone = errno == Errno.ENODEV || errno == Errno.ESRCH;
    Kind kind = gone ? Kind.GONE : Kind.REFUSED;
    String why = errno == 0 ? reason : Errno.text(errno);
    return new TransportException(kind, errno, verb + " " + at(path) + ": " + why);
  }

  /** Java keeps only the text of an errno. */
  private static int errno(IOException e, String reason) {
    if (e instanceof AccessDeniedException) {
      return Errno.EACCES;
    }
    if (reason.endsWith("Operation not permitted")) {
      return Errno.EPERM;
    }
    if (reason.endsWith("Invalid argument")) {
      return Errno.EINVAL;
    }
    if (reason.endsWith("No such process")) {
      return Errno.ESRCH;
    }
    if (reason.endsWith("No such device")) {
      return Errno.ENODEV;
    }
    if (reason.endsWith("Operation not supported")) {
      return Errno.EOPNOTSUPP;
    }
    return reason.endsWith("Input/output error") ? Errno.EIO : 0;
  }
}
