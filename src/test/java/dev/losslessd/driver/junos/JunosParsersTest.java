package dev.losslessd.driver.junos;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.QueueCell;
import dev.losslessd.driver.Transcript;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Signal;
import dev.losslessd.model.SwitchSystem;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Text of devices, in the forms that they print, and cut at any byte. */
class JunosParsersTest {
  private static final String PLAIN =
      Transcript.read(SwitchSystem.JUNOS, "show-configuration.json");

  private static final String WRAPPED =
      Transcript.read(SwitchSystem.JUNOS, "show-configuration-wrapped.json");

  @Test
  void classifiersOfUnitsAreReadAlsoWhereNoStatementBindsThem() {
    String text =
        """
        Physical interface: xe-0/0/4, Index: 177
        Maximum usable queues: 12, Queues in use: 5
          Scheduler map: <default>, Index: 2
          Congestion-notification: Disabled

          Logical interface: xe-0/0/4.0, Index: 551
        Object                  Name                   Type                    Index
        Rewrite                 edge                   dscp                    33012
        Classifier              exp-default            exp (mpls-any)             33
        Classifier              ipprec-compatibility   ip                         13
          Logical interface: xe-0/0/4.7, Index: 552
        Object                  Name                   Type                    Index
        Classifier              site                   dscp                    40817
        Physical interface: xe-0/0/5, Index: 178
        """;

    assertThat(CosPorts.parse(text))
        .containsExactly(
            Map.entry(
                "xe-0/0/4",
                Map.of(
                    "0",
                    List.of("exp-default (exp (mpls-any))", "ipprec-compatibility (ip)"),
                    "7",
                    List.of("site (dscp)"))));
    assertThatThrownBy(() -> CosPorts.parse(text.substring(0, text.indexOf("40817"))))
        .hasMessageContaining("Classifier NAME TYPE INDEX");
    assertThatThrownBy(() -> CosPorts.parse(text.substring(0, text.indexOf(".7, Index"))))
        .hasMessageContaining("PORT.UNIT");
  }

  @Test
  void aMemberOfABundleIsToldByTheNameThatXmlHasForIt() {
    String plain = "{'ieee-802.3ad': {'bundle': 'ae4'}}";
    String listed = "[{'ieee-802.3ad': [{'bundle': [{'data': 'ae4'}]}]}]";
    for (String options : List.of(plain, listed)) {
      String text =
          "{'configuration': {'interfaces': {'interface': [{'name': 'et-0/0/3', 'ether-options': "
              + options
              + "}]}}}";

      JunosConfig junosConfig = JunosConfig.parse(text.replace('\'', '"'));

      assertThat(junosConfig.bundle("et-0/0/3")).contains("ae4");
      assertThat(junosConfig.bundle("et-0/0/4")).isEmpty();
    }
  }

  @Test
  void anAppliedGroupOfManagementInterfacesAloneIsNoneThatPortsNeed() {
    for (String names : List.of("em1", "fxp0", "me0", "vme", "re1:mgmt-0", "lo0", "irb", "<em*>")) {
      assertThat(grouped(names).groups()).as(names).isEmpty();
    }
    for (String names : List.of("et-0/0/7", "ae3", "<*>", "<et-*>", "<*-0/0/2>", "mge-0/0/1")) {
      assertThat(grouped(names).groups()).as(names).containsExactly("site");
      assertThat(MtuLines.header(grouped(names), "et-0/0/1")).isEqualTo(14);
    }
    assertThat(
            config(
                    "{'groups': [{'name': 'site', 'interfaces': {'interface-range': [{'name': 'r',"
                        + " 'mtu': 9000}]}}], 'apply-groups': ['site']}")
                .groups())
        .containsExactly("site");
    assertThat(
            config(
                    "{'groups': [{'name': 'site', 'class-of-service': {'schedulers':"
                        + " [{'name': 's', 'priority': 'low'}]}}], 'apply-groups': ['site']}")
                .groups())
        .containsExactly("site");
  }

  @Test
  void aGroupThatTagsPortsLeavesTheirHeaderUnknown() {
    JunosConfig tagging =
        config(
            "{'groups': [{'name': 'vl', 'interfaces': {'interface': [{'name': '<et-*>',"
                + " 'vlan-tagging': [null]}]}}], 'apply-groups': ['vl'], 'interfaces':"
                + " {'interface': [{'name': 'et-0/0/5', 'flexible-vlan-tagging': [null]}]}}");

    assertThatThrownBy(() -> MtuLines.header(tagging, "et-0/0/4"))
        .hasMessageContaining("group vl is applied and tags ports");
    assertThat(MtuLines.header(tagging, "et-0/0/5")).isEqualTo(22);
  }

