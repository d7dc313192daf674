#!/usr/bin/env perl
# The gems reference AI: takes the first legal swap, scanning rows from the bottom,
# at each stone trying up, then right.

use strict;
use warnings;

# The board is one string, bottom row first, with a line end after each row: so (x, y) is at
# 11 * y + x, and 10 characters lie between a stone and the one above it.
open my $input, '<', 'gamefield.dat' or die "gamefield.dat: $!\n";
my $board = join '', map { s/[ \r\n]//gr . "\n" } reverse <$input>;
$board =~ tr/1-5/1/;    # bombs of any values are equal

my $line = qr/([RYGBL1])(\1\1|.{10}\1.{10}\1)/s;

sub is_legal {
    my ($x1, $y1, $x2, $y2) = @_;
    return 0 if $x2 > 9 || $y2 > 9;
    my $first  = substr $board, 11 * $y1 + $x1, 1;
    my $second = substr $board, 11 * $y2 + $x2, 1;
    return 0 if $first eq '.' || $second eq '.';
    my $swapped = $board;
    substr($swapped, 11 * $y1 + $x1, 1) = $second;
    substr($swapped, 11 * $y2 + $x2, 1) = $first;
    return $swapped =~ $line;
}

for my $y (0 .. 9) {
    for my $x (0 .. 9) {
        for my $move ([$x, $y, $x, $y + 1], [$x, $y, $x + 1, $y]) {
            next unless is_legal(@$move);
            open my $output, '>', 'result.dat' or die "result.dat: $!\n";
            print $output "@$move\n";
            exit;
        }
    }
}
warn "no legal swap\n";
exit 1;
