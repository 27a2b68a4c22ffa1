-- Rows that do not agree with the student whom they were found to mean, until somebody decides on them.
alter table imports add column doubted_rows integer not null default 0;

-- How many students who are at the school already get another name, another class or other guardians by an import. A preview begins with
-- these numbers. Drafts of earlier versions get theirs here, because they are opened without being checked again.
alter table imports add column renamed integer not null default 0;
alter table imports add column moved integer not null default 0;
alter table imports add column guardians_changed integer not null default 0;

update imports i set renamed = c.renamed, moved = c.moved, guardians_changed = c.guardians_changed
from (
  select school_id, import_id,
    count(distinct student_id) filter (where changes && '{firstName,middleName,lastName}') as renamed,
    count(distinct student_id) filter (where 'className' = any (changes)) as moved,
    count(distinct student_id) filter (where changes && '{guardian,guardianOfRecord}') as guardians_changed
  from import_rows where outcome = 'change' group by school_id, import_id
) as c where i.school_id = c.school_id and i.id = c.import_id and i.state in ('draft', 'waiting');
