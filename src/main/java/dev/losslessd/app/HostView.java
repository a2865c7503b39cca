package dev.losslessd.app;

import dev.losslessd.cli.LocalVerbs.HostScope;
import dev.losslessd.commit.WritePolicy;
import dev.losslessd.config.Config;
import dev.losslessd.inventory.Kernel;
import dev.losslessd.inventory.NicNames;
import dev.losslessd.model.Mode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The host that a command looks at: the config's, or the one of the daemon that answers, whose
 * exclusions count too.
 *
 * @param root folder that holds sys and proc
 * @param exclude globs of NICs that are never opened
 */
record HostView(Config config, Path root, List<String> exclude) {
  static HostView of(Config config, HostScope scope) {
    List<String> exclude =
        Stream.concat(config.nics().exclude().stream(), scope.exclude().orElse(List.of()).stream())
            .toList();
    return new HostView(config, scope.root().orElse(config.host().root()), exclude);
  }

  /** Its name, with its root where that is a folder. */
  String name() {
    return config.host().name() + (root.equals(Path.of("/")) ? "" : " below " + root);
  }

  /**
   * @param named globs of netdevs and RDMA devices; none for those of the config
   */
  NicNames names(List<String> named) {
    return new NicNames(named.isEmpty() ? config.nics().include() : named, exclude);
  }

  /** Its kernel, which is only read. */
  Kernel kernel() {
    Optional<Path> sockets =
        root.equals(config.host().root()) ? config.host().sockets() : Optional.empty();
    return new Kernel(
        root,
        sockets,
        config.poll().deadline(),
        new ModeGate(new WritePolicy(Mode.OBSERVE, false)),
        SystemTime.get().nanos());
  }
}
