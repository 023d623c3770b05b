/** What is below a supervisor in perl: by the files of /proc, or by what ps tells. */
export const PERL_FAMILY: string = String.raw`# What ps tells of all processes, by their parents, without itself. What was once seen below is kept as long as it lives.
my ($unseen, @kept) = (0);
sub table {
  local %ENV = (LC_ALL => 'C');
  my (%below, $own);
  if ($own = open(my $list, '-|', $ps, '-ax', '-o', 'pid=,ppid=')) {
    while (my $line = <$list>) { my ($pid, $parent) = split(' ', $line); push @{$below{$parent}}, $pid if defined $parent && $pid != $own }
    close($list);
  }
  $unseen = !%below;
  return \%below;
}
sub children {
  my ($pid, $table) = @_;
  return @{$table->{$pid} // []} if $table;
  my @found;
  if (opendir(my $tasks, "/proc/$pid/task")) {
    for my $task (grep { /^\d/ } readdir $tasks) {
      if (open(my $list, '<', "/proc/$pid/task/$task/children")) { local $/; push @found, split(' ', <$list> // '') }
    }
  }
  return @found;
}
sub family {
  my $table = $ps ? table() : undef;
  my (%found, @all);
  if ($table) { my %lives = map { $_ => 1 } map { @$_ } values %$table; @kept = grep { $lives{$_} } @kept }
  my @next = ($$, @kept);
  $found{$_} = 1 for @next;
  @all = @kept;
  while (@next) { for (children(shift @next, $table)) { next if $found{$_}++; push @all, $_; push @next, $_ } }
  @kept = @all if $table;
  return @all;
}
`;
