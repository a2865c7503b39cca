package dev.losslessd.http;

import dev.losslessd.checks.Asker;
import dev.losslessd.checks.CallerPorts;
import dev.losslessd.checks.FabricView;
import dev.losslessd.checks.HostFacts;
import dev.losslessd.checks.VerbsLibrary;
import dev.losslessd.model.Counter;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.FirmwareEntry;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Schema;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.Verdict;
import dev.losslessd.topology.Link;
import dev.losslessd.topology.LinkContract;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.sysfs.HostFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** What a walked server tells in its lists. */
final class RouteWalkFacts {
  private RouteWalkFacts() {}

  /** One of each thing that lists are made of. */
  static void tell(Rig rig) {
    rig.firmware.put(Rig.NIC, List.of(new FirmwareEntry("ROCE_CONTROL", "1", "1", "2", false)));
    rig.raise(
        new Finding(
            FindingRule.DRIFT,
            Finding.Severity.WARNING,
            Rig.NIC + " pfc",
            "wanted 3, the device shows none",
            "losslessd apply puts it back",
            rig.now));
    rig.links.add(
        new LinkContract(
            new Link(
                Rig.NIC, PortId.parse("leaf1:Ethernet1/1"), OptionalInt.of(5), Link.Source.CONFIG),
            List.of(new LinkContract.Check("pfc", Verdict.OK, "3", "3", ""))));
    FabricView fabric = FabricView.unknown("no link of this port is known");
    HostFiles none = new HostFiles(Path.of("/nonexistent"), WriteGate.OPEN);
    rig.checks.facts.add(
        new HostFacts(
            none,
            CallerPorts.ofDaemon(none, List.of(FakeNic.found(Rig.NIC)), List.of()),
            fabric,
            Asker.DAEMON,
            VerbsLibrary.NOT_ASKED,
            OptionalLong.of(800_000)));
    rig.checks.board.look();
    Schema schema =
        new Schema(
            List.of(
                Counter.of(
                    Signal.PFC_PAUSE_FRAMES, Direction.RX, Priority.of(3), "rx_prio3_pause", 64)));
    rig.counters.sweeps.add(
        new Sweep(Rig.NIC, schema, new long[] {17}, new byte[1], rig.now.toEpochMilli(), 0));
  }
}
