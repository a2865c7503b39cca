package dev.losslessd.driver.esxi;

import dev.losslessd.driver.ParseErrors;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The kernel modules of NVIDIA's driver that have parameters set here. */
enum Module {
  NMLX5_CORE,
  NMLX5_RDMA;

  private static final Pattern ANSWER =
      Pattern.compile("(\\S+) enabled = [01] options = '(.*)'\\r?\\n");

  static Optional<Module> named(String word) {
    return Arrays.stream(values()).filter(one -> one.word().equals(word)).findFirst();
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Asks for the parameters with which it is loaded at the next boot. */
  String command() {
    return "esxcfg-module -g " + word();
  }

  /**
   * @param text of {@link #command}: {@code nmlx5_core enabled = 1 options = 'pfctx=0x08'}
   */
  Options parse(String text) {
    Matcher answer = ANSWER.matcher(text);
    if (!answer.matches() || !answer.group(1).equals(word())) {
      throw ParseErrors.at(command(), text, word() + " enabled = 1 options = '...'");
    }
    return new Options(answer.group(2));
  }
}
