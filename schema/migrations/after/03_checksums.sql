-- Replaces each correct old checksum of a load by a checksum of the new kind.
update main.loads
set checksum = sums.checksum
from catalog.checksums as sums
where
    loads.checksum = 'sound'
    and sums.part = loads.part
    and sums.collection is not distinct from loads.collection
    and sums.name = loads.name;
