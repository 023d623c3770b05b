# Has bash's socket as stdin, and says an answer on it with bash's pid as the sender's: the kernel looks whether that is true.
# argv: bash's pid, a word in the place of the nonce, the status.
require './attacker.pl';
our ($bash, $file);
my $bytes = join("\0", '', $file, '/', '0', "$ARGV[2]/x/x/_", '', '');
my $sendmsg = `uname -m` =~ /^x86_64/ ? 46 : 211;
sub at { return unpack('J', pack('P', $_[0])) }
for my $pid ($$, $bash) {
  my $vector = pack('JJ', at($bytes), length $bytes);
  # SOL_SOCKET, SCM_CREDENTIALS: a pid, a user, a group.
  my $control = pack('Jlllll', 28, 1, 2, $pid, $<, $( + 0) . "\0" x 4;
  my $header = pack('JJJJJJJ', 0, 0, at($vector), 1, at($control), 32, 0);
  next if syscall($sendmsg, 0, $header, 0) < 0;
  # With its own pid it can: the message is well formed.
  if ($pid == $bash) { reached("sent as bash") } else { tried($file) }
}
