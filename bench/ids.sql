-- Ids follow from a kind of row and a number.
create or replace function pg_temp.id(kind integer, n bigint) returns uuid language sql immutable as
$$ select (lpad(to_hex(kind), 8, '0') || '000070008000' || lpad(to_hex(n), 12, '0'))::uuid $$;