  @Test
  void whatARangeSaysCountsForItsMembers() {
    JunosConfig ranges =
        config(
            "{'interfaces': {'interface-range': [{'name': 'lag', 'member': [{'name':"
                + " 'et-0/0/[4-6,9]'}, {'name': 'xe-0/1/*'}], 'ether-options': {'ieee-802.3ad':"
                + " {'bundle': 'ae11'}}}, {'name': 'tagged', 'member-range': [{'name': 'et-0/0/30',"
                + " 'end-range': 'et-1/0/2'}], 'vlan-tagging': [null]}]}}");

    for (String port : List.of("et-0/0/4", "et-0/0/6", "et-0/0/9", "xe-0/1/12")) {
      assertThat(ranges.bundle(port)).as(port).contains("ae11");
    }
    for (String port : List.of("et-0/0/3", "et-0/0/7", "et-0/0/40", "et-1/0/4", "ge-0/1/1")) {
      assertThat(ranges.bundle(port)).as(port).isEmpty();
    }
    for (String port : List.of("et-0/0/30", "et-0/0/31:2", "et-0/1/0", "et-1/0/2")) {
      assertThat(MtuLines.header(ranges, port)).as(port).isEqualTo(18);
    }
    for (String port : List.of("et-0/0/29", "et-1/0/3", "xe-0/0/31")) {
      assertThat(MtuLines.header(ranges, port)).as(port).isEqualTo(14);
    }
  }

  private static JunosConfig grouped(String name) {
    return config(
        "{'groups': [{'name': 'site', 'interfaces': {'interface': [{'name': '"
            + name
            + "', 'unit': [{'name': '0', 'family': {'inet': {}}}]}]}}], 'apply-groups': ['site']}");
  }

  private static JunosConfig config(String content) {
    return JunosConfig.parse("{\"configuration\": " + content.replace('\'', '"') + "}");
  }

  @Test
  void bothFormsOfJsonAreTheSameStatements() {
    assertThat(JunosConfig.parse(PLAIN).active().all())
        .containsExactlyInAnyOrder(
            "interfaces et-0/0/0 mtu 9216",
            "interfaces et-0/0/0 unit 0 family inet",
            "interfaces et-0/0/2 ether-options no-flow-control",
            "class-of-service schedulers s1 drop-profile-map loss-priority any protocol any"
                + " drop-profile dp1",
            "class-of-service schedulers s1 explicit-congestion-notification",
            "class-of-service drop-profiles dp1 interpolate fill-level 55",
            "class-of-service drop-profiles dp1 interpolate fill-level 90",
            "class-of-service drop-profiles dp1 interpolate drop-probability 0",
            "class-of-service drop-profiles dp1 interpolate drop-probability 100",
            "class-of-service interfaces et-* unit * classifiers dscp \"my dscp\"");
    assertThat(JunosConfig.parse(WRAPPED).active().all())
        .isEqualTo(JunosConfig.parse(PLAIN).active().all());
    assertThat(JunosConfig.parse(WRAPPED).resting().all())
        .isEqualTo(JunosConfig.parse(PLAIN).resting().all())
        .contains("interfaces et-0/0/2 mtu 9001");
  }

  @Test
  void aConfigurationCutAtAnyByteIsAnError() {
    for (String text : List.of(PLAIN.strip(), WRAPPED.strip())) {
      for (int cut = 0; cut < text.length(); cut++) {
        String some = text.substring(0, cut);
        assertThatThrownBy(() -> JunosConfig.parse(some)).isInstanceOf(DeviceException.class);
      }
    }
  }

  @Test
  void theReleaseIsReadWithOneEngineOrSeveral() {
    String one =
        "{\"software-information\": [{\"product-model\": [{\"data\": \"qfx5110\"}],"
            + " \"junos-version\": [{\"data\": \"21.4R3-S3.4\"}]}]}";
    String several =
        "{\"multi-routing-engine-results\": [{\"multi-routing-engine-item\": [{\"re-name\":"
            + " [{\"data\": \"fpc0\"}], "
            + one.substring(1, one.length() - 1)
            + "}]}]}";

    assertThat(Release.parse(one)).isEqualTo(Release.parse(several));
    assertThat(Release.parse(one).isEvolved()).isFalse();
    assertThat(Release.parse(one).withoutWatchdog()).get().asString().contains("qfx5110");
    assertThat(new Release("q", "23.4R2-S2-EVO").hasWatchdog()).isTrue();
    assertThat(new Release("q", "23.4R1-EVO").hasWatchdog()).isFalse();
    assertThat(new Release("q", "24.2R1.17-EVO").hasWatchdog()).isTrue();
    assertThatThrownBy(() -> Release.parse(one.replace("21.4R3-S3.4", "21.4")))
        .hasMessageContaining("like 23.4R2-S2-EVO");
  }

