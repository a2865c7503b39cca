package dev.losslessd.driver.esxi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.Captures;
import dev.losslessd.driver.Cuts;
import dev.losslessd.driver.SnmpWalk;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Sweep;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Texts of hosts, as far as any are there. Each file's name says which command printed it. */
class EsxiConformanceTest {
  private static final Pattern BITS = Pattern.compile("PFC Configuration: ([01 ]+)");

  private static Map<String, String> texts(String part) throws IOException {
    return Captures.texts("esxi", name -> name.contains(part));
  }

  @Test
  void everyModuleLineIsReadAndWrittenBackByteForByte() throws IOException {
    for (Map.Entry<String, String> file : texts("esxcfg-module").entrySet()) {
      List<String> answers =
          file.getValue().lines().filter(line -> line.contains(" options = ")).toList();
      assertThat(answers).as(file.getKey()).isNotEmpty();
      for (String line : answers) {
        Module module =
            List.of(Module.values()).stream()
                .filter(one -> line.startsWith(one.word() + " "))
                .findFirst()
                .orElseThrow();
        Options options = module.parse(line + "\n");
        assertThat(line).contains("'" + options.text() + "'");
        assertThat(Cuts.neverAnother(line + "\n", module::parse)).isPositive();
        for (ModuleParameter parameter : ModuleParameter.values()) {
          if (parameter.module() == module) {
            Setting is = parameter.read(options);
            assertThat(parameter.write(options, is).text()).contains(options.text());
            assertThat(parameter.restore(new Options(""), parameter.words(options)))
                .satisfies(back -> assertThat(parameter.read(back)).isEqualTo(is));
          }
        }
      }
    }
  }

  @Test
  void everyPauseTableIsRead() throws IOException {
    texts("pauseparams")
        .forEach((file, text) -> {
          long rows = text.lines().filter(line -> line.startsWith("vmnic")).count();
          Map<String, Pause> all = Pause.parse(text);
          assertThat(all).as(file).hasSize((int) rows);
          all.forEach((nic, pause) ->
              assertThat(text)
                  .containsPattern(
                      nic
                          + "\\s+"
                          + pause.supported()
                          + "\\s+"
                          + pause.setting().receive()
                          + "\\s+"
                          + pause.setting().send()));
        });
  }

  @Test
  void everyDcbStatusIsReadAndNoCutTellsAnotherValue() throws IOException {
    texts("dcb-status")
        .forEach((file, text) -> {
          Matcher bits = BITS.matcher(text);
          assertThat(bits.find()).as(file).isTrue();
          String nic = text.lines().findFirst().orElseThrow().replace(":", "").strip();
          PrioritySet set = DcbStatus.parse(nic, text).lossless();
          if (text.contains("PFC Enabled: true")) {
            List<String> told = List.of(bits.group(1).strip().split(" +"));
            for (int n = 0; n < told.size(); n++) {
              assertThat(set.mask() >> n & 1).isEqualTo(Integer.parseInt(told.get(n)));
            }
          }
          assertThat(Cuts.neverAnother(text, cut -> DcbStatus.parse(nic, cut).lossless()))
              .isPositive();
        });
  }

  @Test
  void everyCounterOfVsishIsTaken() throws IOException {
    texts("vsish")
        .forEach((file, text) -> {
          Map<String, Long> numbers = EsxiCounters.parse("vmnic3", text);
          long lines = text.lines().filter(line -> line.matches(".*: ?\\d+\\s*")).count();
          assertThat(numbers).as(file).hasSize((int) lines);
          Sweep sweep = EsxiCounters.sweep(PortId.parse("esx1:vmnic3"), numbers, List.of(), 1, 2);
          assertThat(sweep.schema().size()).isEqualTo(numbers.size());
        });
  }

  @Test
  void everyNicListIsRead() throws IOException {
    Captures.texts("esxi", name -> true)
        .forEach((file, text) -> {
          if (file.contains("nic-list")) {
            assertThat(Vmnic.parse(text)).as(file).isNotEmpty();
          }
        });
  }

  @Test
  void everyNicOfAWalkIsNamedAsItsShellNamesIt() throws Exception {
    for (Path file : Captures.walks(name -> name.contains("esxi"))) {
      try (SnmpWalk walk = new SnmpWalk(file)) {
        assertThat(walk.ports(name -> name.matches("vmnic\\d+"))).as(file.toString()).isNotEmpty();
      }
    }
  }
}
