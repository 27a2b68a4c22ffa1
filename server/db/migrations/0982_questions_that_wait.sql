-- As new_own_posts (0480), which the version before calls, and the posts that ask the acting person a question which they have read but not
-- answered, until its last day. `answers`: null where nothing waits for an answer. Important posts first, then questions.
create function waiting_own_posts(since timestamptz, at timestamptz)
returns table (id uuid, title text, important boolean, published_at timestamptz, answers text[], answer_by date, in_all integer)
language sql stable security definer set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_generic_plan rows 3 as $$
  select p.id, p.title, p.important, p.published_at, case when asked.waits then p.answers end, case when asked.waits then p.answer_by end,
    (count(*) over ())::integer
  from own_posts_since(since - interval '30 days') o
  join posts p on p.school_id = o.school_id and p.id = o.post_id and p.taken_back_at is null
  join schools s on s.id = p.school_id
  left join post_readers r on r.school_id = p.school_id and r.post_id = p.id and r.person_id = (select acting_user())
  cross join lateral (
    select p.answers is not null and r.answer is null
      and coalesce(p.answer_by >= (at at time zone s.time_zone)::date, p.published_at > since) as waits) asked
  where p.author_id <> (select acting_user()) and (asked.waits or (r.read_at is null and p.published_at > since))
  order by p.important desc, asked.waits desc, p.published_at desc, p.id
  limit 3
$$;
revoke execute on function waiting_own_posts(timestamptz, timestamptz) from public;
grant execute on function waiting_own_posts(timestamptz, timestamptz) to kashkool_app;
