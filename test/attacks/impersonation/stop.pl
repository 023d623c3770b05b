# Stops bash and lets it go on, in every moment of its turns.
require './attacker.pl';
our $bash;
while (kill('STOP', $bash)) { tried('stop'); rest(0.002 * rand()); kill('CONT', $bash); rest(0.006 * rand()) }
