-- Completing a year can be taken back: the seats that it ended come back with it, and no others.

-- ended_with_year_id: the year whose completing ended the seat; null once it is paid again, by whatever way.
alter table students add column ended_with_year_id uuid;
alter table students add constraint students_ended_with_year_same_school foreign key (school_id, ended_with_year_id)
  references school_years (school_id, id);
create index students_by_ended_year on students (ended_with_year_id) where ended_with_year_id is not null;

create function forget_ended_year() returns trigger
language plpgsql as $$
begin
  new.ended_with_year_id := null;
  return new;
end $$;
create trigger forget_ended_year before update of is_paid on students for each row
  when (new.is_paid and new.ended_with_year_id is not null) execute function forget_ended_year();

-- carried_from: the seat whose coin pays this one too, since its own year has not run out yet. It has no entry in the
-- ledger, and carries no further seat.
alter table seats add column carried_from uuid;
alter table seats add constraint seats_carried_same_school foreign key (school_id, carried_from)
  references seats (school_id, id);
create index seats_by_carrier on seats (carried_from) where carried_from is not null;
