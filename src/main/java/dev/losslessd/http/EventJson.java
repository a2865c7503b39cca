package dev.losslessd.http;

import dev.losslessd.text.Fields;
import dev.losslessd.text.Worded;
import dev.losslessd.watch.Drift;
import dev.losslessd.watch.Event;
import dev.losslessd.watch.EventData;
import dev.losslessd.watch.EventData.CommitEvent;
import dev.losslessd.watch.EventData.ContractEvent;
import dev.losslessd.watch.EventData.DriftEvent;
import dev.losslessd.watch.EventStream;

/** JSON of events, with the facts of their kinds. */
record EventJson(EventStream stream) {
  Fields of(Event event) {
    EventData data = event.data();
    Fields json =
        new Fields()
            .with("id", stream.id(event.number()))
            .with("at", event.at())
            .with("kind", data.kind().word())
            .with("change", data.change())
            .with("subject", data.subject())
            .with("message", data.message());
    return switch (data) {
      case EventData.FindingEvent one -> json.with("finding", InventoryJson.finding(one.finding()));
      case CommitEvent one -> json.with("commit", commit(one));
      case DriftEvent one -> json.with("drift", drift(one));
      case ContractEvent one -> json.with("contract", contract(one));
      case EventData.LinkEvent one ->
          json.with("link", new Fields().with("port", one.port()).with("state", one.state()));
      case EventData.AddressEvent one -> json.with("address", address(one));
      case EventData.ActionEvent one -> json.with("actor", one.actor());
    };
  }

  private static Fields commit(CommitEvent one) {
    return new Fields().with("id", one.id()).with("state", one.change()).with("actor", one.actor());
  }

  private static Fields drift(DriftEvent one) {
    Drift.Difference difference = one.fact().difference();
    return PlanJson.key(one.fact().key())
        .with("wanted", SettingJson.write(difference.wanted()))
        .withAny("observed", difference.observed().inForce().map(SettingJson::write))
        .with("since", one.fact().since())
        .with("writer", one.fact().writer());
  }

  private static Fields address(EventData.AddressEvent one) {
    return new Fields()
        .with("port", one.port())
        .with("device", one.device())
        .with("address", one.address())
        .withAny("before", one.before())
        .withAny("slot", one.slot());
  }

  private static Fields contract(ContractEvent one) {
    return new Fields()
        .with("a", one.contract().link().a())
        .with("b", one.contract().link().b())
        .with("before", Worded.of(one.before()))
        .with("checks", LinkRoutes.checks(one.contract()));
  }
}
