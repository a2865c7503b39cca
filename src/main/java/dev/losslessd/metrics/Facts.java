package dev.losslessd.metrics;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.Health;
import dev.losslessd.model.LinkReading;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Observation;
import dev.losslessd.model.PortId;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Facts that the page shows besides counters; all of it from memory.
 *
 * @param poller host of this agent, named by the series of switches
 * @param nics as discovery saw them
 * @param health of each port's reads
 * @param observations of each target's settings
 * @param findings that are open
 * @param linkChecks of every known link, as far as they are known
 * @param switchLinks links of switch ports; without those that do not tell
 * @param switchRates rates of switch ports that tell one, megabits per second
 * @param pollStats what polling took and met
 * @param hosts other servers, whose ports are NICs too
 * @param serverNics those ports, on the project's own page alone
 * @param labels that the config gives to devices and ports
 * @param states how well what is there is what shall be
 */
public record Facts(
    Instant now,
    DeviceId poller,
    List<Nic> nics,
    List<Health> health,
    Collection<Observation> observations,
    List<Finding> findings,
    List<LinkCheck> linkChecks,
    Map<PortId, LinkReading> switchLinks,
    Map<PortId, Long> switchRates,
    PollStats pollStats,
    Set<DeviceId> hosts,
    List<Nic> serverNics,
    LabelFacts labels,
    StateFacts states) {
  /** Returns a copy with the answered checks of this host. */
  public Facts with(List<ReadyCheck> ready) {
    return new Facts(
        now,
        poller,
        nics,
        health,
        observations,
        findings,
        linkChecks,
        switchLinks,
        switchRates,
        pollStats,
        hosts,
        serverNics,
        labels,
        new StateFacts(states.host(), states.settings(), states.ports(), ready));
  }
}
