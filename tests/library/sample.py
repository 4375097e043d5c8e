"""A program that uses only the public names, to be checked by mypy --strict and run: no import of anything inside."""

import sys
from collections.abc import Mapping

from tarawa_cli import (
    Area,
    BadFile,
    BadOrder,
    Event,
    Game,
    GameError,
    Hex,
    Played,
    Refused,
    Simulation,
    Unit,
    load,
    scenarios,
    simulate,
    start,
)


def strongest(units: Mapping[str, Unit]) -> Unit:
    return max(units.values(), key=lambda unit: unit.steps)


def first_roll(played: Played) -> Event | None:
    return played.rolls[0] if played.rolls else None


def tried(game: Game, order: str) -> str:
    try:
        return game.play(order).text
    except Refused as error:
        return f"refused by {error.rule}: {error.message}"
    except BadOrder as error:
        return error.message
    except (BadFile, GameError) as error:
        return error.hint


def main(folder: str) -> None:
    titles: dict[str, str] = scenarios("tarawa")
    game: Game = start("second-morning", game="tarawa", seed=4)
    assert titles[game.scenario]
    area: Area = game.areas["red2"]
    ground: Hex = game.hexes[area.hexes[0]]
    print(game.turn, game.phase, game.to_move, strongest(game.units).id, ground.terrain, area.name)
    print(tried(game, "attack 2/8A --on 9999"), tried(game, "fly"), sep="\n")
    while not game.turn > 8:
        question = game.question
        roll = first_roll(game.play(f"decide {question['options'][0]}" if question else "next"))
        if roll:
            print(roll.type, roll.rule, roll.facts["dice"])
    path: str = game.save(f"{folder}/one.toml")
    again: Game = load(path)
    assert again.text_map() == game.text_map()
    assert again.at("t8").turn == 9
    again.undo()
    film: str = again.film(f"{folder}/film.html")
    many: Simulation = simulate("red-beach-3", player="random", games=2)
    odds: Mapping[str, object] = start("cottonera", game="malta", seed=7).odds("attack i-33 ii-33 --on 1911")
    print(len(film) > 1000, len(many.played), again.view("marines").side == "", bool(odds["results"]))


if __name__ == "__main__":
    main(sys.argv[1])
