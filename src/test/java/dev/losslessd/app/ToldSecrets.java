package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Secrets of a daemon, and everything that it told, kept or showed. */
final class ToldSecrets {
  /** By what they are. */
  final Map<String, String> secrets = new LinkedHashMap<>();

  /** By where it was read. */
  final Map<String, String> told = new LinkedHashMap<>();

  private final Path folder;

  ToldSecrets(Path folder) {
    this.folder = folder;
  }

  /** Options of a JVM that logs all that it can. */
  static List<String> talkative() {
    List<String> options = new ArrayList<>(ClassCache.options());
    options.add("-Dlosslessd.log=trace");
    for (String library :
        List.of("org.eclipse.jetty", "io.javalin", "com.jcraft.jsch", "org.snmp4j")) {
      options.add("-Dlosslessd.log." + library + "=trace");
    }
    return options;
  }

  void assertThatNothingIsTold() {
    told.forEach((where, text) ->
        secrets.forEach(
            (what, secret) -> assertThat(text).as(what + " in " + where).doesNotContain(secret)));
    assertThat(told.get("log")).contains(" DEBUG ");
  }

  void privately(String file, String text) throws IOException {
    Path path = Files.writeString(folder.resolve(file), text);
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
  }

  static HttpResponse<String> send(HttpClient client, HttpRequest.Builder request)
      throws Exception {
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  /** Takes note of every file of the state folder. */
  void keptIn(Path state) throws IOException {
    try (Stream<Path> files = Files.walk(state)) {
      // these two are the secrets' own places: the first token, and hashes of the others
      List<Path> own = List.of(state.resolve("token"), state.resolve("tokens"));
      for (Path file :
          files.filter(Files::isRegularFile).filter(one -> !own.contains(one)).toList()) {
        told.put(file.toString(), Files.readString(file, StandardCharsets.ISO_8859_1));
      }
    }
  }

  /** Arguments and environment of the daemon and of what it has started. */
  static String processes(DaemonFixture fixture) throws IOException {
    StringBuilder all = new StringBuilder();
    ProcessHandle daemon = fixture.daemon().toHandle();
    for (ProcessHandle one : Stream.concat(Stream.of(daemon), daemon.descendants()).toList()) {
      for (String file : List.of("cmdline", "environ")) {
        Path path = Path.of("/proc", String.valueOf(one.pid()), file);
        String text = Files.readString(path, StandardCharsets.ISO_8859_1);
        // an env: reference has its own place there, which others cannot read
        for (Map.Entry<String, String> own : fixture.variables.entrySet()) {
          text = text.replace(own.getKey() + "=" + own.getValue(), "");
        }
        all.append(text).append('\n');
      }
    }
    assertThat(all).contains("dev.losslessd.app.Main", "PATH=");
    return all.toString();
  }
}
