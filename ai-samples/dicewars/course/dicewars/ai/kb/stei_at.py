"""stei_at by the name under which agents import it."""

from dicewars.ai.steady import AI
