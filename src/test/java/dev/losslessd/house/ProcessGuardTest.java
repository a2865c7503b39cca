package dev.losslessd.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.Test;

@SystemGroup
class ProcessGuardTest {
  @Test
  void aProcessOfATestOutsideOfTheGroupIsNamedWithItsPlace() throws Exception {
    assertThat(new ProcessBuilder("true").start().waitFor()).isZero();

    assertThatThrownBy(() -> ProcessGuard.check(Set.of("fast")))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("cmd: \"true\"")
        .hasMessageContaining("at dev.losslessd.house.ProcessGuardTest.aProcess");
  }

  @Test
  void aTestOfTheGroupMayStartOne() throws Exception {
    assertThat(new ProcessBuilder("true").start().waitFor()).isZero();

    assertThatCode(() -> ProcessGuard.check(Set.of(ProcessGuard.GROUP))).doesNotThrowAnyException();
    assertThatCode(() -> ProcessGuard.check(Set.of())).doesNotThrowAnyException();
  }
}
