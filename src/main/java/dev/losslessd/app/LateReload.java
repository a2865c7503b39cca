package dev.losslessd.app;

import dev.losslessd.config.ConfigReload;
import dev.losslessd.config.ReloadResult;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The reload as REST has it: the server answers before there is one. A call waits until then. */
final class LateReload implements ConfigReload {
  private final CompletableFuture<ConfigReload> there = new CompletableFuture<>();

  void is(ConfigReload reload) {
    there.complete(reload);
  }

  @Override
  public Status status() {
    return there.join().status();
  }

  @Override
  public ReloadResult run(String actor, boolean dryRun, Optional<String> expected) {
    return there.join().run(actor, dryRun, expected);
  }
}
