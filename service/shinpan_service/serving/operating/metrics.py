"""Figures for Prometheus: how many calls, how fast, what was judged, what was refused, how the workers are.

This is the one module that needs the extra `metrics`; it is imported where figures are asked for.
"""

from collections.abc import Callable, Iterable

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric

from .calls import Call, Workers

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30)
"""The upper ends of the classes into which times are sorted."""


class Figures:
    """Counts all calls."""

    def __init__(self, workers: Callable[[], Workers]) -> None:
        # When each figure was first counted: it would double the page, and nobody asks for it.
        disable_created_metrics()  # type: ignore[no-untyped-call]  # prometheus-client leaves it so
        self._registry = CollectorRegistry()
        self._workers = workers
        self._registry.register(self)
        ProcessCollector(registry=self._registry)
        self._calls = self._counter("calls", "Calls that are over, by how they ended.", "method", "code")
        self._seconds = self._times("call_seconds", "From the beginning of a call to its end.")
        self._queue = self._times("queue_seconds", "How long a call waited for workers.")
        self._judging = self._times("judging_seconds", "How long workers were busy with a call.")
        self._open = Gauge("shinpan_calls_in_flight", "Calls that are open.", ["method"], registry=self._registry)
        self._verdicts = self._counter("verdicts", "Records that were judged.", "method", "game", "verdict")
        self._refusals = self._counter(
            "refusals", "Calls, and records of streams, that the server refused.", "method", "reason"
        )
        self._bytes = self._counter("bytes", "Bytes of requests (in) and answers (out).", "method", "way")

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(f"shinpan_{name}", about, labels, registry=self._registry)

    def _times(self, name: str, about: str) -> Histogram:
        return Histogram(f"shinpan_{name}", about, ["method"], registry=self._registry, buckets=SECONDS)

    def begun(self, call: Call) -> None:
        self._open.labels(call.method).inc()

    def ended(self, call: Call) -> None:
        method = call.method
        self._open.labels(method).dec()
        self._calls.labels(method, call.status).inc()
        self._seconds.labels(method).observe(call.seconds)
        self._queue.labels(method).observe(call.queue_seconds)
        self._judging.labels(method).observe(call.judging_seconds)
        self._bytes.labels(method, "in").inc(call.bytes_in)
        self._bytes.labels(method, "out").inc(call.bytes_out)
        for (game, verdict), count in call.verdicts.items():
            self._verdicts.labels(method, game, verdict).inc(count)
        if call.reason:
            self._refusals.labels(method, call.reason).inc()
        for reason, count in call.refused.items():
            self._refusals.labels(method, reason).inc(count)

    def collect(self) -> Iterable[Metric]:
        """What is looked at only when somebody asks."""
        workers = self._workers()
        yield GaugeMetricFamily("shinpan_workers", "Workers that are there.", value=workers.alive)
        yield CounterMetricFamily(
            "shinpan_worker_restarts", "Workers that took the place of others.", value=workers.restarts
        )
        yield GaugeMetricFamily("shinpan_snapshot", "The number of what is loaded.", value=workers.snapshot)

    def text(self) -> bytes:
        """All figures, in the text form of Prometheus."""
        return generate_latest(self._registry)
