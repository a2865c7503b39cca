#!/usr/bin/perl
# What stands around the host: a switch that says its name by LLDP at the other end of lab0 each
# second, and the abstract socket by which a running lldpad is known.
use strict;
use Socket;
socket(my $lldpad, AF_UNIX, SOCK_STREAM, 0) or die;
bind($lldpad, pack('S a*', AF_UNIX, "\0/com/intel/lldpad")) or die "lldpad: $!";
listen($lldpad, 1);
my ($index) = do { local @ARGV = '/sys/class/net/lab1/ifindex'; <> };
sub tlv { my ($type, $value) = @_; return pack('n', $type << 9 | length $value) . $value; }
my $frame = pack('H*', '0180c200000e' . '020000000001' . '88cc')
  . tlv(1, "\4" . pack('H*', '020000000001')) . tlv(2, "\5Ethernet0") . tlv(3, pack('n', 120))
  . tlv(5, 'leaf1') . tlv(0, '');
socket(my $wire, 17, SOCK_RAW, 0) or die "packet: $!";
my $to = pack('S n i S C C a8', 17, 0x88cc, $index, 0, 0, 6, pack('H*', '0180c200000e'));
while (1) { send($wire, $frame, 0, $to); sleep 1; }
