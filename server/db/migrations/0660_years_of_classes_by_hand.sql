-- A class that is made, or opened again, once the school has moved into its next year belongs to that year. Those of before have no
-- year and are active: the classes that the move found so were dated by it. One whose name is taken in that year stays as it is.
update class_rooms c set school_year_id = moved.to_year_id
from (
  select distinct on (p.school_id) p.school_id, p.to_year_id
  from promotions p join school_years y on y.school_id = p.school_id and y.id = p.to_year_id
  where p.state = 'done' and not y.completed
  order by p.school_id, p.done_at desc
) moved
where c.school_id = moved.school_id and c.school_year_id is null and c.active and not exists (
  select from class_rooms other
  where other.school_id = c.school_id and other.grade_id = c.grade_id and other.language_id = c.language_id
    and fold(other.name) = fold(c.name) and other.school_year_id = moved.to_year_id);
