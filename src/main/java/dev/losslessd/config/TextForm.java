package dev.losslessd.config;

import dev.losslessd.config.Shape.Words;

/** Forms of texts in the file. */
enum TextForm {
  NAME("[A-Za-z0-9._-]{1,64}", "a name of letters, digits, . _ -"),
  ADDRESS("[0-9A-Za-z.:%_-]{1,255}", "an address or host name"),
  PATH("/.*", "an absolute path"),
  ANY_PATH("[^\\p{Cntrl}]+", "a path"),
  SECRET(
      "(file:/.+|env:[A-Za-z_][A-Za-z0-9_]*|credential:[A-Za-z0-9._-]+)",
      "a reference: file:/path, env:NAME or credential:name; never the secret itself"),
  PORT("[^:\\s]+:\\S+", "device:port"),
  TEXT("[^\\p{Cntrl}]{1,256}", "a text of one line"),
  LABEL(
      "[a-zA-Z][a-zA-Z0-9_]*|_([a-zA-Z0-9][a-zA-Z0-9_]*)?",
      "a label name of letters, digits and _"),
  LABEL_VALUE("[^\\x00-\\x1f\\x7f]{0,256}", "a text of one line"),
  LABEL_OF_SWITCHES("[a-zA-Z_][a-zA-Z0-9_]*", "the name of a label of switches"),
  NIC_GLOB("[A-Za-z0-9_.*?-]{1,64}", "a glob of RDMA device or netdev names"),
  DEVICE_GLOB("[A-Za-z0-9._*?-]{1,128}", "a glob of device names, like leaf*"),
  CLIENT("[A-Za-z0-9._/:@ *?-]{1,128}", "a name, with * and ? for others"),
  LISTEN("(\\[[0-9a-fA-F:.]+\\]|[^:\\[\\]\\s]+):[0-9]{1,5}", "address:port"),
  POLICY_PORTS(PolicyScope.FORM, "rdma, all, mine, or a glob like leaf1:Ethernet1/*"),
  FABRIC("unix:/.+", "unix:/folder of a fabric process"),
  ALPHA("1/[1-9][0-9]{0,2}|[1-9][0-9]{0,2}", "an alpha like 1/8, 1 or 8"),
  HOST_KEY("SHA256:[A-Za-z0-9+/=]{43,44}", "a fingerprint SHA256:..."),
  CLOCK("([01][0-9]|2[0-3]):[0-5][0-9]", "a time of day like 02:30"),
  ZONE("[A-Za-z0-9_+/-]{1,64}", "a time zone like UTC or Europe/Berlin");

  private final String regex;
  private final String expected;

  TextForm(String regex, String expected) {
    this.regex = regex;
    this.expected = expected;
  }

  Words words() {
    return new Words(regex, expected);
  }
}
