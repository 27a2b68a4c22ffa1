-- A year begins with the first dated day of its months, or with the day it became the current one, whichever is earlier, and lasts until the
-- next one begins. The first one also has all days before it, and the current one all days to come: a year that begins no earlier than the
-- current one has none. Joined and counted beside each other instead of asked for each year, the months and the current year are narrowed
-- with the years by a school that is named by its value.
create or replace view school_year_days with (security_invoker = true) as
with begun as (
  select y.id, y.school_id, y.name, y.completed, y.created_at, y.active and not y.completed as current,
    least(y.began_on, min(m.start_date)) as begins
  from school_years y left join school_year_months m on m.school_id = y.school_id and m.school_year_id = y.id
  where y.began_on is not null or y.completed
  group by y.id, y.school_id, y.name, y.completed, y.created_at, y.active, y.began_on
), beside as (
  select b.*, min(b.begins) filter (where b.current) over (partition by b.school_id) as current_begins
  from begun b where b.begins is not null
)
select b.id, b.school_id, b.name, b.completed, b.current,
  case when row_number() over of_school = 1 then '-infinity'::date else b.begins end as first_day,
  coalesce(lead(b.begins) over of_school - 1, 'infinity'::date) as last_day
from beside b
where b.current or b.current_begins is null or b.current_begins > b.begins
window of_school as (partition by b.school_id order by b.begins, b.created_at, b.id);
grant select on school_year_days to kashkool_app;
