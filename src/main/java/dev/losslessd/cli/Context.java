package dev.losslessd.cli;

import java.io.PrintStream;

/** Local verbs, streams and environment that every verb is made with. */
record Context(LocalVerbs local, PrintStream out, PrintStream err, Environment environment) {
  Screen screen(OutputFormat format) {
    return new Screen(out, err, environment, format);
  }
}
