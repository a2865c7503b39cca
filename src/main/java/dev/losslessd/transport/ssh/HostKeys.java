package dev.losslessd.transport.ssh;

import com.jcraft.jsch.HostKey;
import com.jcraft.jsch.HostKeyRepository;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.UserInfo;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.TransportException.Kind;
import dev.losslessd.transport.ssh.KnownHostsFile.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Judges the host key of one connect by the target's policy, and learns nothing. */
final class HostKeys implements HostKeyRepository {
  private final SshTarget target;
  private final @Nullable KnownHostsFile known;
  private final boolean looksOnly;
  private volatile @Nullable PublicHostKey seen;
  private volatile Verdict verdict = Verdict.UNKNOWN;
  private volatile String askedFor = "";

  private HostKeys(SshTarget target, @Nullable KnownHostsFile known, boolean looksOnly) {
    this.target = target;
    this.known = known;
    this.looksOnly = looksOnly;
  }

  static HostKeys of(SshTarget target) {
    return switch (target.hostKey()) {
      case HostKeyPolicy.PinnedFingerprint _ -> new HostKeys(target, null, false);
      case HostKeyPolicy.KnownHosts(var file) -> {
        try {
          yield new HostKeys(target, KnownHostsFile.read(file), false);
        } catch (IOException e) {
          throw TransportException.beforeSending(
              Kind.HOST_KEY,
              target.label()
                  + ": known hosts file "
                  + file
                  + " cannot be read: expected OpenSSH's"
                  + " known_hosts format ("
                  + e.getClass().getSimpleName()
                  + "); 'losslessd trust "
                  + target.name()
                  + "' makes one that is missing",
              e);
        }
      }
    };
  }

  /** Refuses every key, so that a connect ends before the login. */
  static HostKeys looking(SshTarget target, KnownHostsFile known) {
    return new HostKeys(target, known, true);
  }

  @Override
  public int check(String host, byte[] blob) {
    PublicHostKey key = PublicHostKey.of(blob);
    seen = key;
    askedFor = host;
    if (looksOnly) {
      return NOT_INCLUDED;
    }
    verdict = judge(host, key);
    return switch (verdict) {
      case KNOWN -> OK;
      case CHANGED, REVOKED -> CHANGED;
      case UNKNOWN -> NOT_INCLUDED;
    };
  }

  private Verdict judge(String host, PublicHostKey key) {
    return switch (target.hostKey()) {
      case HostKeyPolicy.PinnedFingerprint(var sha256) ->
          sha256.equals(key.fingerprint()) ? Verdict.KNOWN : Verdict.CHANGED;
      case HostKeyPolicy.KnownHosts _ -> known == null ? Verdict.UNKNOWN : known.judge(host, key);
    };
  }

  /** The key that the device showed and proved to have; empty before it did. */
  Optional<PublicHostKey> shown() {
    return Optional.ofNullable(seen);
  }

  /** The fingerprint of the key that the device showed, empty before it did. */
  String fingerprint() {
    return shown().map(PublicHostKey::fingerprint).orElse("");
  }

  /** Returns why the key is refused, and how to accept it. */
  String refusal() {
    String head =
        target.label() + ": host key " + shown().map(PublicHostKey::toString).orElse("no key");
    return switch (target.hostKey()) {
      case HostKeyPolicy.PinnedFingerprint(var sha256) ->
          head
              + " IS NOT THE PINNED ONE, "
              + sha256
              + ": not logged in. Either the device has a new"
              + " key, or another machine answers. Compare with the device's console, then change"
              + " the pinned fingerprint (hostKey)";
      case HostKeyPolicy.KnownHosts(var file) ->
          switch (verdict) {
            case REVOKED ->
                head
                    + " IS REVOKED by "
                    + file
                    + ": not logged in. Another machine may answer with a stolen key; a device that"
                    + " still has this key needs a new one";
            case CHANGED, KNOWN ->
                head
                    + " HAS CHANGED: "
                    + file
                    + " has another one for "
                    + askedFor
                    + ": not logged in."
                    + " Either the device was replaced or reinstalled, or another machine answers."
                    + accept("ssh-keygen -f " + file + " -R '" + askedFor + "' and ", file);
            case UNKNOWN -> head + " is unknown: not logged in." + accept("", file);
          };
    };
  }

  /**
   * @param first what is done by hand before
   */
  private String accept(String first, Path file) {
    return " Compare with the device's console, then 'losslessd trust "
        + target.name()
        + "', or by hand: "
        + first
        + "add to "
        + file
        + " the line: "
        + shown().map(key -> askedFor + " " + key.type() + " " + key.base64()).orElse("");
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
    return new HostKey[0];
  }

  /** Keys that are known of a host: the library asks the device for one of their types first. */
  @Override
  public HostKey[] getHostKey(String host, @Nullable String type) {
    List<PublicHostKey> keys = known == null ? List.of() : known.keys(host);
    return keys.stream()
        .filter(key -> type == null || type.equals(key.type()))
        .flatMap(key -> of(host, key).stream())
        .toArray(HostKey[]::new);
  }

  private static Optional<HostKey> of(String host, PublicHostKey key) {
    try {
      return Optional.of(new HostKey(host, key.blob()));
    } catch (JSchException e) {
      return Optional.empty(); // a type that the library cannot ask for
    }
  }
}
