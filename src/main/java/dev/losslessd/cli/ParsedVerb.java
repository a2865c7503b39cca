package dev.losslessd.cli;

/** A verb with its arguments, ready to run. */
interface ParsedVerb {
  /** Runs it and returns the exit code. */
  int run(Context context);
}
