-- The announcements of a year in the first school, laid anew before each run: a run publishes some itself, and the next one would
-- measure those too. Every other day one, to the whole school; the parents have read all but the latest four.
truncate posts cascade;
delete from inbox_items where kind = 'post';
insert into posts (school_id, id, author_id, title, body, public, important, published_at)
select s.id, pg_temp.id(20, n), s.admin_id, 'Announcement ' || n, 'On Sunday at six, in the hall.', false, false, now() - n * interval '2 days'
from schools s, generate_series(1, 150) as n where s.id = pg_temp.id(2, 1);
insert into post_audience (school_id, post_id, kind) select school_id, id, 'school' from posts;
insert into post_readers (school_id, post_id, person_id, student_ids, addressed, read_at)
select p.school_id, p.id, sp.parent_id, array_agg(sp.student_id), true, case when p.published_at < now() - interval '9 days' then now() end
from posts p join student_parents sp on sp.school_id = p.school_id group by p.school_id, p.id, p.published_at, sp.parent_id;
analyze posts, post_audience, post_readers, inbox_items;
