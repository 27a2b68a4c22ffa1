-- What a student is searched by, folded once and not at every search: folding thousands of names takes longer than
-- reading them.
alter table students add column searched text not null
  generated always as (fold(first_name || ' ' || middle_name || ' ' || last_name || ' ' || code)) stored;
