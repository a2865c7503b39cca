package dev.losslessd.store;

import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder that survives: journal, tokens, lock. One daemon at a time; readable by its owner
 * alone, because plans tell how a fabric is built. A token that others can read, and tokens that
 * they can write, are not tightened but refused: they may have done it.
 */
public final class StateFolder implements AutoCloseable {
  private static final String LOCK = "lock";
  private static final int TRIES = 10;
  private static final Logger LOG = LoggerFactory.getLogger(StateFolder.class);

  /** Names of what is in the folder. */
  private static final Pattern OURS =
      Pattern.compile(
          "(journal|events\\.jsonl|tokens)([.].*)?|lock|lease|probe|token|on-devices|devices|neighbours|starts|flights|deadman"
              + "|config\\.kept\\.yaml([.].*)?");

  private final Path path;
  private final Lock lock;
  private final StateRoom room;
  private final Optional<Lease> lease;

  /**
   * @param key of the file that is locked: its device and inode
   */
  private record Lock(FileChannel channel, Object key) {}

  private StateFolder(Path path, Lock lock, String holder, Optional<Lease> lease) {
    this.path = path;
    this.lock = lock;
    this.room = new StateRoom(path, lock.channel(), holder);
    this.lease = lease;
  }

  /**
   * Makes the folder if need be (mode 0700) and locks it.
   *
   * @param pid of this process, shown to whoever comes second
   * @throws StoreException not writable, disk full, or another daemon has it
   */
  public static StateFolder open(Path path, long pid) {
    return open(path, pid, () -> {});
  }

  /**
   * @param beforeLock run after the lock's file was opened and before it is locked
   */
  static StateFolder open(Path path, long pid, Runnable beforeLock) {
    try {
      requireOwnLink(path);
      OwnerOnly.make(path);
      tighten(path);
      Lock lock = lock(path, beforeLock);
      lock.channel().truncate(0);
      String holder = Long.toString(pid);
      lock.channel().write(StandardCharsets.UTF_8.encode(holder), 0);
      Optional<Lease> lease = ProcessIdentity.of(pid).flatMap(self -> Lease.take(path, self));
      return new StateFolder(path, lock, holder, lease);
    } catch (IOException e) {
      throw new StoreException(
          "state folder " + path + " cannot be used: " + reason(e) + "; expected a writable folder",
          e);
    }
  }

  public Path path() {
    return path;
  }

  public Path file(String name) {
    return path.resolve(name);
  }

  /** Says that this process turns; from the first time on, one that does not is taken over. */
  public void renew() {
    lease.ifPresent(Lease::renew);
  }

  /** The process that has the folder, as its lock says; empty where it does not. */
  public static OptionalLong holder(Path path) {
    try {
      return OptionalLong.of(Long.parseLong(Files.readString(path.resolve(LOCK)).strip()));
    } catch (IOException | NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  @Override
  public void close() {
    lease.ifPresent(Lease::close);
    try {
      lock.channel().close();
    } catch (IOException e) {
      throw new StoreException("state folder " + path + ": lock not released: " + reason(e), e);
    }
  }

  /**
   * Whether the lock's path now leads to another file: the folder or the lock was removed or
   * replaced, and another daemon may have it.
   */
  boolean isReplaced() {
    try {
      return !lock.key().equals(key(path.resolve(LOCK)));
    } catch (IOException e) {
      return true;
    }
  }

  /** While it is so. */
  public Optional<Finding> finding() {
    return isReplaced()
        ? Optional.of(
            FindingRule.STATE_REPLACED.at(
                path.toString(),
                "the folder or its file 'lock' was removed or replaced while this daemon has it"))
        : Optional.empty();
  }

  /** Names a file system that takes no records any more; tries it at each call. */
  public Optional<Finding> roomFinding(Instant now) {
    return room.finding(now);
  }

  /** Refuses links of other users: in a folder that all may write, they lead anywhere. */
  private static void requireOwnLink(Path path) throws IOException {
    if (!Files.isSymbolicLink(path)) {
      return;
    }
    int owner = (int) Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    int own = (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    if (owner != 0 && owner != own) {
      throw new StoreException(
          "state folder %s is a link of user %s, expected a folder, or a link of root or of user %s"
              .formatted(path, owner, own));
    }
  }

  /** Restricts a path that an earlier release, another umask or a copy has left open. */
  private static void tighten(Path path) throws IOException {
    List<Path> all = list(path);
    List<Path> others = all.stream().filter(one -> !isOurs(one)).toList();
    if (others.isEmpty()) {
      OwnerOnly.tighten(path);
    } else {
      LOG.warn(
          "state folder {} also holds {}, its mode stays as it is; expected a folder of its own",
          path,
          others.getFirst().getFileName());
    }
    for (Path one : all) {
      if (isOurs(one) && !isRefused(one) && !Files.isSymbolicLink(one)) {
        OwnerOnly.tighten(one);
        list(one).forEach(OwnerOnly::tighten);
      }
    }
  }

  private static List<Path> list(Path path) throws IOException {
    if (!Files.isDirectory(path)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(path)) {
      return all.toList();
    }
  }

  /** Whether a mode that lets others in is refused where the file is read. */
  private static boolean isRefused(Path file) {
    return file.endsWith("token") || file.endsWith("tokens");
  }

  private static boolean isOurs(Path file) {
    return OURS.matcher(String.valueOf(file.getFileName())).matches();
  }

  /** What is locked may be no longer what the path leads to: then once more. */
  private static Lock lock(Path path, Runnable beforeLock) throws IOException {
    Path file = path.resolve(LOCK);
    for (int tries = 0; tries < TRIES; tries++) {
      make(file);
      Object key = key(file);
      FileChannel channel = OwnerOnly.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
      beforeLock.run();
      requireLock(path, channel);
      if (Files.exists(file) && key.equals(key(file))) {
        return new Lock(channel, key);
      }
      channel.close();
    }
    throw new StoreException(
        "state folder " + path + " cannot be locked: its file 'lock' is replaced again and again");
  }

  private static void make(Path file) throws IOException {
    if (Files.notExists(file)) {
      OwnerOnly.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE).close();
    }
  }

  private static Object key(Path file) throws IOException {
    return Objects.requireNonNull(
        Files.readAttributes(file, BasicFileAttributes.class).fileKey(), "Linux has inodes");
  }

  private static void requireLock(Path path, FileChannel channel) throws IOException {
    if (tryLock(channel) != null) {
      return;
    }
    String holder = holder(channel);
    channel.close();
    throw new StoreException(
        ("state folder %s is in use by another losslessd%s; stop it, or name another"
                + " folder under 'state:'")
            .formatted(path, holder),
        true);
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null; // held by another object of this same process
    }
  }

  private static String holder(FileChannel channel) throws IOException {
    ByteBuffer text = ByteBuffer.allocate(20);
    int read = channel.read(text, 0);
    return read <= 0
        ? ""
        : " (process " + new String(text.array(), 0, read, StandardCharsets.US_ASCII).trim() + ")";
  }

  /** The short text that belongs to people: "No space left on device". */
  static String reason(IOException e) {
    String message = e.getMessage();
    return e instanceof FileSystemException f && f.getReason() != null
        ? f.getReason() + " (" + f.getFile() + ")"
        : e.getClass().getSimpleName() + (message == null ? "" : " " + message);
  }
}
