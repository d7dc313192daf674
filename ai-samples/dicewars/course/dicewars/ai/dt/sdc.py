"""sdc, under the name by which agents import it."""

from dicewars.ai.strength import AI
