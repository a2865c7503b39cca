package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.config.Config.HttpLimits;
import dev.losslessd.config.SecretRef;
import dev.losslessd.config.TlsConfig;
import dev.losslessd.house.SystemGroup;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Certificates and keys that change in their files while the server runs. */
@SystemGroup
@Timeout(120)
class TlsRenewalTest {
  private static final String NAMES = "DNS:localhost,IP:127.0.0.1";
  private static final List<String> RSA = List.of("rsa:2048");
  private static final List<String> EC = List.of("ec", "-pkeyopt", "ec_paramgen_curve:P-256");

  @TempDir private Path folder;
  private TestCa ca;
  private Rig rig;
  private @Nullable HttpServer server;

  @BeforeEach
  void start() {
    ca = new TestCa(folder);
    ca.move("ca.crt", "signer.crt"); // what clients trust, whatever becomes of clientCa
    ca.sign("server", "/CN=first", NAMES);
    rig = new Rig(folder);
    rig.now = Instant.now();
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
    rig.close();
  }

  @Test
  void aRenewalUnderLoadFailsNoRequestAndCutsNoConnection() throws Exception {
    listen();
    for (int i = 0; i < 8; i++) {
      ca.sign("next" + i, "/CN=next" + i, NAMES, i % 2 == 0 ? RSA : EC, "1");
    }
    rig.now = Instant.now();
    ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();
    AtomicInteger answered = new AtomicInteger();
    AtomicBoolean over = new AtomicBoolean();
    List<Thread> load = new ArrayList<>();
    try (HttpClient kept = client()) {
      assertThat(subject(kept)).isEqualTo("CN=first");
      for (int i = 0; i < 4; i++) {
        load.add(Thread.ofVirtual().start(() -> ask(over, answered, failures)));
      }

      for (int i = 0; i < 8; i++) {
        int before = answered.get();
        ca.replace("server", "next" + i);
        started().checkFiles();
        try (HttpClient fresh = client()) {
          assertThat(subject(fresh)).isEqualTo("CN=next" + i);
        }
        while (answered.get() < before + 20 && failures.isEmpty()) {
          Thread.onSpinWait();
        }
      }

      assertThat(subject(kept)).as("of a connection from before").isEqualTo("CN=first");
    } finally {
      over.set(true);
      for (Thread one : load) {
        one.join();
      }
    }
    assertThat(failures).isEmpty();
    assertThat(answered).hasValueGreaterThanOrEqualTo(160);
  }

  @Test
  void aPairThatDoesNotBelongTogetherLeavesTheFormerInForce() {
    listen();
    ca.sign("next", "/CN=second", NAMES);
    rig.now = Instant.now();

    ca.move("next.crt", "server.crt"); // in the middle of a renewal
    started().checkFiles();

    assertThat(subject()).isEqualTo("CN=first");
    assertThat(started().fileFailures())
        .singleElement()
        .satisfies(failure -> {
          assertThat(failure.listener()).isEqualTo("http");
          assertThat(failure.why()).contains("server.key is not the one of certificate");
          assertThat(failure.since()).isEqualTo(rig.now);
        });
    Instant first = rig.now;
    rig.now = first.plusSeconds(60);
    started().checkFiles();
    assertThat(started().fileFailures().getFirst().since()).isEqualTo(first);
    ca.move("next.key", "server.key");
    started().checkFiles();
    assertThat(subject()).isEqualTo("CN=second");
    assertThat(started().fileFailures()).isEmpty();
    assertThat(started().certificates())
        .singleElement()
        .satisfies(now -> {
          assertThat(now.subject()).isEqualTo("CN=second");
          assertThat(now.notAfter()).isAfter(Instant.now()).isBefore(first.plusSeconds(90_000));
        });
  }

  @Test
  void whatCannotBeUsedIsSaidAndLeavesTheFormerInForce() throws IOException {
    listen();
    String key = Files.readString(ca.file("server.key"));
    String certificate = Files.readString(ca.file("server.crt"));

    for (Broken one :
        List.of(
            new Broken("server.crt", "", "it is empty"),
            new Broken("server.crt", "hello\n", "holds no certificate"),
            new Broken("server.crt", certificate.replace("MII", "QII"), "cannot be read as X.509"),
            new Broken("server.crt", certificate.replace("MII", "!II"), "is no Base64"),
            new Broken(
                "server.crt",
                certificate + certificate,
                "certificate 2 did not sign certificate 1"),
            new Broken("server.key", key + key, "holds 2 private keys"),
            new Broken("server.key", certificate, "holds no private key"),
            new Broken("ca.crt", "hello\n", "holds no certificate"))) {
      String good = Files.readString(ca.file(one.file()));
      ca.write(one.file(), one.text());
      started().checkFiles();

      assertThat(started().fileFailures()).as(one.expected()).hasSize(1);
      assertThat(started().fileFailures().getFirst().why())
          .contains(one.file(), one.expected())
          .doesNotContain(key.split("\n")[1]);
      assertThat(subject()).isEqualTo("CN=first");
      ca.write(one.file(), good);
      started().checkFiles();
      assertThat(started().fileFailures()).isEmpty();
    }
  }

