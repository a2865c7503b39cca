package dev.losslessd.transport.ssh;

import dev.losslessd.text.Pattern;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A device's command line and how to get there.
 *
 * @param name the device's name here, for messages
 * @param host name or address, IPv6 without brackets
 * @param port 1..65535
 * @param source local address to connect from, null for the system's choice; with a jump host it
 *     belongs on the jump's own target
 * @param jump reached first, with a host key check of its own; the device is then reached by
 *     direct-tcpip from there. Null for the direct way
 * @param credentials at least one
 * @param legacyAlgorithms also offer SHA-1 signatures (ssh-rsa), diffie-hellman-group14-sha1,
 *     hmac-sha1, AES-CBC and 3DES, for firmware that knows nothing better
 * @param connectWithin for connect, host key, login and first prompt together
 * @param commandWithin for one command, unless the command says otherwise
 */
public record SshTarget(
    String name,
    String host,
    int port,
    String user,
    @Nullable InetAddress source,
    @Nullable SshTarget jump,
    HostKeyPolicy hostKey,
    List<Credential> credentials,
    boolean legacyAlgorithms,
    Duration connectWithin,
    Duration commandWithin) {
  private static final Pattern HOST =
      Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._%:-]*|[0-9a-fA-F:.]+");
  private static final Pattern USER = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.@\\\\-]*");

  public SshTarget {
    credentials = List.copyOf(credentials);
    require(HOST.matcher(host).matches(), name, "host " + host, "a name or an address");
    require(port >= 1 && port <= 65_535, name, "port " + port, "1..65535");
    require(USER.matcher(user).matches(), name, "user " + user, "a login name");
    require(!credentials.isEmpty(), name, "no credential", "a key, an agent or a password");
    require(positive(connectWithin), name, "connect deadline " + connectWithin, "more than 0");
    require(positive(commandWithin), name, "command deadline " + commandWithin, "more than 0");
    require(
        source == null || jump == null,
        name,
        "source address and jump host together",
        "the source address on the jump host's own target");
  }

  /** Names the target in messages: {@code leaf1 (ops@[2001:db8::11]:22)}. */
  String label() {
    String where = host.contains(":") ? "[" + host + "]" : host;
    String over = jump == null ? "" : " over " + jump.name();
    return name + " (" + user + "@" + where + ":" + port + over + ")";
  }

  /** Name of its keys in known_hosts: the host, at another port than 22 {@code [host]:port}. */
  String knownAs() {
    return port == 22 ? host : "[" + host + "]:" + port;
  }

  private static boolean positive(Duration duration) {
    return !duration.isNegative() && !duration.isZero();
  }

  private static void require(boolean good, String name, String what, String expected) {
    if (!good) {
      throw new IllegalArgumentException(
          "ssh target " + name + ": " + what + ": expected " + expected);
    }
  }
}