  @Test
  void onlyTheLineBelowSaysThatACommitWaits() {
    String before = "1   2026-03-02 08:00:00 UTC by root via other\n";
    String confirmed =
        "0   2026-03-02 09:00:00 UTC by admin via cli commit confirmed, rollback in 5mins\n";

    assertThat(History.parse(confirmed + before).pending()).isEmpty();
    assertThat(
            History.parse(confirmed + "    losslessd-a-c1\n    rollback pending\n" + before)
                .pending()
                .orElseThrow()
                .has("losslessd-a-c1"::equals))
        .isTrue();
    assertThatThrownBy(() -> History.parse(confirmed)).hasMessageContaining("a commit before it");
    assertThatThrownBy(() -> History.parse("")).hasMessageContaining("at least one commit");
    assertThatThrownBy(() -> History.parse(before)).hasMessageContaining("commit 0");
  }

  @Test
  void whatStandsAboveAPromptIsNoOutput() {
    assertThat(JunosTransaction.bare("{\"a\": 1}\n\n{master:0}")).isEqualTo("{\"a\": 1}");
    assertThat(JunosTransaction.bare("\n[edit]")).isEmpty();
    assertThat(JunosTransaction.bare("\n{master:0}[edit]")).isEmpty();
    assertThat(JunosTransaction.bare("\n{linecard:2}[edit class-of-service]\n")).isEmpty();
    String waits = "\n# commit confirmed will be rolled back in ";
    assertThat(JunosTransaction.bare(waits + "1 minute\n{master:0}[edit]")).isEmpty();
    assertThat(JunosTransaction.bare("{\"a\": 1}\n" + waits + "12 minutes\n{primary}"))
        .isEqualTo("{\"a\": 1}");
    assertThat(JunosTransaction.bare("+  {\n[edit system]\n-  x;\n{master:0}[edit]"))
        .isEqualTo("+  {\n[edit system]\n-  x;");
    assertThat(JunosTransaction.bare("[edit interfaces]\n+  mtu 9000;\n\n[edit]"))
        .contains("+  mtu 9000;");
  }

  private static final String PORT =
      Transcript.read(SwitchSystem.JUNOS, "show-interfaces-extensive.txt");

  @Test
  void aPortIsReadWithWhatItRuns() {
    Interfaces.Facts facts = requireNonNull(Interfaces.parse("x", PORT).get("et-0/0/5:1"));

    assertThat(facts.mtu()).hasValue(9216);
    assertThat(facts.flow()).contains(false);
    assertThat(facts.index()).hasValue(531);
    assertThat(facts.classes()).isEqualTo(Map.of("best-effort", 0, "NO-LOSS", 4, "spare", 4));
    assertThat(facts.pauses())
        .containsEntry(new QueueCell(Signal.PFC_PAUSE_FRAMES, Direction.RX, 3), 17L)
        .containsEntry(new QueueCell(Signal.PFC_PAUSE_FRAMES, Direction.TX, 3), 23L);
    assertThat(facts.scheduled())
        .containsExactly(
            new Interfaces.Scheduled(0, "best-effort", OptionalInt.of(15), "low"),
            new Interfaces.Scheduled(4, "NO-LOSS", OptionalInt.empty(), "strict-high"));
  }

  @Test
  void aQueueWithSeveralClassesIsOfTheFirst() {
    String text = PORT.replace("0 best-effort   ", "0 best-effort, bulk, x");
    Interfaces.Facts facts = requireNonNull(Interfaces.parse("x", text).get("et-0/0/5:1"));

    assertThat(facts.scheduled().getFirst().forwardingClass()).isEqualTo("best-effort");
    assertThat(facts.scheduled()).hasSize(2);
  }

  @Test
  void aPortCutAtAnyByteHasNoWrongNumber() {
    Interfaces.Facts whole = requireNonNull(Interfaces.parse("x", PORT).get("et-0/0/5:1"));
    int errors = 0;
    for (int cut = 0; cut < PORT.length(); cut++) {
      try {
        for (Interfaces.Facts facts : Interfaces.parse("x", PORT.substring(0, cut)).values()) {
          facts.mtu().ifPresent(mtu -> assertThat(mtu).isEqualTo(9216));
          assertThat(whole.pauses()).containsAllEntriesOf(facts.pauses());
          assertThat(facts.pauses().size()).isIn(0, 16);
          facts.flow().ifPresent(flow -> assertThat(flow).isFalse());
          facts.index().ifPresent(index -> assertThat(index).isEqualTo(531));
        }
      } catch (DeviceException e) {
        errors++;
      }
    }
    assertThat(errors).isPositive();
  }

