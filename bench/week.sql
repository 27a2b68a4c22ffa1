-- The published week of the first school and a draft of it, laid anew before each run: in each number half of the 34 classes have a lesson, so
-- that half of the teachers are free. Tomorrow teachers 1 to 17 are absent, whose lessons nobody has been given yet.
delete from covers; delete from staff_absences; delete from lessons; delete from timetables; delete from periods; delete from hours_sets;
create temp table week_school on commit drop as select id, admin_id, 10000::bigint as base from schools where id = pg_temp.id(2, 1);
insert into hours_sets (school_id, id, name, position) select id, pg_temp.id(50, 1), 'Usual', 1 from week_school;
insert into periods (school_id, hours_set_id, position, name, starts, minutes, is_break)
select id, pg_temp.id(50, 1), n, case n when 4 then 'Break' else 'Lesson' end, time '07:45' + n * interval '50 minutes', 45, n = 4
from week_school, generate_series(1, 8) as n;
insert into timetables (school_id, id, year_id, name, anchor, valid_from, published_at, published_by)
select id, pg_temp.id(51, 1), pg_temp.id(7, 1), 'The week', current_date - 100, current_date - 100, now(), admin_id from week_school
union all select id, pg_temp.id(51, 2), pg_temp.id(7, 1), 'A draft', current_date, null, null, null from week_school;
insert into lessons (school_id, id, timetable_id, course_id, weekday, number, class_ids, group_ids, teacher_ids)
select s.id, pg_temp.id(52, (v * 100 + slot) * 100 + c), pg_temp.id(51, v), pg_temp.id(4, 100 + slot % 10 + 1), slot / 7, slot % 7 + 1,
  array[pg_temp.id(5, 100 + c)], array[null::uuid], array[pg_temp.id(1, s.base + (c + slot % 10 + 1) % 34 + 1)]
from week_school s, generate_series(0, 48) as slot, generate_series(1, 34) as c, generate_series(1, 2) as v where (c + slot) % 2 = 0;
insert into staff_absences (school_id, id, teacher_id, from_day, to_day, kind, told_by, decided_by)
select id, pg_temp.id(53, t), pg_temp.id(1, base + t), current_date + 1, current_date + 1, 'illness', admin_id, admin_id
from week_school, generate_series(1, 17) as t;
