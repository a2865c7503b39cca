package dev.losslessd.transport.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.jcraft.jsch.Signature;
import dev.losslessd.transport.DeviceInput;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.TransportException.Kind;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.ssh.HostKeyPolicy.KnownHosts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.sshd.common.SshConstants;
import org.apache.sshd.common.compression.BuiltinCompressions;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.io.IoSession;
import org.apache.sshd.common.io.IoWriteFuture;
import org.apache.sshd.common.kex.KexProposalOption;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.common.signature.BuiltinSignatures;
import org.apache.sshd.common.util.buffer.Buffer;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.session.ServerSessionImpl;
import org.apache.sshd.server.session.SessionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whoever answers instead of a device, or with its key, and means harm before the login. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class HostileHandshakeTest {
  /** As many bytes as no array has, and more than there is memory. */
  private static final int HUGE = Integer.MAX_VALUE - 2;

  @TempDir private Path folder;
  private final AtomicInteger logins = new AtomicInteger();

  @Test
  void aSignatureThatClaimsToBeTwoGibibytesTakesNoMemory() throws Exception {
    try (FakeDevice device = device(sessions(HostileHandshakeTest::claimHuge))) {
      TransportException e = refusal(device.target());

      assertThat(e.kind()).isEqualTo(Kind.GARBLED);
      assertThat(e).hasMessageContaining("does not prove that it has its host key");
      assertThat(logins).hasValue(0);
    }
  }

  @Test
  void soItIsWithEachKindOfSignature() throws Exception {
    for (String name : List.of("ssh-ed25519", "rsa-sha2-256", "rsa-sha2-512", "ssh-rsa")) {
      Signature signature =
          switch (name) {
            case "ssh-ed25519" -> new Signatures.Ed25519();
            case "rsa-sha2-256" -> new Signatures.RsaSha256();
            case "rsa-sha2-512" -> new Signatures.RsaSha512();
            default -> new Signatures.RsaSha1();
          };
      signature.init();
      byte[] blob = blob(name, HUGE);

      assertThat(signature.verify(blob)).as(name).isFalse();
      assertThat(signature.verify(Arrays.copyOf(blob, 3))).as(name).isFalse();
      assertThat(signature.verify(blob(name, -1))).as(name).isFalse();
    }
  }

  @Test
  void aSignatureBySha1IsRefusedWhateverWasAgreedOn() throws Exception {
    try (FakeDevice device = device(HostileHandshakeTest::signingBySha1)) {
      TransportException e = refusal(device.target());

      assertThat(e.kind()).isEqualTo(Kind.GARBLED);
      assertThat(logins).hasValue(0);
      open(new TestTarget(device.target()).withLegacyAlgorithms().target()).close();
    }
  }

  @Test
  void nothingIsCompressed() throws Exception {
    try (FakeDevice device = device(compressing(true));
        SshSession session = open(device.target())) {
      assertThat(session.run(Command.read("show clock"))).isEqualTo("good");
    }
    try (FakeDevice device = device(compressing(false))) {
      int before = logins.get();

      TransportException e = refusal(device.target());

      assertThat(e.kind()).isEqualTo(Kind.REFUSED);
      assertThat(e).hasMessageContaining("zlib");
      assertThat(logins).hasValue(before);
    }
  }

  @Test
  void aKeyOfAnotherTypeOnReconnectIsAChangedKey() throws Exception {
    KeyPair known = curve();
    try (FakeDevice device =
            device(server -> server.setKeyPairProvider(KeyPairProvider.wrap(known)));
        FakeDevice other = device(_ -> {})) {
      open(knowing(device, known)).close();
      assertThat(logins).hasValue(1);

      TransportException e = refusal(knowing(other, known));

      assertThat(e.kind()).isEqualTo(Kind.HOST_KEY);
      assertThat(e).hasMessageContaining("HAS CHANGED").hasMessageContaining("ssh-rsa SHA256:");
      assertThat(logins).hasValue(1);
    }
  }

  @Test
  @SuppressWarnings("deprecation") // SHA-1 is deprecated, that is the point
  void theKnownKeyBySha1AloneOnReconnectIsRefused() throws Exception {
    try (FakeDevice device =
        device(server -> server.setSignatureFactories(List.of(BuiltinSignatures.rsa)))) {
      TransportException e = refusal(knowing(device, device.hostKey()));

      assertThat(e.kind()).isEqualTo(Kind.REFUSED);
      assertThat(e).hasMessageContaining("legacy");
      assertThat(logins).hasValue(0);
    }
  }

  @Test
  void trustTakesNoKeyOfWhoeverMeansHarm() throws Exception {
    try (FakeDevice huge = device(sessions(HostileHandshakeTest::claimHuge));
        HostileSwitch banner = HostileSwitch.start(0, HostileSwitch.Mode.ENDLESS_BANNER)) {
      Path file = folder.resolve("known_hosts");

      assertThat(look(huge.target(), file).kind()).isEqualTo(Kind.GARBLED);
      TransportException e = look(banner.target(), file);

      assertThat(e.kind()).isEqualTo(Kind.GARBLED);
      assertThat(e).hasMessageContaining("(input.banner)");
      assertThat(file).doesNotExist();
      assertThat(logins).hasValue(0);
    }
  }

  private static TransportException look(SshTarget target, Path file) {
    HostTrust trust =
        new HostTrust(with(target, file), DeviceInput.alone(System::nanoTime), System::nanoTime);
    return catchThrowableOfType(TransportException.class, trust::look);
  }

  private static byte[] blob(String name, int length) {
    return ByteBuffer.allocate(8 + name.length())
        .putInt(name.length())
        .put(name.getBytes(StandardCharsets.US_ASCII))
        .putInt(length)
        .array();
  }

  /** The answer of the key exchange has the key, a half of the secret, and the signature. */
  private static void claimHuge(Buffer packet) {
    ByteBuffer bytes = ByteBuffer.wrap(packet.array());
    int at = packet.rpos();
    if (bytes.get(at) == SshConstants.SSH_MSG_KEXDH_REPLY) {
      int key = at + 1;
      int secret = key + 4 + bytes.getInt(key);
      int name = secret + 4 + bytes.getInt(secret) + 4;
      bytes.putInt(name + 4 + bytes.getInt(name), HUGE);
    }
  }

  private static Consumer<SshServer> sessions(Consumer<Buffer> damage) {
    return server ->
        server.setSessionFactory(
            new SessionFactory(server) {
              @Override
              protected ServerSessionImpl doCreateSession(IoSession way) throws Exception {
                return new ServerSessionImpl(getServer(), way) {
                  @Override
                  public IoWriteFuture writePacket(Buffer packet) throws IOException {
                    damage.accept(packet);
                    return super.writePacket(packet);
                  }
                };
              }
            });
  }

  /** Agrees on SHA-2 and signs by SHA-1. */
  @SuppressWarnings("deprecation") // SHA-1 is deprecated, that is the point
  private static void signingBySha1(SshServer server) {
    server.setSignatureFactories(List.of(BuiltinSignatures.rsaSHA512, BuiltinSignatures.rsa));
    server.setSessionFactory(
        new SessionFactory(server) {
          @Override
          protected ServerSessionImpl doCreateSession(IoSession way) throws Exception {
            return new ServerSessionImpl(getServer(), way) {
              @Override
              public String getNegotiatedKexParameter(KexProposalOption option) {
                return option == KexProposalOption.SERVERKEYS
                    ? "ssh-rsa"
                    : super.getNegotiatedKexParameter(option);
              }
            };
          }
        });
  }

  private static Consumer<SshServer> compressing(boolean orNot) {
    return server ->
        server.setCompressionFactories(
            orNot
                ? List.of(
                    BuiltinCompressions.delayedZlib,
                    BuiltinCompressions.zlib,
                    BuiltinCompressions.none)
                : List.of(BuiltinCompressions.delayedZlib, BuiltinCompressions.zlib));
  }

  private static KeyPair curve() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(256);
    return generator.generateKeyPair();
  }

  private FakeDevice device(Consumer<SshServer> more) throws Exception {
    return FakeDevice.start(
        t -> {
          while (true) {
            t.command("leaf1# ");
            t.say("good\r\n");
          }
        },
        server -> {
          server.setPasswordAuthenticator((_, _, _) -> {
            logins.incrementAndGet();
            return true;
          });
          more.accept(server);
        });
  }

  /** A login to whoever is there, of whom that key is known. */
  private SshTarget knowing(FakeDevice device, KeyPair key) throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("known" + device.port()),
            "[127.0.0.1]:" + device.port() + " " + PublicKeyEntry.toString(key.getPublic()) + "\n");
    return with(device.target(), file);
  }

  private static SshTarget with(SshTarget target, Path known) {
    return TestTarget.of(
            target.name(),
            target.host(),
            target.user(),
            new KnownHosts(known),
            target.credentials().toArray(Credential[]::new))
        .withPort(target.port())
        .withDeadlines(Duration.ofSeconds(30), Duration.ofSeconds(30))
        .target();
  }

  private static SshSession open(SshTarget target) {
    return SshSession.open(target, WriteGate.OPEN, System::nanoTime);
  }

  private static TransportException refusal(SshTarget target) {
    return catchThrowableOfType(TransportException.class, () -> open(target).close());
  }
}
