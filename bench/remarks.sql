-- A term of the first school with a scheme, and a remark of each student, laid anew before each run.
delete from remarks; delete from result_scheme_uses; delete from result_scheme_versions; delete from result_schemes; delete from terms;
create temp table remark_school on commit drop as select id, admin_id from schools where id = pg_temp.id(2, 1);
insert into terms (school_id, id, school_year_id, name, position, start_date, end_date)
select id, pg_temp.id(40, 1), pg_temp.id(7, 1), 'First term', 1, current_date - 120, current_date from remark_school;
insert into result_schemes (school_id, id, name) select id, pg_temp.id(41, 1), 'Work of the term' from remark_school;
insert into result_scheme_versions (school_id, scheme_id, version, rules, created_by)
select id, pg_temp.id(41, 1), 1, current_setting('bench.scheme')::jsonb, admin_id from remark_school;
insert into result_scheme_uses (school_id, id, term_id, grade_id, scheme_id, scheme_version, full_mark, pass_mark, in_total)
select id, pg_temp.id(42, 1), pg_temp.id(40, 1), pg_temp.id(3, 1), pg_temp.id(41, 1), 1, 100, 50, true from remark_school;
insert into remarks (school_id, id, term_id, student_id, language, body, author_id)
select s.school_id, pg_temp.id(43, row_number() over (order by s.code)), pg_temp.id(40, 1), s.id, 'en',
  'Reads fluently, and helps the others in class. Ten minutes of reading a day would do the rest.', o.admin_id
from remark_school o join students s on s.school_id = o.id;
