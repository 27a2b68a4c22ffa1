-- An excuse may be of a part of one day (decision 185): from a time, until one, or both. It excuses the lessons within, and never the day.
alter table excuses
  add column from_time time,
  add column to_time time,
  add column of_hours boolean not null generated always as (from_time is not null or to_time is not null) stored,
  add constraint excuses_hours_of_one_day check ((from_time is null and to_time is null) or from_day = to_day),
  add constraint excuses_hours_order check (from_time < to_time);
