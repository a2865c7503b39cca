#!/usr/bin/perl
# The kernel's list of APP entries, which dcb(8) shows only where it knows the selector.
#   app.pl PORT                          prints each entry: selector:protocol:priority
#   app.pl PORT IDTYPE ID PRIORITIES     sets one of CEE (DCB_CMD_SAPP): a bitmap of priorities, 0 removes it
use strict;
use Socket;
my ($port, $idtype, $id, $priorities) = @ARGV;
my ($get, $set, $sapp, $ieee_get) = (78, 79, 19, 21); # RTM_GETDCB, RTM_SETDCB, the commands
sub attribute { my ($type, $value) = @_; return pack('S S a* x!4', 4 + length $value, $type, $value); }
my $entry = defined $idtype
  && attribute(12, attribute(1, chr $idtype) . attribute(2, pack('S', $id)) . attribute(3, chr $priorities));
my $body = pack('C C S', 0, $entry ? $sapp : $ieee_get, 0) . attribute(1, "$port\0") . ($entry || '');
socket(my $kernel, 16, SOCK_RAW, 0) or die "netlink: $!";
send($kernel, pack('L S S L L', 16 + length $body, $entry ? $set : $get, 1, 1, 0) . $body, 0) or die $!;
recv($kernel, my $answer, 65536, 0);
my (undef, $type) = unpack('L S', $answer);
die "the kernel says " . unpack('x16 l', $answer) . "\n" if $type == 2;

sub each_of {
  my ($bytes, $do) = @_;
  while (length $bytes >= 4) {
    my ($length, $type) = unpack('S S', $bytes);
    $do->($type & 0x3fff, substr($bytes, 4, $length - 4));
    $bytes = substr($bytes, ($length + 3) & ~3);
  }
}
each_of(substr($answer, 20), sub {
  my ($type, $ieee) = @_;
  return if $entry || $type != 13; # DCB_ATTR_IEEE
  each_of($ieee, sub {
    my ($type, $table) = @_;
    return if $type != 3; # DCB_ATTR_IEEE_APP_TABLE
    each_of($table, sub {
      my ($selector, $priority, $protocol) = unpack('C C S', $_[1]);
      print "$selector:$protocol:$priority\n";
    });
  });
});
