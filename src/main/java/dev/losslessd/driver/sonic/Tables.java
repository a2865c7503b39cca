package dev.losslessd.driver.sonic;

import java.util.Set;

/** Names of the tables of CONFIG_DB that this driver understands (sonic-yang-models). */
final class Tables {
  static final String PORT = "PORT";
  static final String PORTCHANNEL = "PORTCHANNEL";
  static final String PORTCHANNEL_MEMBER = "PORTCHANNEL_MEMBER";
  static final String PORT_QOS_MAP = "PORT_QOS_MAP";
  static final String DSCP_TO_TC = "DSCP_TO_TC_MAP";
  static final String TC_TO_QUEUE = "TC_TO_QUEUE_MAP";
  static final String TC_TO_PG = "TC_TO_PRIORITY_GROUP_MAP";
  static final String QUEUE = "QUEUE";
  static final String SCHEDULER = "SCHEDULER";
  static final String WRED = "WRED_PROFILE";
  static final String BUFFER_PG = "BUFFER_PG";
  static final String BUFFER_PROFILE = "BUFFER_PROFILE";
  static final String PFC_WD = "PFC_WD";
  static final String METADATA = "DEVICE_METADATA";
  static final String FLEX_COUNTER = "FLEX_COUNTER_TABLE";

  /** Whatever else there is, and however large, is not looked at. */
  static final Set<String> KNOWN =
      Set.of(
          PORT,
          PORTCHANNEL,
          PORTCHANNEL_MEMBER,
          PORT_QOS_MAP,
          DSCP_TO_TC,
          TC_TO_QUEUE,
          TC_TO_PG,
          QUEUE,
          SCHEDULER,
          WRED,
          BUFFER_PG,
          BUFFER_PROFILE,
          PFC_WD,
          METADATA,
          FLEX_COUNTER);

  private Tables() {}
}
