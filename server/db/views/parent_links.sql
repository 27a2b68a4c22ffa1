-- The one place that decides what a present link gives on the civil day of its school. A parent who does not see a child is not notified
-- about it either: a notice says something about the child. Without the links that stayed with an entry that was merged with another
-- (decision 053): the kept student has the same parent, and what the school ends there must not go on here. An undo of the merge makes
-- them links again.
create or replace view parent_links with (security_invoker = true) as
select sp.id, sp.school_id, sp.student_id, sp.parent_id, sp.relation_id, sp.created_at, s.active as school_active, day.today,
  day.today between sp.see_from and coalesce(sp.see_until, 'infinity') as sees,
  day.today between sp.see_from and coalesce(sp.see_until, 'infinity')
    and day.today between sp.notify_from and coalesce(sp.notify_until, 'infinity') as is_notified,
  day.today between sp.fetch_from and coalesce(sp.fetch_until, 'infinity') as fetches,
  day.today between sp.pay_from and coalesce(sp.pay_until, 'infinity') as pays
from student_parents sp
join schools s on s.id = sp.school_id
cross join lateral (select (now() at time zone s.time_zone)::date as today) day
where sp.ended_at is null and not exists (
  select from students st where st.school_id = sp.school_id and st.id = sp.student_id and st.merged_into is not null);
grant select on parent_links to kashkool_app;
