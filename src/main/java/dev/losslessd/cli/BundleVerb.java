package dev.losslessd.cli;

import dev.losslessd.text.Fields;
import dev.losslessd.text.Pattern;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "bundle",
    description = {
      "All that the daemon knows, in one zip for a support case.",
      "Holds names, addresses and the config, whose secrets are references; no secret itself, and",
      "not the log. Exits with 1 if a part could not be had; contents.json in it tells which."
    })
final class BundleVerb extends RemoteVerb {
  private static final DateTimeFormatter SECOND =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  @Parameters(
      arity = "0..1",
      paramLabel = "FILE",
      description = "Made with mode 0600. Default: losslessd-HOST-TIME.zip in this folder.")
  private Optional<Path> file = Optional.empty();

  @Override
  int ask(Session session) {
    JsonValue status = session.daemon().get("status");
    Instant now = session.environment().clock().instant();
    String host = Pattern.of("[^A-Za-z0-9._-]").matcher(status.at("host").text()).replaceAll("_");
    String name = "losslessd-" + host + "-" + SECOND.format(now);
    Path path = file.orElse(Path.of(name + ".zip"));
    JsonValue contents;
    try (BundleFile bundle = BundleFile.create(path, name, now)) {
      BundleParts.write(session.daemon(), status, bundle);
      contents = bundle.end(facts(path, status, now));
    } catch (IOException e) {
      throw BundleFile.failed(path, e);
    }
    session.screen().document(contents);
    return told(session.screen(), path, contents.at("parts").items());
  }

  private static Fields facts(Path path, JsonValue status, Instant now) {
    return new Fields()
        .with("file", path.toString())
        .with("made", now)
        .with("host", status.at("host").text())
        .with("version", status.at("version").text())
        .with("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"))
        .with("architecture", System.getProperty("os.arch"));
  }

  private static int told(Screen screen, Path path, List<JsonValue> parts) {
    List<JsonValue> missing =
        parts.stream().filter(part -> !part.at("missing").isNothing()).toList();
    screen.line(path + ": " + Count.of(parts.size() - missing.size(), "part"));
    for (JsonValue part : missing) {
      screen.line("missing: " + part.at("name").shown() + ": " + part.at("missing").shown());
    }
    screen.line("The log is not in it: journalctl -u losslessd");
    return missing.isEmpty() ? ExitCode.OK : ExitCode.FINDING;
  }
}
