package dev.losslessd.transport.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.losslessd.model.HostKeyOffer;
import dev.losslessd.model.HostKeyOffer.Key;
import dev.losslessd.model.HostKeyOffer.Known;
import dev.losslessd.model.HostKeyOffer.State;
import dev.losslessd.transport.DeviceInput;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.ssh.HostKeyPolicy.KnownHosts;
import dev.losslessd.transport.ssh.HostKeyPolicy.PinnedFingerprint;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.digest.BuiltinDigests;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.session.SessionContext;
import org.apache.sshd.common.session.SessionListener;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.forward.AcceptAllForwardingFilter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A device with a new host key: what is shown, what is taken, and what never reaches it. */
class HostTrustTest {
  @TempDir private Path folder;
  private final AtomicReference<List<KeyPair>> keys = new AtomicReference<>(List.of());
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private Path known;
  private FakeDevice device;

  @BeforeEach
  void start() throws Exception {
    keys.set(List.of(rsa()));
    device =
        FakeDevice.start(
            terminal -> terminal.command("leaf1# "),
            server -> {
              server.setKeyPairProvider(new Changing(keys));
              server.setPasswordAuthenticator((user, password, _) -> {
                asked.add(user + " " + password);
                return password.equals("swordfish");
              });
            });
    known = Files.writeString(folder.resolve("known_hosts"), line(keys.get().getFirst()));
  }

  @AfterEach
  void stop() throws Exception {
    device.close();
  }

  /** The keys of the moment. */
  private record Changing(AtomicReference<List<KeyPair>> keys) implements KeyPairProvider {
    @Override
    public Iterable<KeyPair> loadKeys(SessionContext session) {
      return keys.get();
    }
  }

  private static KeyPair rsa() throws Exception {
    return FakeDevice.newKey();
  }

