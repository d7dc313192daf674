"""The commands that an agent answers with."""


class BattleCommand:
    def __init__(self, source_name, target_name):
        self.source_name = source_name
        self.target_name = target_name


class TransferCommand:
    def __init__(self, source_name, target_name):
        self.source_name = source_name
        self.target_name = target_name


class EndTurnCommand:
    pass
