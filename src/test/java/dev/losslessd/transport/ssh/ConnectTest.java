package dev.losslessd.transport.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.TransportException.Kind;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.ssh.HostKeyPolicy.KnownHosts;
import dev.losslessd.transport.ssh.HostKeyPolicy.PinnedFingerprint;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.sshd.common.cipher.BuiltinCiphers;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.kex.BuiltinDHFactories;
import org.apache.sshd.common.mac.BuiltinMacs;
import org.apache.sshd.common.signature.BuiltinSignatures;
import org.apache.sshd.server.ServerBuilder;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.auth.keyboard.InteractiveChallenge;
import org.apache.sshd.server.auth.keyboard.KeyboardInteractiveAuthenticator;
import org.apache.sshd.server.forward.AcceptAllForwardingFilter;
import org.apache.sshd.server.session.ServerSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Getting in, and above all not getting in. */
class ConnectTest {
  private static final String OTHER = "SHA256:" + "A".repeat(43);

  @TempDir Path folder;

  @Test
  void aPasswordLetsIn() throws Exception {
    try (FakeDevice device = device(_ -> {});
        SshSession session = open(device.target())) {
      assertThat(session.run(Command.read("show clock"))).isEqualTo("good");
    }
  }

  @Test
  void aWrongPasswordIsTriedOnceAndNeverShown() throws Exception {
    List<String> tries = new CopyOnWriteArrayList<>();
    Consumer<SshServer> counting =
        server ->
            server.setPasswordAuthenticator((_, password, _) -> {
              tries.add(password);
              return false;
            });

    try (FakeDevice device = device(counting)) {
      TransportException e =
          refusal(device.target(new Credential.Password("open sesame"::toCharArray)));

      assertThat(e.kind()).isEqualTo(Kind.AUTH);
      assertThat(e.nothingSent()).isTrue();
      assertThat(e).hasMessageContaining("leaf1 (ops@127.0.0.1:");
      assertThat(everythingIn(e)).doesNotContain("open sesame");
      assertThat(tries).containsExactly("open sesame");
    }
  }

  @Test
  void secretsAreReadAtEachConnect() throws Exception {
    AtomicReference<String> secret = new AtomicReference<>("stale");
    try (FakeDevice device = device(_ -> {})) {
      SshTarget target = device.target(new Credential.Password(() -> secret.get().toCharArray()));
      assertThat(refusal(target).kind()).isEqualTo(Kind.AUTH);

      secret.set("swordfish");

      open(target).close();
      assertThat(target.toString()).doesNotContain("swordfish");
    }
  }

  @Test
  void aQuestionWithoutAnswerIsNamed() throws Exception {
    try (FakeDevice device = device(asking("Password: ", "Token: "))) {
      TransportException e = refusal(device.target());

      assertThat(e.kind()).isEqualTo(Kind.AUTH);
      assertThat(e).hasMessageContaining("\"Token: \"");
    }
  }

  @Test
  void anExpiredPasswordIsNotChangedByItself() throws Exception {
    try (FakeDevice device = device(asking("New password: "))) {
      TransportException e = refusal(device.target());

      assertThat(e.kind()).isEqualTo(Kind.AUTH);
      assertThat(e).hasMessageContaining("New password: ");
    }
  }

  @Test
  void anotherKeyThanThePinnedOneIsRefusedLoudly() throws Exception {
    AtomicInteger tries = new AtomicInteger();
    try (FakeDevice device = device(counting(tries))) {
      TransportException e = refusal(with(device.target(), new PinnedFingerprint(OTHER)));

      assertThat(e.kind()).isEqualTo(Kind.HOST_KEY);
      assertThat(e)
          .hasMessageContaining("IS NOT THE PINNED ONE, " + OTHER)
          .hasMessageContaining(device.fingerprint());
      assertThat(tries).hasValue(0);
    }
  }

  @Test
  void anUnknownHostIsRefusedWithTheLineThatWouldAcceptIt() throws Exception {
    Path known = Files.writeString(folder.resolve("known_hosts"), "");
    try (FakeDevice device = device(_ -> {})) {
      SshTarget target = with(device.target(), new KnownHosts(known));

      TransportException e = refusal(target);

      assertThat(e.kind()).isEqualTo(Kind.HOST_KEY);
      assertThat(e).hasMessageContaining("is unknown").hasMessageContaining(device.fingerprint());
      String line = e.getMessage().substring(e.getMessage().indexOf("the line: ") + 10);
      Files.writeString(known, line + "\n");
      open(target).close();
    }
  }