  private static KeyPair ecdsa() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(256);
    return generator.generateKeyPair();
  }

  private static String fingerprint(KeyPair key) {
    return KeyUtils.getFingerPrint(BuiltinDigests.sha256, key.getPublic());
  }

  private String line(KeyPair key) {
    return name() + " " + PublicKeyEntry.toString(key.getPublic()) + "\n";
  }

  private String name() {
    return "[127.0.0.1]:" + device.port();
  }

  private SshTarget target(HostKeyPolicy policy) {
    return TestTarget.of(
            "leaf1", "127.0.0.1", "ops", policy, new Credential.Password("swordfish"::toCharArray))
        .withPort(device.port())
        .target();
  }

  private SshTarget target() {
    return target(new KnownHosts(known));
  }

  private static HostTrust trust(SshTarget target) {
    return new HostTrust(target, DeviceInput.alone(System::nanoTime), System::nanoTime);
  }

  private static SshSession login(SshTarget target) {
    return SshSession.open(target, WriteGate.OPEN, System::nanoTime);
  }

  private static TrustException refused(HostTrust trust, String fingerprint) {
    return catchThrowableOfType(TrustException.class, () -> trust.trust(fingerprint, _ -> {}));
  }

  @Test
  void aNewKeyIsShownAndTakenWithoutALogin() throws Exception {
    KeyPair old = keys.get().getFirst();
    KeyPair fresh = rsa();
    keys.set(List.of(fresh));
    TransportException changed =
        catchThrowableOfType(TransportException.class, () -> login(target()));
    assertThat(changed.kind()).isEqualTo(TransportException.Kind.HOST_KEY);
    assertThat(changed)
        .hasMessageContaining("HAS CHANGED")
        .hasMessageContaining(fingerprint(fresh))
        .hasMessageContaining("'losslessd trust leaf1'");

    HostKeyOffer offer = trust(target()).look();
    assertThat(offer.state()).isEqualTo(State.CHANGED);
    assertThat(offer.host()).isEqualTo(name());
    assertThat(offer.offered().type()).isEqualTo("ssh-rsa");
    assertThat(offer.offered().fingerprint()).isEqualTo(fingerprint(fresh));
    assertThat(offer.known())
        .containsExactly(new Known(new Key("ssh-rsa", fingerprint(old)), false));
    assertThat(known).content().isEqualTo(line(old));

    HostKeyOffer now = trust(target()).trust(fingerprint(fresh), _ -> {});
    assertThat(now.state()).isEqualTo(State.KNOWN);
    assertThat(known).content().isEqualTo(line(fresh));
    assertThat(asked).isEmpty();
    login(target()).close();
    assertThat(asked).containsExactly("ops swordfish");
  }

  @Test
  void theServerSeesNoMoreThanTheKeyExchange() throws Exception {
    List<String> packets = new CopyOnWriteArrayList<>();
    try (FakeDevice other =
        FakeDevice.start(
            terminal -> terminal.command("leaf1# "), server -> noting(server, packets))) {
      SshTarget there =
          TestTarget.of(
                  "leaf1",
                  "127.0.0.1",
                  "ops",
                  new KnownHosts(folder.resolve("none")),
                  new Credential.Password("swordfish"::toCharArray))
              .withPort(other.port())
              .target();

      assertThat(trust(there).look().state()).isEqualTo(State.UNKNOWN);
      trust(there).trust(other.fingerprint(), _ -> {});
      assertThat(packets).isEmpty();
      assertThat(Files.readString(folder.resolve("none")))
          .isEqualTo(
              "[127.0.0.1]:%d %s\n"
                  .formatted(other.port(), PublicKeyEntry.toString(other.hostKey().getPublic())));

      login(there).close();
      assertThat(packets).isNotEmpty();
    }
  }

  /** Notes each attempt at a login. */
  private static void noting(SshServer server, List<String> packets) {
    server.setPasswordAuthenticator((user, password, _) -> {
      packets.add(user);
      return password.equals("swordfish");
    });
    server.addSessionListener(
        new SessionListener() {
          @Override
          public void sessionEvent(Session session, Event event) {
            if (event != Event.KexCompleted) {
              packets.add(event.name());
            }
          }
        });
  }

  @Test
  void aKeyThatChangesBetweenTheLookAndTheYesIsNotTaken() throws Exception {
    KeyPair fresh = rsa();
    keys.set(List.of(fresh));
    String shown = trust(target()).look().offered().fingerprint();
    String before = Files.readString(known);
    KeyPair stranger = rsa();
    keys.set(List.of(stranger));

    TrustException e = refused(trust(target()), shown);

    assertThat(e.kind()).isEqualTo(TrustException.Kind.OTHER_KEY);
    assertThat(e).hasMessageContaining(fingerprint(stranger)).hasMessageContaining(shown);
    assertThat(known).content().isEqualTo(before);
    assertThat(asked).isEmpty();
  }

  @Test
  void ofSeveralTypesTheKnownOneIsAskedForAndWhatIsStillOfferedStays() throws Exception {
    KeyPair rsa = keys.get().getFirst();
    KeyPair ecdsa = ecdsa();
    keys.set(List.of(rsa, ecdsa));
    assertThat(trust(target()).look().offered().fingerprint()).isEqualTo(fingerprint(rsa));
    Files.writeString(known, line(rsa) + line(ecdsa));
    KeyPair fresh = ecdsa();
    keys.set(List.of(rsa, fresh));

    HostKeyOffer offer = trust(target()).look();
    assertThat(offer.offered().fingerprint()).isEqualTo(fingerprint(fresh));
    assertThat(offer.known())
        .containsExactly(
            new Known(new Key("ssh-rsa", fingerprint(rsa)), true),
            new Known(new Key("ecdsa-sha2-nistp256", fingerprint(ecdsa)), false));
    trust(target()).trust(fingerprint(fresh), _ -> {});
    assertThat(known).content().isEqualTo(line(rsa) + line(fresh));

    KeyPair replaced = ecdsa();
    keys.set(List.of(rsa(), replaced));
    trust(target()).trust(fingerprint(replaced), _ -> {});
    assertThat(known).content().isEqualTo(line(replaced));
  }

  @Test
  void aRevokedKeyIsNeverTaken() throws Exception {
    KeyPair stolen = rsa();
    keys.set(List.of(stolen));
    String text = line(rsa()) + "@revoked * " + PublicKeyEntry.toString(stolen.getPublic()) + "\n";
    Files.writeString(known, text);

    assertThat(trust(target()).look().state()).isEqualTo(State.REVOKED);
    TrustException e = refused(trust(target()), fingerprint(stolen));

    assertThat(e.kind()).isEqualTo(TrustException.Kind.REVOKED);
    assertThat(known).content().isEqualTo(text);
    Files.writeString(
        known, line(stolen) + "@revoked * " + PublicKeyEntry.toString(stolen.getPublic()) + "\n");
    TransportException login =
        catchThrowableOfType(TransportException.class, () -> login(target()));
    assertThat(login).hasMessageContaining("IS REVOKED");
    assertThat(asked).isEmpty();
  }

  @Test
  void aPinnedFingerprintIsTheConfigsOwn() throws Exception {
    KeyPair fresh = rsa();
    keys.set(List.of(fresh));
    SshTarget pinned = target(new PinnedFingerprint("SHA256:" + "A".repeat(43)));

    assertThat(trust(pinned).look().state()).isEqualTo(State.CHANGED);
    TrustException e = refused(trust(pinned), fingerprint(fresh));

    assertThat(e.kind()).isEqualTo(TrustException.Kind.PINNED);
    assertThat(e).hasMessageContaining("hostKey: \"" + fingerprint(fresh) + "\"");
    SshTarget same = target(new PinnedFingerprint(fingerprint(fresh)));
    assertThat(trust(same).trust(fingerprint(fresh), _ -> {}).state()).isEqualTo(State.KNOWN);
  }

  @Test
  void aFolderThatCannotBeWrittenLeavesTheFileAndNamesTheLine() throws Exception {
    KeyPair fresh = rsa();
    keys.set(List.of(fresh));
    SshTarget full = target(new KnownHosts(Path.of("/proc/self/known_hosts")));

    TrustException e = refused(trust(full), fingerprint(fresh));

    assertThat(e.kind()).isEqualTo(TrustException.Kind.FILE);
    assertThat(e)
        .hasMessageContaining("/proc/self/known_hosts cannot be changed")
        .hasMessageContaining(line(fresh).strip());
  }

  @Test
  void behindAJumpHostTheKeyOfTheFarEndIsShown() throws Exception {
    KeyPair fresh = rsa();
    keys.set(List.of(fresh));
    try (FakeDevice jump =
        FakeDevice.start(
            terminal -> terminal.command("bastion$ "),
            server -> server.setForwardingFilter(AcceptAllForwardingFilter.INSTANCE))) {
      HostTrust over = trust(new TestTarget(target()).withJump(jump.target()).target());

      assertThat(over.look().offered().fingerprint()).isEqualTo(fingerprint(fresh));
      assertThat(over.trust(fingerprint(fresh), _ -> {}).state()).isEqualTo(State.KNOWN);
      assertThat(asked).isEmpty();
    }
  }
}
