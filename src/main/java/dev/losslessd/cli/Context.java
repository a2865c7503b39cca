package dev.losslessd.cli;

import java.io.PrintStream;

/** What every verb is made with. */
record Context(LocalVerbs local, PrintStream out, PrintStream err, Environment environment) {
  Screen screen(OutputFormat format) {
    return new Screen(out, err, environment, format);
  }
}
