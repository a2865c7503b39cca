package dev.losslessd.fabric.switchbase;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.util.Optional;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.session.SessionListener;
import org.apache.sshd.core.CoreModuleProperties;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.config.keys.AuthorizedKeysAuthenticator;
import org.apache.sshd.server.session.ServerSession;
import org.jspecify.annotations.Nullable;

/** The SSH server of a switch on a port of the loopback that it keeps while it lives. */
final class SshEndpoint implements AutoCloseable {
  private static final String HERE = "127.0.0.1";

  private final SimulatedSwitch device;
  private final Path folder;
  private KeyPair hostKey;
  private final AuthorizedKeysAuthenticator keys;
  private @Nullable SshServer server;
  private int port;

  private SshEndpoint(SimulatedSwitch device, KeyPair hostKey, Path folder) {
    this.device = device;
    this.hostKey = hostKey;
    this.folder = folder;
    this.keys = new AuthorizedKeysAuthenticator(folder.resolve("authorized_keys"));
  }

  /** Opens it, and writes what a client needs to find and to trust it. */
  static SshEndpoint open(SimulatedSwitch device, Path folder) throws IOException {
    try {
      SshEndpoint door = new SshEndpoint(device, newKey(), folder);
      door.open();
      String entry = door.publicKey();
      write(folder, "ssh.port", Integer.toString(door.port));
      write(folder, "known_hosts", "[%s]:%d %s".formatted(HERE, door.port, entry));
      return door;
    } catch (GeneralSecurityException e) {
      throw new IOException("no host key for " + device.name() + ": " + e.getMessage(), e);
    }
  }

  private static KeyPair newKey() throws GeneralSecurityException {
    return KeyUtils.generateKeyPair(KeyPairProvider.ECDSA_SHA2_NISTP256, 256);
  }

  /** Writes the public key where clients look that want to know the new one. */
  private String publicKey() throws IOException {
    String entry = PublicKeyEntry.toString(hostKey.getPublic());
    write(folder, "ssh_host_key.pub", entry + " " + device.name());
    return entry;
  }

  /** Closes all connections and listens with a new host key; what clients know stays. */
  void rekey() throws IOException {
    close();
    try {
      hostKey = newKey();
    } catch (GeneralSecurityException e) {
      throw new IOException("no host key for " + device.name() + ": " + e.getMessage(), e);
    }
    publicKey();
    open();
  }

  private static void write(Path folder, String name, String line) throws IOException {
    Files.writeString(folder.resolve(name), line + "\n", StandardCharsets.UTF_8);
  }

  /** Starts to listen, on the same port as before if there was one. */
  void open() throws IOException {
    if (server != null) {
      return;
    }
    SshServer fresh = SshServer.setUpDefaultServer();
    // echo, output and prompt go out one by one: each would wait for an acknowledgement
    CoreModuleProperties.TCP_NODELAY.set(fresh, true);
    fresh.setHost(HERE);
    fresh.setPort(port);
    fresh.setKeyPairProvider(KeyPairProvider.wrap(hostKey));
    fresh.setPasswordAuthenticator((name, password, _) -> {
      Optional<Account> account = Account.named(name);
      return account.isPresent() && account.get().password().equals(password);
    });
    fresh.setPublickeyAuthenticator((name, key, session) ->
        Account.named(name).isPresent() && keys.authenticate(name, key, session));
    fresh.setShellFactory(channel -> login(channel.getServerSession(), null));
    fresh.setCommandFactory((channel, line) -> login(channel.getServerSession(), line));
    CoreModuleProperties.WELCOME_BANNER.set(fresh, device.systemBanner().banner());
    fresh.addSessionListener(
        new SessionListener() {
          @Override
          public void sessionEvent(Session session, Event event) {
            if (event == Event.Authenticated) {
              device.admitted(session.getUsername());
            }
          }
        });
    fresh.start();
    port = fresh.getPort();
    server = fresh;
  }

  private Login login(ServerSession session, @Nullable String line) {
    return new Login(device, Account.named(session.getUsername()).orElseThrow(), line);
  }

  /** Closes all connections and stops listening. */
  @Override
  public void close() throws IOException {
    SshServer old = server;
    server = null;
    if (old != null) {
      old.stop(true);
    }
  }
}
