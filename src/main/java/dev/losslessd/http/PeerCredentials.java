package dev.losslessd.http;

import dev.losslessd.text.Pattern;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import jdk.net.ExtendedSocketOptions;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;

/**
 * User at the other end of a Unix socket, from the kernel (SO_PEERCRED, unix(7)).
 *
 * @param passwd {@code /etc/passwd}: Java tells the name of the peer's user, the journal keeps the
 *     number, which a renamed account does not change
 */
record PeerCredentials(Path passwd) {
  static final PeerCredentials HOST = new PeerCredentials(Path.of("/etc/passwd"));

  /**
   * @return {@code uid:0}; {@code user:NAME} for accounts that passwd does not have; empty for TCP
   */
  Optional<String> actor(HttpServletRequest request) {
    Object transport =
        ServletContextRequest.getServletContextRequest(request)
            .getConnectionMetaData()
            .getConnection()
            .getEndPoint()
            .getTransport();
    return transport instanceof SocketChannel channel ? actor(channel) : Optional.empty();
  }

  private Optional<String> actor(SocketChannel channel) {
    try {
      return channel.getLocalAddress() instanceof UnixDomainSocketAddress
          ? Optional.of(
              actor(channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user().getName()))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // the peer has gone; without a name it is like anyone
    }
  }

  /** The JDK gives the number itself where the system has no name for it. */
  String actor(String user) {
    return Pattern.matches("[0-9]+", user) ? "uid:" + user : uid(user).orElse("user:" + user);
  }

  private Optional<String> uid(String user) {
    try {
      return lines().stream()
          .map(line -> line.split(":", -1))
          .filter(field -> field.length > 2 && field[0].equals(user))
          .map(field -> "uid:" + field[2])
          .findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private List<String> lines() throws IOException {
    return Files.readAllLines(passwd, StandardCharsets.ISO_8859_1);
  }
}
