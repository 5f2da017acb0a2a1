"""A PostgreSQL for what goes into a shared database."""

from tests.shared.conftest import server  # noqa: F401 - a fixture
