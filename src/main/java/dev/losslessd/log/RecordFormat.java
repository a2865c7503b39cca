package dev.losslessd.log;

/** How a record is written. */
interface RecordFormat {
  byte[] bytes(LogRecord logRecord);
}
