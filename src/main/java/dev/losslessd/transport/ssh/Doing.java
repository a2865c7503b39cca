package dev.losslessd.transport.ssh;

import dev.losslessd.text.PrintableText;

/** Activity of a shell, for the message of a failure. */
final class Doing {
  private final String what;
  private boolean command;
  private boolean sent;
  private boolean echoed;

  private Doing(String what) {
    this.what = what;
  }

  static Doing login() {
    return new Doing("waiting for the first prompt");
  }

  static Doing command(Command command) {
    Doing doing = new Doing("running " + PrintableText.quoted(command.line()));
    doing.command = true;
    return doing;
  }

  void nowSent() {
    sent = true;
  }

  void nowEchoed() {
    echoed = true;
  }

  String what() {
    return what;
  }

  boolean sent() {
    return sent;
  }

  String how() {
    if (!command) {
      return "";
    }
    if (!sent) {
      return " (it was not sent)";
    }
    return echoed
        ? " (it had been sent and the device had taken it)"
        : " (it had been sent; whether the device took it is unknown)";
  }
}
