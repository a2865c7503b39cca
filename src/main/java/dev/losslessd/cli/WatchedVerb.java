package dev.losslessd.cli;

import java.util.function.ToIntFunction;
import picocli.CommandLine.Mixin;

/** A verb that asks the daemon once, or again and again. */
abstract class WatchedVerb extends RemoteVerb {
  @Mixin private final Watch watch = new Watch();

  @Override
  final int repeated(Context context, ToIntFunction<Context> look) {
    return watch.run(context, look);
  }

  boolean isWatched() {
    return watch.isWanted();
  }
}
