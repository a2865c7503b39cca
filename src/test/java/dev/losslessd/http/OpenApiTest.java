package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class OpenApiTest extends OnRig {
  private JsonNode document = Json.object();

  @BeforeEach
  void read() {
    document = rig.get("/openapi.json").json();
  }

  @Test
  void whatIsRegisteredIsWhatIsDescribed() {
    List<String> described = new ArrayList<>();
    for (String path : document.path("paths").propertyNames()) {
      for (String method : document.path("paths").path(path).propertyNames()) {
        described.add(method.toUpperCase(Locale.ROOT) + " " + path);
      }
    }

    List<String> registered =
        rig.server.registered().getFirst().stream()
            .map(r -> r.replace('<', '{').replace('>', '}'))
            .toList();

    assertThat(described).hasSizeGreaterThan(35).containsExactlyInAnyOrderElementsOf(registered);
  }

  @Test
  void everyReferenceHasASchemaAndEverySchemaAUse() {
    TreeSet<String> used = new TreeSet<>();
    Matcher ref =
        Pattern.compile("#/components/schemas/([A-Za-z.-]+)").matcher(document.toString());
    while (ref.find()) {
      used.add(ref.group(1));
    }

    assertThat(document.at("/components/schemas").propertyNames())
        .containsExactlyInAnyOrderElementsOf(used);
  }

  @Test
  void anAnswerThatIsNotAsDescribedIsFound() {
    Contract contract = new Contract(document);

    assertThat(contract.violations("GET", "/healthz", 200, Json.object().put("status", "ok")))
        .isEmpty();
    assertThat(contract.violations("GET", "/healthz", 200, Json.object().put("status", "bad")))
        .isNotEmpty();
    assertThat(contract.violations("GET", "/healthz", 200, Json.object().put("state", "ok")))
        .hasSize(2);
    assertThat(contract.violations("GET", "/api/v1/nothing", 200, Json.object())).isNotEmpty();
  }

  @Test
  void operationsHaveNamesOfTheirOwn() {
    List<String> names = new ArrayList<>();
    document
        .path("paths")
        .values()
        .forEach(path -> path.values().forEach(o -> names.add(o.path("operationId").asString())));

    assertThat(names).doesNotHaveDuplicates().allMatch(name -> name.matches("[a-z][A-Za-z0-9-]+"));
  }

  /** One that is not defined has no chapter in the reference. */
  @Test
  void everyTagOfAnOperationIsDefined() {
    List<String> defined =
        document.path("tags").valueStream().map(tag -> tag.path("name").asString()).toList();

    assertThat(document.path("paths").findValues("tags"))
        .isNotEmpty()
        .allSatisfy(tags -> assertThat(defined).contains(tags.path(0).asString()));
  }

  @Test
  void dcqcnRangesAreThoseOfTheModel() {
    assertThat(document.at("/components/schemas/Setting.dcqcn/properties/cnpDscp/maximum").asInt())
        .isEqualTo(63);
    assertThat(document.path("openapi").asString()).isEqualTo("3.1.0");
    assertThat(document.at("/info/version").asString()).isEqualTo("1.2.3");
  }
}
