-- The plans that count: the latest of each grade in the current year.
create or replace view standing_seat_plans with (security_invoker = true) as
select distinct on (p.school_id, p.grade_id) p.*
from exam_seat_plans p
join school_years y on y.school_id = p.school_id and y.id = p.school_year_id and y.active and not y.completed
where p.undone_at is null
order by p.school_id, p.grade_id, p.created_at desc, p.id desc;
grant select on standing_seat_plans to kashkool_app;
