package dev.losslessd.fabric.skeleton;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SkeletonTest {
  private static final String PAGE =
      """
      switch# show port
      Port 7/1, Enabled
        MTU: 9216 bytes, Speed: 400Gbps
        Frames sent :  12   7 pps
          Dropped   :   0

      ---------------------------
      Lane    Mode      Marked
      ---------------------------
      0       PAM4           17
      1       PAM4            -
      """;

  private static Comparison compare(String fake, String capture) {
    Skeleton skeleton = Skeleton.of(capture, false, 0);
    return new Comparison(
        Skeleton.of(fake, false, 0),
        Map.of("one", Comparison.Captured.of(capture, skeleton, false)));
  }

  @Test
  void valuesNamesAndTheIndentationOfTheWholeDoNotMatter() {
    String other =
        PAGE.replace("9216", "1500")
            .replace("7/1", "12/3")
            .replace("17", "9")
            .replace("Enabled", "Disabled")
            .replace("PAM4", "NRZ")
            .indent(8);

    assertThat(compare(PAGE, other).unseen()).isEmpty();
    assertThat(compare(PAGE, other).outOfOrder()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "MTU:, Mtu:, '  Mtu: # bytes'",
    "bytes, KB, '  MTU: # KB'",
    "7 pps, 7 bps, '  # bps'",
    "Mode      Marked, Marked    Mode, columns Lane Marked Mode",
    "PAM4           17, PAM4           x9, column Marked: text",
    "'    Dropped ', '  Dropped ', '  Dropped: #'",
  })
  void labelsUnitsColumnsTypesAndDepthMatter(String is, String becomes, String unseen) {
    String fake = PAGE.replace(is, becomes);

    assertThat(fake).isNotEqualTo(PAGE);
    assertThat(compare(fake, PAGE).unseen()).contains(unseen);
  }

  @Test
  void theOrderOfLabelsMatters() {
    String fake =
        PAGE.replace("MTU: 9216 bytes, Speed: 400Gbps", "Speed: 400Gbps, MTU: 9216 bytes");

    assertThat(compare(fake, PAGE).unseen()).isEmpty();
    assertThat(compare(fake, PAGE).outOfOrder()).isNotEmpty();
  }

  @Test
  void aFakeNeedNotPrintAll() {
    assertThat(compare("Port 7/1, Enabled\n  Speed: 100Gbps\n", PAGE).unseen()).isEmpty();
  }

  @Test
  void keysOfJsonHaveTheirPathAndType() {
    String capture =
        "{\"ports\": {\"swp1\": {\"mtu\": 9216, \"up\": true, \"lanes\": [{\"n\": 1}]}}}";

    assertThat(Skeleton.of(capture, false, 0).parts())
        .isEqualTo(
            List.of(
                "/ports/swp#/mtu: number",
                "/ports/swp#/up: boolean",
                "/ports/swp#/lanes: list",
                "/ports/swp#/lanes/n: number"));
    assertThat(compare("{\"ports\": {\"swp7\": {\"mtu\": \"9216\"}}}", capture).unseen())
        .containsExactly("/ports/swp#/mtu: text");
  }

  @Test
  void elementsOfXmlHaveTheirPath() {
    assertThat(compare("<a><b>1</b><d/></a>", "<a><b>2</b><c><d/></c></a>").unseen())
        .containsExactly("a/d");
  }

  @Test
  void aTableForPeopleIsComparedByNames() {
    assertThat(
            compare(
                    "{\"traffic-class\": {\"0\": {\"ecn\": \"on\", \"tos\": 1}}}",
                    "traffic-class  ECN\n0  on\n")
                .unseen())
        .containsExactly("/traffic-class/#/tos: number");
  }
}
