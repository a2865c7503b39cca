package dev.losslessd.cli;

import dev.losslessd.jobs.Check;
import dev.losslessd.jobs.EnvCheck;
import dev.losslessd.jobs.EnvCheck.Judged;
import dev.losslessd.jobs.JobHost;
import dev.losslessd.model.Verdict;
import dev.losslessd.text.Fields;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code losslessd env check [PID|FILE]}. Reads as the person who calls it. */
@Command(
    name = "check",
    description = {
      "Judges variables that choose device, GID and class: of NCCL, UCX, Open MPI, NVSHMEM, MORI,",
      "rocSHMEM, Mooncake, MSCCL++ and libfabric. Others with such a name are listed, not judged.",
      "Of a process by its number, of a file (NAME=value lines or a pod's env: list), or of this",
      "shell. Asks the daemon for ports and class where one runs. Exits with 1 if there is a"
          + " finding."
    })
final class EnvCheckVerb implements ParsedVerb {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "PID|FILE",
      description = "A process or a file; - for standard input. Default: this environment.")
  private String source = "";

  @Mixin private final LocalCommands.ConfigOption config = new LocalCommands.ConfigOption();

  @Mixin private final SocketOption socket = new SocketOption();

  @Mixin private final LookOption look = new LookOption();

  @Mixin private final OutputOption output = new OutputOption();

  @Override
  public int run(Context context) {
    Map<String, String> variables = EnvSource.of(source, context.environment());
    KnownHost known =
        KnownHost.ask(
            context, socket.daemon(context, SocketOption.SHORT), config.file(context), look.time());
    List<Judged> judged = EnvCheck.of(variables, hostOf(known));
    Screen screen = output.screen(context);
    screen.document(document(judged, known.lack()));
    screen.table(table(judged), "No variable chooses a device, a GID or a class here.");
    long unjudged = unjudged(judged);
    if (unjudged > 0) {
      screen.line(
          "%s of %s variables are not judged; their values are hidden."
              .formatted(unjudged, judged.size()));
    }
    if (!known.lack().isEmpty()) {
      screen.line(
          (known.host().isKnown()
                  ? "Contracts and the class in force are not known: "
                  : "Ports and class of this host are not known: ")
              + known.lack());
    }
    boolean finding = judged.stream().anyMatch(one -> one.verdict() == Verdict.BROKEN);
    return finding ? ExitCode.FINDING : ExitCode.OK;
  }

  /** The daemon's host, with the netdevs of the process or shell that is judged. */
  private JobHost hostOf(KnownHost known) {
    return known.host().withNetdevs(EnvSource.netdevs(source));
  }

  private static Table table(List<Judged> judged) {
    Table table = new Table("NAME", "VALUE", "VERDICT", "WHAT", "ADVICE").wrap(1, 3, 4);
    for (Judged one : judged) {
      table.row(
          NcclLogView.paint(one.verdict()),
          one.name(),
          Shown.dash(one.value()),
          Check.word(one.verdict()),
          one.message(),
          Shown.dash(one.advice()));
    }
    return table;
  }

  private static Fields document(List<Judged> judged, String lack) {
    return new Fields()
        .with("items", judged.stream().map(one -> NcclLogView.judged(one, one.verdict())).toList())
        .with("notJudged", unjudged(judged))
        .with("daemon", lack.isEmpty() ? "answered" : lack);
  }

  private static long unjudged(List<Judged> judged) {
    return judged.stream().filter(one -> !one.isJudged()).count();
  }
}
