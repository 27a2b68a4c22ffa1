-- A year lasts until the next one begins, so its open days are those between its first and last dated day.
create or replace function open_days_of_period(p_school uuid, p_grade uuid, p_period uuid) returns integer
language sql stable
begin atomic
  select case when d.ends - d.starts < 800 then (
    select count(*)::integer from open_days(p_school, p_grade, d.starts, d.ends)) end
  from (
    select min(one.starts) as starts, max(one.ends) as ends
    from (
      select t.start_date as starts, t.end_date as ends from terms t
      where t.school_id = p_school and p_period in (t.id, t.school_year_id)
      union all
      select m.start_date, m.end_date from school_year_months m where m.school_id = p_school and m.school_year_id = p_period
    ) one) d;
end;
