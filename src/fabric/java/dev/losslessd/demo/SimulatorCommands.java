package dev.losslessd.demo;

import dev.losslessd.app.Command;
import dev.losslessd.cli.ExitCode;
import dev.losslessd.cli.SimulatorVerbs;
import dev.losslessd.fabric.Fabric;
import dev.losslessd.fabric.FabricControl;
import dev.losslessd.fabric.FabricOptions;
import dev.losslessd.fabric.host.NicMake;
import dev.losslessd.model.SwitchSystem;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/** The demo and the fabric alone, each in this process. */
final class SimulatorCommands implements SimulatorVerbs {
  private final PrintStream out;
  private final PrintStream err;

  SimulatorCommands(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public int demo(DemoOptions options) {
    try {
      DemoSite.of(options.os());
      NicMake.named(options.nic());
    } catch (IllegalArgumentException e) {
      return Command.failed(err, e);
    }
    try (Demo demo = Demo.start(options, out)) {
      if (!options.once()) {
        return demo.untilStopped();
      }
      DemoSite site = DemoSite.of(options.os());
      return options.unmarked()
          ? new MarkingTour(demo, site, out, err).run()
          : new Tour(demo, site, out, err).run();
    } catch (IOException e) {
      return Command.failed(err, e);
    }
  }

  @Override
  public int fabric(FabricArguments options) {
    try (Fabric fabric = Fabric.start(options.dir(), played(options), new SystemPace())) {
      out.println("fabric at " + fabric.dir());
      Thread.currentThread().join();
      return ExitCode.OK;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.OK;
    } catch (IOException | IllegalArgumentException e) {
      return Command.failed(err, e);
    }
  }

  /** With more leaves than rails, hosts have NICs for each. */
  private static FabricOptions played(FabricArguments options) {
    var fabric =
        FabricOptions.usual(options.seed())
            .withLoad(0)
            .withSwitches(options.os().stream().map(SwitchSystem::of).toList())
            .withNics(NicMake.named(options.nic()));
    long leaves = fabric.switches().stream().filter(one -> !one.system().isServer()).count();
    return fabric.withNics(DemoLeaf.nics(Math.toIntExact(leaves)));
  }

  @Override
  public int fabricCtl(FabricCtlOptions options) {
    try {
      List<String> answer =
          FabricControl.send(
              options.dir().resolve(Fabric.CONTROL_SOCKET), String.join(" ", options.words()));
      boolean ok = answer.getFirst().startsWith("ok");
      answer.forEach(ok ? out::println : err::println);
      return ok ? ExitCode.OK : ExitCode.USAGE;
    } catch (IOException | IllegalArgumentException e) {
      return Command.failed(err, e);
    }
  }
}
