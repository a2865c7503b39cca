package dev.losslessd.watch;

import dev.losslessd.model.HighRateTrace;
import dev.losslessd.model.LinkReading;
import dev.losslessd.model.PollRate;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Sweep;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the readers of counters know of ports, from memory. */
public interface CounterReadings {
  /** The newest sweep of each port. */
  List<Sweep> latest();

  /** How often the counters of a NIC port are read; empty of ports of switches. */
  Optional<PollRate> pollRate(PortId port);

  /** Rates of ports whose reader tells one, in Mbit/s. */
  Map<PortId, Long> rates();

  /** Links of ports of switches; without those that do not tell, or did not lately. */
  Map<PortId, LinkReading> links();

  /** The last minutes of a port on the fast clock; empty if it is not on it. */
  Optional<HighRateTrace> flight(PortId port);
}
