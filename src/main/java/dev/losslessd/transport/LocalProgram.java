package dev.losslessd.transport;

import dev.losslessd.transport.TransportException.Kind;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Programs of this host, started with their arguments as a list and no shell, nothing of our
 * environment, and no input. One that does not end in time is ended.
 *
 * @param deadline of one run
 */
public record LocalProgram(Duration deadline) {
  private static final int MOST_BYTES = 1 << 20;

  /**
   * @param text standard output and standard error
   */
  public record Ended(int code, String text) {}

  /**
   * Runs a program to its end.
   *
   * @param line its path and arguments
   * @param what it is called in messages
   * @throws TransportException TIMEOUT; REFUSED if it cannot be started or read
   */
  public Ended run(List<String> line, String what) {
    try {
      return start(line, what);
    } catch (IOException e) {
      throw new TransportException(Kind.REFUSED, what + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TransportException(Kind.TIMEOUT, what + ": interrupted", e);
    }
  }

  private Ended start(List<String> line, String what) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
    builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
    builder.environment().clear();
    builder.environment().put("LC_ALL", "C");
    builder.environment().put("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
    Process process = builder.start();
    try {
      String text = text(process, what);
      if (!process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
        throw late(what);
      }
      return new Ended(process.exitValue(), text);
    } finally {
      process.destroyForcibly();
    }
  }

  private String text(Process process, String what) throws IOException, InterruptedException {
    CompletableFuture<byte[]> bytes = new CompletableFuture<>();
    // a pipe is read by the kernel's wait, which would hold a carrier of all virtual threads
    Thread.ofPlatform().daemon().name(what).start(() -> read(process, bytes));
    try {
      return new String(
          bytes.get(deadline.toMillis(), TimeUnit.MILLISECONDS), StandardCharsets.UTF_8);
    } catch (TimeoutException e) {
      throw late(what);
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    }
  }

  private static void read(Process process, CompletableFuture<byte[]> bytes) {
    try (InputStream in = process.getInputStream()) {
      bytes.complete(in.readNBytes(MOST_BYTES));
    } catch (IOException e) {
      bytes.completeExceptionally(new UncheckedIOException(e));
    }
  }

  private TransportException late(String what) {
    boolean brief = deadline.toSeconds() < 1;
    String time = brief ? deadline.toMillis() + " ms" : deadline.toSeconds() + " s";
    return TransportException.timeout(what + ": no end within " + time);
  }
}
