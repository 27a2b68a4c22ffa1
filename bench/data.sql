-- Schools number bench.first to bench.last, in the shapes of real ones: a thousand students in classes of thirty, with
-- their parents, registers of bench.days school days and bench.exams exams a class. Ids follow from a number.

create temp table bench_school on commit drop as
select n, pg_temp.id(2, n) as id, n * 10000::bigint as base
from generate_series(current_setting('bench.first')::integer, current_setting('bench.last')::integer) as n;

create temp table bench_class on commit drop as
select s.n * 100 + c as n, c, s.id as school_id, s.base, pg_temp.id(5, s.n * 100 + c) as id
from bench_school s, generate_series(1, 34) as c;

create temp table bench_student on commit drop as
select s.base + k as n, k, s.id as school_id, s.base, pg_temp.id(6, s.base + k) as id,
  pg_temp.id(5, s.n * 100 + (k - 1) / 30 + 1) as class_id
from bench_school s, generate_series(1, 1000) as k;

create temp table bench_day on commit drop as
select day::date as day from generate_series(current_date - 120, current_date - 1, interval '1 day') as day
where extract(dow from day) not in (5, 6) order by day desc limit current_setting('bench.days')::integer;

create temp table bench_course on commit drop as
select s.n * 100 + q as n, q, s.id as school_id, pg_temp.id(4, s.n * 100 + q) as id
from bench_school s, generate_series(1, 10) as q;

-- Person 0 of a school manages it, 1 to 34 teach and supervise, 1001 to 1500 are parents of two children each.
insert into users (id, phone_number, password_hash, first_name, middle_name, last_name)
select pg_temp.id(1, s.base + p), '01' || lpad((s.base + p)::text, 9, '0'), current_setting('bench.password'),
  (array['Mona', 'Ahmed', 'سلمى', 'يوسف', 'Hala'])[p % 5 + 1], (array['Adel', 'Samir', 'محمد'])[p % 3 + 1], 'No ' || p
from bench_school s, lateral (select 0 as p union all select generate_series(1, 34) union all select generate_series(1001, 1500)) people;

insert into sessions (id, token_hash, user_id)
select pg_temp.id(14, s.base + p), sha256(convert_to('session ' || (s.base + p), 'UTF8')), pg_temp.id(1, s.base + p)
from bench_school s, lateral (select 0 as p union all select generate_series(1, 34) union all select generate_series(1001, 1500)) people;

insert into schools (id, name, about, vision, active, activated_at, school_type_id, admin_id, coin_type_id)
select id, 'School number ' || n, 'About it', 'Its vision', true, now(), (select id from school_types limit 1),
  pg_temp.id(1, base), (select id from coin_types limit 1) from bench_school;
insert into school_languages (school_id, language_id) select id, (select id from languages order by name limit 1) from bench_school;
insert into user_roles (user_id, role_id, school_id, source)
select pg_temp.id(1, base + p), r.id, case when r.type = 1 then s.id end, r.source
from bench_school s, generate_series(0, 1500) as p
join lateral (values ('01900000-0000-7000-8000-000000000001'::uuid, 2, 'given', p = 0 or p <= 34 or p > 1000),
  (current_setting('bench.manager')::uuid, 1, 'given', p = 0), (current_setting('bench.teacher')::uuid, 1, 'teacher', p between 1 and 34),
  (current_setting('bench.supervisor')::uuid, 1, 'supervisor', p between 1 and 34)) as r (id, type, source, held) on r.held;

insert into grades (id, school_id, name) select pg_temp.id(3, n), id, 'Grade one' from bench_school;
insert into courses (id, school_id, language_id, name, description)
select id, school_id, (select id from languages order by name limit 1), 'Course ' || q, 'What it teaches' from bench_course;
insert into class_rooms (id, school_id, grade_id, language_id, name, gender, max_of_students, supervisor_id)
select c.id, c.school_id, pg_temp.id(3, c.n / 100), (select id from languages order by name limit 1), 'Class ' || c.c, 3, 40,
  pg_temp.id(1, c.base + c.c) from bench_class c;
insert into school_teachers (school_id, teacher_id) select id, pg_temp.id(1, base + t) from bench_school, generate_series(1, 34) as t;
insert into school_teacher_courses (school_id, teacher_id, course_id)
select s.id, pg_temp.id(1, s.base + t), q.id from bench_school s join bench_course q on q.school_id = s.id, generate_series(1, 34) as t;
insert into class_teacher_courses (school_id, class_room_id, teacher_id, course_id)
select c.school_id, c.id, pg_temp.id(1, c.base + (c.c + q.q) % 34 + 1), q.id
from bench_class c join bench_course q on q.school_id = c.school_id;
insert into school_years (id, school_id, name, began_on) select pg_temp.id(7, n), id, 'This year', current_date - 200 from bench_school;
insert into school_year_months (id, school_id, school_year_id, name, position)
select pg_temp.id(8, n * 10 + m), id, pg_temp.id(7, n), 'Month ' || m, m from bench_school, generate_series(1, 9) as m;

