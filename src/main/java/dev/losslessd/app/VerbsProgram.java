package dev.losslessd.app;

import dev.losslessd.checks.VerbsDevices;
import dev.losslessd.checks.VerbsLibrary;
import dev.losslessd.driver.RdmaMtuReader;
import dev.losslessd.model.Nic;
import dev.losslessd.model.RdmaMtu;
import dev.losslessd.transport.LocalProgram;
import dev.losslessd.transport.LocalProgram.Ended;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.TransportException.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The library of verbs by ibv_devinfo(1), where it is installed.
 *
 * @param list deadline for the list of devices
 * @param device deadline for one device
 */
record VerbsProgram(Duration list, Duration device) implements VerbsLibrary {
  private static final String NAME = "ibv_devinfo";

  /** Eight devices stay within the second that a gate has. */
  private static final Duration DEVICE = Duration.ofMillis(50);

  private static final int DEVICES = 16;

  /** The library of this host; that of a folder is not asked. */
  static VerbsLibrary of(Path root, Duration patience) {
    Duration share = patience.dividedBy(DEVICES);
    return root.equals(Path.of("/"))
        ? new VerbsProgram(patience.dividedBy(2), share.compareTo(DEVICE) > 0 ? share : DEVICE)
        : VerbsLibrary.NOT_ASKED;
  }

  @Override
  public Optional<VerbsDevices> devices() {
    return run(list, "-l").map(Ended::text).map(VerbsDevices::parse);
  }

  @Override
  public Optional<RdmaMtu> activeMtu(Nic nic) {
    Optional<Ended> ended = run(device, "-d", nic.rdmaDevice());
    if (ended.isPresent() && ended.get().code() != 0) {
      throw new TransportException(Kind.REFUSED, NAME + ": " + ended.get().text().lines().toList());
    }
    return ended.flatMap(one -> RdmaMtuReader.parse(one.text(), nic.rdmaPort()));
  }

  /** Returns empty where it is not installed. */
  private static Optional<Ended> run(Duration deadline, String... arguments) {
    List<String> line = new ArrayList<>(List.of(NAME));
    line.addAll(List.of(arguments));
    try {
      return Optional.of(new LocalProgram(deadline).run(line, NAME));
    } catch (TransportException e) {
      if (e.kind() == Kind.TIMEOUT) {
        throw e; // a device that does not answer is not known to be well
      }
      return Optional.empty();
    }
  }
}
