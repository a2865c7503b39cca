package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.Key;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.Verdict;
import dev.losslessd.topology.Link;
import dev.losslessd.topology.LinkContract;
import dev.losslessd.watch.Drift;
import dev.losslessd.watch.DriftBook;
import dev.losslessd.watch.EventData;
import dev.losslessd.watch.EventData.ActionEvent;
import dev.losslessd.watch.EventData.AddressEvent;
import dev.losslessd.watch.EventData.CommitEvent;
import dev.losslessd.watch.EventData.ContractEvent;
import dev.losslessd.watch.EventData.DriftEvent;
import dev.losslessd.watch.EventData.FindingEvent;
import dev.losslessd.watch.EventData.Kind;
import dev.losslessd.watch.EventData.LinkEvent;
import dev.losslessd.watch.EventStream;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Events as pages; each answer is checked against the OpenAPI document. */
class EventApiTest extends OnRig {
  private static final String EVENTS = "/api/v1/events";
  private static final PortId LEAF_PORT = PortId.parse("leaf1:Ethernet1/7");

  @Test
  void eachKindIsToldAsItsSchemaSays() {
    List<EventData> all = oneOfEach();
    all.forEach(rig.events::publish);

    Rig.Reply reply = rig.get(EVENTS);

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.header("Content-Type")).isEqualTo("application/json");
    assertThat(reply.json().path("items").valueStream())
        .extracting(one -> one.path("kind").asString())
        .containsExactly(
            "finding",
            "commit",
            "drift",
            "contract",
            "link",
            "freeze",
            "maintenance",
            "device",
            "access",
            "address");
    assertThat(all).extracting(EventData::kind).containsOnly(Kind.values());
    assertThat(reply.json().at("/items/0").toString())
        .isEqualTo(
            "{\"id\":\"b1-1\",\"at\":\"2026-03-01T10:00:00Z\",\"kind\":\"finding\","
                + "\"change\":\"raised\",\"subject\":\"gpu01:ens1f0np0 <-> leaf1:Ethernet1/7\","
                + "\"message\":\"contract: pfc\",\"finding\":{\"rule\":\"contract\","
                + "\"severity\":\"warning\","
                + "\"subject\":\"gpu01:ens1f0np0 <-> leaf1:Ethernet1/7\",\"message\":\"pfc\","
                + "\"advice\":\"look\",\"since\":\"2026-03-01T10:00:00Z\"}}");
    assertThat(reply.json().at("/items/2/drift").toString())
        .isEqualTo(
            "{\"port\":\"gpu01:ens1f0np0\",\"setting\":\"pfc\",\"wanted\":{\"lossless\":[3]},"
                + "\"observed\":{\"lossless\":[]},\"since\":\"2026-03-01T10:00:00Z\","
                + "\"writer\":\"dcb (process 7)\"}");
  }

  @ParameterizedTest
  @CsvSource({
    "?kind=link, 5",
    "?kind=link&kind=freeze, 5 6",
    "?device=leaf1, 1 2 4 5 7",
    "?device=gpu*, 1 3 4 10",
    "?device=leaf1&kind=finding, 1",
    "?device=leaf2, 8",
    "?device=leaf3, ''",
    "?after=b1-6, 7 8 9 10",
    "?after=0&limit=2, 1 2"
  })
  void aQueryTakesSome(String query, String numbers) {
    oneOfEach().forEach(rig.events::publish);

    assertThat(numbers(rig.get(EVENTS + query))).isEqualTo(numbers);
  }

  @Test
  void pagesFollowEachOtherAndTheNewestIsWhereAPollGoesOn() {
    publish(5);

    Rig.Reply first = rig.get(EVENTS + "?limit=3");
    assertThat(numbers(first)).isEqualTo("1 2 3");
    assertThat(first.text("next")).isEqualTo("b1-3");
    Rig.Reply second = rig.get(EVENTS + "?limit=3&after=" + first.text("next"));
    assertThat(numbers(second)).isEqualTo("4 5");
    assertThat(second.json().has("next")).isFalse();

    Rig.Reply none = rig.get(EVENTS + "?kind=freeze");
    assertThat(none.text("newest")).isEqualTo("b1-5");
    publish(1);
    assertThat(numbers(rig.get(EVENTS + "?after=" + none.text("newest")))).isEqualTo("6");
  }

  @Test
  void whatIsLostToAReaderIsSaidAndTheRestComes() {
    publish(EventStream.KEPT + 9);

    Rig.Reply late = rig.get(EVENTS + "?limit=1&after=b1-2");
    assertThat(numbers(late)).isEqualTo("10");
    assertThat(late.json().at("/lost/missed").asInt()).isEqualTo(7);
    assertThat(late.json().at("/lost/reason").asString()).isEqualTo("overflow");

    Rig.Reply restarted = rig.get(EVENTS + "?limit=1&after=b0-1000");
    assertThat(numbers(restarted)).isEqualTo("10");
    assertThat(restarted.json().at("/lost/reason").asString()).isEqualTo("restart");
    assertThat(restarted.json().at("/lost").has("missed")).as("not known is not zero").isFalse();

    assertThat(rig.get(EVENTS + "?limit=1").json().has("lost")).as("nothing was asked").isFalse();
    assertThat(rig.get(EVENTS + "?after=b1-9").json().has("lost")).as("just enough").isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "kind=cable, kind",
    "after=17, after",
    "after=b1, after",
    "limit=0, limit",
    "device=a%20b, device",
    "since=1, query"
  })
  void aQueryThatIsWrongNamesItsField(String query, String field) {
    Rig.Reply reply = rig.get(EVENTS + "?" + query);

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.errorFields()).containsExactly(field);
  }

  @Test
  void aStreamHasNoLimit() {
    Rig.Reply reply = rig.get(EVENTS + "?limit=3", "Accept", "text/event-stream");

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.errorFields()).containsExactly("limit");
  }

  private List<EventData> oneOfEach() {
    Link link = new Link(Rig.NIC, LEAF_PORT, OptionalInt.empty(), Link.Source.LLDP);
    Finding finding =
        new Finding(
            FindingRule.CONTRACT, Finding.Severity.WARNING, link.text(), "pfc", "look", rig.now);
    DeviceId leaf = new DeviceId("leaf1");
    Drift.Difference difference =
        new Drift.Difference(
            new Key(Target.port(Rig.NIC), SettingKind.PFC),
            new Pfc(PrioritySet.of(3)),
            new Reading.Value(new Pfc(PrioritySet.NONE)));
    LinkContract contract =
        new LinkContract(
            link, List.of(new LinkContract.Check("pfc", Verdict.BROKEN, "3", "none", "drops")));
    return List.of(
        new FindingEvent("raised", finding),
        new CommitEvent(
            "applying", "c-000017", "uid:0", List.of(leaf), "commit c-000017 is applying"),
        new DriftEvent("began", new DriftBook.Fact(difference, rig.now, "dcb (process 7)")),
        new ContractEvent("broken", Verdict.OK, contract),
        new LinkEvent("down", LEAF_PORT, "down"),
        new ActionEvent(Kind.FREEZE, "frozen", "all", List.of(), "uid:0", "all writing is frozen"),
        new ActionEvent(
            Kind.MAINTENANCE, "begun", "leaf1", List.of(leaf), "uid:0", "leaf1 is in maintenance"),
        new ActionEvent(
            Kind.DEVICE, "saved", "leaf2", List.of(new DeviceId("leaf2")), "uid:0", "saved"),
        new ActionEvent(Kind.ACCESS, "made", "tokens", List.of(), "uid:0", "made"),
        new AddressEvent(
            "moved",
            PortId.parse("gpu01:ens1f0np0"),
            "mlx5_0:1",
            "192.0.2.7",
            OptionalInt.of(3),
            OptionalInt.of(5)));
  }

  private void publish(int count) {
    for (int n = 0; n < count; n++) {
      rig.events.publish(new LinkEvent("down", LEAF_PORT, "down"));
    }
  }

  /** Numbers of the events of an answer, in its order. */
  private static String numbers(Rig.Reply reply) {
    return String.join(
        " ",
        reply
            .json()
            .path("items")
            .valueStream()
            .map(one -> one.path("id").asString().replace("b1-", ""))
            .toList());
  }
}
