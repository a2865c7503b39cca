package dev.losslessd.commit;

/** What can happen to a commit of a NIC and a switch with a timer of its own. */
enum Event {
  SUBMIT,
  WAVES,
  STAGE,
  IDLE,
  CONFIRM,
  CANCEL,
  EXTEND,
  RETRY,
  ABANDON,
  RELEASE,
  GIVE_BACK,
  FREEZE,
  THAW,
  MAINTENANCE,
  MAINTENANCE_ENDS,
  SILENT,
  LIES,
  ANSWERS,
  BREACH,
  ALMOST_DUE,
  DUE,
  CLOCK_FORWARD,
  CLOCK_BACK,
  MARK,
  RESTART,
  CRASH,
  REBOOT
}
