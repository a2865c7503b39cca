package dev.losslessd.app;

/**
 * Told of the reloads that a signal asks for: where a service manager waits for their end.
 *
 * @param begins the signal has come: systemd's {@code RELOADING=1}
 * @param ended taken over or refused: systemd's {@code READY=1}
 */
record ReloadNotice(Runnable begins, Runnable ended) {}
