"""A column that is added to a table later is also copied to and from a shared database."""

from __future__ import annotations

import pytest

from tests.loading.test_columns import walked


@pytest.mark.campaign
def test_a_new_column_survives_in_a_shared_database(server, tmp_path):
    address = server.address(tmp_path / "lake")
    assert walked(tmp_path, address.catalogue, str(address.data)) == ""
