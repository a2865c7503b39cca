package dev.losslessd.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceJsonTest {
  private static DeviceJson json(String text) {
    return DeviceJson.parse("show x", text);
  }

  @Test
  void oneRowManyRowsAndNoneAreTheSame() {
    assertThat(json("{\"T\":{\"R\":{\"n\":\"7\"}}}").rows("T", "R"))
        .extracting(row -> row.whole("n"))
        .containsExactly(7L);
    assertThat(json("{\"T\":{\"R\":[{\"n\":1},{\"n\":\"2\"}]}}").rows("T", "R"))
        .extracting(row -> row.whole("n"))
        .containsExactly(1L, 2L);
    assertThat(json("{\"T\":[{\"R\":{\"n\":1}},{\"R\":[{\"n\":2}]}]}").rows("T", "R")).hasSize(2);
    for (String none : List.of("", "{}", "{\"T\":\"\"}", "{\"T\":null}", "{\"T\":{\"R\":[]}}")) {
      assertThat(json(none).rows("T", "R")).as(none).isEmpty();
    }
  }

  @Test
  void rowsComeWithTheirNamesAndRowsThatMustBeThereAreMissed() {
    List<String> names = new ArrayList<>();
    json("{\"T\":{\"b\":{\"n\":1},\"a\":{\"n\":2},\"none\":null}}")
        .required("T", "a table")
        .forEach(all -> all.named((name, row) -> names.add(name + row.whole("n"))));

    assertThat(names).containsExactly("a2", "b1");
    assertThatThrownBy(() -> json("{}").required("T", "a table"))
        .hasMessageContaining("T is nothing: expected a table");
    assertThatThrownBy(() -> json("{\"a\":5}").named((_, _) -> {}))
        .hasMessageContaining("expected an object");
  }

  @Test
  void aDocumentOfNothingButBracketsIsAnErrorAndNoTreeOfAHundredMegabytes() {
    String many = "[" + "[],".repeat(1_000_000) + "[]]";
    String deep = "[".repeat(10_000) + "]".repeat(10_000);

    for (String text : List.of(many, deep)) {
      assertThatThrownBy(() -> json(text))
          .isInstanceOf(DeviceException.class)
          .hasMessageContaining("'show x' printed")
          .hasMessageContaining("expected one whole JSON document");
    }
  }

  @Test
  void ofALargeDocumentOnlyWhatIsOfUseIsKept() {
    String others = "{\"x\":[" + "{},".repeat(400_000) + "{}],\"b\":{\"n\":\"7\"},\"s\":\"t\"";

    DeviceJson kept = DeviceJson.parse("show x", others + "}", name -> !name.equals("x"));

    assertThat(kept.fields()).containsExactly("b", "s");
    assertThat(kept.rows("b")).extracting(row -> row.whole("n")).containsExactly(7L);
    for (String bad : List.of(others, others + "}}", others + ",\"b\":{}}", others + ",}")) {
      assertThatThrownBy(() -> DeviceJson.parse("show x", bad, name -> !name.equals("x")))
          .isInstanceOf(DeviceException.class)
          .hasMessageContaining("expected one whole JSON document");
    }
    assertThatThrownBy(() -> DeviceJson.parse("show x", others + "}", _ -> true))
        .hasMessageContaining("are of use");
  }

  @Test
  void numbersMayBeTextsAndMayBeAbsent() {
    DeviceJson row =
        json("{\"a\":\"18446744073709551615\",\"b\":0,\"c\":\"-\",\"d\":\"N/A\",\"e\":null}");

    assertThat(row.whole("a")).isEqualTo(-1);
    assertThat(row.whole("b")).isZero();
    for (String none : List.of("c", "d", "e", "f")) {
      assertThat(row.wholeIfThere(none)).as(none).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"n\":\"1,2\"}",
        "{\"n\":1.5}",
        "{\"n\":-1}",
        "{\"n\":\"99999999999999999999\"}",
        "{\"n\":[1]}",
        "{\"n\":true}",
        "{}"
      })
  void whatIsNoWholeNumberIsAnErrorWithCommandAndField(String text) {
    assertThatThrownBy(() -> json(text).whole("n"))
        .isInstanceOf(DeviceException.class)
        .hasMessageStartingWith("'show x' n is ");
  }

  @Test
  void anErrorNamesThePath() {
    assertThatThrownBy(() -> json("{\"T\":{\"R\":[{\"n\":1},{}]}}").rows("T", "R").get(1).text("n"))
        .hasMessage("'show x' T.R[1].n is nothing: expected this field");
    assertThatThrownBy(() -> json("{\"T\":{\"R\":[3]}}").rows("T", "R"))
        .hasMessageContaining("T.R[0] is '3': expected an object");
  }

  @Test
  void aDocumentThatIsCutAtAnyPlaceIsNone() {
    String whole = "{\"T\": {\"R\": [{\"n\": \"12\"}, {\"n\": 34}]}}";
    for (int end = 1; end < whole.length(); end++) {
      String cut = whole.substring(0, end);
      assertThatThrownBy(() -> json(cut)).as(cut).isInstanceOf(DeviceException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"7", "\"x\"", "{} {}", "{\"a\":1,\"a\":2}", "% Invalid command", "{\"a\":1}\n#"})
  void whatIsNotOneDocumentIsGarbled(String text) {
    assertThatThrownBy(() -> json(text))
        .isInstanceOfSatisfying(
            DeviceException.class,
            e -> assertThat(e.kind()).isEqualTo(DeviceException.Kind.GARBLED));
  }
}
