package dev.losslessd.fabric.box;

import java.util.List;

/** One login on a switch. All calls come with the fabric's lock held. */
public interface Shell {
  /** Whose login it is. */
  Account account();

  /** Number of the terminal line, from 0. */
  int number();

  /** Until the operator, or the switch, has ended it. */
  boolean isOpen();

  /** Text that the terminal prints before it reads a line. */
  String prompt();

  /** Lines between two stops of the pager; 0 for none. */
  int length();

  /** Carries out a line, and tells what the switch prints. */
  List<String> run(String line);

  /** Exit status of the last line, where the system has one. */
  default int status() {
    return 0;
  }
}
