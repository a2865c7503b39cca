package dev.losslessd.transport.ssh;

import com.jcraft.jsch.AgentIdentityRepository;
import com.jcraft.jsch.AgentProxyException;
import com.jcraft.jsch.Identity;
import com.jcraft.jsch.IdentityRepository;
import com.jcraft.jsch.JSch;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.KeyPair;
import com.jcraft.jsch.SSHAgentConnector;
import com.jcraft.jsch.UnixDomainSocketFactory;
import dev.losslessd.files.FileThreads;
import dev.losslessd.transport.Secret;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.TransportException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Vector;
import org.jspecify.annotations.Nullable;

/**
 * The keys of one connect: from files and from agents. Our own repository, because the library's
 * would put the key of a file into the user's agent.
 */
@SuppressWarnings("JdkObsolete") // Vector is the library's own signature
final class Identities implements IdentityRepository {
  private static final int LARGEST = 1024 * 1024;

  private final Vector<Identity> all;

  private Identities(Vector<Identity> all) {
    this.all = all;
  }

  static Identities of(SshTarget target, JSch library) {
    Vector<Identity> fromAgents = new Vector<>();
    for (Credential credential : target.credentials()) {
      switch (credential) {
        case Credential.KeyFile(var file, var passphrase) -> add(target, library, file, passphrase);
        case Credential.Agent(var socket) -> fromAgents.addAll(agentKeys(target, socket));
        case Credential.Password _, Credential.KeyboardInteractive _ -> {}
      }
    }
    Vector<Identity> all = new Vector<>(library.getIdentityRepository().getIdentities());
    all.addAll(fromAgents);
    return new Identities(all);
  }

  private static void add(SshTarget target, JSch library, Path file, @Nullable Secret passphrase) {
    byte[] key = read(target, file);
    byte[] secret = passphrase == null ? null : passphrase.readBytes();
    try {
      KeyPair pair = KeyPair.load(library, key, null);
      boolean locked = pair.isEncrypted() && !(secret != null && pair.decrypt(secret));
      pair.dispose();
      if (locked) {
        throw refusal(
            target,
            "the passphrase does not open key " + file,
            secret == null ? "a passphrase, none is set" : "the key's own passphrase",
            null);
      }
      library.addIdentity(file.toString(), key, null, secret);
    } catch (JSchException e) {
      throw refusal(target, "key " + file, "a private key in OpenSSH, PEM or PuTTY format", e);
    } finally {
      Arrays.fill(key, (byte) 0);
      if (secret != null) {
        Arrays.fill(secret, (byte) 0);
      }
    }
  }

  private static byte[] read(SshTarget target, Path file) {
    try {
      return FileThreads.SHARED.bytes(file, LARGEST);
    } catch (IOException e) {
      throw refusal(target, "key " + file, "a file that this user may read", e);
    }
  }

  private static Vector<Identity> agentKeys(SshTarget target, Path socket) {
    try {
      if (!Files.exists(socket)) {
        throw refusal(target, "agent socket " + socket, "a running ssh-agent there", null);
      }
      SSHAgentConnector agent = new SSHAgentConnector(new UnixDomainSocketFactory(), socket);
      Vector<Identity> keys = new AgentIdentityRepository(agent).getIdentities();
      if (keys.isEmpty()) {
        throw refusal(target, "agent " + socket + " holds no key", "at least one (ssh-add)", null);
      }
      return keys;
    } catch (AgentProxyException e) {
      throw refusal(target, "agent socket " + socket, "a running ssh-agent there", e);
    }
  }

  private static TransportException refusal(
      SshTarget target, String what, String expected, @Nullable Throwable cause) {
    return TransportException.beforeSending(
        Kind.AUTH, target.label() + ": " + what + ": expected " + expected, cause);
  }

  @Override
  public Vector<Identity> getIdentities() {
    return all;
  }

  @Override
  public String getName() {
    return "losslessd";
  }

  @Override
  public int getStatus() {
    return RUNNING;
  }

  @Override
  public boolean add(byte[] identity) {
    return false;
  }

  @Override
  public boolean remove(byte[] blob) {
    return false;
  }

  @Override
  public void removeAll() {
    all.clear();
  }
}
