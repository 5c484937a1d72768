"""What do counts say? Numbers in, numbers out; nothing here knows a trace. Differences are second minus first."""

from graders.metrics.rates import interval, upper_bound

__all__ = ["interval", "upper_bound"]
