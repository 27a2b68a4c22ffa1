-- A year of fees in the first school, laid anew before each run: payments of a run would pay the parts of the next one. Families of two children,
-- four parts of 3,000 for each child, and the manager's till of these days, open.
delete from fee_promises; delete from fee_receipts; delete from fee_numbers; delete from fee_lines; delete from fee_dues; delete from fee_charges;
delete from fee_postings; delete from tills; delete from family_students; delete from families; delete from fee_plans; delete from fee_items;
delete from fee_ways; delete from fee_settings;
create temp table fee_school on commit drop as select id, admin_id from schools where id = pg_temp.id(2, 1);
create temp table fee_child on commit drop as
select k, pg_temp.id(6, 10000 + k) as id, pg_temp.id(32, (k - 1) / 2) as family_id from generate_series(1, 1000) as k;
insert into fee_settings (school_id, currency, last_family) select id, 'EGP', 10500 from fee_school;
insert into fee_ways (school_id, id, name, kind, position) select id, pg_temp.id(31, 1), 'Cash', 'cash', 0 from fee_school;
insert into fee_items (school_id, id, name, position) select id, pg_temp.id(30, 1), 'Tuition', 0 from fee_school;
insert into fee_plans (school_id, id, year_id, grade_id, version, lines, saved_by)
select id, pg_temp.id(33, 1), pg_temp.id(7, 1), pg_temp.id(3, 1), 1, jsonb_build_array(jsonb_build_object('itemId', pg_temp.id(30, 1),
  'amount', '12000', 'parts', (select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('dueOn', current_date - 100 + 60 * p,
    'amount', case when p < 3 then '3000' end)) order by p) from generate_series(0, 3) as p))), admin_id
from fee_school;
insert into families (school_id, id, code) select s.id, pg_temp.id(32, f), (10000 + f)::text from fee_school s, generate_series(0, 499) as f;
insert into family_students (school_id, student_id, family_id) select s.id, c.id, c.family_id from fee_school s, fee_child c;
insert into fee_postings (school_id, id, kind, day, made_by)
select s.id, pg_temp.id(36, c.k), 'charge', current_date - 110, s.admin_id from fee_school s, fee_child c;
insert into fee_charges (school_id, id, student_id, year_id, item_id, plan_id, amount, posting_id)
select s.id, pg_temp.id(34, c.k), c.id, pg_temp.id(7, 1), pg_temp.id(30, 1), pg_temp.id(33, 1), 12000, pg_temp.id(36, c.k)
from fee_school s, fee_child c;
insert into fee_dues (school_id, id, charge_id, student_id, position, due_on, amount)
select s.id, pg_temp.id(35, c.k * 4 + p), pg_temp.id(34, c.k), c.id, p, current_date - 100 + 60 * p, 3000
from fee_school s, fee_child c, generate_series(0, 3) as p;
insert into fee_lines (school_id, posting_id, nth, from_account, to_account, amount, student_id, due_id, item_id)
select s.id, pg_temp.id(36, c.k), p, 'income', 'owed', 3000, c.id, pg_temp.id(35, c.k * 4 + p), pg_temp.id(30, 1)
from fee_school s, fee_child c, generate_series(0, 3) as p;
insert into tills (school_id, id, person_id, day, opening)
select s.id, pg_temp.id(37, d + 1), s.admin_id, current_date + d, 0 from fee_school s, generate_series(-1, 1) as d;
analyze families, family_students, fee_charges, fee_dues, fee_postings, fee_lines;
