package dev.losslessd.transport.ssh;

import com.jcraft.jsch.HostKey;
import com.jcraft.jsch.HostKeyRepository;
import com.jcraft.jsch.JSch;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.UserInfo;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.TransportException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Judges the host key of one connect by the target's policy, and learns nothing. */
final class HostKeys implements HostKeyRepository {
  private final SshTarget target;
  private final @Nullable HostKeyRepository known;
  private volatile byte @Nullable [] seen;
  private volatile String askedFor = "";

  private HostKeys(SshTarget target, @Nullable HostKeyRepository known) {
    this.target = target;
    this.known = known;
  }

  static HostKeys of(SshTarget target) {
    return switch (target.hostKey()) {
      case HostKeyPolicy.PinnedFingerprint _ -> new HostKeys(target, null);
      case HostKeyPolicy.KnownHosts(var file) -> {
        try (InputStream in = Files.newInputStream(file)) {
          JSch reader = new JSch();
          reader.setKnownHosts(in);
          yield new HostKeys(target, reader.getHostKeyRepository());
        } catch (IOException | JSchException e) {
          throw TransportException.beforeSending(
              Kind.HOST_KEY,
              target.label()
                  + ": known hosts file "
                  + file
                  + " cannot be read: expected OpenSSH's"
                  + " known_hosts format ("
                  + e.getClass().getSimpleName()
                  + ")",
              e);
        }
      }
    };
  }

  @Override
  public int check(String host, byte[] key) {
    seen = key.clone();
    askedFor = host;
    return switch (target.hostKey()) {
      case HostKeyPolicy.PinnedFingerprint(var sha256) ->
          sha256.equals(fingerprint(key)) ? OK : CHANGED;
      case HostKeyPolicy.KnownHosts _ -> known == null ? NOT_INCLUDED : known.check(host, key);
    };
  }

  /** The fingerprint of the key that the device showed, empty before it did. */
  String fingerprint() {
    byte[] key = seen;
    return key == null ? "" : fingerprint(key);
  }

  /** Returns why the key is refused, and how to accept it. */
  String refusal(boolean changed) {
    byte[] key = seen;
    String shown = key == null ? "no key" : type(key) + " " + fingerprint(key);
    String head = target.label() + ": host key " + shown;
    return switch (target.hostKey()) {
      case HostKeyPolicy.PinnedFingerprint(var sha256) ->
          head
              + " IS NOT THE PINNED ONE, "
              + sha256
              + ": not logged in. Either the device has a new"
              + " key, or another machine answers. Compare with the device's console, then change"
              + " the pinned fingerprint";
      case HostKeyPolicy.KnownHosts(var file) when changed ->
          head
              + " HAS CHANGED: "
              + file
              + " has another one for "
              + askedFor
              + ": not logged in."
              + " Either the device was reinstalled, or another machine answers. Compare with the"
              + " device's console, then: ssh-keygen -f "
              + file
              + " -R '"
              + askedFor
              + "' and add the line: "
              + line(key);
      case HostKeyPolicy.KnownHosts(var file) ->
          head
              + " is unknown: not logged in. Compare with the device's console; to accept it, add"
              + " to "
              + file
              + " the line: "
              + line(key);
    };
  }

  private String line(byte @Nullable [] key) {
    return key == null
        ? ""
        : askedFor + " " + type(key) + " " + Base64.getEncoder().encodeToString(key);
  }

  private static String type(byte[] key) {
    try {
      return new HostKey("", key).getType();
    } catch (JSchException | RuntimeException e) {
      return "unknown type";
    }
  }

  /** Returns the fingerprint of a key as {@code ssh-keygen -lf} prints it. */
  static String fingerprint(byte[] key) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(key);
      return "SHA256:" + Base64.getEncoder().withoutPadding().encodeToString(digest);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  @Override
  public void add(HostKey key, UserInfo asker) {
    throw new UnsupportedOperationException("host keys are added by people, not by a connect");
  }

  @Override
  public void remove(String host, String type) {
    throw new UnsupportedOperationException("host keys are removed by people, not by a connect");
  }

  @Override
  public void remove(String host, String type, byte[] key) {
    remove(host, type);
  }

  @Override
  public String getKnownHostsRepositoryID() {
    return target.name();
  }

  @Override
  public HostKey[] getHostKey() {
    return known == null ? new HostKey[0] : known.getHostKey();
  }

  @Override
  public HostKey[] getHostKey(String host, String type) {
    return known == null ? new HostKey[0] : known.getHostKey(host, type);
  }
}
