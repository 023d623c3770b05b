/** Where the proxy's socket lies inside, and the port that leads to it. */
export const PROXY_SOCKET_INSIDE = "/run/nacre-proxy";
const PORT = 3128;

/**
 * Programs know proxies by a TCP address; nacre's proxy is a socket, because only that crosses a network namespace.
 * This listens on the sandbox's own loopback and hands bytes across. Without a socket it only waits: a network lasts as
 * long as a process is in it. It ends with its stdin.
 */
export const FORWARDER: string = String.raw`
use strict;
use Socket;
use Fcntl;
use Errno;
my ($path, $port) = @ARGV;
my $door;
if (defined $path) {
  socket($door, PF_INET, SOCK_STREAM, 0) or die "socket: $!\n";
  setsockopt($door, SOL_SOCKET, SO_REUSEADDR, 1);
  bind($door, sockaddr_in($port, INADDR_LOOPBACK)) or die "bind: $!\n";
  listen($door, 128) or die "listen: $!\n";
}
$SIG{PIPE} = 'IGNORE';
syswrite(STDOUT, "ready\n");
my (%peer, %held, %over, %file);
my $drop = sub { my ($fd) = @_; my $other = $peer{$fd}; for ($fd, $other) { next unless defined; close $file{$_} if $file{$_}; delete $peer{$_}; delete $held{$_}; delete $over{$_}; delete $file{$_} } };
while (1) {
  my ($read, $write) = ('', '');
  vec($read, fileno(STDIN), 1) = 1;
  # No more than it can look after: further connections wait in the kernel's queue.
  vec($read, fileno($door), 1) = 1 if $door && keys(%file) < 800;
  for my $fd (keys %file) {
    vec($read, $fd, 1) = 1 if !$over{$fd} && length($held{$peer{$fd}} // '') < 262144;
    vec($write, $fd, 1) = 1 if length $held{$fd};
  }
  next if select($read, $write, undef, undef) < 0;
  exit 0 if vec($read, fileno(STDIN), 1);
  if ($door && vec($read, fileno($door), 1) && accept(my $client, $door)) {
    my $server;
    if (socket($server, PF_UNIX, SOCK_STREAM, 0) && connect($server, sockaddr_un($path))) {
      fcntl($_, F_SETFL, O_NONBLOCK) for $client, $server;
      my ($c, $s) = (fileno($client), fileno($server));
      ($file{$c}, $file{$s}, $peer{$c}, $peer{$s}, $held{$c}, $held{$s}) = ($client, $server, $s, $c, '', '');
    }
  }
  for my $fd (keys %file) {
    next unless $file{$fd};
    if (vec($write, $fd, 1)) {
      my $sent = syswrite($file{$fd}, $held{$fd}, 65536);
      if (!defined $sent) { next if $!{EAGAIN}; $drop->($fd); next }
      substr($held{$fd}, 0, $sent) = '';
      if (!length $held{$fd} && $over{$peer{$fd}}) { shutdown($file{$fd}, 1); if ($over{$fd}) { $drop->($fd); next } }
    }
    if (vec($read, $fd, 1)) {
      my $got = sysread($file{$fd}, my $bytes, 65536);
      if (!defined $got) { next if $!{EAGAIN}; $drop->($fd); next }
      my $other = $peer{$fd};
      if ($got) { $held{$other} .= $bytes; next }
      $over{$fd} = 1;
      if (!length $held{$other}) { shutdown($file{$other}, 1); $drop->($fd) if $over{$other} }
    }
  }
}
`;

/** The forwarder's arguments where there is a proxy. */
export const TO_PROXY: readonly string[] = [PROXY_SOCKET_INSIDE, String(PORT)];

/** The variables that tell programs of the proxy, in the spellings they look for. */
export const PROXY_ENVIRONMENT: Readonly<Record<string, string>> = Object.fromEntries([
  ...["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"]
    .flatMap((name) => [name, name.toLowerCase()])
    .map((name) => [name, `http://127.0.0.1:${PORT}`]),
  ...["NO_PROXY", "no_proxy"].map((name) => [name, "localhost,127.0.0.1,::1"]),
  ["NODE_USE_ENV_PROXY", "1"],
]);
