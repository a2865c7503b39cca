package dev.losslessd.http;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
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
