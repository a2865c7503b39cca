package dev.losslessd.cli;

import dev.losslessd.jobs.LogContext;
import dev.losslessd.jobs.NcclLog;
import dev.losslessd.jobs.NcclReport;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code losslessd nccl-log FILE|-}. Reads the log in this process, never in the daemon. */
@Command(
    name = "nccl-log",
    description = {
      "Which network a job used, from NCCL's log (NCCL_DEBUG=INFO).",
      "RDMA or TCP, which HCAs, GPUDirect by channel, overrides, errors: cause or consequence.",
      "Errors of UCX, NVSHMEM and libibverbs in the log are judged by the same tables.",
      "Asks the daemon for this host's ports where one runs. Exits with 1 if there is a finding."
    })
final class NcclLogVerb implements ParsedVerb {
  private static final int GZIP = 0x1f8b;

  @Parameters(index = "0", paramLabel = "FILE", description = "The log; - for standard input.")
  private String file = "";

  @Option(
      names = "--hcas",
      split = ",",
      paramLabel = "HCA,...",
      description = "RDMA devices that each host has, to find those that are not used.")
  private @Nullable List<String> hcas;

  @Mixin private final SocketOption socket = new SocketOption();

  @Mixin private final OutputOption output = new OutputOption();

  @Override
  public int run(Context context) {
    NcclLog log = read(context);
    if (log.messages() == 0) {
      throw CliException.usage(
          file
              + " has no line of NCCL and no error of UCX or NVSHMEM: run the job with"
              + " NCCL_DEBUG=INFO and NCCL_DEBUG_SUBSYS=INIT,NET,ENV,GRAPH");
    }
    KnownHost known = KnownHost.ask(socket.daemon(context, SocketOption.SHORT));
    NcclReport report = log.report(context(known.context()), known.host());
    NcclLogView.print(output.screen(context), report, known.lack());
    return report.hasFinding() ? ExitCode.FINDING : ExitCode.OK;
  }

  private LogContext context(LogContext known) {
    return hcas == null
        ? known
        : new LogContext(Map.of("", List.copyOf(hcas)), known.ports(), known.findings());
  }

  private NcclLog read(Context context) {
    try (InputStream in = open(context)) {
      return NcclLog.read(new InputStreamReader(in, charset(in)));
    } catch (NoSuchFileException e) {
      throw CliException.notFound(file + ": no such file");
    } catch (IOException e) {
      throw new CliException(ExitCode.USAGE, file + ": " + e.getMessage(), e);
    }
  }

  private InputStream open(Context context) throws IOException {
    if (file.equals("-")) {
      return new BufferedInputStream(context.environment().in());
    }
    try {
      Path path = Path.of(file);
      if (Files.isDirectory(path)) {
        throw CliException.usage(file + " is a folder: expected a file, or - for standard input");
      }
      return new BufferedInputStream(Files.newInputStream(path), 1 << 16);
    } catch (InvalidPathException e) {
      throw new CliException(ExitCode.USAGE, "FILE: " + e.getMessage(), e);
    }
  }

  /** UTF-16 where the file says so, as some terminals save it; else UTF-8. */
  private Charset charset(InputStream in) throws IOException {
    in.mark(2);
    int mark = in.read() << 8 | in.read();
    in.reset();
    if (mark == GZIP) {
      throw CliException.usage(file + " is compressed: zcat " + file + " | losslessd nccl-log -");
    }
    return mark == 0xfffe || mark == 0xfeff ? StandardCharsets.UTF_16 : StandardCharsets.UTF_8;
  }
}
