package dev.losslessd.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --watch}: the same look again and again, on a terminal in place, else one by one. */
final class Watch {
  @Option(
      names = "--watch",
      arity = "0..1",
      fallbackValue = "2",
      paramLabel = "SECONDS",
      description = "Look again every 2 seconds, or as often as told, until Ctrl-C.")
  private @Nullable Integer seconds;

  boolean isWanted() {
    return seconds != null;
  }

  /** Looks until it is interrupted; without the option once. */
  int run(Context context, ToIntFunction<Context> look) {
    Integer every = seconds;
    if (every == null) {
      return look.applyAsInt(context);
    }
    if (every < 1 || every > 3600) {
      throw CliException.usage("--watch " + every + ": expected 1 to 3600 seconds");
    }
    int exitCode = ExitCode.OK;
    for (boolean first = true; ; first = false) {
      ByteArrayOutputStream page = new ByteArrayOutputStream();
      try (PrintStream out = new PrintStream(page, true, StandardCharsets.UTF_8)) {
        exitCode = look(context.printingTo(out), look, first);
      }
      draw(context, page.toString(StandardCharsets.UTF_8), first);
      try {
        context.environment().pause().pause(Duration.ofSeconds(every));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return exitCode;
      }
    }
  }

  /** A daemon that restarts is waited for; one that was never there is not. */
  private static int look(Context context, ToIntFunction<Context> look, boolean first) {
    try {
      return look.applyAsInt(context);
    } catch (CliException | ProblemException e) {
      if (first) {
        throw e;
      }
      context.out().println(Shown.text(String.valueOf(e.getMessage())));
      return e instanceof CliException cli ? cli.exitCode() : ExitCode.DEVICE;
    }
  }

  private static void draw(Context context, String page, boolean first) {
    PrintStream out = context.out();
    if (!context.environment().redraws()) {
      out.print((first ? "" : "\n") + page);
      out.flush();
      return;
    }
    Environment.Terminal.Size size = context.environment().size();
    List<String> lines = new ArrayList<>(page.lines().toList());
    if (size.rows() > 1 && lines.size() >= size.rows()) {
      int hidden = lines.size() - (size.rows() - 2);
      lines = new ArrayList<>(lines.subList(0, size.rows() - 2));
      lines.add("and " + hidden + " more lines");
    }
    StringBuilder text = new StringBuilder(first ? "\u001b[2J\u001b[H" : "\u001b[H");
    lines.forEach(line -> text.append(line).append("\u001b[K\n"));
    out.print(text.append("\u001b[J"));
    out.flush();
  }
}