  private record Broken(String file, String text, String expected) {}

  @Test
  void anEndedCertificateIsNotTakenUpButServesWhereThereIsNoOther() {
    listen();
    ca.sign("ended", "/CN=ended", NAMES, EC, "-1");
    ca.replace("server", "ended");

    started().checkFiles();

    assertThat(subject()).isEqualTo("CN=first");
    assertThat(started().fileFailures().getFirst().why())
        .contains("CN=ended", "expected one that is valid now");
    started().close();
    listen();
    assertThat(started().certificates().getFirst().notAfter()).isBefore(rig.now);
    TestCa.Ran insecure =
        ca.run("", "/usr/bin/curl", "-skS", "https://localhost:" + started().port() + "/healthz");
    assertThat(insecure.text()).contains("\"status\":\"ok\"");
  }

  @Test
  void keysOfEachKindServe() {
    for (List<String> kind : List.of(RSA, EC, List.of("ed25519"))) {
      ca.sign("server", "/CN=" + kind.getFirst().replace(":", ""), NAMES, kind, "1");
      listen();

      TestCa.Ran answer =
          ca.run(
              "",
              "/usr/bin/curl",
              "-sS",
              "--cacert",
              "ca.crt",
              "https://localhost:" + started().port() + "/healthz");

      assertThat(answer.text()).as(kind.toString()).contains("\"status\":\"ok\"");
      started().close();
    }
  }

  @Test
  void aKeyWithAPassphraseOrOfAnOldFormSaysHowToConvertIt() {
    ca.openssl("pkcs8", "-topk8", "-in", "server.key", "-out", "a", "-passout", "pass:x");
    ca.openssl("ec", "-in", "server.key", "-out", "b");
    ca.openssl("genrsa", "-traditional", "-aes128", "-passout", "pass:abcd", "-out", "c", "2048");

    for (String name : List.of("a", "b", "c")) {
      ca.move(name, "server.key");
      assertThatThrownBy(this::listen)
          .isInstanceOf(ListenException.class)
          .hasMessageContainingAll(
              "TLS of listener http", "server.key", "openssl pkcs8 -topk8 -nocrypt");
    }
  }

  @Test
  void aStartWithoutTheFilesIsOneClearSentence() throws IOException {
    Files.delete(ca.file("server.key"));

    assertThatThrownBy(this::listen)
        .isInstanceOf(ListenException.class)
        .hasMessageContainingAll("TLS of listener http", "server.key", "no such file");
  }

  private void listen() {
    TlsConfig tls =
        new TlsConfig(
            new SecretRef("file:" + ca.file("server.crt")),
            new SecretRef("file:" + ca.file("server.key")),
            Optional.of(new SecretRef("file:" + ca.file("ca.crt"))),
            false,
            List.of());
    server =
        Rig.start(
            new HttpOptions(
                List.of(Rig.anyPort()),
                null,
                Set.of(),
                () -> Rig.TOKEN,
                Optional.of(tls),
                HttpOptions.Metrics.NONE,
                HttpLimits.usual()),
            rig.sources);
  }

  private HttpServer started() {
    HttpServer now = server;
    if (now == null) {
      throw new AssertionError("not started");
    }
    return now;
  }

  /** Each request on a connection of its own, until it is over. */
  private void ask(AtomicBoolean over, AtomicInteger answered, ConcurrentLinkedQueue<String> bad) {
    while (!over.get()) {
      try (HttpClient client = client()) {
        subject(client);
        answered.incrementAndGet();
      } catch (AssertionError e) {
        bad.add(String.valueOf(e.getCause()));
      }
    }
  }

  private String subject() {
    try (HttpClient client = client()) {
      return subject(client);
    }
  }

  /** The server's certificate of a request that was answered. */
  private String subject(HttpClient client) {
    try {
      HttpResponse<String> answer =
          client.send(
              HttpRequest.newBuilder(
                      URI.create("https://localhost:" + started().port() + "/healthz"))
                  .timeout(Duration.ofSeconds(30))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).isEqualTo(200);
      X509Certificate shown =
          (X509Certificate) answer.sslSession().orElseThrow().getPeerCertificates()[0];
      return shown.getSubjectX500Principal().getName();
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private HttpClient client() {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .sslContext(ca.context("signer", null))
        .build();
  }
}
