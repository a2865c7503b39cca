package dev.losslessd.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Capability;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Setting;
import dev.losslessd.model.ValueLimit;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Values that a device does not keep are refused by the plan. */
class ValueLimitTest extends TwoPortFixture {
  private static final ValueLimit NOT_THREE =
      wanted -> wanted.equals(ON3) ? Optional.of("pfc 3: none here") : Optional.empty();

  @Test
  void aValueOutsideTheLimitRefusesThePlanByItsReason() {
    pfcOfNic = Capability.writable().within(NOT_THREE);

    assertThat(refusals(NIC, ON3))
        .singleElement()
        .satisfies(refusal -> {
          assertThat(refusal.rule()).isEqualTo("range");
          assertThat(refusal.reason()).isEqualTo("pfc 3: none here");
        });
    assertThat(rules(NIC, Pfc.OFF)).isEmpty();
  }

  @Test
  void whatIsThereAlreadyIsNotJudged() {
    pfcOfNic = Capability.writable().within(NOT_THREE);
    set(NIC, ON3);

    assertThat(rules(NIC, ON3)).isEmpty();
  }

  @Test
  void whatWasThereOnceIsPutBack() {
    pfcOfNic = Capability.writable().within(NOT_THREE);
    waived.put("one-end", "the leaf is next");
    exact = true;

    assertThat(rules(NIC, ON3)).isEmpty();
    assertThat(plan(NIC, ON3).waived())
        .extracting(waiver -> waiver.refusal().rule())
        .contains("range");
  }

  @Test
  void limitsAddUp() {
    Setting other = Pfc.OFF;
    Capability both =
        Capability.writable()
            .within(NOT_THREE)
            .within(wanted -> wanted.equals(other) ? Optional.of("never") : Optional.empty());

    assertThat(both.limit().refusal(ON3)).contains("pfc 3: none here");
    assertThat(both.limit().refusal(other)).contains("never");
  }
}
