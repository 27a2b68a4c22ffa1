-- Conduct: what a school records of it, as data of the school, and what parents see.

-- The mark of conduct begins each term at starts_at, and what is recorded raises or lowers it within 0 and full_mark. Without a
-- full mark a school has none.
create table conduct_settings (
  school_id uuid primary key references schools,
  full_mark numeric(6, 2) constraint conduct_settings_full_mark check (full_mark > 0),
  starts_at numeric(6, 2),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  constraint conduct_settings_start check (starts_at is null or starts_at between 0 and full_mark)
);
call keep_former_values('conduct_settings', 'school_id');
call keep_to_school('conduct_settings');
grant select, insert, update on conduct_settings to kashkool_app;

-- The present version of a kind stands here; one that is no more keeps its row, because records name it.
create table conduct_kinds (
  school_id uuid not null references schools,
  id uuid not null,
  position integer not null,
  name text not null constraint conduct_kinds_name_length check (fits(name, 1, 200)),
  is_merit boolean not null,
  level smallint constraint conduct_kinds_level check (level between 1 and 6),
  points numeric(6, 2) not null default 0 constraint conduct_kinds_points check (points between 0 and 100),
  measures text[] not null default '{}' constraint conduct_kinds_measures check (cardinality(measures) <= 10),
  parents_see boolean not null,
  source text constraint conduct_kinds_source_length check (fits(source, 0, 300)),
  removed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint conduct_kinds_level_of_breach check (level is null or not is_merit)
);
call keep_former_values('conduct_kinds', 'id');
call keep_to_school('conduct_kinds');
grant select, insert, update on conduct_kinds to kashkool_app;

-- What was recorded. Name, level and points are those of the kind at that time. Nothing of a record changes but its measure, until
-- parents see it; a mistake is withdrawn with a reason and recorded anew.
create table conduct_records (
  school_id uuid not null references schools,
  id uuid not null,
  student_id uuid not null,
  class_room_id uuid not null,
  kind_id uuid not null,
  kind_version integer not null,
  name text not null,
  is_merit boolean not null,
  level smallint,
  points numeric(6, 2) not null,
  day date not null,
  details text constraint conduct_records_details_length check (fits(details, 0, 2000)),
  measure text constraint conduct_records_measure_length check (fits(measure, 0, 200)),
  counsellor_note text constraint conduct_records_note_length check (fits(counsellor_note, 0, 2000)),
  recorded_by uuid not null references users,
  published_at timestamptz,
  published_by uuid references users,
  withdrawn_at timestamptz,
  withdrawn_by uuid references users,
  withdrawn_reason text constraint conduct_records_reason_length check (fits(withdrawn_reason, 0, 500)),
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint conduct_records_student_same_school foreign key (school_id, student_id) references students (school_id, id),
  constraint conduct_records_class_same_school foreign key (school_id, class_room_id) references class_rooms (school_id, id),
  constraint conduct_records_kind_same_school foreign key (school_id, kind_id) references conduct_kinds (school_id, id),
  constraint conduct_records_published check ((published_at is null) = (published_by is null)),
  constraint conduct_records_withdrawn check ((withdrawn_at is null) = (withdrawn_by is null))
);
create index conduct_records_by_student on conduct_records (student_id, day desc);
create index conduct_records_by_day on conduct_records (school_id, day desc, id);
call keep_former_values('conduct_records', 'id');
call keep_to_students('conduct_records');
grant select, insert, update on conduct_records to kashkool_app;

-- The mark of conduct of students within these days, for the results of a term: what parents see counts, and nothing else. No row
-- where the school has no mark of conduct.
create function conduct_marks(p_school uuid, p_students uuid[], p_from date, p_to date)
returns table (student_id uuid, mark numeric, full_mark numeric, merits numeric, breaches numeric)
language sql stable
begin atomic
  select one.id, greatest(0, least(s.full_mark, coalesce(s.starts_at, s.full_mark) + r.merits - r.breaches)), s.full_mark,
    r.merits, r.breaches
  from conduct_settings s
  cross join unnest(p_students) as one (id)
  cross join lateral (
    select coalesce(sum(c.points) filter (where c.is_merit), 0) as merits,
      coalesce(sum(c.points) filter (where not c.is_merit), 0) as breaches
    from conduct_records c
    where c.school_id = p_school and c.student_id = one.id and c.day between p_from and p_to
      and c.published_at is not null and c.withdrawn_at is null) r
  where s.school_id = p_school and s.full_mark is not null;
end;
