package dev.losslessd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ContractVerbTest extends OnCannedDaemon {
  private static final String BROKEN =
      """
      {"a":"leaf7:Ethernet1/3","b":"node7:ens3f0np0","cableMetres":5,"source":"config",
       "verdict":"broken","checks":[
        {"name":"pfc","verdict":"broken","a":"none","b":"4",
         "why":"PFC is on for other priorities at each end; the end without it drops"},
        {"name":"mtu","verdict":"ok","a":"9216","b":"9000","why":""},
        {"name":"ecn","verdict":"unknown","a":"unread: it hangs","b":"dcqcn not told",
         "why":"leaf7:Ethernet1/3 does not tell its ecn"}]}\
      """;

  private static final String FINE =
      """
      {"a":"leaf7:Ethernet1/4","b":"node7:ens3f1np1","cableMetres":null,"source":"lldp",
       "verdict":"ok","checks":[{"name":"pfc","verdict":"ok","a":"4","b":"4","why":""}]}\
      """;

  private static final String DARK =
      """
      {"a":"leaf7:Ethernet1/5","b":"node8:ens3f0np0","cableMetres":null,"source":"lldp",
       "verdict":"unknown","checks":[{"name":"pfc","verdict":"unknown","a":"4",
       "b":"unsupported: not a setting of this target","why":"node8:ens3f0np0 does not tell its pfc"}]}\
      """;

  private void links(String... links) {
    daemon.on("GET /api/v1/links", 200, Canned.items(links));
  }

  @Test
  void everyCheckIsARowAndABrokenOneExitsWithOne() {
    links(BROKEN, FINE, DARK);

    Rig.Ran ran = cli.run("contract");

    Golden.check("contract", ran.out());
    assertThat(ran.exitCode()).isEqualTo(1);
  }

  @Test
  void unknownIsNotBroken() {
    links(FINE, DARK);

    assertThat(cli.run("contract").exitCode()).isZero();
  }

  @Test
  void onePortIsTheLinkThatEndsThereWhicheverEndItIs() {
    links(BROKEN, FINE);

    Rig.Ran fine = cli.run("contract", "leaf7:Ethernet1/4");
    Rig.Ran broken = cli.run("contract", "node7:ens3f0np0", "-o", "json");

    assertThat(fine.exitCode()).isZero();
    assertThat(fine.out()).contains("node7:ens3f1np1").doesNotContain("node7:ens3f0np0");
    assertThat(broken.exitCode()).isEqualTo(1);
    assertThat(broken.out()).startsWith("{").contains("Ethernet1/3").doesNotContain("Ethernet1/4");
  }

  @Test
  void aPortWithoutAKnownLinkIsNotTakenForOk() {
    links(FINE);

    Rig.Ran ran = cli.run("contract", "node7:ens9");

    assertThat(ran.exitCode()).isEqualTo(4);
    assertThat(ran.err()).contains("no known link ends at node7:ens9");
    assertThat(ran.out()).isEmpty();
  }

  @Test
  void withoutLinksOneSentenceTellsWhereTheyComeFrom() {
    links();

    Rig.Ran ran = cli.run("contract");

    assertThat(ran.out()).startsWith("No link is known").hasLineCount(1);
    assertThat(ran.exitCode()).isZero();
  }
}
