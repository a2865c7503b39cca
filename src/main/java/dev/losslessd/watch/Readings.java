package dev.losslessd.watch;

import dev.losslessd.model.HighRateTrace;
import dev.losslessd.model.Observation;
import dev.losslessd.model.PollRate;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.Target;
import java.util.List;
import java.util.Optional;

/** The last settings and counters of all devices, from memory; asks none of them. */
public interface Readings {
  /** Last observation of a target; empty if the target was written since. */
  Optional<Observation> seen(Target target);

  /** The newest sweep of each port. */
  List<Sweep> latest();

  /** How often the counters of a NIC port are read; empty of ports of switches. */
  Optional<PollRate> pollRate(PortId port);

  /** The last minutes of a port on the fast clock; empty if it is not on it. */
  Optional<HighRateTrace> flight(PortId port);
}