insert into students (id, school_id, class_room_id, code, first_name, middle_name, last_name, birth_date)
select id, school_id, class_id, 'ST' || lpad(k::text, 10, '0'),
  (array['Omar', 'Salma', 'يوسف', 'Karim', 'ليلى', 'Nour', 'Adam'])[k % 7 + 1] || ' ' || k,
  (array['Ahmed', 'Mahmoud', 'حسن'])[k % 3 + 1], (array['Fathy', 'Mansour', 'عبدالله', 'Saleh'])[k % 4 + 1], date '2014-01-01' + k
from bench_student;
insert into student_codes (school_id, last_number) select id, 1000 from bench_school;
insert into student_classes (id, school_id, student_id, class_room_id, from_day)
select pg_temp.id(12, n), school_id, id, class_id, current_date - 200 from bench_student;
insert into student_parents
  (id, school_id, student_id, parent_id, relation_id, consent_by, see_from, notify_from, fetch_from, pay_from)
select pg_temp.id(13, n), school_id, id, pg_temp.id(1, base + 1001 + (k - 1) / 2), (select id from relation_types limit 1),
  pg_temp.id(1, base), began, began, began, began
from bench_student cross join (select current_date - 400 as began) day;

insert into attendance_sheets (school_id, class_room_id, date, saved_by)
select c.school_id, c.id, d.day, pg_temp.id(1, c.base + c.c) from bench_class c, bench_day d order by d.day, c.id;
insert into attendance_marks (id, school_id, class_room_id, student_id, date, state, minutes_late, supervisor_id)
select pg_temp.id(9, (d.day - date '2000-01-01') * 1000000000::bigint + s.n), s.school_id, s.class_id, s.id, d.day,
  case s.n % 20 when 0 then 'absent' when 1 then 'late' when 2 then 'excused' else 'present' end,
  case s.n % 20 when 1 then 10 end, pg_temp.id(1, s.base + (s.k - 1) / 30 + 1)
from bench_day d, bench_student s order by d.day, s.class_id, s.id;
update attendance_sheets s set counted_version = s.version, counts = k.counts
from (
  select m.class_room_id, m.date, array[count(*) filter (where m.state = 'present'), count(*) filter (where m.state = 'late'),
    count(*) filter (where m.state = 'absent'), count(*) filter (where m.state = 'excused')]::smallint[] as counts
  from attendance_marks m join bench_school b on b.id = m.school_id group by m.class_room_id, m.date) k
where s.class_room_id = k.class_room_id and s.date = k.date;

create temp table bench_exam on commit drop as
select c.n * 100 + e as n, e, c.id as class_id, c.school_id, pg_temp.id(10, c.n * 100 + e) as id,
  pg_temp.id(4, c.n / 100 * 100 + e % 3 + 1) as course_id, pg_temp.id(8, c.n / 100 * 10 + e % 9 + 1) as month_id,
  pg_temp.id(1, c.base + (c.c + e % 10 + 1) % 34 + 1) as teacher_id, current_date - e * 4 as day
from bench_class c, generate_series(1, current_setting('bench.exams')::integer) as e;
insert into exams (id, school_id, class_room_id, course_id, month_id, exam_date, rate, supervisor_id)
select id, school_id, class_id, course_id, month_id, day, 20, teacher_id from bench_exam;
insert into student_exams (school_id, exam_id, student_id, total_result, is_attend, created_at, modified_at)
select e.school_id, e.id, s.id, s.n % 21, true, e.day, e.day + 1 from bench_exam e join bench_student s on s.class_id = e.class_id order by e.id, s.id;
insert into homework (id, school_id, class_room_id, course_id, assignment_date, details, rate, supervisor_id)
select pg_temp.id(11, e.n), school_id, class_id, course_id, day + 2, 'Exercises of page ' || e, 10, teacher_id
from bench_exam e where e.e <= 20;
insert into student_homework (school_id, homework_id, student_id, result, is_delivered, created_at, modified_at)
select e.school_id, pg_temp.id(11, e.n), s.id, s.n % 11, true, e.day, e.day + 3
from bench_exam e join bench_student s on s.class_id = e.class_id where e.e <= 20 order by 2, 3;

insert into inbox_items (id, person_id, occasion, kind, at_school_id, student_id, subject_ids, at)
select pg_temp.id(15, s.n * 10 + e.e), pg_temp.id(1, s.base + 1001 + (s.k - 1) / 2), e.id::text, 'examResult', s.school_id, s.id,
  array[e.id], e.day
from bench_student s join bench_exam e on e.class_id = s.class_id and e.e <= 5;
