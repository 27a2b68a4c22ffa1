-- Which days belong to which school year (decision 032).

-- began_on: the day the year became the current one for the first time; null while it is only prepared.
alter table school_years add column began_on date;
update school_years y set began_on = (y.created_at at time zone s.time_zone)::date
from schools s
where s.id = y.school_id and (y.active or (y.completed and y.completed_at > y.created_at)
  or exists (select from seats p where p.school_year_id = y.id)
  or exists (select from school_year_months m join exams e on e.month_id = m.id where m.school_year_id = y.id));
alter table school_years add constraint school_years_current_begun check (not active or began_on is not null);

-- A year begins with the first dated day of its months, or with the day it became the current one, whichever is earlier,
-- and lasts until the next one begins. The first one also has all days before it, and the current one all days to come:
-- a year that begins no earlier than the current one has none.
create view school_year_days with (security_invoker = true) as
with begun as (
  select y.id, y.school_id, y.name, y.completed, y.created_at, y.active and not y.completed as current,
    least(y.began_on, (select min(m.start_date) from school_year_months m where m.school_year_id = y.id)) as begins
  from school_years y
  where y.began_on is not null or y.completed
)
select b.id, b.school_id, b.name, b.completed, b.current,
  case when row_number() over of_school = 1 then '-infinity'::date else b.begins end as first_day,
  coalesce(lead(b.begins) over of_school - 1, 'infinity'::date) as last_day
from begun b
where b.begins is not null and (b.current or not exists (
  select from begun c where c.school_id = b.school_id and c.current and c.begins <= b.begins))
window of_school as (partition by b.school_id order by b.begins, b.created_at, b.id);
grant select on school_year_days to kashkool_app;
