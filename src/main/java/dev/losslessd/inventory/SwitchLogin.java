package dev.losslessd.inventory;

import dev.losslessd.config.Config;
import dev.losslessd.config.SecretRef;
import dev.losslessd.config.SshLogin;
import dev.losslessd.model.TimeSource;
import dev.losslessd.transport.DeviceInput;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.TransportException.Kind;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.ssh.Credential;
import dev.losslessd.transport.ssh.HostKeyPolicy;
import dev.losslessd.transport.ssh.HostTrust;
import dev.losslessd.transport.ssh.SshSession;
import dev.losslessd.transport.ssh.SshTarget;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Logins to a switch by SSH, over its jump host where it has one. A host key that is refused is
 * remembered until a login gets past it; after a refused account or secret there are pauses.
 */
final class SwitchLogin {
  /** A login takes some ten round trips, and some have a second or two of them. */
  private static final Duration CONNECT = Duration.ofSeconds(40);

  /**
   * A host key that was refused.
   *
   * @param since the first time in a row
   */
  record KeyRefusal(String why, Instant since) {}

  private final Config.Switch config;
  private final List<Config.Jump> jumps;
  private final DeviceInput input;
  private final TimeSource time;
  private final LoginPause pause;
  private final AtomicLong attempts = new AtomicLong();
  private volatile boolean letIn;
  private volatile @Nullable String failure;
  private volatile @Nullable KeyRefusal keyRefusal;

  SwitchLogin(Config.Switch config, List<Config.Jump> jumps, DeviceInput input, TimeSource time) {
    this.config = config;
    this.jumps = jumps;
    this.input = input;
    this.time = time;
    this.pause = new LoginPause(time.nanos());
  }

  SshSession connect(WriteGate gate, Runnable admission) {
    SshTarget way = way();
    Optional<String> secrets = SecretDigest.of(references().toList(), System::getenv);
    pause.pass(config.name(), secrets);
    try {
      SshSession session = SshSession.open(way, gate, time.nanos(), admission, input);
      admitted();
      return session;
    } catch (TransportException e) {
      failed(e, secrets);
      throw e;
    }
  }

  private void admitted() {
    keyRefusal = null;
    failure = null;
    if (!letIn) {
      letIn = true;
      attempts.incrementAndGet();
    }
    pause.admitted();
  }

  private void failed(TransportException e, Optional<String> secrets) {
    letIn = false;
    failure = e.getMessage();
    if (e.kind() == Kind.HOST_KEY) {
      KeyRefusal before = keyRefusal;
      Instant since = before == null ? time.clock().instant() : before.since();
      keyRefusal = new KeyRefusal(e.getMessage(), since);
    }
    if (e.kind() == Kind.AUTH) {
      secrets.ifPresent(tried -> pause.refused(e.getMessage(), tried));
    }
  }

  /** The host key that was refused last, of the switch or of its jump host; empty if none was. */
  Optional<KeyRefusal> keyRefusal() {
    return Optional.ofNullable(keyRefusal);
  }

  /** A person has taken a key: the next login tells whether it is the right one. */
  void keyTaken() {
    keyRefusal = null;
    failure = null;
    attempts.incrementAndGet();
  }

  LoginState state() {
    return new LoginState(
        attempts.get(),
        Optional.ofNullable(failure),
        keyRefusal != null || pause.reason().isPresent());
  }

  /** A person wants it tried now, in spite of a pause after a refused login. */
  void endPause() {
    pause.end();
  }

  /** Why it is not logged in now, and for how long; empty where no login was refused. */
  Optional<String> refusal() {
    return pause.reason();
  }

  /** Whether it is the login to a switch of this name, which has SSH. */
  boolean isOf(String name) {
    return config.ssh().isPresent() && config.name().equals(name);
  }

  /** Names of the hosts on its way: the switch and its jump host. */
  List<String> names() {
    return config.ssh().isEmpty()
        ? List.of()
        : Stream.concat(Stream.of(config.name()), config.jump().stream()).toList();
  }

  /** Keys of the switch. */
  HostTrust trust() {
    return new HostTrust(way(), input, time.nanos());
  }

  /** Keys of its jump host; empty where it has none of this name. */
  Optional<HostTrust> trustOfJump(String name) {
    return config
        .jump()
        .filter(name::equals)
        .map(jump -> new HostTrust(jump(jump), input, time.nanos()));
  }

  private SshTarget way() {
    SshLogin ssh =
        config
            .ssh()
            .orElseThrow(() ->
                TransportException.beforeSending(
                    Kind.REFUSED,
                    "switch " + config.name() + " has no ssh section, expected one",
                    null));
    SshTarget jump = config.jump().map(this::jump).orElse(null);
    return target(config.name(), config.address(), ssh, jump);
  }

  private SshTarget jump(String name) {
    Config.Jump jump =
        jumps.stream()
            .filter(one -> one.name().equals(name))
            .findFirst()
            .orElseThrow(() ->
                new IllegalStateException(
                    "switch " + config.name() + ": no jump host '" + name + "', expected one"));
    return target(jump.name(), jump.address(), jump.ssh(), null);
  }

  /** The source address is that of the first hop. */
  private SshTarget target(String name, String address, SshLogin ssh, @Nullable SshTarget jump) {
    Optional<InetAddress> source = config.via().source().map(SwitchConnections::address);
    return new SshTarget(
        name,
        address,
        ssh.port(),
        ssh.user(),
        jump == null ? source.orElse(null) : null,
        jump,
        hostKey(ssh),
        credentials(name, ssh),
        ssh.legacy(),
        CONNECT,
        input.limits().dialogue().time());
  }

  private static HostKeyPolicy hostKey(SshLogin ssh) {
    return ssh.hostKey()
        .<HostKeyPolicy>map(HostKeyPolicy.PinnedFingerprint::new)
        .orElseGet(() -> new HostKeyPolicy.KnownHosts(ssh.knownHosts()));
  }

  private static List<Credential> credentials(String name, SshLogin ssh) {
    List<Credential> all = new ArrayList<>();
    ssh.key()
        .ifPresent(key ->
            all.add(
                new Credential.KeyFile(
                    file(name, key),
                    ssh.passphrase()
                        .map(one -> SwitchConnections.secret(name, one))
                        .orElse(null))));
    ssh.password()
        .ifPresent(one -> all.add(new Credential.Password(SwitchConnections.secret(name, one))));
    return all;
  }

  private static Path file(String name, SecretRef key) {
    return SwitchConnections.told(
        name,
        () ->
            key.file(System::getenv)
                .orElseThrow(() ->
                    new IllegalStateException(
                        "key " + key.text() + " is no file, expected file: or credential:")));
  }

  /** Secrets of the switch and of its jump host. */
  Stream<SecretRef> references() {
    Stream<SshLogin> hops =
        Stream.concat(config.ssh().stream(), config.jump(jumps).stream().map(Config.Jump::ssh));
    return hops.flatMap(ssh -> Stream.of(ssh.key(), ssh.passphrase(), ssh.password()))
        .flatMap(Optional::stream);
  }
}
