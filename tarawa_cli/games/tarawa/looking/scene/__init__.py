"""Betio as a scene: what is on the map in a position, from which all maps, pictures and films are drawn."""

from tarawa_cli.games.tarawa.looking.scene.build import LAYERS, scene, told

__all__ = ["LAYERS", "scene", "told"]
