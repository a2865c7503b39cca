package dev.losslessd.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IntListTest {
  private final Random random = new Random(1);

  @Test
  void itIsWhatAListOfBoxedOnesIs() {
    for (int size = 0; size < 40; size++) {
      List<Integer> theirs = new ArrayList<>(random.ints(size).boxed().toList());
      List<Integer> ours = IntList.of(theirs);
      int head = random.nextInt(size + 1);

      for (List<Integer> list : List.of(ours, theirs)) {
        list.subList(0, head).clear();
        list.add(7);
      }

      assertThat(ours).isEqualTo(theirs);
      int end = theirs.size();
      assertThatThrownBy(() -> ours.get(end)).isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Test
  void aCopyStaysAsItIs() {
    IntList ours = IntList.of(List.of(1, 2));
    List<Integer> copy = IntList.copyOf(ours);

    ours.add(3);

    assertThat(copy).containsExactly(1, 2);
    assertThatThrownBy(() -> copy.add(3)).isInstanceOf(UnsupportedOperationException.class);
  }
}
