#!/bin/sh
# Turn 1 of the campaign, one command at a time: 2/2 lands on Red 2, 3/2 on Red 1, 2/8 on Red 3, with their
# engineers, Hawkins on the pier and one Sherman. Usage: land_turn_1.sh [SAVE]; $TARAWA names the program, $TABLES the
# tables, by which the right people are pinned or not.
set -eu
: "${TARAWA:=python -m tarawa_cli}"
: "${TABLES:=tests/tarawa/tables.toml}"
save=${1:-land-turn-1.toml}

tarawa() {
    $TARAWA "$@" --save "$save"
}

tarawa new campaign --tables "$TABLES" --seed 21 --hits step --force

# The fleet fires at the areas behind the three beaches.
tarawa bombard
tarawa chits red2 red3 pocket beak green
tarawa next

# Eight amtracs for eight of the nine units, a boat for the last, a lighter for the tank.
tarawa embark 2/2A lvt-1 red2
tarawa embark 2/2B lvt-2 red2
tarawa embark 2/2E lvt-3 red2
tarawa embark 3/2A lvt-4 red1
tarawa embark 3/2B lvt-5 red1
tarawa embark 3/2E lcvp-1 red1
tarawa embark 2/8A lvt-6 red3
tarawa embark 2/8B lvt-7 red3
tarawa embark 2/8E lvt-8 red3
tarawa embark sherman-1 lcm-1 red3
tarawa embark hawkins 1431
tarawa next

# The first impulse: everybody goes in; boat and lighter unload at the edge.
tarawa advance --all
tarawa unload lcvp-1
tarawa unload lcm-1
tarawa next
tarawa suppress beak
tarawa suppress green
tarawa suppress pocket
tarawa suppress red2
tarawa suppress red3
tarawa next

# The second impulse.
tarawa advance --all
tarawa next
tarawa suppress beak
tarawa suppress green
tarawa suppress pocket
tarawa suppress red3
tarawa next

# The third. Then all that came in by amtrac are ashore; 3/2E and the tank still wade, Hawkins has walked the pier.
tarawa advance --all
tarawa next
tarawa suppress --all
tarawa next
