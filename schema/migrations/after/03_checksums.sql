-- Loads with a correct old checksum get a new one.
update main.loads
set checksum = sums.checksum
from catalog.checksums as sums
where
    loads.checksum = 'sound'
    and sums.part = loads.part
    and sums.collection is not distinct from loads.collection
    and sums.name = loads.name;
