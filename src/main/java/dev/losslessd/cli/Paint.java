package dev.losslessd.cli;

/** Colours of a terminal, used for meaning only. */
enum Paint {
  PLAIN(""),
  GOOD("32"),
  CHANGE("33"),
  BAD("31"),
  HEAD("1");

  private final String code;

  Paint(String code) {
    this.code = code;
  }

  String on(String text) {
    return code.isEmpty() || text.isEmpty() ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
  }
}