  private static final String QUEUES =
      Transcript.read(SwitchSystem.JUNOS, "show-interfaces-queue.txt");

  private static Map<Integer, Map<String, Long>> queues() {
    return requireNonNull(QueueReader.parse(QUEUES).get("et-0/0/1"));
  }

  @Test
  void countsOfQueuesAreReadAndWhatIsNotAvailableIsMissing() {
    Map<Integer, Map<String, Long>> queues = queues();

    assertThat(queues.get(0)).containsEntry("Transmitted Packets", 10L);
    assertThat(queues.get(0)).doesNotContainKey("Transmitted Tail-dropped packets");
    assertThat(queues.get(4)).containsEntry("Transmitted ECN-CE packets", 77L);
  }

  @Test
  void queuesCutAtAnyByteHaveNoWrongNumber() {
    Map<Integer, Map<String, Long>> whole = queues();
    for (int cut = 0; cut < QUEUES.length(); cut++) {
      try {
        QueueReader.parse(QUEUES.substring(0, cut))
            .values()
            .forEach(port ->
                port.forEach(
                    (queue, counts) -> assertThat(whole.get(queue)).containsAllEntriesOf(counts)));
      } catch (DeviceException e) {
        assertThat(e.kind()).isEqualTo(DeviceException.Kind.GARBLED);
      }
    }
  }

  @Test
  void bytesBecomeWholePercentsAndAreToldAsTheyWereAsked() {
    DropProfiles dropProfiles = DropProfiles.of(new Ecn.Marking(150_000, 1_500_000, 10), 4_000_000);

    assertThat(dropProfiles.percents()).isEqualTo(new DropProfiles.Percents(4, 38, 10));
    assertThat(DropProfiles.parse(dropProfiles.name())).isEqualTo(dropProfiles);
    assertThat(DropProfiles.of(new Ecn.Marking(10, 20, 5), 4_000_000).percents())
        .isEqualTo(new DropProfiles.Percents(1, 2, 5));
    assertThatThrownBy(() -> DropProfiles.of(new Ecn.Marking(1, 5_000_000, 5), 4_000_000))
        .hasMessageContaining("the queue's buffer has 4000000 bytes");
  }

  @Test
  void codePointsAreBitsOrAliases() {
    assertThat(List.of(Bits.dscp("011010"), Bits.dscp("af31"), Bits.dscp("cs6"), Bits.dscp("ef")))
        .containsExactly(26, 26, 48, 46);
    assertThat(Bits.ofDscp(26)).isEqualTo("011010");
    assertThatThrownBy(() -> Bits.dscp("gold")).hasMessageContaining("6 bits, or an alias");
  }

  @Test
  void aClassBelongsToThePriorityThatItPauses() {
    String at = "class-of-service forwarding-classes class ";
    Statements config =
        new Statements(
            List.of(
                at + "CNP queue-num 3", at + "NO-LOSS queue-num 4", at + "NO-LOSS pfc-priority 3"));
    Classes classes = new Classes(config, Map.of("best-effort", 0));

    assertThat(classes.of(Priority.of(3))).contains("NO-LOSS");
    assertThat(classes.priority("CNP")).isEmpty();
    assertThat(classes.queueOf(Priority.of(3))).isEqualTo(4);
    assertThat(QueueReader.priorityOf(classes, 4)).hasValue(3);
    assertThat(QueueReader.priorityOf(classes, 3)).isEmpty();
    assertThat(QueueReader.priorityOf(classes, 0)).hasValue(0);
  }

  @Test
  void aDeletionTakesNothingAlongThatStays() {
    String port = "class-of-service interfaces et-0/0/0";
    Statements next = new Statements(List.of(port + " scheduler-map x"));
    Statements none = new Statements(List.of());
    String gone = port + " congestion-notification-profile y";

    assertThat(JunosLedger.deletion(gone, next))
        .contains("delete class-of-service interfaces et-0/0/0 congestion-notification-profile");
    assertThat(JunosLedger.deletion(gone, none))
        .contains("delete class-of-service interfaces et-0/0/0");
    assertThat(JunosLedger.deletion("system host-name x", none)).isEmpty();
  }
}
