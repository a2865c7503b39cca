package dev.losslessd.fabric.switchbase;

import java.util.List;

/** One login on a switch. All calls come with the fabric's lock held. */
public interface Shell {
  /** Account that has logged in. */
  Account account();

  /** Number of the terminal line, from 0. */
  int number();

  /** Returns true until the operator, or the switch, has ended the login. */
  boolean isOpen();

  /** Text that the terminal prints before it reads a line. */
  String prompt();

  /** Lines between two stops of the pager; 0 for none. */
  int length();

  /** Runs a line and returns the output of the switch. */
  List<String> run(String line);

  /** Exit status of the last line, where the system has one. */
  default int status() {
    return 0;
  }
}
