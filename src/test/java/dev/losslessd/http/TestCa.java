package dev.losslessd.http;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** A certificate authority in a folder, by openssl: NAME.crt and NAME.key of whoever it signs. */
public final class TestCa {
  private static final String OPENSSL = "/usr/bin/openssl";

  private final Path folder;

  public TestCa(Path folder) {
    Assumptions.assumeTrue(Files.isExecutable(Path.of(OPENSSL)), "openssl is missing");
    this.folder = folder;
    openssl(
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:P-256",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=test CA",
        "-keyout",
        "ca.key",
        "-out",
        "ca.crt",
        "-addext",
        "keyUsage=critical,keyCertSign");
  }

  public Path file(String name) {
    return folder.resolve(name);
  }

  /** Signs a certificate with an EC key that is good for a day. */
  public void sign(String name, String subject, String alternatives) {
    sign(name, subject, alternatives, List.of("ec", "-pkeyopt", "ec_paramgen_curve:P-256"), "1");
  }

  /**
   * @param alternatives {@code DNS:localhost,IP:127.0.0.1}; may be empty
   * @param key words of {@code -newkey}
   * @param days to its end; negative for one that has ended
   */
  void sign(String name, String subject, String alternatives, List<String> key, String days) {
    List<String> request = new ArrayList<>(List.of("req", "-new", "-nodes", "-newkey"));
    request.addAll(key);
    request.addAll(List.of("-subj", subject, "-keyout", name + ".key", "-out", name + ".csr"));
    openssl(request.toArray(String[]::new));
    write(name + ".ext", alternatives.isEmpty() ? "" : "subjectAltName=" + alternatives + "\n");
    openssl(
        "x509",
        "-req",
        "-in",
        name + ".csr",
        "-CA",
        "ca.crt",
        "-CAkey",
        "ca.key",
        "-days",
        days,
        "-extfile",
        name + ".ext",
        "-out",
        name + ".crt");
    privately(name + ".key");
  }

  /**
   * What a client trusts and shows.
   *
   * @param signer name of the certificate that it trusts: {@code ca}
   * @param name whose certificate it shows; null for none
   */
  public SSLContext context(String signer, @Nullable String name) {
    try {
      KeyStore trusted = KeyStore.getInstance("PKCS12");
      trusted.load(null, null);
      trusted.setCertificateEntry("ca", certificates(signer).getFirst());
      TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
      trust.init(trusted);
      KeyStore own = KeyStore.getInstance("PKCS12");
      own.load(null, null);
      if (name != null) {
        Certificate[] chain = certificates(name).toArray(Certificate[]::new);
        String key = Files.readString(file(name + ".key"));
        own.setKeyEntry("own", Pem.key(name, key), new char[0], chain);
      }
      KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
      keys.init(own, new char[0]);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new AssertionError(e);
    }
  }

  private List<X509Certificate> certificates(String name) throws IOException {
    return Pem.certificates(name, Files.readString(file(name + ".crt")));
  }

  /** Puts the pair of one name in the place of another's, as a renewal does. */
  void replace(String name, String by) {
    move(by + ".crt", name + ".crt");
    move(by + ".key", name + ".key");
  }

  void move(String from, String to) {
    try {
      Path copy = Files.copy(file(from), file(to + ".new"), StandardCopyOption.REPLACE_EXISTING);
      Files.move(copy, file(to), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path write(String name, String text) {
    try {
      return Files.writeString(file(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void privately(String name) {
    try {
      Files.setPosixFilePermissions(file(name), PosixFilePermissions.fromString("rw-------"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void openssl(String... words) {
    List<String> command = new ArrayList<>(List.of(OPENSSL));
    command.addAll(List.of(words));
    Ran ran = run("", command.toArray(String[]::new));
    if (ran.code() != 0) {
      throw new AssertionError(command + ": " + ran.text());
    }
  }

  /** What a program said, and how it ended. */
  record Ran(int code, String text) {}

  /**
   * Runs a program in the folder to its end.
   *
   * @param input that it gets, without an end; empty for an end at once
   */
  Ran run(String input, String... command) {
    try {
      Process process =
          new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
      OutputStream in = process.getOutputStream();
      if (input.isEmpty()) {
        in.close();
      } else {
        in.write(input.getBytes(StandardCharsets.UTF_8));
        in.flush();
      }
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Ran(process.waitFor(), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
