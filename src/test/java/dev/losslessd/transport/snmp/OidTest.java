package dev.losslessd.transport.snmp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OidTest {
  @Test
  void theIndexIsWhatFollowsTheColumn() {
    Oid column = Oid.of("1.3.6.1.2.1.2.2.1.2");
    Oid cell = column.append(436_207_616, 3);

    assertThat(cell).hasToString("1.3.6.1.2.1.2.2.1.2.436207616.3");
    assertThat(cell.isBelow(column)).isTrue();
    assertThat(column.isBelow(column)).isFalse();
    assertThat(cell.after(column)).isEqualTo(Oid.of(436_207_616, 3));
    assertThat(cell.after(column).part(0)).isEqualTo(436_207_616L);
  }

  @Test
  void numbersAreUnsigned() {
    assertThat(Oid.of("1.4294967295").compareTo(Oid.of("1.5"))).isPositive();
    assertThat(Oid.of("1.5").compareTo(Oid.of("1.5.0"))).isNegative();
    assertThat(Oid.of("1.4294967295")).hasToString("1.4294967295");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".1.3", "1..3", "1.3.", "1.a", "1.4294967296", "-1"})
  void otherTextIsNone(String text) {
    assertThatThrownBy(() -> Oid.of(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
