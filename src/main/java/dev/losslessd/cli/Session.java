package dev.losslessd.cli;

/** One verb that talks to the daemon. */
record Session(Daemon daemon, Screen screen, Environment environment) {}
