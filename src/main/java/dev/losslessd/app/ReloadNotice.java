package dev.losslessd.app;

/** Told of the reloads that a signal asks for: where a service manager waits for their end. */
interface ReloadNotice {
  /** No service manager waits for it. */
  ReloadNotice NONE =
      new ReloadNotice() {
        @Override
        public void begins() {}

        @Override
        public void ended() {}
      };

  /** The signal has come: systemd's {@code RELOADING=1}. */
  void begins();

  /** Taken over or refused: systemd's {@code READY=1}. */
  void ended();
}
