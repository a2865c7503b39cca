package dev.losslessd.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Parsers of the verbs that {@link SimulatorVerbs} runs. */
final class SimulatorCommands {
  private SimulatorCommands() {}

  /** Options that describe the simulated devices. */
  static final class DeviceOptions {
    @Option(
        names = "--seed",
        paramLabel = "N",
        description = "The same seed gives the same traffic; default 1.")
    private long seed = 1;

    @Option(
        names = "--os",
        paramLabel = "OS,...",
        split = ",",
        description = {
          "The system of each leaf: nxos, eos, nvue, sonic, junos;",
          "onyx and os10 are only watched, esxi is a server."
        })
    private List<String> os = List.of("nxos", "nxos");

    @Option(
        names = "--nic",
        paramLabel = "MAKE",
        description = "Whose NICs the hosts have: mlx5, bnxt, irdma, hns, ionic; default mlx5.")
    private String nic = "mlx5";
  }

  @Command(name = "demo", description = "A simulated fabric and the daemon on it; no hardware.")
  static final class Demo implements ParsedVerb {
    @Option(
        names = "--host",
        paramLabel = "ADDRESS",
        description = "Listen on this address; default 127.0.0.1.")
    private String host = "127.0.0.1";

    @Option(
        names = "--port",
        paramLabel = "PORT",
        description = "Live page and REST; default 9464, 0 takes any free one.")
    private int port = 9464;

    @Option(names = "--once", description = "Stop after one full round.")
    private boolean once;

    @Option(
        names = "--unmarked",
        description = "All is configured, and a job sends DSCP 0: what the mark of a policy cures.")
    private boolean unmarked;

    @Mixin private final DeviceOptions devices = new DeviceOptions();

    @Override
    public int run(Context context) {
      if (port < 0 || port > 65_535) {
        throw CliException.usage("--port " + port + " is outside 0..65535");
      }
      if (once && !devices.nic.equals("mlx5")) {
        throw CliException.usage("--once --nic " + devices.nic + ": the tour is made for mlx5");
      }
      if (unmarked && !devices.nic.equals("mlx5")) {
        throw CliException.usage(
            "--unmarked --nic " + devices.nic + ": only mlx5 marks what a running job sends");
      }
      return simulator(context)
          .demo(
              new SimulatorVerbs.DemoOptions(
                  host, port, devices.seed, once, devices.os, devices.nic, unmarked));
    }
  }

  @Command(name = "fabric", description = "The simulated fabric alone, in the foreground.")
  static final class Fabric implements ParsedVerb {
    @Option(
        names = "--dir",
        paramLabel = "DIR",
        description = "Where it puts its sockets and trees.")
    private @Nullable Path dir;

    @Mixin private final DeviceOptions devices = new DeviceOptions();

    @Override
    public int run(Context context) {
      if (dir == null) {
        throw CliException.usage("fabric needs --dir DIR");
      }
      return simulator(context)
          .fabric(new SimulatorVerbs.FabricArguments(dir, devices.seed, devices.os, devices.nic));
    }
  }

  /** {@code losslessd fabric ctl WORD...}. */
  @Command(name = "ctl", description = "One command to the fabric that runs in DIR.")
  static final class FabricCtl implements ParsedVerb {
    @Option(
        names = "--dir",
        required = true,
        paramLabel = "DIR",
        description = "The fabric's folder.")
    private Path dir = Path.of(".");

    @Parameters(arity = "1..*", paramLabel = "WORD", description = "The command.")
    private final List<String> words = new ArrayList<>();

    @Override
    public int run(Context context) {
      return simulator(context).fabricCtl(new SimulatorVerbs.FabricCtlOptions(dir, words));
    }
  }

  private static SimulatorVerbs simulator(Context context) {
    return context
        .local()
        .simulator()
        .orElseThrow(() ->
            CliException.usage(
                "the simulator is a package of its own, and not installed: it is"
                    + " losslessd-fabric.jar with the folder lib-fabric, beside losslessd.jar"));
  }
}