  @Test
  void aChangedHostKeyIsRefusedLoudly() throws Exception {
    try (FakeDevice device = device(_ -> {})) {
      String other = PublicKeyEntry.toString(FakeDevice.newKey().getPublic());
      Path known =
          Files.writeString(
              folder.resolve("known_hosts"), "[127.0.0.1]:" + device.port() + " " + other + "\n");

      TransportException e = refusal(with(device.target(), new KnownHosts(known)));

      assertThat(e.kind()).isEqualTo(Kind.HOST_KEY);
      assertThat(e).hasMessageContaining("HAS CHANGED").hasMessageContaining("ssh-keygen -f");
    }
  }

  @Test
  void aMissingKnownHostsFileIsSaidSo() throws Exception {
    try (FakeDevice device = device(_ -> {})) {
      Path missing = folder.resolve("none");

      TransportException e = refusal(with(device.target(), new KnownHosts(missing)));

      assertThat(e.kind()).isEqualTo(Kind.HOST_KEY);
      assertThat(e).hasMessageContaining(missing.toString());
    }
  }

  @Test
  void oldFirmwareNeedsTheLegacyFlag() throws Exception {
    try (FakeDevice device = device(ConnectTest::oldFirmware)) {
      TransportException e = refusal(device.target());
      assertThat(e.kind()).isEqualTo(Kind.REFUSED);
      assertThat(e).hasMessageContaining("legacy");

      try (SshSession session =
          open(new TestTarget(device.target()).withLegacyAlgorithms().target())) {
        assertThat(session.run(Command.read("show clock"))).isEqualTo("good");
      }
    }
  }

  @Test
  void aJumpHostIsCheckedAsStrictly() throws Exception {
    Consumer<SshServer> forwarding =
        server -> server.setForwardingFilter(AcceptAllForwardingFilter.INSTANCE);
    try (FakeDevice jump = device(forwarding);
        FakeDevice device = device(_ -> {})) {
      try (SshSession session =
          open(new TestTarget(device.target()).withJump(jump.target()).target())) {
        assertThat(session.run(Command.read("show clock"))).isEqualTo("good");
      }

      SshTarget wrongJump = with(jump.target(), new PinnedFingerprint(OTHER));
      assertThat(refusal(new TestTarget(device.target()).withJump(wrongJump).target()).kind())
          .isEqualTo(Kind.HOST_KEY);
      SshTarget wrongDevice = with(device.target(), new PinnedFingerprint(OTHER));
      assertThat(refusal(new TestTarget(wrongDevice).withJump(jump.target()).target()).kind())
          .isEqualTo(Kind.HOST_KEY);
    }
  }

  @Test
  void aJumpHostThatForwardsNothingIsSaidSo() throws Exception {
    try (FakeDevice jump = device(_ -> {});
        FakeDevice device = device(_ -> {})) {
      assertThat(refusal(new TestTarget(device.target()).withJump(jump.target()).target()).kind())
          .isEqualTo(Kind.GONE);
    }
  }

  @Test
  void theSourceAddressIsTheWantedOne() throws Exception {
    AtomicReference<String> from = new AtomicReference<>("");
    Consumer<SshServer> noting =
        server ->
            server.setPasswordAuthenticator((_, _, session) -> {
              from.set(
                  ((InetSocketAddress) session.getClientAddress()).getAddress().getHostAddress());
              return true;
            });

    try (FakeDevice device = device(noting)) {
      open(new TestTarget(device.target()).withSource(InetAddress.ofLiteral("127.0.0.2")).target())
          .close();
    }

    assertThat(from).hasValue("127.0.0.2");
  }

  @Test
  void sixIsAnAddressFamilyToo() throws Exception {
    try (FakeDevice device = device(server -> server.setHost("::1"))) {
      SshTarget four = device.target();
      SshTarget six =
          TestTarget.of(
                  "leaf1",
                  "::1",
                  "ops",
                  four.hostKey(),
                  four.credentials().toArray(Credential[]::new))
              .withPort(device.port())
              .target();
      open(six).close();

      TransportException e = refusal(with(six, new PinnedFingerprint(OTHER)));
      assertThat(e).hasMessageContaining("[::1]:" + device.port());
    }
  }

  @Test
  void nobodyThereIsGone() throws Exception {
    int free;
    try (ServerSocket socket = new ServerSocket(0)) {
      free = socket.getLocalPort();
    }
    TransportException e = refusal(nowhere(free));

    assertThat(e.kind()).isEqualTo(Kind.GONE);
    assertThat(e).hasMessageContaining("127.0.0.1:" + free);
  }

