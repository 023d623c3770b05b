# Puts other things in the place of bash's program and of the link to its script, for moments. The evil ones say that they ran.
require './attacker.pl';
require POSIX;
our $file;
my $here = POSIX::getcwd();
my ($host) = $file =~ m{^(.*)/run/};
sub write_file { my ($name, $text) = @_; open(my $to, '>', $name) or die; print $to $text; close($to); chmod(0755, $name) }
write_file('evil.sh', "echo 'evil script' >> '$here/tried'; exit 55\n");
write_file('evil-bash', "#!/bin/sh\necho 'evil bash' >> '$here/tried'\nexec /bin/bash \"\$@\"\n");
POSIX::mkfifo('held', 0600);
my @ways = (['bash', "$here/evil.sh"], ['bash', "$here/held"], ['bash', "$here/nowhere"], ['bin/bash', "$here/evil-bash"], ['bin/bash', '/bin/bash']);
my $count = 0;
while (-d $host) {
  for my $home (glob("$host/program-*")) {
    my ($name, $target) = @{ $ways[$count++ % @ways] };
    rename("$home/$name", "$home/kept") or next;
    symlink($target, "$home/$name");
    rest(0.02 * rand());
    unlink("$home/$name");
    rename("$home/kept", "$home/$name");
  }
  rest(0.03 * rand());
}
