package dev.losslessd.fabric.eos;

/** Mode of the configuration that a session is in. */
enum Mode {
  GLOBAL,
  PROFILE,
  PORT,
  QUEUE
}
