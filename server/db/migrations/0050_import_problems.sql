-- Which problems the rows of an import have, each kind with how many rows have it.
alter table imports add column problem_kinds jsonb not null default '[]';