  @Test
  void aServerThatSaysNothingRunsIntoTheDeadline() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      SshTarget target =
          new TestTarget(nowhere(silent.getLocalPort()))
              .withDeadlines(Duration.ofMillis(300), Duration.ofSeconds(1))
              .target();

      assertThat(refusal(target).kind()).isEqualTo(Kind.TIMEOUT);
    }
  }

  @Test
  void keyFilesThatCannotBeReadAreNamed() throws Exception {
    try (FakeDevice device = device(_ -> {})) {
      Path noKey = Files.writeString(folder.resolve("key"), "not a key");

      for (Path file : List.of(folder.resolve("none"), noKey)) {
        TransportException e = refusal(device.target(new Credential.KeyFile(file, null)));
        assertThat(e.kind()).isEqualTo(Kind.AUTH);
        assertThat(e).hasMessageContaining(file.toString());
      }
    }
  }

  @Test
  void wrongTargetsAreRefusedWhenMade() {
    PinnedFingerprint pin = new PinnedFingerprint(OTHER);
    Credential password = new Credential.Password("x"::toCharArray);

    assertThatThrownBy(() -> new PinnedFingerprint("SHA256:abc")).hasMessageContaining("43");
    assertThatThrownBy(() -> TestTarget.of("l", "-oProxy", "ops", pin, password).target())
        .hasMessageContaining("host -oProxy");
    assertThatThrownBy(() -> TestTarget.of("l", "h", "ops", pin).target())
        .hasMessageContaining("credential");
    assertThatThrownBy(() -> TestTarget.of("l", "h", "ops", pin, password).withPort(0).target())
        .hasMessageContaining("1..65535");
  }

  private static FakeDevice device(Consumer<SshServer> more) throws Exception {
    return FakeDevice.start(
        t -> {
          while (true) {
            t.command("leaf1# ");
            t.say("good\r\n");
          }
        },
        more);
  }

  private static Consumer<SshServer> counting(AtomicInteger tries) {
    return server ->
        server.setPasswordAuthenticator((_, _, _) -> {
          tries.incrementAndGet();
          return true;
        });
  }

  @SuppressWarnings("deprecation") // old firmware is deprecated, that is the point
  private static void oldFirmware(SshServer server) {
    server.setKeyExchangeFactories(List.of(ServerBuilder.DH2KEX.apply(BuiltinDHFactories.dhg14)));
    server.setCipherFactories(List.of(BuiltinCiphers.aes128cbc));
    server.setMacFactories(List.of(BuiltinMacs.hmacsha1));
    server.setSignatureFactories(List.of(BuiltinSignatures.rsa));
  }

  private static Consumer<SshServer> asking(String... questions) {
    return server -> {
      server.setPasswordAuthenticator(null);
      server.setKeyboardInteractiveAuthenticator(
          new KeyboardInteractiveAuthenticator() {
            @Override
            public InteractiveChallenge generateChallenge(
                ServerSession session, String user, String language, String methods) {
              InteractiveChallenge challenge = new InteractiveChallenge();
              challenge.setInteractionName("");
              challenge.setInteractionInstruction("");
              challenge.setLanguageTag("");
              for (String question : questions) {
                challenge.addPrompt(question, false);
              }
              return challenge;
            }

            @Override
            public boolean authenticate(
                ServerSession session, String user, List<String> responses) {
              return responses.equals(List.of("swordfish", "123456"));
            }
          });
    };
  }

  private static SshTarget with(SshTarget target, HostKeyPolicy policy) {
    return TestTarget.of(
            target.name(),
            target.host(),
            target.user(),
            policy,
            target.credentials().toArray(Credential[]::new))
        .withPort(target.port())
        .target();
  }

  private static SshTarget nowhere(int port) {
    return TestTarget.of(
            "leaf1",
            "127.0.0.1",
            "ops",
            new PinnedFingerprint(OTHER),
            new Credential.Password("x"::toCharArray))
        .withPort(port)
        .target();
  }

  private static SshSession open(SshTarget target) {
    return SshSession.open(target, WriteGate.OPEN, System::nanoTime);
  }

  private static TransportException refusal(SshTarget target) {
    return catchThrowableOfType(TransportException.class, () -> open(target).close());
  }

  private static String everythingIn(Throwable e) {
    StringWriter text = new StringWriter();
    e.printStackTrace(new PrintWriter(text));
    return text.toString();
  }
}
