"""stei_at, under the name by which agents import it."""

from dicewars.ai.steady import AI
