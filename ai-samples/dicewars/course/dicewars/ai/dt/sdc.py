"""sdc by the name under which agents import it."""

from dicewars.ai.strength import AI
