-- Grades have an order that the school sets; to begin with the natural one: nurseries first, then by stage and number.

-- The place that the name of a grade gives it: its stage by hundreds, its number within. A name that says neither comes last.
create function grade_rank(name text) returns integer
language sql immutable strict parallel safe as $$
  with said as (
    select ' ' || regexp_replace(fold(name), '[^[:alnum:]]+', ' ', 'g') || ' ' as words
  ), read as (
    select
      case
        when words ~ ' (kg|nursery|kindergarten|reception|pre k|روضه|الروضه|حضانه|الحضانه|تمهيدي|التمهيدي|رياض الاطفال|رياض اطفال)' then 0
        when words ~ ' (secondary|high|senior|sec )|ثانوي' then 300
        when words ~ ' (preparatory|prep|middle|intermediate)|اعدادي|متوسط' then 200
        else 100
      end as stage,
      coalesce(
        (regexp_match(words, '[0-9]{1,3}'))[1]::integer,
        case
          when words ~ ' (twelfth|الثاني عشر|الثانيه عشر|الثانيه عشره) ' then 12
          when words ~ ' (eleventh|الحادي عشر|الحاديه عشر|الحاديه عشره) ' then 11
          when words ~ ' (first|one|الاول|الاولي|اول|اولي) ' then 1
          when words ~ ' (second|two|الثاني|الثانيه|ثاني|ثانيه|تاني|تانيه) ' then 2
          when words ~ ' (third|three|الثالث|الثالثه|ثالث|ثالثه|تالت|تالته) ' then 3
          when words ~ ' (fourth|four|الرابع|الرابعه|رابع|رابعه) ' then 4
          when words ~ ' (fifth|five|الخامس|الخامسه|خامس|خامسه) ' then 5
          when words ~ ' (sixth|six|السادس|السادسه|سادس|سادسه) ' then 6
          when words ~ ' (seventh|seven|السابع|السابعه|سابع|سابعه) ' then 7
          when words ~ ' (eighth|eight|الثامن|الثامنه|ثامن|ثامنه) ' then 8
          when words ~ ' (ninth|nine|التاسع|التاسعه|تاسع|تاسعه) ' then 9
          when words ~ ' (tenth|ten|العاشر|العاشره|عاشر|عاشره) ' then 10
        end) as number
    from said
  )
  select case when number is null and stage = 100 then 1000 else stage + coalesce(number, 0) end from read
$$;

alter table grades add column natural_rank integer not null generated always as (grade_rank(name)) stored;
alter table grades add column position integer not null default 0;
update grades g set position = o.place
from (select id, row_number() over (partition by school_id
  order by natural_rank, name collate by_name, id) as place from grades) o
where o.id = g.id;

-- A new grade (position 0) stands before the first one that its name puts it before; in an order that a school made, too.
create function place_grade() returns trigger
language plpgsql as $$
declare
  -- A generated column is not known yet before the row is stored.
  rank_here integer := grade_rank(new.name);
begin
  select min(position) into new.position from grades
  where school_id = new.school_id
    and (natural_rank, name collate by_name) > (rank_here, new.name collate by_name);
  if new.position is null then
    select coalesce(max(position), 0) + 1 into new.position from grades where school_id = new.school_id;
  else
    update grades set position = position + 1 where school_id = new.school_id and position >= new.position;
  end if;
  return new;
end $$;
create trigger place_grade before insert on grades for each row
  when (new.position = 0) execute function place_grade();
