package dev.losslessd.cli;

import dev.losslessd.jobs.EnvAdvice;
import dev.losslessd.jobs.EnvDocument;
import dev.losslessd.text.Fields;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.Worded;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code losslessd env}, in three forms. */
@Command(
    name = "env",
    description = {
      "The environment that a job needs on this host, with reasons.",
      "From ports that are ACTIVE with an ok contract. Where no port is usable, no variable is",
      "printed, and the exit code is 1; --tcp prints the settings for TCP.",
      "  source <(losslessd env)     -o yaml is the env: list of a pod"
    })
final class EnvVerb implements ParsedVerb {
  @Option(
      names = "--for",
      paramLabel = "LIBRARY",
      description = "nccl (default), ucx, mpi, nvshmem, mori, rocshmem, mooncake or mscclpp.")
  private EnvAdvice.Library library = EnvAdvice.Library.NCCL;

  @Option(names = "--tcp", description = "Print the settings for TCP, whatever ports there are.")
  private boolean tcp;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      description = "env (default), json or yaml.")
  private Form form = Form.ENV;

  @Mixin private final LocalCommands.ConfigOption config = new LocalCommands.ConfigOption();

  @Mixin private final SocketOption socket = new SocketOption();

  @Mixin private final LookOption look = new LookOption();

  /** Forms of the answer. */
  enum Form {
    /** Lines for a shell, with reasons as comments. */
    ENV,
    /** The document of {@code GET /api/v1/env}, as this process sees the host. */
    JSON,
    /** The {@code env:} list of a container. */
    YAML;

    @Override
    public String toString() {
      return Worded.of(this);
    }
  }

  @Override
  public int run(Context context) {
    KnownHost known =
        KnownHost.ask(
            context, socket.daemon(context, SocketOption.SHORT), config.file(context), look.time());
    EnvAdvice advice =
        tcp ? EnvAdvice.tcp(known.host(), library) : EnvAdvice.of(known.host(), library);
    JsonValue env = JsonValue.of(EnvDocument.of(known.host(), advice));
    switch (form) {
      case ENV -> print(env, known.lack(), context.screen(OutputFormat.TABLE));
      case JSON -> context.out().print(Json.pretty(env));
      case YAML -> context.out().print(Json.yaml(JsonValue.of(pod(env))));
    }
    if (tcp || env.at("rdma").isTrue()) {
      return ExitCode.OK;
    }
    context.err().println("env: " + EnvAdvice.byItself(known.host(), library) + ".");
    context.err().println("env: for TCP on purpose: 'losslessd env --tcp'");
    return ExitCode.FINDING;
  }

  private static void print(JsonValue env, String lack, Screen screen) {
    for (JsonValue line : env.at("variables").items()) {
      comment(screen, line.at("reason").shown());
      screen
          .out()
          .println("export " + line.at("name").text() + "=" + quoted(line.at("value").text()));
    }
    env.at("notes").items().forEach(note -> comment(screen, note.shown()));
    if (!lack.isEmpty()) {
      comment(screen, "contracts and the class in force are not known: " + lack);
    }
  }

  /** Each of its lines is a comment: people copy them from the terminal, too. */
  private static void comment(Screen screen, String text) {
    int room = screen.width() <= 0 ? 0 : Math.max(1, screen.width() - 2);
    Wrapped.hanging(text, room).forEach(line -> screen.out().println("# " + line));
  }

  /** A value that no shell reads anything into. */
  private static String quoted(String value) {
    return Pattern.matches("[\\w:.,-]*", value) ? value : "'" + value.replace("'", "'\\''") + "'";
  }

  private static List<Fields> pod(JsonValue env) {
    return env.at("variables").items().stream()
        .map(line ->
            new Fields()
                .with("name", line.at("name").text())
                .with("value", line.at("value").text()))
        .toList();
  }
}
