package dev.losslessd.http;

import dev.losslessd.model.HighRateTrace;
import dev.losslessd.model.LinkReading;
import dev.losslessd.model.PollRate;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Sweep;
import dev.losslessd.watch.CounterReadings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Counters that a test puts in. */
final class KnownCounters implements CounterReadings {
  final List<Sweep> sweeps = new ArrayList<>();
  final List<PollRate> pollRates = new ArrayList<>();
  final Map<PortId, Long> rates = new HashMap<>();
  final Map<PortId, LinkReading> links = new HashMap<>();
  final List<HighRateTrace> flights = new ArrayList<>();

  @Override
  public List<Sweep> latest() {
    return sweeps;
  }

  @Override
  public Optional<PollRate> pollRate(PortId port) {
    return pollRates.stream().filter(rate -> rate.port().equals(port)).findFirst();
  }

  @Override
  public Map<PortId, Long> rates() {
    return rates;
  }

  @Override
  public Map<PortId, LinkReading> links() {
    return links;
  }

  @Override
  public Optional<HighRateTrace> flight(PortId port) {
    return flights.stream().filter(trace -> trace.port().equals(port)).findFirst();
  }
}
