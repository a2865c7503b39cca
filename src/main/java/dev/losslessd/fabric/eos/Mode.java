package dev.losslessd.fabric.eos;

/** Where in the configuration a session stands. */
enum Mode {
  GLOBAL,
  PROFILE,
  PORT,
  QUEUE
}
