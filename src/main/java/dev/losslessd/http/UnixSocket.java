package dev.losslessd.http;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.unixdomain.server.UnixDomainServerConnector;

/** The Unix socket: its file says who may write, so its mode is part of the access rules. */
final class UnixSocket extends UnixDomainServerConnector {
  private static final String MODE = "rw-rw----";

  private final Path path;

  UnixSocket(Server server, Path path, ConnectionFactory http) {
    super(server, 0, 1, http);
    this.path = path;
    setUnixDomainPath(path);
  }

  @Override
  protected void doStart() throws Exception {
    super.doStart();
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(MODE));
  }

  @Override
  protected void doStop() throws Exception {
    super.doStop();
    Files.deleteIfExists(path);
  }

  /**
   * Makes way for the socket: what a crash left is removed.
   *
   * @throws ListenException in use by a live process, not a socket, or the folder is not there
   */
  static void clear(Path path) {
    try {
      if (Files.notExists(path, LinkOption.NOFOLLOW_LINKS)) {
        requireFolder(path);
        return;
      }
      BasicFileAttributes is =
          Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (!is.isOther()) {
        throw new ListenException(
            "Unix socket " + path + ": a file of another kind is there; move it away");
      }
      if (answers(path)) {
        throw new ListenException(
            "Unix socket %s is in use; stop the other losslessd, or name another path under 'api:'"
                .formatted(path));
      }
      Files.delete(path);
    } catch (IOException e) {
      throw new ListenException("Unix socket " + path + " cannot be made: " + e, e);
    }
  }

  private static void requireFolder(Path path) {
    Path folder = path.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new ListenException(
          "Unix socket " + path + ": there is no folder " + folder + "; make it first");
    }
  }

  private static boolean answers(Path path) {
    try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
      return channel.isConnected();
    } catch (IOException e) {
      return false;
    }
  }
}
