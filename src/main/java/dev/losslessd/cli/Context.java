package dev.losslessd.cli;

import java.io.PrintStream;

/** Local verbs, streams and environment that every verb is made with. */
record Context(LocalVerbs local, PrintStream out, PrintStream err, Environment environment) {
  /** A copy whose answers go elsewhere. */
  Context printingTo(PrintStream stream) {
    return new Context(local, stream, err, environment);
  }

  Screen screen(OutputFormat format) {
    int width = format == OutputFormat.TABLE ? environment.size().columns() : 0;
    return new Screen(out, err, environment, format, width);
  }
}
